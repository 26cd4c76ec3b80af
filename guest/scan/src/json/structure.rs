//! What a JSON text consists of at its top, and which containers in it are long: enough to lay it out and to recognise
//! envelopes, in one pass.

use super::tokens::{Malformed, Token, TokenKind, Tokens};
use crate::order;
use std::ops::Range;

/// A value of the top container: its element, or its member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Child {
    /// The member's name with its quotes; `None` in an array.
    pub key: Option<Range<usize>>,
    /// The kind of the value's first token.
    pub kind: TokenKind,
    pub value: Range<usize>,
}

/// A container that is longer than the limit of [`Structure::scan`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongContainer {
    pub range: Range<usize>,
    /// How many values it holds directly.
    pub values: usize,
    pub object: bool,
    /// Where the commas between its values are. Empty for the root, whose are in [`Structure::commas`], and for the elements of
    /// an array from the second on.
    pub commas: Vec<usize>,
}

/// Children of the root that are kept; those beyond are only counted.
pub const MAX_CHILDREN: usize = 4_096;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Structure {
    /// The kind of the text's first token.
    pub root: TokenKind,
    /// The whole value, without the white space around it.
    pub span: Range<usize>,
    /// The first [`MAX_CHILDREN`]; empty where the root is no container.
    pub children: Vec<Child>,
    /// Where the commas between all children are.
    pub commas: Vec<usize>,
    /// Sorted by start; the root among them where it is long.
    pub long: Vec<LongContainer>,
}

impl Structure {
    /// Whether [`Structure::children`] are all of them.
    pub fn has_all_children(&self) -> bool {
        self.commas.len() < MAX_CHILDREN
    }
}

struct Open {
    start: usize,
    values: usize,
    object: bool,
    /// Where its commas start among those of all open containers.
    commas: usize,
}

struct Scan {
    long_bytes: usize,
    open: Vec<Open>,
    key: Option<Range<usize>>,
    children: Vec<Child>,
    root_commas: Vec<usize>,
    /// Those of the open containers within the root.
    commas: Vec<usize>,
    long: Vec<LongContainer>,
}

impl Structure {
    /// Reads a text. Containers of more than `long_bytes` bytes are listed.
    pub fn scan(text: &str, long_bytes: usize) -> Result<Structure, Malformed> {
        let mut scan = Scan {
            long_bytes,
            open: Vec::new(),
            key: None,
            children: Vec::new(),
            root_commas: Vec::new(),
            commas: Vec::new(),
            long: Vec::new(),
        };
        let mut tokens = Tokens::new(text);
        let first = tokens.next().ok_or(Malformed { at: 0 })??;
        let mut last = first;
        scan.see(first, None);
        while let Some(token) = tokens.next() {
            last = token?;
            scan.see(last, tokens.comma());
        }
        order::by(&mut scan.long, |container| (container.range.start as u64, 0));
        Ok(Structure {
            root: first.kind,
            span: first.start..last.end,
            children: scan.children,
            commas: scan.root_commas,
            long: scan.long,
        })
    }
}

impl Scan {
    #[inline(always)]
    fn see(&mut self, token: Token, comma: Option<usize>) {
        if token.kind.closes() {
            return self.close(token.end);
        }
        if self.open.len() != 1 {
            self.commas.extend(comma);
        } else {
            self.root_commas.extend(comma);
            if token.kind == TokenKind::Key {
                self.key = Some(token.range());
            }
        }
        if token.kind.starts_value() {
            self.value(token);
        }
        if token.kind.opens() {
            let object = token.kind == TokenKind::ObjectStart;
            self.open.push(Open { start: token.start, values: 0, object, commas: self.commas.len() });
        }
    }

    fn value(&mut self, token: Token) {
        let depth = self.open.len();
        if let Some(parent) = self.open.last_mut() {
            parent.values += 1;
        }
        if depth == 1 && self.children.len() < MAX_CHILDREN {
            let key = self.key.take();
            self.children.push(Child { key, kind: token.kind, value: token.range() });
        }
    }

    fn close(&mut self, end: usize) {
        let Some(closed) = self.open.pop() else {
            return;
        };
        if self.open.len() == 1
            && let Some(child) = self.children.last_mut()
            && child.value.start == closed.start
        {
            child.value.end = end;
        }
        let is_element = self.open.last().is_some_and(|parent| !parent.object && parent.values > 1);
        if end - closed.start > self.long_bytes {
            let commas = if is_element { &[] } else { &self.commas[closed.commas..] };
            self.long.push(LongContainer {
                range: closed.start..end,
                values: closed.values,
                object: closed.object,
                commas: commas.to_vec(),
            });
        }
        self.commas.truncate(closed.commas);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_the_values_of_the_root() {
        let text = r#" {"a": [1, {"b": 2}], "c": "d"} "#;
        let structure = Structure::scan(text, 8).unwrap();
        let values: Vec<&str> = structure.children.iter().map(|child| &text[child.value.clone()]).collect();
        assert_eq!(values, [r#"[1, {"b": 2}]"#, r#""d""#]);
        assert_eq!(structure.root, TokenKind::ObjectStart);
        assert_eq!(&text[structure.span.clone()], text.trim());
    }

    #[test]
    fn children_beyond_the_limit_are_counted_by_their_commas() {
        let text = format!("[{}[1]]", "[0],".repeat(MAX_CHILDREN + 5));
        let structure = Structure::scan(&text, 8).unwrap();
        assert_eq!((structure.children.len(), structure.commas.len()), (MAX_CHILDREN, MAX_CHILDREN + 5));
        assert!(structure.children.iter().all(|child| &text[child.value.clone()] == "[0]"));
    }

    #[test]
    fn long_containers_are_listed_in_order() {
        let structure = Structure::scan(r#"[[1,2,3],[],{"key":"value"}]"#, 5).unwrap();
        let starts: Vec<(usize, usize)> = structure.long.iter().map(|long| (long.range.start, long.values)).collect();
        assert_eq!(starts, [(0, 3), (1, 3), (12, 1)]);
    }
}
