//! Entries by the folder or file that they belong to.

use std::collections::BTreeMap;

/// Groups that are told apart; entries of others are counted together.
const GROUPS: usize = 20_000;

#[derive(Debug)]
pub struct Group {
    pub name: String,
    pub entries: u64,
    /// What their sizes are together, where they have some.
    pub bytes: u64,
    /// The first and the last line.
    pub lines: (usize, usize),
}

#[derive(Debug, Default)]
pub struct Groups {
    groups: Vec<Group>,
    numbers: BTreeMap<Box<str>, usize>,
    last: usize,
    further: u64,
}

impl Groups {
    pub fn add(&mut self, name: &str, bytes: u64, line: usize) {
        let Some(number) = self.number(name, line) else {
            self.further += 1;
            return;
        };
        self.last = number;
        let group = &mut self.groups[number];
        group.entries += 1;
        group.bytes = group.bytes.saturating_add(bytes);
        group.lines.1 = line;
    }

    fn number(&mut self, name: &str, line: usize) -> Option<usize> {
        if self.groups.get(self.last).is_some_and(|group| group.name == name) {
            return Some(self.last);
        }
        if let Some(known) = self.numbers.get(name) {
            return Some(*known);
        }
        if self.groups.len() == GROUPS {
            return None;
        }
        self.numbers.insert(name.into(), self.groups.len());
        self.groups.push(Group { name: name.to_owned(), entries: 0, bytes: 0, lines: (line, line) });
        Some(self.groups.len() - 1)
    }

    /// How many are told apart.
    pub fn count(&self) -> usize {
        self.groups.len()
    }

    /// Entries of groups beyond those.
    pub fn further(&self) -> u64 {
        self.further
    }

    pub fn in_order(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter()
    }

    /// Largest first.
    pub fn by_size(&self) -> Vec<&Group> {
        let mut groups: Vec<&Group> = self.groups.iter().collect();
        groups.sort_by_key(|group| (std::cmp::Reverse(group.entries), group.lines));
        groups
    }
}
