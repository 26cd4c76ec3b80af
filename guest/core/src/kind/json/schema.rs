//! The schema of a JSON text: one node per path, elements of an array under one path, with counts and figures over every value.

use super::figures::{Numbers, Strings};
use crate::characters::thousands;
use crate::json::tokens::{Token, TokenKind, Tokens};
use crate::view::{Section, View};
use crate::words::outline as words;
use std::collections::BTreeMap;

/// Names that one object path lists; members beyond are counted.
const NAMED_MEMBERS: usize = 200;
/// Paths of one schema; values beyond are counted where their container stands.
const PATHS: usize = 5_000;

#[derive(Debug, Default)]
pub struct Node {
    pub name: Box<str>,
    pub objects: u64,
    pub arrays: u64,
    pub integers: u64,
    pub floats: u64,
    pub booleans: u64,
    pub nulls: u64,
    /// Members of all objects here.
    pub members: u64,
    /// Those of them that have no node of their own.
    pub unnamed_members: u64,
    /// Elements of the longest array here.
    pub longest_array: u64,
    /// Elements of all arrays here.
    pub elements: u64,
    pub numbers: Numbers,
    pub strings: Strings,
    parent: usize,
    named: BTreeMap<Box<str>, usize>,
    order: Vec<usize>,
    element: Option<usize>,
}

impl Node {
    /// How many values stand here.
    pub fn count(&self) -> u64 {
        let scalars = self.integers + self.floats + self.booleans + self.nulls + self.strings.count();
        scalars + self.objects + self.arrays
    }

    /// Members in the order in which they first came, then the element of an array.
    pub fn children(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.order.iter().copied().chain(self.element)
    }

    pub fn child_count(&self) -> usize {
        self.order.len() + usize::from(self.element.is_some())
    }

    /// The types of the values here, such as `int|null`, with the length of an array.
    pub fn types(&self) -> String {
        let array = match self.arrays {
            1 => format!("array[{}]", thousands(self.longest_array)),
            _ => format!("array[up to {}]", thousands(self.longest_array)),
        };
        let counts = [
            (self.objects, "object"),
            (self.arrays, array.as_str()),
            (self.integers, "int"),
            (self.floats, "float"),
            (self.strings.count(), "str"),
            (self.booleans, "bool"),
            (self.nulls, "null"),
        ];
        let present: Vec<(u64, &str)> = counts.into_iter().filter(|(count, _)| *count > 0).collect();
        match present.as_slice() {
            [] => "nothing".to_owned(),
            [(_, name)] => (*name).to_owned(),
            [(_, "int"), (_, "float")] => "float".to_owned(),
            several => {
                let named = several.iter().map(|(count, name)| format!("{name} ×{}", thousands(*count)));
                named.collect::<Vec<_>>().join("|")
            }
        }
    }
}

pub struct Schema {
    nodes: Vec<Node>,
}

/// A container around the token that is looked at.
struct Frame {
    /// `None` where the schema is full.
    node: Option<usize>,
    values: u64,
    /// The path of the next member's value.
    member: Option<usize>,
    object: bool,
}

struct Reader<'v> {
    view: &'v View<'v>,
    base: usize,
    text: &'v str,
    nodes: Vec<Node>,
    frames: Vec<Frame>,
}

impl Schema {
    pub const ROOT: usize = 0;

    /// The schema of a section that is JSON. Cost: one pass over its tokens.
    pub fn of(view: &View, section: &Section) -> Schema {
        let span = view.span(section.lines.clone());
        let mut reader = Reader {
            view,
            base: span.start,
            text: &view.text()[span],
            nodes: vec![Node::default()],
            frames: Vec::new(),
        };
        for token in Tokens::new(reader.text).flatten() {
            reader.see(token);
        }
        Schema { nodes: reader.nodes }
    }

    pub fn root(&self) -> &Node {
        &self.nodes[Self::ROOT]
    }

    pub fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// How many containers could have held a value at this node.
    pub fn holder_count(&self, node: &Node) -> u64 {
        match &*node.name {
            "[]" => 0,
            _ => self.nodes[node.parent].objects,
        }
    }

    /// The array that holds most objects: in words, and the node of its elements.
    pub fn widest_table(&self) -> Option<(String, &Node)> {
        let tables = self.nodes.iter().filter(|node| &*node.name == "[]" && node.objects > 1);
        let widest = tables.rev().max_by_key(|node| node.objects)?;
        Some((self.rows_of(widest), widest))
    }

    /// How many objects an array holds, and its path: `2,000 rows of data.items`.
    fn rows_of(&self, element: &Node) -> String {
        let mut names = Vec::new();
        let mut at = element.parent;
        while at != Self::ROOT {
            names.push(super::name(&self.nodes[at]));
            at = self.nodes[at].parent;
        }
        names.reverse();
        words::rows(element.objects, &names.join(".").replace(".[]", "[]"))
    }
}

impl Reader<'_> {
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
        let node = self.target();
        self.count(node, token);
        if token.kind.opens() {
            self.frames.push(Frame { node, values: 0, member: None, object: token.kind == TokenKind::ObjectStart });
        }
    }

    fn key(&mut self, token: Token) {
        let name = &self.text[token.start + 1..token.end - 1];
        let Some(holder) = self.frames.last().and_then(|frame| frame.node) else {
            return;
        };
        let member = self.member(holder, name);
        if let Some(frame) = self.frames.last_mut() {
            frame.member = member;
        }
    }

    fn member(&mut self, holder: usize, name: &str) -> Option<usize> {
        self.nodes[holder].members += 1;
        if let Some(&known) = self.nodes[holder].named.get(name) {
            return Some(known);
        }
        if self.nodes[holder].order.len() >= NAMED_MEMBERS || self.nodes.len() >= PATHS {
            self.nodes[holder].unnamed_members += 1;
            return None;
        }
        let member = self.add(holder, name);
        self.nodes[holder].named.insert(name.into(), member);
        self.nodes[holder].order.push(member);
        Some(member)
    }

    fn add(&mut self, parent: usize, name: &str) -> usize {
        self.nodes.push(Node { name: name.into(), parent, ..Node::default() });
        self.nodes.len() - 1
    }

    /// The path of the value that comes now.
    fn target(&mut self) -> Option<usize> {
        let Some(frame) = self.frames.last_mut() else {
            return Some(Schema::ROOT);
        };
        frame.values += 1;
        if frame.object {
            return frame.member.take();
        }
        let holder = frame.node?;
        if self.nodes[holder].element.is_none() && self.nodes.len() < PATHS {
            let element = self.add(holder, "[]");
            self.nodes[holder].element = Some(element);
        }
        self.nodes[holder].element
    }

    fn count(&mut self, node: Option<usize>, token: Token) {
        let Some(node) = node else {
            return;
        };
        let node = &mut self.nodes[node];
        let text = &self.text[token.range()];
        let line = || self.view.line_at(self.base + token.start);
        match token.kind {
            TokenKind::ObjectStart => node.objects += 1,
            TokenKind::ArrayStart => node.arrays += 1,
            TokenKind::True | TokenKind::False => node.booleans += 1,
            TokenKind::Null => node.nulls += 1,
            TokenKind::String => node.strings.add(&text[1..text.len() - 1], line),
            _ => {
                match text.contains(['.', 'e', 'E', 'N', 'I']) {
                    true => node.floats += 1,
                    false => node.integers += 1,
                }
                node.numbers.add(text, line);
            }
        }
    }

    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        if let (false, Some(node)) = (frame.object, frame.node) {
            let node = &mut self.nodes[node];
            node.elements += frame.values;
            node.longest_array = node.longest_array.max(frame.values);
        }
    }
}
