//! stdin and files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::exit::Failure;
use super::output;

/// Larger files are not read into memory: 1 MiB.
const IN_PLACE_ABOVE_BYTES: u64 = 1 << 20;

/// What was given to the program.
pub enum Input {
    Memory(Vec<u8>),
    /// A large file, to be read where it is.
    File(PathBuf),
}

impl Input {
    /// A file, or stdin for `-`.
    pub fn open(file: &Path) -> Result<Input, Failure> {
        let large = |file: &Path| file.metadata().is_ok_and(|data| data.is_file() && data.len() > IN_PLACE_ABOVE_BYTES);
        match file != Path::new("-") && large(file) {
            true => Ok(Input::File(file.into())),
            false => bytes(file).map(Input::Memory),
        }
    }

    /// To stdout, unchanged.
    pub fn print(&self) -> Result<(), Failure> {
        match self {
            Input::Memory(bytes) => output::data(bytes),
            Input::File(file) => output::copy(File::open(file).map_err(|e| failure(file, e))?),
        }
    }
}

/// All bytes of a file, or of stdin for `-`.
pub fn bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    if file == Path::new("-") {
        let mut bytes = Vec::new();
        return match io::stdin().read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(e) => Err(Failure::Io("stdin".into(), e)),
        };
    }
    std::fs::read(file).map_err(|e| failure(file, e))
}

/// All of stdin, which must be UTF-8.
pub fn text() -> Result<String, Failure> {
    io::read_to_string(io::stdin()).map_err(|e| Failure::Io("stdin".into(), e))
}

fn failure(file: &Path, error: io::Error) -> Failure {
    Failure::Io(file.display().to_string(), error)
}
