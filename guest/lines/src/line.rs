//! A line of a log, taken apart.

use crate::level::{self, Level};
use crate::stamp::{self, Stamp};
use crate::templates::Parts;
use std::ops::Range;

pub struct Line {
    pub stamp: Option<Stamp>,
    pub level: Option<Level>,
    /// The rest.
    pub parts: Parts,
}

impl Line {
    /// The line without its end at this range of a text.
    #[inline(never)]
    pub fn of(text: &[u8], range: Range<usize>) -> Line {
        let line = &text[range.clone()];
        let stamp = stamp::stamp(line);
        let level = level::level(line, stamp.as_ref().map_or(0, |stamp| stamp.place.end));
        let mut first = stamp.as_ref().map_or(0..0, |stamp| stamp.place.clone());
        let mut second = level.as_ref().map_or(0..0, |(_, place)| place.clone());
        if second.start < first.start {
            std::mem::swap(&mut first, &mut second);
        }
        let at = range.start;
        let second = second.start.max(first.end)..second.end.max(first.end);
        let parts = [at..at + first.start, at + first.end..at + second.start, at + second.end..range.end];
        Line { stamp, level: level.map(|(level, _)| level), parts }
    }
}

/// The status behind a request: `"GET / HTTP/1.1" 200 `.
#[inline(never)]
pub fn status(line: &[u8]) -> Option<usize> {
    let is_status = |bytes: &[u8]| matches!(bytes, [b'"', b' ', b'1'..=b'5', d1, d2, b' '] if d1.is_ascii_digit() && d2.is_ascii_digit());
    let quote = memchr::memchr_iter(b'"', line).find(|at| line.get(*at..at + 6).is_some_and(is_status))?;
    Some(line[quote + 2..quote + 5].iter().fold(0, |status, digit| status * 10 + usize::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_its_time_its_level_and_the_rest() {
        let text = "2026-03-14 09:00:02,194 INFO  [x] y";
        let line = Line::of(text.as_bytes(), 0..text.len());
        assert_eq!(line.level, Some(Level::Info));
        assert_eq!(line.parts.map(|part| &text[part]), ["", " ", "  [x] y"]);
        let text = "E0314 09:00:01.333815 1 x.go:1] y";
        assert_eq!(Line::of(text.as_bytes(), 0..text.len()).parts.map(|part| &text[part]), ["", "", " 1 x.go:1] y"]);
        assert_eq!(Line::of(b"", 0..0).parts, [0..0, 0..0, 0..0]);
    }

    #[test]
    fn the_status_of_a_request_is_behind_it() {
        assert_eq!(status(b"1.2.3.4 - - [x] \"GET / HTTP/1.1\" 404 7 \"-\""), Some(404));
        assert_eq!(status(b"\"a\" 900 x \"b\" 12"), None);
    }
}
