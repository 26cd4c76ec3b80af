//! One way to read a result, and what the answer must be.

use super::content::Content;
use super::program::{Call, Ended};
use super::random::Random;
use serde_json::Value;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// The defaults of `full_fetch_max_chars` and `passref_max_chars`.
const LONGEST_FULL: usize = 50_000;
const LONGEST_EXPANSION: usize = 500_000;

pub struct Reading {
    content: Content,
    mode: Mode,
}

enum Mode {
    Whole,
    Range { start: usize, count: usize },
    Grep { line: usize },
    Full,
    Stat,
}

impl Reading {
    /// Every byte of it, in a file.
    pub fn whole(content: Content) -> Reading {
        Reading { content, mode: Mode::Whole }
    }

    pub fn any(content: Content, random: &mut Random) -> Reading {
        let lines = content.line_count();
        let mode = match random.below(5) {
            0 => Mode::Whole,
            1 => Mode::Range { start: random.below(lines), count: 1 + random.below(8) },
            2 => Mode::Grep { line: random.below(lines) },
            3 => Mode::Full,
            _ => Mode::Stat,
        };
        Reading { content, mode }
    }

    pub fn call(&self, id: &str, session: &str, folder: &Path) -> io::Result<Call> {
        let mut call = Call::new(&["fetch", id, "--session", session, "--mode"]);
        let mode: &[&str] = match &self.mode {
            Mode::Whole => &["raw", "--output", &output(folder)?],
            Mode::Range { start, count } => &["range", "--start", &start.to_string(), "--count", &count.to_string()],
            Mode::Grep { line } => &["grep", "--pattern", &format!(r"{}\b", self.content.needle_of_line(*line))],
            Mode::Full => &["full"],
            Mode::Stat => &["stat"],
        };
        call.arguments.extend(mode.iter().map(|&argument| argument.to_owned()));
        Ok(call)
    }

    /// Whether the answer is the right one; one that is too large is so where it has to be.
    pub fn is_answered_by(&self, ended: &Ended, folder: &Path) -> bool {
        let text = ended.text("/text");
        match self.mode {
            Mode::Whole => ended.is_done() && self.is_in(&folder.join("output")),
            Mode::Range { start, count } => {
                let end = self.content.line_count().min(start + count);
                text == (start..end).map(|line| self.content.line(line)).collect::<String>()
            }
            Mode::Grep { line } => text == format!("{line}: {}", self.content.line(line)),
            Mode::Full if ended.kind() == "too-large" => self.content.text().len() > LONGEST_FULL,
            Mode::Full => text == self.content.text(),
            Mode::Stat => text.contains("kind: text") && text.contains(&grouped(self.content.text().len())),
        }
    }

    fn is_in(&self, file: &Path) -> bool {
        fs::read(file).is_ok_and(|bytes| bytes == self.content.text().as_bytes())
    }
}

/// The file to write to, which must not be there.
fn output(folder: &Path) -> io::Result<String> {
    let output = folder.join("output");
    match fs::remove_file(&output) {
        Err(e) if e.kind() != ErrorKind::NotFound => Err(e),
        _ => Ok(output.display().to_string()),
    }
}

/// Digits in groups of three.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

pub fn is_expanded(ended: &Ended, content: Content) -> bool {
    if ended.kind() == "too-large" {
        return content.text().len() > LONGEST_EXPANSION;
    }
    let arguments: Option<Value> = serde_json::from_str(ended.text("/arguments")).ok();
    arguments.is_some_and(|arguments| arguments["rows"] == content.text())
}
