//! How the program ends.

use std::io;
use std::process::ExitCode;

use serde_json::json;
use toolaria::Error;

use super::output;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    Done,
    Refused,
    Fault,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::Refused => 1,
            Exit::Fault => 2,
        })
    }
}

/// Why there is no answer.
pub enum Failure {
    Call(Error),
    /// An input or output of the program itself.
    Io(String, io::Error),
}

impl Failure {
    /// Tells the reason on stderr and, with `--json`, as an object on stdout.
    pub fn report(&self, as_json: bool) -> Exit {
        let (exit, kind, message) = match self {
            Failure::Call(error @ Error::Refused(_)) => (Exit::Refused, error.kind(), error.to_string()),
            Failure::Call(error) => (Exit::Fault, error.kind(), error.to_string()),
            Failure::Io(what, error) => (Exit::Fault, "io", format!("{what}: {error}")),
        };
        output::notice(&format!("toolaria: {message}"));
        if as_json && output::object(&json!({ "error": { "kind": kind, "message": message } })).is_err() {
            return Exit::Fault;
        }
        exit
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Call(error)
    }
}
