//! Counts numbers exactly, up to a limit.

/// What came, how often, and where first.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub key: u64,
    pub count: u64,
    pub at: usize,
}

#[derive(Debug)]
pub struct Table {
    limit: usize,
    entries: Vec<Entry>,
    /// One more than the number of an entry; 0 where free. A power of two, at least twice the entries.
    slots: Vec<u32>,
    is_full: bool,
}

impl Table {
    pub fn new(limit: usize) -> Table {
        Table { limit, entries: Vec::new(), slots: vec![0; 1 << 10], is_full: false }
    }

    /// Whether there were more keys than the limit; counts end there.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// In the order in which they first came.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    #[inline]
    pub fn add(&mut self, key: u64, at: usize) {
        if self.is_full {
            return;
        }
        let slot = self.slot(key);
        match self.slots[slot] {
            0 => self.push(slot, Entry { key, count: 1, at }),
            number => self.entries[number as usize - 1].count += 1,
        }
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while let Some(entry) = (self.slots[slot] as usize).checked_sub(1)
            && self.entries[entry].key != key
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    #[inline(never)]
    fn push(&mut self, slot: usize, entry: Entry) {
        if self.entries.len() == self.limit {
            self.is_full = true;
            return;
        }
        self.entries.push(entry);
        self.slots[slot] = self.entries.len() as u32;
        if self.entries.len() * 2 > self.slots.len() {
            self.slots = vec![0; self.slots.len() * 2];
            for number in 0..self.entries.len() {
                let slot = self.slot(self.entries[number].key);
                self.slots[slot] = number as u32 + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_counted_exactly_up_to_the_limit() {
        let mut table = Table::new(5_000);
        (0..20_000).for_each(|at| table.add(at as u64 % 5_000 * 977, at));
        assert!(table.entries().iter().zip(0..).all(|(entry, at)| (entry.count, entry.at) == (4, at)));
        assert_eq!((table.entries().len(), table.is_full()), (5_000, false));
        table.add(1, 0);
        assert_eq!((table.entries().len(), table.is_full()), (5_000, true));
    }
}
