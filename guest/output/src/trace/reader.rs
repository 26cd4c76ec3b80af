//! Reads a text line by line, and keeps the stack traces in it.

use super::Trace;
use super::forms::{self, Form};
use super::frame::{is_exception, said};
use toolaria_lines::plain;

/// Traces that are kept; those beyond are counted.
const KEPT: usize = 50_000;
/// Bytes that are kept of what was thrown.
const SAID_BYTES: usize = 400;
/// Lines between an exception and its first frame, as where its message has several.
const MESSAGE_LINES: u64 = 12;

/// A line that may turn out to name what was thrown.
#[derive(Default)]
pub struct Before {
    pub at: usize,
    pub text: String,
    number: u64,
}

impl Before {
    fn remember(&mut self, at: usize, text: &str, number: u64) {
        (self.at, self.number) = (at, number);
        self.text.clear();
        self.text.push_str(cut(text));
    }
}

/// A trace that may go on.
pub struct Open {
    pub form: Form,
    pub trace: Trace,
    pub frames: usize,
    /// How far the lines are indented that stand at its left edge.
    pub column: usize,
    /// The place that holds where the deepest cause has no frame of its own.
    pub outer_place: String,
    /// Frames that follow are of something else: an exception that was suppressed, indented so far, or of what has been read.
    pub passed_over: Option<usize>,
    pub lines: usize,
    /// Frames of Python, line by line.
    pub frames_text: String,
}

impl Open {
    pub fn new(form: Form, language: &'static str, at: usize, head: &str) -> Open {
        let head = cut(said(head)).to_owned();
        let trace = Trace { language, at, last: at, cause: head.clone(), head, cause_at: at, ..Trace::default() };
        Open {
            form,
            trace,
            frames: 0,
            column: 0,
            outer_place: String::new(),
            passed_over: None,
            lines: 1,
            frames_text: String::new(),
        }
    }

    /// Something that lies deeper was thrown before.
    pub fn caused_by(&mut self, at: usize, text: &str) {
        self.trace.causes += 1;
        self.passed_over = None;
        if !self.trace.place.is_empty() {
            self.outer_place = std::mem::take(&mut self.trace.place);
        }
        (self.trace.cause, self.trace.cause_at) = (cut(said(text)).to_owned(), at);
    }
}

/// Takes in lines.
#[derive(Default)]
pub struct Reader {
    pub kept: Vec<Trace>,
    pub more: u64,
    /// Lines that are not blank, and those of traces.
    pub lines: u64,
    pub known: u64,
    open: Option<Open>,
    line: Before,
    exception: Before,
}

impl Reader {
    /// All traces of a text.
    pub fn of(text: &str) -> Reader {
        let mut reader = Reader::default();
        plain::each(text, &mut |at, line| reader.line(at, line));
        reader.close();
        reader
    }

    pub fn line(&mut self, at: usize, line: &str) {
        let text = line.trim_ascii_start();
        if text.is_empty() {
            if self.open.as_ref().is_some_and(|open| open.form.ends_at_blank()) {
                self.close();
            }
            return;
        }
        self.lines += 1;
        if let Some(open) = &mut self.open {
            if forms::goes_on(open, at, line, text) {
                open.trace.last = at;
                open.lines += 1;
                return;
            }
            self.close();
        }
        self.open = self.begin(at, line, text);
        if self.open.is_none() {
            self.line.remember(at, text, self.lines);
            if is_exception(text) {
                self.exception.remember(at, text, self.lines);
            }
        }
    }

    fn begin(&self, at: usize, line: &str, text: &str) -> Option<Open> {
        let (form, is_below) = forms::begins(line, text)?;
        let is_next = self.line.number > 0 && self.line.number + 1 == self.lines;
        let is_near = self.exception.number > 0 && self.exception.number + MESSAGE_LINES >= self.lines;
        let is_named = || ["Error", "Exception"].iter().any(|name| self.line.text.contains(name));
        let before = if is_next && (!is_near || is_named()) { &self.line } else { &self.exception };
        (!is_below || is_next || is_near).then(|| forms::open(form, at, line, text, before))
    }

    /// No trace goes on beyond this.
    pub fn close(&mut self) {
        let Some(mut open) = self.open.take() else {
            return;
        };
        if open.frames == 0 && open.form.needs_frames() {
            return;
        }
        self.exception.number = 0;
        self.known += open.lines as u64;
        if open.trace.place.is_empty() {
            open.trace.place = open.outer_place;
        }
        match self.kept.len() < KEPT {
            true => self.kept.push(open.trace),
            false => self.more += 1,
        }
    }
}

pub fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(SAID_BYTES)]
}
