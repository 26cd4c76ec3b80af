//! Feeds the values of a JSON text to columns. Cost: one pass over its tokens; no recursion.

use crate::json::tokens::{Token, TokenKind, Tokens};
use crate::kind::columns::{Columns, Value};
use crate::view::{Section, View};

/// A container around the token that is looked at.
struct Frame {
    /// `None` where the columns are full.
    column: Option<usize>,
    at: usize,
    values: u64,
    /// The column of the next member's value.
    member: Option<usize>,
    /// Where this object's members start among those of all open objects.
    members: usize,
    object: bool,
}

struct Reader<'t> {
    base: usize,
    text: &'t str,
    columns: Columns,
    frames: Vec<Frame>,
    members: Vec<usize>,
}

/// The columns of a section that is JSON.
pub fn columns(view: &View, section: &Section) -> Columns {
    let span = view.span(section.lines.clone());
    let mut reader = Reader::new(&view.text()[span.clone()], span.start);
    for token in Tokens::new(reader.text).flatten() {
        reader.see(token);
    }
    reader.columns
}

/// JSON texts that are the elements of one array, though nothing stands around them.
pub struct Rows<'t>(Reader<'t>);

impl<'t> Rows<'t> {
    /// `text` is all of the view's.
    pub fn new(text: &'t str) -> Rows<'t> {
        let mut reader = Reader::new(text, 0);
        reader.see(Token { kind: TokenKind::ArrayStart, start: 0, end: 0 });
        Rows(reader)
    }

    /// Takes in the tokens of an element that starts at `at`.
    pub fn add(&mut self, tokens: &[Token], at: usize) {
        for token in tokens {
            self.0.see(Token { start: token.start + at, end: token.end + at, ..*token });
        }
    }

    pub fn columns(mut self) -> Columns {
        self.0.close();
        self.0.columns
    }
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, base: usize) -> Reader<'t> {
        Reader { base, text, columns: Columns::default(), frames: Vec::new(), members: Vec::new() }
    }

    fn see(&mut self, token: Token) {
        if token.kind == TokenKind::Key {
            return self.key(token);
        }
        if token.kind.closes() {
            return self.close();
        }
        if !token.kind.starts_value() {
            return;
        }
        let column = self.target();
        if let Some(column) = column {
            let value = self.value(token);
            self.columns.add(column, value, self.base + token.start);
        }
        if token.kind.opens() {
            self.open(token, column);
        }
    }

    fn open(&mut self, token: Token, column: Option<usize>) {
        self.frames.push(Frame {
            column,
            at: self.base + token.start,
            values: 0,
            member: None,
            members: self.members.len(),
            object: token.kind == TokenKind::ObjectStart,
        });
    }

    fn key(&mut self, token: Token) {
        let name = &self.text[token.start + 1..token.end - 1];
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let Some(holder) = frame.column else {
            return;
        };
        frame.member = self.columns.member(holder, name);
        self.members.extend(frame.member);
    }

    /// The column of the value that comes now.
    fn target(&mut self) -> Option<usize> {
        let Some(frame) = self.frames.last_mut() else {
            return Some(Columns::ROOT);
        };
        frame.values += 1;
        match frame.object {
            true => frame.member.take(),
            false => self.columns.element(frame.column?),
        }
    }

    fn value(&self, token: Token) -> Value<'t> {
        match token.kind {
            TokenKind::ObjectStart => Value::Object,
            TokenKind::ArrayStart => Value::Array,
            TokenKind::True => Value::True,
            TokenKind::False => Value::False,
            TokenKind::String => Value::String(&self.text[token.start + 1..token.end - 1]),
            TokenKind::Number => Value::Number(&self.text[token.range()]),
            _ => Value::Null,
        }
    }

    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        if let Some(column) = frame.column {
            match frame.object {
                true => self.columns.end_object(column, &mut self.members[frame.members..], frame.at),
                false => self.columns.end_array(column, frame.values, frame.at),
            }
        }
        self.members.truncate(frame.members);
    }
}
