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
        // Values of a list or dictionary have no name.
        [""] if reason.starts_with("= ") => format!("value {reason}"),
        [""] => reason.to_owned(),
        _ => format!("{}{more} {reason}", paths.join(", ")),
    }
}

/// A reason that follows the name of the list that holds the value.
pub fn held(reason: &str) -> String {
    match reason.strip_prefix("= ") {
        Some(value) => format!("holds {value}"),
        None => reason.to_owned(),
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
    format!("is present ({})", share(count, all))
}

pub fn missing_in(count: u64, all: u64) -> String {
    format!("is missing ({})", share(count, all))
}

pub fn other_type(name: &str, count: u64, all: u64, usual: &str) -> String {
    format!("is {name} ({}; else {usual})", share(count, all))
}

pub fn not_finite(count: u64, all: u64) -> String {
    format!("is no finite number ({})", share(count, all))
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
    let has = match length {
        0 => "is empty".to_owned(),
        1 => format!("has 1 {}", unit.trim_end_matches('s')),
        _ => format!("has {} {unit}", thousands(length)),
    };
    format!(
        "{has} (the rest at {extreme} {}{})",
        thousands(next),
        if length == 0 { format!(" {unit}") } else { String::new() }
    )
}

pub fn other_pattern(value: &str, usual: &str) -> String {
    match is_whole(value) && is_whole(usual) {
        true => format!("= {value} is written unlike the rest (such as {usual})"),
        false => "is written unlike the rest".to_owned(),
    }
}

pub fn key_of_other_pattern(name: &str, usual: &str) -> String {
    match is_whole(name) && is_whole(usual) {
        true => format!("the name {name} is written unlike the rest (such as {usual})"),
        false => "the name is written unlike the rest".to_owned(),
    }
}

/// Whether a value that is shown was not cut.
fn is_whole(shown: &str) -> bool {
    !shown.ends_with('…')
}

pub fn empty(count: u64, all: u64) -> String {
    format!("is empty ({})", share(count, all))
}

pub fn twice(value: &str) -> String {
    format!("= {value} comes twice, first here (the rest once)")
}

/// A step in a column that only rises, or falls.
pub fn jump(by: &str, usual: &str) -> String {
    format!("jumps by {by} (other steps at most {usual})")
}

pub fn out_of_order(value: &str, beside: &str, follows: bool, rising: bool) -> String {
    format!("= {value} {} {beside} ({})", if follows { "follows" } else { "precedes" }, direction(rising))
}

/// A value that comes twice in a row.
pub fn again(value: &str, count: u64, rising: bool) -> String {
    let places = match count {
        1 => String::new(),
        _ => format!("{} such, first here; ", thousands(count)),
    };
    format!("= {value} again ({places}{})", direction(rising))
}

fn direction(rising: bool) -> &'static str {
    if rising { "else only rising" } else { "else only falling" }
}

pub fn other_start(start: &str, usual: &str) -> String {
    format!("starts with {start} (most with {usual})")
}

pub fn other_ending(ending: &str, usual: &str) -> String {
    format!("ends in {ending} (most in {usual})")
}
