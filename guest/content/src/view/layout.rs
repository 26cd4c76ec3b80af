//! Where the lines of a part are.
//!
//! JSON changes in white space only. A line ends after a comma of an *opened* container: the root, and within it each long object,
//! long array, and long container that is alone in its array. The elements of an array of two or more are never opened, so
//! that each is one line.

use super::part::Part;
use super::transform::Form;
use crate::json::structure::{LongContainer, Structure};
use crate::json::tokens::{Token, TokenKind, Tokens};
use crate::kind::Kind;
use crate::kind::table::{Delimiter, Record, Records};
use memchr::{memchr_iter, memchr2};
use std::iter::Peekable;
use std::ops::Range;
use std::slice::Iter;

/// A line of a part's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRange {
    pub range: Range<usize>,
    pub form: Form,
}

/// The lines of a part, in order. Between JSON lines there is nothing but white space.
pub fn lines(part: &Part, kind: Kind) -> Vec<LineRange> {
    let text = part.text();
    let Some(json) = part.json() else {
        return match kind {
            Kind::Table(delimiter) => records(text, delimiter),
            _ => text_lines(text),
        };
    };
    let ranges = match json.root {
        TokenKind::ArrayStart if !json.commas.is_empty() => rows(text, json),
        TokenKind::ArrayStart | TokenKind::ObjectStart => opened(text, json),
        _ => vec![json.span.clone()],
    };
    let has_breaks = |text: &str| memchr2(b'\n', b'\r', text.as_bytes()).is_some();
    let any = has_breaks(text);
    let form = |range: &Range<usize>| match any && has_breaks(&text[range.clone()]) {
        true => Form::Compact,
        false => Form::AsItIs,
    };
    ranges.into_iter().map(|range| LineRange { form: form(&range), range }).collect()
}

fn text_lines(text: &str) -> Vec<LineRange> {
    let mut start = 0;
    let ends = memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
    let mut lines = Vec::new();
    for end in ends.chain([text.len()]) {
        if end > start {
            lines.push(LineRange { range: start..end, form: Form::AsItIs });
        }
        start = end;
    }
    lines
}

/// One line per record of a table.
fn records(text: &str, delimiter: Delimiter) -> Vec<LineRange> {
    let form = |record: &Record| if record.joined { Form::Record } else { Form::AsItIs };
    Records::new(text, delimiter).map(|record| LineRange { form: form(&record), range: record.range }).collect()
}

/// One line per element of the root: each ends behind its comma.
fn rows(text: &str, json: &Structure) -> Vec<Range<usize>> {
    let ends = json.commas.iter().map(|comma| comma + 1).chain([json.span.end]);
    let mut start = json.span.start;
    let row = |end: usize| {
        let row = start..end;
        start = end + text[end..].len() - text[end..].trim_start_matches([' ', '\n', '\r', '\t']).len();
        row
    };
    ends.map(row).collect()
}

/// A container around the token that is looked at.
struct Frame {
    /// Lines end after its commas.
    opened: bool,
    /// Its elements stay whole.
    rows: bool,
}

struct Opener<'s> {
    long: Peekable<Iter<'s, LongContainer>>,
    frames: Vec<Frame>,
}

impl Opener<'_> {
    fn open(&mut self, token: Token) {
        let long = self.long.next_if(|long| long.start == token.start);
        let reachable = self.frames.last().is_none_or(|frame| frame.opened && !frame.rows);
        self.frames.push(Frame {
            opened: reachable && long.is_some(),
            rows: long.is_some_and(|long| !long.object && long.values > 1),
        });
    }

    /// Whether a line starts with this token, if there is a comma before it.
    fn starts_line(&mut self, token: Token) -> bool {
        let starts = self.frames.last().is_some_and(|frame| frame.opened);
        if token.kind.opens() {
            self.open(token);
        } else if token.kind.closes() {
            self.frames.pop();
        }
        starts
    }
}

fn opened(text: &str, json: &Structure) -> Vec<Range<usize>> {
    let mut opener = Opener { long: json.long.iter().peekable(), frames: Vec::new() };
    let mut lines = Vec::new();
    let mut start = json.span.start;
    let mut tokens = Tokens::new(text);
    while let Some(Ok(token)) = tokens.next() {
        if let (true, Some(comma)) = (opener.starts_line(token), tokens.comma()) {
            lines.push(start..comma + 1);
            start = token.start;
        }
    }
    lines.push(start..json.span.end);
    lines
}
