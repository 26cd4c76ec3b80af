//! Where the records of a table are.
//!
//! A record ends with its line, unless a quoted field holds the line feed. Only a field that RFC 4180 would write joins lines: it
//! starts with its quote, and behind the closing one is a delimiter or the end of the record. So a stray quote costs one
//! ragged row, not the rest of the table.

use super::Delimiter;
use memchr::{memchr, memchr2};
use std::ops::Range;

/// A record over several lines is no longer than this; more is taken for a stray quote.
const MAX_JOINED_BYTES: usize = 1 << 20;
/// Bytes that may be looked at in vain for ends of records, for each byte of the text. Beyond, no more lines are joined.
const PATIENCE: usize = 4;

/// A record with the line feed that ends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub range: Range<usize>,
    /// Whether it has a line feed before its end.
    pub joined: bool,
}

pub struct Records<'t> {
    text: &'t str,
    delimiter: u8,
    at: usize,
    patience: usize,
}

impl<'t> Records<'t> {
    pub fn new(text: &'t str, delimiter: Delimiter) -> Records<'t> {
        Records { text, delimiter: delimiter.byte(), at: 0, patience: text.len().saturating_mul(PATIENCE) }
    }

    /// The end of a record that starts here and holds a quote.
    fn quoted_end(&mut self, start: usize) -> Option<usize> {
        if self.patience == 0 {
            return None;
        }
        let limit = self.text.floor_char_boundary(start.saturating_add(MAX_JOINED_BYTES));
        match record_end(&self.text.as_bytes()[..limit], start, self.delimiter) {
            Ok(end) if end < limit || limit == self.text.len() => Some(end),
            Ok(seen) | Err(seen) => {
                self.patience = self.patience.saturating_sub(seen - start);
                None
            }
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let rest = bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let found = memchr2(b'\n', b'"', rest).map(|at| start + at);
        let line_end = match found {
            Some(at) if bytes[at] == b'"' => memchr(b'\n', &bytes[at..]).map(|end| at + end + 1),
            found => found.map(|at| at + 1),
        };
        let line_end = line_end.unwrap_or(bytes.len());
        let quoted = found.is_some_and(|at| bytes[at] == b'"');
        let body = if start == 0 && self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { start };
        self.at = quoted.then(|| self.quoted_end(body)).flatten().unwrap_or(line_end);
        Some(Record { range: start..self.at, joined: self.at > line_end })
    }
}

/// The end of a record, or how far it was looked for in vain.
fn record_end(bytes: &[u8], start: usize, delimiter: u8) -> Result<usize, usize> {
    let mut at = start;
    loop {
        if bytes.get(at) == Some(&b'"') {
            at = closing(bytes, at)?;
            match &bytes[at..] {
                [] => return Ok(at),
                [b'\n', ..] => return Ok(at + 1),
                [b'\r', b'\n', ..] => return Ok(at + 2),
                [byte, ..] if *byte == delimiter => at += 1,
                _ => return Err(at),
            }
            continue;
        }
        match memchr2(delimiter, b'\n', &bytes[at..]) {
            None => return Ok(bytes.len()),
            Some(found) if bytes[at + found] == b'\n' => return Ok(at + found + 1),
            Some(found) => at += found + 1,
        }
    }
}

/// One past the closing quote of the field whose opening quote is at `open`.
fn closing(bytes: &[u8], open: usize) -> Result<usize, usize> {
    let mut at = open + 1;
    loop {
        at += 1 + memchr(b'"', &bytes[at.min(bytes.len())..]).ok_or(bytes.len())?;
        if bytes.get(at) != Some(&b'"') {
            return Ok(at);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str) -> Vec<&str> {
        Records::new(text, Delimiter::Comma).map(|record| &text[record.range]).collect()
    }

    #[test]
    fn quoted_line_feeds_join_lines() {
        assert_eq!(records("a,b\n1,\"x\ny\"\n\"p\"\"\r\nq\",2\r\n"), ["a,b\n", "1,\"x\ny\"\n", "\"p\"\"\r\nq\",2\r\n"]);
        assert_eq!(records("\u{feff}\"a\nb\",c\n1,2"), ["\u{feff}\"a\nb\",c\n", "1,2"]);
    }

    #[test]
    fn blank_lines_are_records() {
        assert_eq!(records("a\n\n\r\nb\n\n"), ["a\n", "\n", "\r\n", "b\n", "\n"]);
        assert_eq!(records(""), [""; 0]);
    }

    #[test]
    fn a_stray_quote_joins_nothing() {
        for text in ["1,\"x\n2,y\n", "5\" disk,\"x\n2,y\"z\n", "a \"b\nc\",d\n", "1,\"x\n", "\"\n"] {
            assert_eq!(records(text), text.split_inclusive('\n').collect::<Vec<_>>(), "{text:?}");
        }
    }

    #[test]
    fn a_long_line_is_one_record_and_a_long_field_over_lines_is_not() {
        let line = format!("a,\"{}\"\n", "x".repeat(3 << 20));
        assert_eq!(records(&line), [line.as_str()]);
        let joined = format!("a,\"{}\"\n", "x\n".repeat(1 << 20));
        assert_eq!(records(&joined).len(), (1 << 20) + 1);
    }

    #[test]
    fn quotes_that_lead_nowhere_cost_no_square_of_the_length() {
        let text = "x\",\"y\n".repeat(200_000);
        assert_eq!(records(&text).len(), 200_000);
    }
}
