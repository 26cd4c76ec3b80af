//! An XML text as a whole: each element is a member of the one around it, and so are attributes and texts.

use crate::kind::columns::{Columns, Value, is_number};
use crate::view::{Section, View};
use crate::words::xml as words;
use std::ops::Range;
use toolaria_markup::xml::{Token, TokenKind, Tokens, attribute, decoded};

/// Places that are told where a text is not well-formed.
const BROKEN: usize = 5;
/// The name of what stands in an element besides its attributes.
const TEXT: &str = "#text";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Failure,
    Error,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Failure => "failure",
            Verdict::Error => "error",
        }
    }
}

/// A test case that did not pass.
pub struct Failed {
    pub at: usize,
    pub name: String,
    pub verdict: Verdict,
    pub message: String,
}

pub struct Survey {
    pub columns: Columns,
    /// The name of the first element.
    pub root: String,
    pub elements: u64,
    pub cases: u64,
    pub skipped: u64,
    pub failed: Vec<Failed>,
    /// Where it is not well-formed, and how.
    pub broken: Vec<(usize, String)>,
}

/// An element that is not over.
struct Frame {
    column: Option<usize>,
    name: Range<usize>,
    tag: Range<usize>,
    /// It has attributes or elements; else it is its text.
    is_object: bool,
    has_elements: bool,
    text: Option<(TokenKind, Range<usize>)>,
    members: usize,
}

struct Reader<'t> {
    text: &'t str,
    base: usize,
    survey: Survey,
    frames: Vec<Frame>,
    members: Vec<usize>,
}

impl Survey {
    /// Cost: one pass over the section.
    pub fn of(view: &View, section: &Section) -> Survey {
        let span = view.span(section.lines.clone());
        let text = &view.text()[span.clone()];
        let survey = Survey {
            columns: Columns::default(),
            root: String::new(),
            elements: 0,
            cases: 0,
            skipped: 0,
            failed: Vec::new(),
            broken: Vec::new(),
        };
        let mut reader = Reader { text, base: span.start, survey, frames: Vec::new(), members: Vec::new() };
        reader.survey.columns.add(Columns::ROOT, Value::Object, span.start);
        reader.push(Some(Columns::ROOT), 0..0, 0..0);
        reader.frames[0].is_object = true;
        for token in Tokens::new(text) {
            reader.see(token);
        }
        reader.finish()
    }

    /// Whether a failure is told that stands near.
    pub fn is_told(&self, at: usize) -> bool {
        self.failed.iter().any(|test| test.at.abs_diff(at) < 4_096)
    }
}

impl Reader<'_> {
    fn see(&mut self, token: Token) {
        match token.kind {
            TokenKind::Start => self.open(token),
            TokenKind::Empty => {
                self.open(token);
                self.close();
            }
            TokenKind::End => self.end(token),
            TokenKind::Text | TokenKind::CData => {
                if let Some(frame) = self.frames.last_mut()
                    && !self.text[token.name.clone()].trim_ascii().is_empty()
                {
                    frame.text = Some((token.kind, token.name));
                }
            }
            TokenKind::Aside => {}
            TokenKind::Broken => self.broken(token.range.start, words::cut_tag()),
        }
    }

    fn broken(&mut self, at: usize, reason: String) {
        if self.survey.broken.len() < BROKEN {
            self.survey.broken.push((self.base + at, reason));
        }
    }

    fn push(&mut self, column: Option<usize>, name: Range<usize>, tag: Range<usize>) {
        let members = self.members.len();
        self.frames.push(Frame { column, name, tag, is_object: false, has_elements: false, text: None, members });
    }

    /// The column of a member of the innermost element, which is an object from now on.
    fn member(&mut self, name: &str) -> Option<usize> {
        let frame = self.frames.last_mut()?;
        let holder = frame.column?;
        if !std::mem::replace(&mut frame.is_object, true) {
            self.survey.columns.add(holder, Value::Object, self.base + frame.tag.start);
        }
        let before = self.members.len() - frame.members;
        let column = self.survey.columns.member_after(holder, before, name)?;
        if before == 0 || self.members.last() != Some(&column) {
            self.members.push(column);
        }
        Some(column)
    }

    fn open(&mut self, token: Token) {
        let text = self.text;
        let name = &text[token.name.clone()];
        self.survey.elements += 1;
        if self.survey.elements == 1 {
            name.clone_into(&mut self.survey.root);
        }
        let column = self.member(name);
        if let Some(frame) = self.frames.last_mut() {
            frame.has_elements = true;
        }
        self.verdict(name, &token);
        let mut at = token.name.end;
        let end = token.range.end - 1;
        self.push(column, token.name, token.range);
        let mut member = String::new();
        while let Some((name, value, next)) = attribute(text, at, end) {
            let place = self.base + name.start;
            member.clear();
            member.push('@');
            member.push_str(&text[name]);
            if let Some(column) = self.member(&member) {
                self.survey.columns.add(column, scalar(&decoded(&text[value])), place);
            }
            at = next;
        }
    }

    /// Notes what a report says of a test case.
    fn verdict(&mut self, name: &str, token: &Token) {
        if name == "testcase" {
            self.survey.cases += 1;
        }
        let verdict = match name {
            "failure" => Verdict::Failure,
            "error" => Verdict::Error,
            "skipped" => {
                self.survey.skipped += 1;
                return;
            }
            _ => return,
        };
        let Some(case) = self.frames.last().filter(|case| &self.text[case.name.clone()] == "testcase") else { return };
        let of_case = |name: &str| value_of(self.text, case.name.end, case.tag.end - 1, name);
        let name = match (of_case("classname"), of_case("name")) {
            (Some(class), Some(name)) => format!("{class}.{name}"),
            (class, name) => class.or(name).unwrap_or_default(),
        };
        let message = value_of(self.text, token.name.end, token.range.end - 1, "message").unwrap_or_default();
        self.survey.failed.push(Failed { at: self.base + token.range.start, name, verdict, message });
    }

    fn end(&mut self, token: Token) {
        let name = &self.text[token.name.clone()];
        let is_own = |frame: &Frame| &self.text[frame.name.clone()] == name;
        let Some(depth) = self.frames.iter().skip(1).rposition(is_own) else {
            let name = name.to_owned();
            return self.broken(token.range.start, words::not_opened(&name));
        };
        while self.frames.len() > depth + 2 {
            self.unclosed();
        }
        self.close();
    }

    fn unclosed(&mut self) {
        if let Some(frame) = self.frames.last() {
            let reason = words::not_closed(&self.text[frame.name.clone()]);
            self.broken(frame.tag.start, reason);
        }
        self.close();
    }

    fn close(&mut self) {
        let Some(mut frame) = self.frames.pop() else { return };
        let at = self.base + frame.tag.start;
        let text = frame.text.take();
        if !frame.is_object {
            if let Some(column) = frame.column {
                self.add(column, text, at);
            }
        } else if let Some(column) = frame.column {
            if text.is_some() && !frame.has_elements {
                self.frames.push(frame);
                let member = self.member(TEXT);
                frame = self.frames.pop().unwrap_or_else(|| unreachable!("pushed above"));
                if let Some(member) = member {
                    self.add(member, text, at);
                }
            }
            let members = &mut self.members[frame.members..];
            members.sort_unstable();
            let distinct = distinct(members);
            self.survey.columns.end_object(column, &mut members[..distinct], at);
        }
        self.members.truncate(frame.members);
    }

    fn add(&mut self, column: usize, text: Option<(TokenKind, Range<usize>)>, at: usize) {
        match text {
            None => self.survey.columns.add(column, Value::Null, at),
            Some((TokenKind::Text, range)) => {
                self.survey.columns.add(column, scalar(&decoded(self.text[range].trim_ascii())), at);
            }
            Some((_, range)) => self.survey.columns.add(column, Value::String(&self.text[range]), at),
        }
    }

    fn finish(mut self) -> Survey {
        // A tag that was cut tells that those around it are not closed.
        if self.survey.broken.is_empty() && self.frames.len() > 1 {
            self.unclosed();
        }
        while !self.frames.is_empty() {
            self.close();
        }
        self.survey
    }
}

/// Moves the distinct ones of sorted numbers to the front; how many they are.
fn distinct(sorted: &mut [usize]) -> usize {
    let mut kept = 0;
    for at in 0..sorted.len() {
        if at == 0 || sorted[at] != sorted[kept - 1] {
            sorted[kept] = sorted[at];
            kept += 1;
        }
    }
    kept
}

fn value_of(text: &str, mut at: usize, end: usize, wanted: &str) -> Option<String> {
    while let Some((name, value, next)) = attribute(text, at, end) {
        if &text[name] == wanted {
            return Some(decoded(&text[value]).into_owned());
        }
        at = next;
    }
    None
}

fn scalar(text: &str) -> Value<'_> {
    match text {
        "" => Value::Null,
        "true" => Value::True,
        "false" => Value::False,
        _ if text.starts_with(|char: char| char.is_ascii_digit() || char == '-') && is_number(text) => {
            Value::Number(text)
        }
        _ => Value::String(text),
    }
}
