//! Counts keys of 32 bits, all where there is room, else those that come often.

/// A power of two: at most three quarters of so many keys are counted.
const MOST_SLOTS: usize = 1 << 18;

/// A key in the upper half and its count in the lower; 0 where free.
#[derive(Debug, Default)]
pub struct Counts {
    slots: Vec<u64>,
    used: usize,
    /// Keys that had come at most so often were dropped to make room.
    dropped: u32,
}

impl Counts {
    #[inline(always)]
    pub fn add(&mut self, key: u32) {
        if self.used * 4 >= self.slots.len() * 3 {
            self.make_room();
        }
        let slot = self.slot(key);
        if self.slots[slot] == 0 {
            self.used += 1;
            self.slots[slot] = u64::from(key) << 32;
        }
        self.slots[slot] += 1;
    }

    /// How often a key came; less where there was no room for it at first.
    #[inline(always)]
    pub fn get(&self, key: u32) -> u32 {
        match self.slots.is_empty() {
            true => 0,
            false => self.slots[self.slot(key)] as u32,
        }
    }

    #[inline(always)]
    fn slot(&self, key: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (key ^ key >> 16) as usize & mask;
        while self.slots[slot] != 0 && self.slots[slot] >> 32 != u64::from(key) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        let size = (self.slots.len() * 2).clamp(1 << 12, MOST_SLOTS);
        if size == self.slots.len() {
            self.dropped = self.dropped * 2 + 1;
        }
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        self.used = 0;
        for entry in old {
            if entry as u32 > self.dropped {
                let slot = self.slot((entry >> 32) as u32);
                self.slots[slot] = entry;
                self.used += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_often_is_counted_among_any_number_of_others() {
        let mut counts = Counts::default();
        for number in 0..1_000_000_u32 {
            counts.add(number.wrapping_mul(0x9e37_79b9));
            counts.add(7);
        }
        assert!(counts.get(7) >= 1_000_000 && counts.get(8) == 0);
        assert!(counts.slots.len() <= MOST_SLOTS);
    }

    #[test]
    fn with_room_all_are_exact() {
        let mut counts = Counts::default();
        (0..30_000_u32).for_each(|number| counts.add(number / 3 + 1));
        assert!((1..=10_000).all(|key| counts.get(key) == 3));
    }
}
