//! Feeds the values of a JSON text to columns. Cost: one pass over its tokens, and at most one more over objects that turn out to be
//! wide; no recursion.

use crate::columns::{Columns, Value};
use crate::json::string;
use crate::json::tokens::{Token, TokenKind, Tokens};
use std::borrow::Cow;

/// An object with more members is a dictionary: its members are of one column.
const NAMED_MEMBERS: u64 = 100;
/// Elements of an array in an array that each have a column of their own, where the first such array has no more.
const POSITIONS: usize = 32;
/// The same for arrays of numbers in an object in an array, such as coordinates.
const TUPLE: usize = 3;
/// Bytes of the first array in an array that are read ahead to count its elements.
const AHEAD_BYTES: usize = 4_096;

/// The columns of a text, and where most of it is.
pub struct Reading {
    pub columns: Columns,
    /// The column of the array or dictionary that is more than half of the text and stands in no other.
    pub dominant: Option<usize>,
}

/// How the values of a container go to columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    Object,
    /// A dictionary.
    Wide,
    Array,
    /// An array in an array, such as a row of a table without names.
    Row,
}

/// A container around the token that is looked at.
struct Frame {
    /// `None` where the columns are full.
    column: Option<usize>,
    token: Token,
    layout: Layout,
    values: u64,
    /// The column of the next member's value.
    member: Option<usize>,
    /// Where this object's members start among those of all open objects.
    members: usize,
    /// How many columns there were before its own.
    columns: usize,
}

struct Reader<'t> {
    base: usize,
    text: &'t str,
    tokens: Tokens<'t>,
    columns: Columns,
    frames: Vec<Frame>,
    members: Vec<usize>,
    /// Frames that are arrays or dictionaries.
    lists: usize,
    /// Bytes that were gone back.
    read_again: usize,
    largest: Largest,
    /// The largest in the array that is looked at, if that turns out to be an array of one.
    largest_within: Largest,
}

/// Bytes and column.
type Largest = (usize, Option<usize>);

/// Reads a text that is JSON. `base` is where it starts in the view's text.
pub fn read(text: &str, base: usize) -> Reading {
    let mut reader = Reader::new(text, base, Tokens::new(text));
    while let Some(Ok(token)) = reader.tokens.next() {
        reader.see(token);
    }
    let (bytes, dominant) = reader.largest;
    Reading { columns: reader.columns, dominant: dominant.filter(|_| bytes * 2 > text.len()) }
}

/// JSON texts that are the elements of one array, though nothing stands around them.
pub struct Rows<'t>(Reader<'t>);

impl<'t> Rows<'t> {
    /// `text` is all of the view's.
    pub fn new(text: &'t str) -> Rows<'t> {
        let mut reader = Reader::new(text, 0, Tokens::new(text));
        // Elements that are over cannot be gone back to.
        reader.read_again = text.len();
        reader.see(Token { kind: TokenKind::ArrayStart, escaped: false, start: 0, end: 0 });
        Rows(reader)
    }

    /// Takes in the tokens of an element that starts at `at`.
    pub fn add(&mut self, tokens: &[Token], at: usize) {
        for token in tokens {
            self.0.see(Token { start: token.start + at, end: token.end + at, ..*token });
        }
    }

    /// An element cannot be read.
    pub fn interrupt(&mut self) {
        self.0.columns.interrupt();
    }

    pub fn columns(mut self) -> Columns {
        self.0.close(Token { kind: TokenKind::ArrayEnd, escaped: false, start: 0, end: 0 });
        self.0.columns
    }
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, base: usize, tokens: Tokens<'t>) -> Reader<'t> {
        Reader {
            base,
            text,
            tokens,
            columns: Columns::default(),
            frames: Vec::new(),
            members: Vec::new(),
            lists: 0,
            read_again: 0,
            largest: (0, None),
            largest_within: (0, None),
        }
    }

    fn see(&mut self, token: Token) {
        match token.kind {
            TokenKind::Key => self.key(token),
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => self.close(token),
            _ => self.value(token),
        }
    }

    fn value(&mut self, token: Token) {
        let column = self.target();
        if let Some(column) = column {
            self.add(column, token);
        }
        if token.kind.opens() {
            self.open(token, column);
        }
    }

    fn add(&mut self, column: usize, token: Token) {
        let text;
        let value = match token.kind {
            TokenKind::ObjectStart => Value::Object,
            TokenKind::ArrayStart => Value::Array,
            TokenKind::True => Value::True,
            TokenKind::False => Value::False,
            TokenKind::Number => Value::Number(&self.text[token.range()]),
            TokenKind::String => {
                text = unquoted(self.text, token);
                Value::String(&text)
            }
            _ => Value::Null,
        };
        self.columns.add(column, value, self.base + token.start);
    }

    fn open(&mut self, token: Token, column: Option<usize>) {
        let layout = match token.kind {
            TokenKind::ObjectStart if column.is_some_and(|column| self.columns.is_wide(column)) => Layout::Wide,
            TokenKind::ObjectStart => Layout::Object,
            _ if column.is_some_and(|column| self.is_row(column, token)) => Layout::Row,
            _ => Layout::Array,
        };
        if self.lists == 0 {
            self.largest_within = (0, None);
        }
        self.lists += usize::from(layout != Layout::Object);
        self.frames.push(Frame {
            column,
            token,
            layout,
            values: 0,
            member: None,
            members: self.members.len(),
            columns: self.columns.number_of_columns(),
        });
    }

    /// Whether the arrays of a column are rows: they stand in an array or dictionary, and the first has few elements, or as a member
    /// in one, and the first has two or three numbers.
    fn is_row(&self, column: usize, token: Token) -> bool {
        let in_list = self.frames.last().is_some_and(|frame| matches!(frame.layout, Layout::Array | Layout::Wide));
        match self.columns.column(column).arrays {
            1 if in_list => (2..=POSITIONS).contains(&elements(&self.text[token.start..], TokenKind::starts_value)),
            1 if self.lists > 0 => {
                (2..=TUPLE).contains(&elements(&self.text[token.start..], |kind| kind == TokenKind::Number))
            }
            _ => self.columns.has_positions(column),
        }
    }

    fn key(&mut self, token: Token) {
        let depth = self.frames.len();
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let Some(holder) = frame.column else {
            return;
        };
        if frame.layout == Layout::Wide {
            let name = unquoted(self.text, token);
            frame.member = self.columns.any_member(holder, &name, self.base + token.start);
            return;
        }
        let bytes = token.start - frame.token.start;
        if frame.values == NAMED_MEMBERS
            && self.columns.column(holder).objects == 1
            && self.read_again + bytes < self.text.len()
        {
            self.read_again += bytes;
            return self.widen(holder, depth - 1);
        }
        frame.member = self.columns.member_after(holder, frame.values as usize, &unquoted(self.text, token));
        self.members.extend(frame.member);
    }

    /// Reads the innermost object again, as a dictionary.
    fn widen(&mut self, holder: usize, depth: usize) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        self.columns.forget_members(holder, frame.columns);
        self.members.truncate(frame.members);
        self.tokens.reopen(frame.token, depth);
        (frame.layout, frame.values, frame.member) = (Layout::Wide, 0, None);
        self.lists += 1;
        // What was the largest may be gone.
        self.largest = match self.largest {
            (_, Some(column)) if column >= frame.columns => (0, None),
            largest => largest,
        };
    }

    /// The column of the value that comes now.
    fn target(&mut self) -> Option<usize> {
        let Some(frame) = self.frames.last_mut() else {
            return Some(Columns::ROOT);
        };
        frame.values += 1;
        match frame.layout {
            Layout::Object | Layout::Wide => frame.member.take(),
            Layout::Array => self.columns.element(frame.column?),
            Layout::Row if frame.values as usize <= POSITIONS => {
                self.columns.position(frame.column?, frame.values as usize - 1)
            }
            Layout::Row => self.columns.element(frame.column?),
        }
    }

    fn close(&mut self, token: Token) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.lists -= usize::from(frame.layout != Layout::Object);
        let at = self.base + frame.token.start;
        if let Some(column) = frame.column {
            match frame.layout {
                Layout::Object => self.columns.end_object(column, &mut self.members[frame.members..], at),
                Layout::Wide => self.columns.end_wide_object(column, frame.values),
                Layout::Row => self.columns.end_row(column, frame.values, at),
                Layout::Array => self.columns.end_array(column, frame.values, at),
            }
            let bytes = token.end.saturating_sub(frame.token.start);
            if frame.layout != Layout::Object {
                self.rank(bytes, column, frame.values);
            }
        }
        self.members.truncate(frame.members);
    }
}

impl Reader<'_> {
    /// Ranks an array or dictionary that was just closed by its size.
    fn rank(&mut self, bytes: usize, column: usize, values: u64) {
        let candidate = if values == 1 { self.largest_within } else { (bytes, Some(column)) };
        let largest = match self.lists {
            0 => &mut self.largest,
            1 => &mut self.largest_within,
            _ => return,
        };
        if candidate.0 > largest.0 && (values != 1 || self.lists == 0) {
            *largest = candidate;
        }
    }
}

fn unquoted(text: &str, token: Token) -> Cow<'_, str> {
    let body = &text[token.start + 1..token.end - 1];
    match token.escaped {
        false => Cow::Borrowed(body),
        true => Cow::Owned(string::unescape(body)),
    }
}

/// How many elements the array at the start of a text has; 0 where that cannot be told soon or one is of another kind.
fn elements(text: &str, is_of_kind: fn(TokenKind) -> bool) -> usize {
    let ahead = crate::characters::floor(text, AHEAD_BYTES);
    let (mut depth, mut elements) = (0, 0);
    for token in Tokens::new(&text[..ahead]) {
        let Ok(token) = token else {
            return 0;
        };
        if depth == 1 && token.kind.starts_value() {
            elements += 1;
            if !is_of_kind(token.kind) {
                return 0;
            }
        }
        depth += usize::from(token.kind.opens());
        depth -= usize::from(token.kind.closes());
        if depth == 0 {
            return elements;
        }
    }
    0
}
