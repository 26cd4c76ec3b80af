//! stdout and stderr. A reader that has gone away is no failure.

use std::io::{self, ErrorKind, Read, Write};

use serde_json::Value;

use super::exit::Failure;

/// Exactly these bytes to stdout.
pub fn data(bytes: &[u8]) -> Result<(), Failure> {
    copy(bytes)
}

/// All that `source` gives to stdout.
pub fn copy(mut source: impl Read) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match io::copy(&mut source, &mut stdout).and_then(|_| stdout.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(Failure::Io("stdout".into(), e)),
        _ => Ok(()),
    }
}

/// One JSON value and a line feed to stdout.
pub fn object(value: &Value) -> Result<(), Failure> {
    data(format!("{value}\n").as_bytes())
}

/// An object as lines `name: value` to stdout.
pub fn fields(value: &Value) -> Result<(), Failure> {
    let fields = value.as_object().into_iter().flatten();
    let lines: String = fields.map(|(name, value)| format!("{name}: {}\n", plain(value))).collect();
    data(lines.as_bytes())
}

/// A value without the quotes of JSON; nothing for null.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// A line to stderr. Without a stderr there is nobody to tell.
pub fn notice(text: &str) {
    let _ = writeln!(io::stderr(), "{}", text.trim_end_matches('\n'));
}
