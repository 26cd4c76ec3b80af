//! The level of a line of a log.

use std::ops::Range;

/// From the gravest to the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Fatal,
    Error,
    Warn,
    Notice,
    Info,
    Debug,
    Trace,
}

impl Level {
    pub const ALL: [Level; 7] =
        [Level::Fatal, Level::Error, Level::Warn, Level::Notice, Level::Info, Level::Debug, Level::Trace];

    pub fn name(self) -> &'static str {
        match self {
            Level::Fatal => "FATAL",
            Level::Error => "ERROR",
            Level::Warn => "WARN",
            Level::Notice => "NOTICE",
            Level::Info => "INFO",
            Level::Debug => "DEBUG",
            Level::Trace => "TRACE",
        }
    }
}

/// Bytes behind the time in which a level is looked for.
const REACH: usize = 100;
const MOST_WORDS: usize = 12;

const NAMES: [(&str, Level); 24] = [
    ("info", Level::Info),
    ("error", Level::Error),
    ("warn", Level::Warn),
    ("debug", Level::Debug),
    ("warning", Level::Warn),
    ("log", Level::Info),
    ("information", Level::Info),
    ("err", Level::Error),
    ("fatal", Level::Fatal),
    ("critical", Level::Fatal),
    ("crit", Level::Fatal),
    ("emerg", Level::Fatal),
    ("alert", Level::Fatal),
    ("panic", Level::Fatal),
    ("severe", Level::Error),
    ("notice", Level::Notice),
    ("trace", Level::Trace),
    ("verbose", Level::Trace),
    ("fine", Level::Debug),
    ("finer", Level::Trace),
    ("finest", Level::Trace),
    ("wrn", Level::Warn),
    ("inf", Level::Info),
    ("dbg", Level::Debug),
];

/// The level that a word names.
pub fn of_word(word: &[u8]) -> Option<Level> {
    if !(3..=11).contains(&word.len()) {
        return None;
    }
    NAMES.iter().find(|(name, _)| word.eq_ignore_ascii_case(name.as_bytes())).map(|(_, level)| *level)
}

/// The level of a line, and where it stands: in capitals, or where only a level stands so. `from` is where its time ends.
pub fn level(line: &[u8], from: usize) -> Option<(Level, Range<usize>)> {
    if let Some(letter) = of_letter(line, from) {
        return Some(letter);
    }
    let end = line.len().min(from + REACH);
    let (mut at, mut words) = (from, 0);
    while at < end && words < MOST_WORDS {
        if line[at] == 0x1b {
            at += line[at..].iter().take(12).position(|byte| *byte == b'm').unwrap_or(0) + 1;
        }
        let start = at;
        while at < line.len() && line[at].is_ascii_alphabetic() {
            at += 1;
        }
        if at > start {
            words += 1;
            if is_marked(line, &(start..at))
                && let Some(level) = of_word(&line[start..at])
            {
                return Some((level, start..at));
            }
        }
        at += 1;
    }
    None
}

/// Whether a word that names a level stands as a level does.
fn is_marked(line: &[u8], word: &Range<usize>) -> bool {
    let before = word.start.checked_sub(1).map_or(b' ', |at| line[at]);
    let behind = line.get(word.end).copied().unwrap_or(b' ');
    let is_capital = || line[word.clone()].iter().all(u8::is_ascii_uppercase);
    let stands_alone =
        matches!(before, b' ' | b'\t' | b'[' | b'<' | b'(' | b'|' | b'm' | b':' | b'=' | b'"' | b'/' | b']')
            && matches!(
                behind,
                b' ' | b'\t' | b']' | b'>' | b')' | b'|' | b':' | 0x1b | b'"' | b',' | b'\n' | b'\r' | b'/'
            );
    stands_alone && is_capital()
        || matches!(
            (before, behind),
            (b'[' | b':' | b'(', b']' | b')') | (b'<', b'>') | (b'=', b' ' | b'\n') | (b'"', b'"') | (b'm', 0x1b)
        )
        || word.start == 0 && behind == b':'
}

/// The letter of `E0314 09:00:01.333815` and of `09:00:00.120  1201  1222 E Name: …`.
fn of_letter(line: &[u8], from: usize) -> Option<(Level, Range<usize>)> {
    let level = |byte: u8| match byte {
        b'F' => Some(Level::Fatal),
        b'E' => Some(Level::Error),
        b'W' => Some(Level::Warn),
        b'I' => Some(Level::Info),
        b'D' => Some(Level::Debug),
        b'V' => Some(Level::Trace),
        _ => None,
    };
    if let [letter, digits @ ..] = line
        && let Some(found) = level(*letter)
        && digits.len() > 5
        && digits[..4].iter().all(u8::is_ascii_digit)
        && digits[4] == b' '
    {
        return Some((found, 0..1));
    }
    let behind = line.get(from..).unwrap_or_default();
    let numbers = behind.iter().take(24).take_while(|byte| matches!(byte, b' ' | b'0'..=b'9')).count();
    match behind.get(numbers..numbers + 2) {
        Some(&[letter, b' ' | b'/']) if numbers > 2 && behind[numbers - 1] == b' ' => {
            Some((level(letter)?, from + numbers..from + numbers + 1))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_found_where_loggers_write_them() {
        for (line, expected) in [
            ("2026-03-14 09:00:02,194 INFO  [x] y", Level::Info),
            ("[WARN] x", Level::Warn),
            ("WARNING:freight.plan:x", Level::Warn),
            ("ts=2026 level=error msg=x", Level::Error),
            ("E0314 09:00:01.333815 1 x.go:1] y", Level::Error),
            ("[Sat Mar 14] [core:notice] x", Level::Notice),
            ("2026/03/14 09:00:00 [crit] 7#7: x", Level::Fatal),
            ("UTC [301] LOG:  duration", Level::Info),
            ("\u{1b}[33mWARN\u{1b}[0m x", Level::Warn),
            ("warning: x", Level::Warn),
        ] {
            assert_eq!(level(line.as_bytes(), 0).map(|(level, _)| level), Some(expected), "{line}");
        }
        assert_eq!(level(b"03-14 09:00:00.120  1201  1222 E Name: x", 18), Some((Level::Error, 31..32)));
    }

    #[test]
    fn words_in_messages_are_no_levels() {
        for line in ["an error in x", "no warnings", "INFORMATION-DESK", "Info desk", "", "E", "I am here"] {
            assert_eq!(level(line.as_bytes(), 0), None, "{line}");
        }
    }
}
