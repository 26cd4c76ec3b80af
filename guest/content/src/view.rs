//! The view: the text that all reading modes address by lines, made from the stored bytes so that its lines make sense.
//!
//! An envelope is unwrapped, a JSON array has one element a line, an object is laid out so that no line is needlessly long,
//! a table has one record a line, a page what it shows; other text is as it is. A view is a function of the bytes and [`VERSION`]. It is never stored: each line knows the bytes that it
//! comes from and the [`Transform`] that decodes them.

mod envelope;
pub mod index;
mod layout;
mod part;
mod stretch;
mod transform;

pub use stretch::Stretch;
pub use transform::{Form, Transform};

use crate::kind::{self, Kind, table};
use crate::media;
use envelope::Unwrapped;
use layout::LineRange;
use memchr::memchr_iter;
use part::Part;
use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;
use toolaria_markup::html;

/// Changes when the same bytes would be laid out in other lines than before.
pub const VERSION: u32 = 4;

/// Where a line comes from: these bytes, decoded by this transform, are the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineSource {
    pub bytes: Range<usize>,
    pub transform: Transform,
}

/// A run of lines that was one text before it was wrapped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    pub kind: Kind,
    pub lines: Range<usize>,
}

/// The lines of one stored text. Lines count from 0 and end with their LF; a text without a character has no line.
pub struct View<'b> {
    text: Cow<'b, str>,
    /// Where each line ends in `text`.
    ends: Vec<usize>,
    sections: Vec<Section>,
    /// One per section; empty where the view is the stored text itself.
    layouts: Vec<Layout<'b>>,
    is_error: bool,
}

/// Where the lines of a section come from.
struct Layout<'b> {
    part: Rc<Part<'b>>,
    lines: Vec<LineRange>,
}

impl<'b> View<'b> {
    /// The view of a stored text.
    pub fn of(stored: &'b str) -> View<'b> {
        let Unwrapped { parts, is_error } = envelope::unwrap(stored);
        match parts.as_slice() {
            [part] if part.is_stored_text() && part.json().is_none() => {
                let kind = kind::of_text(stored);
                match kind {
                    Kind::Table(delimiter) if table::joins_lines(stored, delimiter) => {
                        View::from_parts(parts, is_error)
                    }
                    Kind::Html => View::from_parts(parts, is_error),
                    _ => View::plain(stored, kind),
                }
            }
            _ => View::from_parts(parts, is_error),
        }
    }

    /// The view that is the stored text itself.
    fn plain(stored: &'b str, kind: Kind) -> View<'b> {
        let mut ends: Vec<usize> = memchr_iter(b'\n', stored.as_bytes()).map(|at| at + 1).collect();
        if !stored.is_empty() && !stored.ends_with('\n') {
            ends.push(stored.len());
        }
        let section = Section { kind, lines: 0..ends.len() };
        View { text: Cow::Borrowed(stored), ends, sections: vec![section], layouts: Vec::new(), is_error: false }
    }

    fn from_parts(parts: Vec<Rc<Part<'b>>>, is_error: bool) -> View<'b> {
        let mut view = View {
            text: Cow::Owned(String::new()),
            ends: Vec::new(),
            sections: Vec::new(),
            layouts: Vec::new(),
            is_error,
        };
        let last = parts.len() - 1;
        for (number, part) in parts.into_iter().enumerate() {
            view.append(part, number == last);
        }
        view
    }

    fn append(&mut self, part: Rc<Part<'b>>, last: bool) {
        let first = self.ends.len();
        let kind = match part.json() {
            Some(_) => Kind::Json,
            None => kind::of_text(part.text()),
        };
        let page = if kind == Kind::Html { self.append_page(part.text(), last) } else { None };
        let lines = page.unwrap_or_else(|| {
            let lines = layout::lines(&part, kind);
            self.append_lines(part.text(), &lines, last);
            lines
        });
        let lines_in_view = first..self.ends.len();
        self.sections.push(Section { kind, lines: lines_in_view });
        self.layouts.push(Layout { part, lines });
    }

    fn append_lines(&mut self, part: &str, lines: &[LineRange], last: bool) {
        let text = self.text.to_mut();
        // Each line gains one line feed at most.
        text.reserve(part.len() + lines.len());
        for (number, line) in lines.iter().enumerate() {
            let inner = &part[line.range.clone()];
            let newline = !(inner.ends_with('\n') || last && number + 1 == lines.len());
            Transform { newline, form: line.form, unescape: 0 }.lay_out(inner, text);
            self.ends.push(text.len());
        }
    }

    /// What a page shows; nothing where that is nothing.
    fn append_page(&mut self, page: &str, last: bool) -> Option<Vec<LineRange>> {
        let text = self.text.to_mut();
        // It shows no more than it has, but for what stands before a line's first word.
        text.reserve(page.len());
        let lines = html::lines(page, text, &mut self.ends);
        if let Some(end) = self.ends.last_mut().filter(|_| last && !lines.is_empty()) {
            *end -= 1;
            text.truncate(*end);
        }
        let line = |(range, role)| LineRange { range, form: Form::Html(role) };
        (!lines.is_empty()).then(|| lines.into_iter().map(line).collect())
    }

    /// All lines, joined.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many lines there are.
    pub fn line_count(&self) -> usize {
        self.ends.len()
    }

    /// Where lines are in [`View::text`]. Lines beyond the last are empty, at the end.
    pub fn span(&self, lines: Range<usize>) -> Range<usize> {
        self.line_start(lines.start)..self.line_start(lines.end.max(lines.start))
    }

    /// A line with its LF; empty beyond the last.
    pub fn line(&self, line: usize) -> &str {
        &self.text[self.span(line..line + 1)]
    }

    /// Where a line starts in [`View::text`]; its end for lines beyond the last.
    pub fn line_start(&self, line: usize) -> usize {
        match line.min(self.ends.len()) {
            0 => 0,
            line => self.ends[line - 1],
        }
    }

    /// The line that a byte of [`View::text`] is in; the number of lines for its end.
    pub fn line_at(&self, byte: usize) -> usize {
        self.ends.partition_point(|&end| end <= byte)
    }

    /// Where a line comes from; `None` beyond the last. Cost: linear in the stored text where that is an envelope.
    pub fn source(&self, line: usize) -> Option<LineSource> {
        let section = self.sections.iter().position(|section| section.lines.contains(&line))?;
        let Some(Layout { part, lines }) = self.layouts.get(section) else {
            return Some(LineSource { bytes: self.span(line..line + 1), transform: Transform::default() });
        };
        let range = &lines[line - self.sections[section].lines.start];
        let transform = Transform {
            unescape: part.unescapes(),
            form: range.form,
            newline: self.line(line).ends_with('\n') && !part.text()[range.range.clone()].ends_with('\n'),
        };
        Some(LineSource { bytes: part.stored_range(range), transform })
    }

    /// Whether the tool said, in the envelope, that its call was in error.
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// Whether something was unwrapped, so that the stored text holds more than the view.
    pub fn is_unwrapped(&self) -> bool {
        self.layouts.iter().any(|layout| !layout.part.is_stored_text())
    }

    /// Whether some of it stood in a string.
    pub fn is_unescaped(&self) -> bool {
        self.layouts.iter().any(|layout| layout.part.unescapes() > 0)
    }

    /// Whether some line of a section is a record that stood on several.
    pub fn joins_lines(&self, section: &Section) -> bool {
        let layout = self.sections.iter().position(|other| other == section).and_then(|at| self.layouts.get(at));
        layout.is_some_and(|layout| layout.lines.iter().any(|line| line.form == Form::Record))
    }

    /// The texts that the view was made from, in order.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The section with most text, images and the like not counted: what the result is, to its reader.
    pub fn main_section(&self) -> Section {
        if let [only] = self.sections.as_slice() {
            return only.clone();
        }
        let longest = self.sections.iter().rev().max_by_key(|section| {
            let text = &self.text[self.span(section.lines.clone())];
            text.len() - media::runs(text).map(|run| run.len()).sum::<usize>()
        });
        longest.cloned().unwrap_or(Section { kind: Kind::Text, lines: 0..0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(stored: &str) -> Vec<String> {
        let view = View::of(stored);
        (0..view.line_count()).map(|line| view.line(line).to_owned()).collect()
    }

    fn long(text: &str) -> String {
        format!("{text}{}", "x".repeat(200))
    }

    #[test]
    fn text_is_its_own_view() {
        assert_eq!(lines("a\r\nb\n\nc"), ["a\r\n", "b\n", "\n", "c"]);
        assert_eq!(lines(""), [""; 0]);
    }

    #[test]
    fn an_array_has_one_element_a_line_and_keeps_every_token() {
        assert_eq!(lines("[1, {\"a\": 2},\n [3]]\n"), ["[1,\n", "{\"a\": 2},\n", "[3]]"]);
    }

    #[test]
    fn an_element_over_several_lines_becomes_one() {
        assert_eq!(
            lines("[\n  {\n    \"a b\": [1, 2],\n    \"c\": \" \"\n  },\n  2\n]"),
            ["[{\"a b\":[1,2],\"c\":\" \"},\n", "2]"]
        );
    }

    #[test]
    fn a_long_object_has_one_member_a_line_and_opens_what_is_long() {
        let text = format!(r#"{{"meta":{{"total":2}},"data":{{"items":[{{"id":"{0}"}},{{"id":"{0}"}}]}}}}"#, long(""));
        let lines = lines(&text);
        assert_eq!(lines[0], "{\"meta\":{\"total\":2},\n");
        assert_eq!(lines[1], format!("\"data\":{{\"items\":[{{\"id\":\"{}\"}},\n", long("")));
        assert_eq!(lines[2], format!("{{\"id\":\"{}\"}}]}}}}", long("")));
    }

    #[test]
    fn an_array_of_one_is_opened() {
        let text = format!(r#"[{{"a":"{}","b":2}}]"#, long(""));
        assert_eq!(lines(&text)[1], "\"b\":2}]");
    }

    #[test]
    fn an_envelope_is_unwrapped_to_the_document_in_it() {
        let text = r#"[{"type":"text","text":"{\"output\":\"a\\nb \\u00e9\\n\"}"}]"#;
        assert_eq!(lines(text), ["a\n", "b é\n"]);
        assert_eq!(lines(r#"{"result":"[1,\n2]"}"#), ["[1,\n", "2]"]);
        assert_eq!(lines(r#""a\nb""#), ["a\n", "b"]);
    }

    #[test]
    fn blocks_follow_one_another() {
        let text = r#"{"content":[{"type":"text","text":"a"},{"type":"image","data":"aGk="},{"type":"text","text":"b"}],"isError":false}"#;
        assert_eq!(lines(text), ["a\n", "{\"type\":\"image\",\"data\":\"aGk=\"}\n", "b"]);
    }

    #[test]
    fn the_text_of_an_embedded_resource_is_unwrapped_and_an_error_is_known() {
        let text = r#"{"content":[{"type":"resource","resource":{"uri":"x","text":"a\nb"}}],"isError":true}"#;
        assert_eq!(lines(text), ["a\n", "b"]);
        assert!(View::of(text).is_error() && View::of(text).is_unwrapped());
        assert!(!View::of("[1,2]").is_error() && !View::of("[1,2]").is_unwrapped());
    }

    #[test]
    fn many_blocks_in_a_string_are_laid_out_in_linear_time() {
        let blocks = r#"{\"type\":\"text\",\"text\":\"x\"},"#.repeat(4_000);
        let text = format!(r#"{{"result":"[{}{{\"type\":\"text\",\"text\":\"y\"}}]"}}"#, blocks);
        assert_eq!(View::of(&text).line_count(), 4_001);
    }

    #[test]
    fn structured_content_that_repeats_the_text_is_left_out() {
        let twice = r#"{"content":[{"type":"text","text":"{\"a\": [1]}"}],"structuredContent":{"a":[1]}}"#;
        assert_eq!(lines(twice), ["{\"a\": [1]}"]);
        let wrapped = r#"{"content":[{"type":"text","text":"x\ny"}],"structuredContent":{"result":"x\ny"}}"#;
        assert_eq!(lines(wrapped), ["x\n", "y"]);
        let other = r#"{"content":[{"type":"text","text":"x"}],"structuredContent":{"a":1}}"#;
        assert_eq!(lines(other), ["x\n", "{\"a\":1}"]);
    }

    #[test]
    fn what_does_not_parse_is_text() {
        assert_eq!(lines("[1,\n2"), ["[1,\n", "2"]);
    }

    #[test]
    fn lines_are_found_by_byte() {
        let view = View::of("ab\ncd");
        assert_eq!([0, 2, 3, 4, 5].map(|byte| view.line_at(byte)), [0, 0, 1, 1, 2]);
        assert_eq!(view.line(7), "");
        assert_eq!(view.source(2), None);
    }
}
