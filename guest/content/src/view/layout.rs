//! Where the lines of a part are.
//!
//! JSON changes in white space only. A line ends after a comma of an *opened* container: the root, and within it each long object,
//! long array, and long container that is alone in its array. The elements of an array of two or more are never opened, so
//! that each is one line.

use super::part::Part;
use super::transform::Form;
use crate::json::structure::Structure;
use crate::json::tokens::TokenKind;
use crate::kind::Kind;
use crate::kind::table::{Delimiter, Record, Records};
use memchr::{memchr_iter, memchr2};
use std::ops::Range;

/// A line of a part's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRange {
    pub range: Range<usize>,
    pub form: Form,
}

/// The lines of a part that is no page, in order. Between JSON lines there is nothing but white space.
pub fn lines(part: &Part, kind: Kind) -> Vec<LineRange> {
    let text = part.text();
    let Some(json) = part.json() else {
        return match kind {
            Kind::Table(delimiter) => records(text, delimiter),
            _ => text_lines(text),
        };
    };
    let ranges = match json.root {
        TokenKind::ArrayStart if !json.commas.is_empty() => between(text, &json.span, &json.commas),
        _ => between(text, &json.span, &opened_commas(json)),
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

/// Lines that end behind these commas.
fn between(text: &str, span: &Range<usize>, commas: &[usize]) -> Vec<Range<usize>> {
    let ends = commas.iter().map(|comma| comma + 1).chain([span.end]);
    let mut start = span.start;
    let line = |end: usize| {
        let line = start..end;
        start = end + text[end..].len() - text[end..].trim_start_matches([' ', '\n', '\r', '\t']).len();
        line
    };
    ends.map(line).collect()
}

/// A long container around the one that is looked at.
struct Frame {
    end: usize,
    /// Lines end after its commas.
    opened: bool,
    /// Its elements stay whole.
    rows: bool,
}

/// The commas of all opened containers, in order.
fn opened_commas(json: &Structure) -> Vec<usize> {
    let mut frames: Vec<Frame> = Vec::new();
    let mut commas = Vec::new();
    for long in &json.long {
        while frames.pop_if(|frame| frame.end <= long.range.start).is_some() {}
        let opened = frames.last().is_none_or(|frame| frame.opened && !frame.rows);
        if opened {
            let own = if frames.is_empty() { &json.commas } else { &long.commas };
            commas.extend_from_slice(own);
        }
        frames.push(Frame { end: long.range.end, opened, rows: !long.object && long.values > 1 });
    }
    commas.sort_unstable();
    commas
}
