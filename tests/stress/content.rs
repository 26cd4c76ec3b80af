//! Results, made again from their number whenever they are compared.

use super::random::Random;

/// What every needle of content that is to be forgotten starts with.
pub const GONE: &str = "gone-";

/// A result of numbered lines, each with a needle that stands in no other line of any result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Content {
    number: u64,
    /// Whether only sessions that are going to be forgotten hold it.
    pub exclusive: bool,
}

impl Content {
    pub fn new(number: u64, exclusive: bool) -> Content {
        Content { number, exclusive }
    }

    /// 3 to 16 kB mostly, 40 to 200 kB at times, 1 MB and a little more seldom, so that some go through `incoming/`.
    pub fn line_count(&self) -> usize {
        let mut random = Random::new(self.number);
        match random.below(100) {
            0..72 => 40 + random.below(160),
            72..94 => 500 + random.below(2_000),
            _ => 12_000 + random.below(4_000),
        }
    }

    pub fn line(&self, index: usize) -> String {
        let noise = Random::new(self.number ^ (index as u64).wrapping_mul(0x1_0001)).next();
        format!("{} took {} ms for {noise:016x} of batch {index} at 12:00\n", self.needle_of_line(index), noise % 977)
    }

    pub fn needle_of_line(&self, index: usize) -> String {
        format!("{}-{index}", self.needle())
    }

    /// In each of its lines.
    pub fn needle(&self) -> String {
        let start = if self.exclusive { GONE } else { "kept-" };
        format!("{start}{:016x}", self.number)
    }

    pub fn text(&self) -> String {
        (0..self.line_count()).map(|index| self.line(index)).collect()
    }
}
