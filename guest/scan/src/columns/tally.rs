//! Counts distinct keys, exactly, up to a limit. One type for strings, patterns, numbers and shapes: the component stays small.

use crate::order;
use xxhash_rust::xxh64::xxh64;

/// Bytes of a key that are kept; longer keys are told apart by their length and hash as well.
const KEPT_BYTES: usize = 400;

#[derive(Debug, Clone)]
pub struct Entry {
    hash: u64,
    length: usize,
    start: Box<[u8]>,
    pub count: u64,
    /// Where the key came first.
    pub at: usize,
}

impl Entry {
    /// The start of a key that is text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.start).trim_end_matches('\u{fffd}').to_owned()
    }

    /// Whether [`Entry::text`] is all of it.
    pub fn is_whole(&self) -> bool {
        self.start.len() == self.length
    }

    pub fn key(&self) -> &[u8] {
        &self.start
    }
}

#[derive(Debug, Clone)]
pub struct Tally {
    limit: usize,
    entries: Vec<Entry>,
    /// One more than the number of an entry; 0 where free. A power of two, at least twice the entries.
    slots: Vec<u32>,
    /// The entry of the last key: many come again at once.
    last: usize,
    full: bool,
}

impl Tally {
    pub const fn new(limit: usize) -> Tally {
        Tally { limit, entries: Vec::new(), slots: Vec::new(), last: 0, full: false }
    }

    /// Whether there were more keys than the limit. None is kept then.
    pub fn is_full(&self) -> bool {
        self.full
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    /// In the order in which they first came.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Rarest first, then by place.
    pub fn by_count(&self) -> Vec<&Entry> {
        let mut entries: Vec<&Entry> = self.entries.iter().collect();
        order::by(&mut entries, |entry| (entry.count, entry.at as u64));
        entries
    }

    /// Counts a key. Whether it may be one that had not come before.
    pub fn add(&mut self, key: &[u8], at: usize) -> bool {
        self.add_many(key, at, 1)
    }

    pub fn add_many(&mut self, key: &[u8], at: usize, count: u64) -> bool {
        self.full || {
            let added = self.add_where_there_is_room(key, at, count);
            if added.is_none() {
                self.give_up();
            }
            added.unwrap_or(true)
        }
    }

    /// Counts no more, and keeps none.
    pub fn give_up(&mut self) {
        *self = Tally { full: true, ..Tally::new(self.limit) };
    }

    /// Counts a key unless it is one too many, and says whether it had not come before.
    pub fn add_where_there_is_room(&mut self, key: &[u8], at: usize, count: u64) -> Option<bool> {
        if let Some(entry) = self.entries.get_mut(self.last).filter(|entry| key.len() <= KEPT_BYTES && entry.is(key)) {
            entry.count += count;
            return Some(false);
        }
        let hash = hash(key);
        match self.find(hash, key) {
            Ok(entry) => {
                self.entries[entry].count += count;
                self.last = entry;
                Some(false)
            }
            Err(_) if self.entries.len() == self.limit => None,
            Err(slot) => {
                let start = key[..key.len().min(KEPT_BYTES)].into();
                self.entries.push(Entry { hash, length: key.len(), start, count, at });
                self.slots[slot] = self.entries.len() as u32;
                Some(true)
            }
        }
    }

    /// The entry of a key, or the slot that is free for it.
    fn find(&mut self, hash: u64, key: &[u8]) -> Result<usize, usize> {
        if self.entries.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] > 0 {
            let entry = self.slots[slot] as usize - 1;
            if self.entries[entry].hash == hash && self.entries[entry].is(key) {
                return Ok(entry);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }

    fn grow(&mut self) {
        self.slots = vec![0; (self.slots.len() * 2).max(8)];
        let mask = self.slots.len() - 1;
        for (number, entry) in (1..).zip(&self.entries) {
            let mut slot = entry.hash as usize & mask;
            while self.slots[slot] > 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number;
        }
    }
}

impl Entry {
    fn is(&self, key: &[u8]) -> bool {
        self.length == key.len() && *self.start == key[..key.len().min(KEPT_BYTES)]
    }
}

/// Short keys are most of all keys.
fn hash(key: &[u8]) -> u64 {
    if key.len() > KEPT_BYTES {
        return xxh64(key, 0);
    }
    let mut hash = key.len() as u64;
    let mut mix = |word: u64| hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let (words, rest) = key.as_chunks::<8>();
    words.iter().for_each(|word| mix(u64::from_le_bytes(*word)));
    mix(rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)));
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_counted_exactly_up_to_the_limit() {
        let mut tally = Tally::new(1_000);
        for at in 0..5_000 {
            tally.add(format!("key {}", at % 1_000).as_bytes(), at);
        }
        assert_eq!(tally.entries().len(), 1_000);
        assert!(tally.entries().iter().zip(0..).all(|(entry, at)| (entry.count, entry.at) == (5, at)));
        tally.add(b"one more", 0);
        assert!(tally.is_full() && tally.entries().is_empty());
    }

    #[test]
    fn long_keys_are_told_apart_behind_what_is_kept() {
        let mut tally = Tally::new(9);
        for (at, end) in ["x", "y", "x"].into_iter().enumerate() {
            tally.add(format!("{}{end}", "漢".repeat(190)).as_bytes(), at);
        }
        assert_eq!(tally.entries().iter().map(|entry| entry.count).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(tally.entries()[0].text(), "漢".repeat(133));
    }
}
