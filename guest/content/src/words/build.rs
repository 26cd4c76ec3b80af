//! What is said of builds.

use super::{counted, outline::list_of};
use crate::characters::thousands;

/// `2 errors, 310 warnings`.
fn both(errors: u64, warnings: u64) -> String {
    match (errors, warnings) {
        (0, 0) => "no errors, no warnings".to_owned(),
        (_, 0) => counted(errors as usize, "error"),
        (0, _) => counted(warnings as usize, "warning"),
        _ => format!("{}, {}", counted(errors as usize, "error"), counted(warnings as usize, "warning")),
    }
}

pub fn label(kind: &str, errors: u64, warnings: u64) -> String {
    format!("{kind} {}", both(errors, warnings))
}

pub fn totals(errors: u64, warnings: u64, kept: usize) -> String {
    let some = if errors > kept as u64 {
        format!("; the first {} errors by line:", thousands(kept as u64))
    } else {
        String::new()
    };
    format!("{}{some}", both(errors, warnings))
}

fn severity(severity: usize) -> &'static str {
    if severity == 0 { "errors" } else { "warnings" }
}

/// The kinds of errors or warnings, most frequent first.
pub fn by_kind(kind: usize, named: &[String], more: usize) -> String {
    format!("{} by kind: {}", severity(kind), list_of(named, more))
}

pub fn one_kind(kind: usize, named: &str) -> String {
    format!("{} of kind {named}", severity(kind))
}

pub fn by_file(named: &[String], more: usize) -> String {
    format!("by file: {}", list_of(named, more))
}

pub fn one_file(named: &str) -> String {
    format!("file {named}")
}

pub fn file(name: &str, errors: u64, warnings: u64, line: usize) -> String {
    format!("{name} {} (line {line})", both(errors, warnings))
}

pub fn error(place: &str) -> String {
    if place.is_empty() { "error".to_owned() } else { format!("error at {place}") }
}

pub fn errors_alike(errors: u64, kind: &str) -> String {
    format!("{} errors {kind}, first here", thousands(errors))
}

pub fn rare_warning(kind: &str, count: u64, all: u64) -> String {
    match count {
        1 => format!("warning {kind} only here, of {}", counted(all as usize, "warning")),
        _ => format!("warning {kind} ×{count}, first here, of {}", counted(all as usize, "warning")),
    }
}

pub fn rare_option(option: &str, count: u64, commands: u64) -> String {
    match count {
        1 => format!("option {option} only here, of {}", counted(commands as usize, "command")),
        _ => format!("option {option} ×{count}, first here, of {}", counted(commands as usize, "command")),
    }
}

pub fn notice() -> String {
    "a notice of the service".to_owned()
}

/// An error in an outline.
pub fn described(place: &str, code: &str, message: &str) -> String {
    let code = if message.starts_with(code) || code.contains(' ') { String::new() } else { format!(" {code}") };
    format!("{}{code}: {message}", error(place))
}
