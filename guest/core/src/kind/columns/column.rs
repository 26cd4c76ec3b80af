//! One column.

use super::Value;
use super::numbers::Numbers;
use super::strings::Strings;
use crate::characters::thousands;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub struct Column {
    pub name: Box<str>,
    pub objects: u64,
    pub arrays: u64,
    pub integers: u64,
    pub floats: u64,
    pub booleans: u64,
    pub nulls: u64,
    /// Members of all objects here.
    pub members: u64,
    /// Those of them that have no column of their own.
    pub unnamed_members: u64,
    /// Elements of the longest array here.
    pub longest_array: u64,
    /// Elements of all arrays here.
    pub elements: u64,
    pub(super) numbers: Numbers,
    pub(super) strings: Strings,
    /// The column of the object or array that holds the values here.
    pub parent: usize,
    pub(super) named: BTreeMap<Box<str>, usize>,
    pub(super) order: Vec<usize>,
    pub(super) element: Option<usize>,
}

impl Column {
    /// How many values there are.
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

    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.named.get(name).copied()
    }

    pub(super) fn name(&mut self, name: &str, member: usize) {
        self.named.insert(name.into(), member);
        self.order.push(member);
    }

    pub(super) fn add(&mut self, value: Value, at: usize) {
        match value {
            Value::Object => self.objects += 1,
            Value::Array => self.arrays += 1,
            Value::True | Value::False => self.booleans += 1,
            Value::Null => self.nulls += 1,
            Value::String(body) => self.strings.add(body, at),
            Value::Number(text) => {
                match text.contains(['.', 'e', 'E', 'N', 'I']) {
                    true => self.floats += 1,
                    false => self.integers += 1,
                }
                self.numbers.add(text, at);
            }
        }
    }

    pub(super) fn end_object(&mut self, _members: &mut [usize], _at: usize) {}

    pub(super) fn end_array(&mut self, elements: u64, _at: usize) {
        self.elements += elements;
        self.longest_array = self.longest_array.max(elements);
    }

    /// The types of the values, such as `int|null`, with the length of an array.
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
