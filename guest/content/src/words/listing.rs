//! What is said of listings and of what a search over files found.

use super::counted;
use crate::characters::{clip, thousands, visible};

/// Characters of the path of a group.
const GROUP_CHARACTERS: usize = 60;

fn plural(number: u64, noun: &str) -> String {
    let number = thousands(number);
    match (number.as_str(), noun) {
        ("1", _) => format!("1 {noun}"),
        (_, "entry") => format!("{number} entries"),
        (_, "match") => format!("{number} matches"),
        _ => format!("{number} {noun}s"),
    }
}

/// Follows the kind: `3,000 entries in 14 folders`.
pub fn size(entry: &str, entries: u64, group: Option<&str>, groups: usize) -> String {
    let entries = plural(entries, entry);
    match group {
        Some(group) if groups > 1 => format!("{entries} in {}", counted(groups, group)),
        _ => entries,
    }
}

fn path(name: &str) -> String {
    if name.is_empty() { "(top)".to_owned() } else { clip(&visible(name), GROUP_CHARACTERS) }
}

pub fn group_in_brief(name: &str, entries: u64) -> String {
    format!("{} {}", path(name), thousands(entries))
}

/// The largest groups.
pub fn groups(what: &str, named: &[String], all: usize) -> String {
    let more = match all - named.len() {
        0 => String::new(),
        more => format!("; {} more", counted(more, what)),
    };
    format!("by {what}: {}{more}", named.join(", "))
}

pub fn writable_by_all() -> String {
    "a file that everybody may write".to_owned()
}

/// The first line of an outline; `others` are lines that are no entries.
pub fn extent(entry: &str, entries: u64, others: u64) -> String {
    let others = match others {
        0 => String::new(),
        _ => format!("; {} of headers and the like", counted(others as usize, "other line")),
    };
    format!("{}{others}", plural(entries, entry))
}

pub fn group((first, last): (usize, usize), name: &str, entries: u64, bytes: u64) -> String {
    let lines = if first == last { format!("line {first}") } else { format!("lines {first} to {last}") };
    let bytes = if bytes > 0 { format!(", {} bytes", thousands(bytes)) } else { String::new() };
    format!("{lines}: {} ×{}{bytes}", visible(if name.is_empty() { "(top)" } else { name }), thousands(entries))
}

/// Entries of groups that are too many to tell apart.
pub fn further_groups(entries: u64) -> Option<String> {
    (entries > 0).then(|| format!("and {} in more of them", thousands(entries)))
}
