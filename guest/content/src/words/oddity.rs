//! What is said of values that are unlike the rest.

use crate::characters::thousands;
use crate::words::counted;

/// What is odd, behind the paths of its columns.
pub fn of(paths: &[&str], more: usize, reason: &str) -> String {
    let more = match more {
        0 => String::new(),
        more => format!(" and {} more", thousands(more as u64)),
    };
    match paths {
        [""] => reason.to_owned(),
        _ => format!("{}{more} {reason}", paths.join(", ")),
    }
}

/// Stands above lines that are unlike the rest.
pub fn title(shown: usize, more: usize) -> String {
    let more = match more {
        0 => String::new(),
        more => format!(", and {} more {} of oddity", thousands(more as u64), if more == 1 { "kind" } else { "kinds" }),
    };
    format!("--- {} unlike the rest, rarest first{more} ---", counted(shown, "line"))
}

/// Stands before a line, with what is odd in it.
pub fn at_line(line: usize, reasons: &[String], more: usize) -> String {
    let more = match more {
        0 => String::new(),
        more => format!("; {} more", thousands(more as u64)),
    };
    format!("line {line}: {}{more}", reasons.join("; "))
}

fn share(count: u64, all: u64) -> String {
    match count {
        1 => format!("only here, of {}", thousands(all)),
        _ => format!("{} of {}, first here", thousands(count), thousands(all)),
    }
}

pub fn only_in(count: u64, all: u64) -> String {
    format!("present ({})", share(count, all))
}

pub fn missing_in(count: u64, all: u64) -> String {
    format!("missing ({})", share(count, all))
}

pub fn other_type(name: &str, count: u64, all: u64, usual: &str) -> String {
    format!("is {name} ({}; else {usual})", share(count, all))
}

pub fn not_finite(count: u64) -> String {
    format!("is not finite ({}, first here)", thousands(count))
}

pub fn rare_value(value: &str, count: u64, all: u64) -> String {
    format!("= {value} ({})", share(count, all))
}

pub fn rare_values(values: usize, count: u64, all: u64) -> String {
    format!("has {values} more rare values ({})", share(count, all))
}

pub fn far(value: &str, above: bool, next: &str) -> String {
    format!("= {value} (the rest at {} {next})", if above { "most" } else { "least" })
}

pub fn characters(length: u64, next: u64) -> String {
    lengths(length, next, "characters")
}

pub fn elements(length: u64, next: u64) -> String {
    lengths(length, next, "elements")
}

fn lengths(length: u64, next: u64, unit: &str) -> String {
    let extreme = if length > next { "most" } else { "least" };
    format!("has {} {unit} (the rest at {extreme} {})", thousands(length), thousands(next))
}

pub fn other_pattern(pattern: &str, usual: &str) -> String {
    format!("has the form {pattern} (the rest {usual})")
}

pub fn key_of_other_pattern(pattern: &str, usual: &str) -> String {
    format!("has a name of the form {pattern} (the rest {usual})")
}

pub fn empty(count: u64, all: u64) -> String {
    format!("is empty ({})", share(count, all))
}

pub fn twice(value: &str) -> String {
    format!("= {value} comes twice, first here (the rest once)")
}
