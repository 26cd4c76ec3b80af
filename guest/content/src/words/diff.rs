//! What is said of diffs.

use super::counted;
use crate::characters::{clip, thousands, visible};

/// Characters of a path, of an edit and of a hunk's header.
const PATH_CHARACTERS: usize = 80;
const EDIT_CHARACTERS: usize = 100;
const HUNK_CHARACTERS: usize = 100;

pub fn label(commits: usize, files: usize, added: u64, removed: u64) -> String {
    let commits = if commits > 0 { format!("{} in ", counted(commits, "commit")) } else { String::new() };
    format!("diff {commits}{} +{} -{}", counted(files, "file"), thousands(added), thousands(removed))
}

/// How many files of a status there are, and which, where they are few.
pub fn files_of(status: &str, files: usize, named: &[(&str, usize)]) -> Option<String> {
    let places: Vec<String> =
        named.iter().map(|(path, line)| format!("{} at line {line}", clip(&visible(path), PATH_CHARACTERS))).collect();
    let places = if places.is_empty() { String::new() } else { format!(" ({})", places.join(", ")) };
    (files > 0).then(|| format!("{} {status}{places}", thousands(files as u64)))
}

/// How many files of each status there are, and the ones with most changes.
pub fn files(statuses: Vec<String>, largest: &[String], more: bool) -> String {
    let which = if more { "most changed: " } else { "" };
    format!("{}; {which}{}", statuses.join(", "), largest.join(", "))
}

pub fn file_at(path: &str, added: u64, removed: u64, line: usize) -> String {
    let path = clip(&visible(path), PATH_CHARACTERS);
    format!("{path} +{} -{} (line {line})", thousands(added), thousands(removed))
}

pub fn file(line: usize, path: &str, status: &str, added: u64, removed: u64) -> String {
    format!("line {line}: {} {status} +{} -{}", visible(path), thousands(added), thousands(removed))
}

pub fn hunk(line: usize, header: &str) -> String {
    format!("  line {line}: {}", clip(&visible(header), HUNK_CHARACTERS))
}

pub fn conflict() -> String {
    "a mark of a merge conflict was added".to_owned()
}

pub fn rare_status(status: &str, count: u64, files: u64) -> String {
    format!("{status}, as only {} of {} files", thousands(count), thousands(files))
}

pub fn rare_edit(count: u64, all: u64) -> String {
    match count {
        1 => format!("changed as no other of {} changed lines", thousands(all)),
        _ => format!("changed as only {} of {} changed lines", thousands(count), thousands(all)),
    }
}

pub fn frequent_edit(edit: &str, count: u64, all: u64) -> String {
    let edit = clip(&visible(edit), EDIT_CHARACTERS);
    format!("{} of {} changes are alike: {edit}", thousands(count), thousands(all))
}
