//! One column.

use super::Value;
use super::numbers::Numbers;
use super::pattern::Patterns;
use super::spread::Spread;
use super::strings::Strings;
use super::tally::Tally;
use crate::characters::thousands;
use crate::words::outline as words;
use std::collections::BTreeMap;

/// Shapes of rows that are told apart.
const SHAPES: usize = 64;
/// More members than these are not looked through for one that is missing.
const MISSING_LOOKED_FOR: usize = 8;

#[derive(Debug)]
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
    /// Members of the object with most.
    pub(super) widest_object: u64,
    pub(super) trues: u64,
    pub(super) numbers: Numbers,
    pub(super) strings: Strings,
    /// Of arrays.
    pub(super) lengths: Spread,
    pub(super) few_lengths: Tally,
    /// Arrays without and with one element, and where the first of those without stands.
    pub(super) empty: u64,
    pub(super) single: u64,
    pub(super) empty_at: usize,
    /// What the names of members look like, where they are too many to name.
    pub(super) keys: Patterns,
    /// By the columns of their members.
    pub(super) shapes: Tally,
    /// Where the first value of each class stands, by [`class`].
    pub(super) firsts: [usize; CLASSES],
    /// Where an object stands that lacks this member.
    pub(super) absent_at: Option<usize>,
    /// The column of the object or array that holds the values here.
    pub parent: usize,
    pub(super) named: BTreeMap<Box<str>, usize>,
    pub(super) order: Vec<usize>,
    /// Of the elements of arrays that are rows, by their position.
    pub(super) positions: Vec<usize>,
    pub(super) element: Option<usize>,
    /// The column of all members of objects that have too many to name.
    pub(super) any_member: Option<usize>,
}

/// Values of one class.
pub(super) struct Class {
    pub name: &'static str,
    pub count: u64,
    /// Where the first stands.
    pub at: usize,
}

pub(super) const CLASSES: usize = 8;
const NOWHERE: usize = usize::MAX;

impl Column {
    pub(super) fn new(name: &str, parent: usize) -> Column {
        Column {
            name: name.into(),
            objects: 0,
            arrays: 0,
            integers: 0,
            floats: 0,
            booleans: 0,
            nulls: 0,
            members: 0,
            unnamed_members: 0,
            longest_array: 0,
            elements: 0,
            widest_object: 0,
            trues: 0,
            numbers: Numbers::default(),
            strings: Strings::default(),
            lengths: Spread::default(),
            few_lengths: Tally::new(2),
            empty: 0,
            single: 0,
            empty_at: NOWHERE,
            keys: Patterns::default(),
            shapes: Tally::new(SHAPES),
            firsts: [NOWHERE; CLASSES],
            absent_at: None,
            parent,
            named: BTreeMap::new(),
            order: Vec::new(),
            positions: Vec::new(),
            element: None,
            any_member: None,
        }
    }

    /// How many values there are.
    pub fn count(&self) -> u64 {
        let scalars = self.integers + self.floats + self.booleans + self.nulls + self.strings.count();
        scalars + self.objects + self.arrays
    }

    /// Members in the order in which they first came, then the elements of arrays.
    pub fn children(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.order.iter().chain(&self.positions).copied().chain(self.element).chain(self.any_member)
    }

    pub fn child_count(&self) -> usize {
        self.children().count()
    }

    /// The classes that values here are of.
    pub(super) fn classes(&self) -> Vec<Class> {
        let first = |classes: &[usize]| classes.iter().map(|class| self.firsts[*class]).min().unwrap_or(NOWHERE);
        let all = [
            ("object", self.objects, first(&[0])),
            ("array", self.arrays, first(&[1])),
            ("number", self.integers + self.floats, first(&[2, 3])),
            ("str", self.strings.count(), first(&[4])),
            ("bool", self.booleans, first(&[5, 6])),
            ("null", self.nulls, first(&[7])),
        ];
        all.into_iter().filter(|(_, count, _)| *count > 0).map(|(name, count, at)| Class { name, count, at }).collect()
    }

    /// `true ×1,999, false ×1`
    pub(super) fn booleans_in_words(&self) -> Option<String> {
        match (self.trues, self.booleans) {
            (0, 2..) => return Some(words::always_text("false")),
            (trues, booleans) if trues == booleans && trues > 1 => return Some(words::always_text("true")),
            _ => {}
        }
        let [trues, falses] = [("true", self.trues), ("false", self.booleans - self.trues)]
            .map(|(word, count)| (count > 0).then(|| words::times(word, count)));
        let counted: Vec<String> = [trues, falses].into_iter().flatten().collect();
        (!counted.is_empty()).then(|| counted.join(", "))
    }

    /// Where the first value stands.
    pub(super) fn first_at(&self) -> usize {
        self.firsts.iter().copied().min().unwrap_or(NOWHERE)
    }

    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.named.get(name).copied()
    }

    pub(super) fn name(&mut self, name: &str, member: usize) {
        self.named.insert(name.into(), member);
        self.order.push(member);
    }

    pub(super) fn forget_members(&mut self) {
        self.named.clear();
        self.order.clear();
        (self.members, self.unnamed_members) = (0, 0);
    }

    pub(super) fn add(&mut self, value: Value, at: usize) {
        let class = match value {
            Value::Object => {
                self.objects += 1;
                0
            }
            Value::Array => {
                self.arrays += 1;
                1
            }
            Value::Number(text) if self.numbers.add(text, at) => {
                self.integers += 1;
                2
            }
            Value::Number(_) => {
                self.floats += 1;
                3
            }
            Value::String(text) => {
                self.strings.add(text, at);
                4
            }
            Value::True => {
                self.trues += 1;
                self.booleans += 1;
                5
            }
            Value::False => {
                self.booleans += 1;
                6
            }
            Value::Null => {
                self.nulls += 1;
                self.interrupt();
                7
            }
        };
        if self.firsts[class] == NOWHERE {
            self.firsts[class] = at;
        }
    }

    /// A value is not there that might have been.
    pub(super) fn interrupt(&mut self) {
        self.numbers.steps.interrupt();
        self.strings.steps.interrupt();
    }

    /// Counts the shape of an object; `members` are sorted. Returns whether it may lack some that others have.
    pub(super) fn end_object(&mut self, members: &[usize], at: usize) -> bool {
        self.widest_object = self.widest_object.max(members.len() as u64);
        if !self.shapes.is_full() {
            let key: Vec<u8> = members.iter().flat_map(|member| (*member as u16).to_le_bytes()).collect();
            self.shapes.add(&key, at);
        }
        members.len() < self.order.len() && self.order.len() - members.len() <= MISSING_LOOKED_FOR
    }

    pub(super) fn end_array(&mut self, elements: u64, at: usize) {
        self.elements += elements;
        self.longest_array = self.longest_array.max(elements);
        self.lengths.add(elements as f64, at);
        self.few_lengths.add(&elements.to_le_bytes(), at);
        self.single += u64::from(elements == 1);
        if elements == 0 {
            self.empty += 1;
            self.empty_at = self.empty_at.min(at);
        }
    }

    /// The types of the values, such as `int|null`, with the length of an array.
    pub fn types(&self) -> String {
        let array = match self.arrays {
            1 => format!("array[{}]", thousands(self.longest_array)),
            _ => format!("array[up to {}]", thousands(self.longest_array)),
        };
        let object = match self.any_member {
            Some(_) => format!("object{{up to {}}}", thousands(self.widest_object)),
            None => "object".to_owned(),
        };
        let counts = [
            (self.objects, object.as_str()),
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
