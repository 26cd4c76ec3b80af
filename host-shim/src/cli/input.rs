//! stdin and files.

use std::io::{self, Read};
use std::path::Path;

use super::exit::Failure;

/// All bytes of a file, or of stdin for `-`.
pub fn bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    if file == Path::new("-") {
        let mut bytes = Vec::new();
        return match io::stdin().read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(e) => Err(Failure::Io("stdin".into(), e)),
        };
    }
    std::fs::read(file).map_err(|e| Failure::Io(file.display().to_string(), e))
}

/// All of stdin, which must be UTF-8.
pub fn text() -> Result<String, Failure> {
    io::read_to_string(io::stdin()).map_err(|e| Failure::Io("stdin".into(), e))
}
