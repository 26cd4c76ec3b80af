//! What is said of source code.

use super::counted;
use crate::characters::{clip, thousands, visible};

const HOST_CHARACTERS: usize = 60;

pub fn label(kind: &str, declarations: usize) -> String {
    format!("{kind} {}", counted(declarations, "declaration"))
}

/// A declaration with its line.
pub fn declared(line: usize, declaration: &str) -> String {
    format!("{line} {declaration}")
}

pub fn unlike(count: u64, lines: u64) -> String {
    match count {
        1 => format!("written as no other of {} lines", thousands(lines)),
        _ => format!("written as only {} of {} lines", thousands(count), thousands(lines)),
    }
}

pub fn rare_host(host: &str, count: u64, all: u64) -> String {
    let host = clip(&visible(host), HOST_CHARACTERS);
    match count {
        1 => format!("the host {host} (only here, of {} addresses)", thousands(all)),
        _ => format!("the host {host} ({} of {} addresses, first here)", thousands(count), thousands(all)),
    }
}
