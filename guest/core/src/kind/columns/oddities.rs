//! What is unlike the rest.

use super::{Columns, Lines};

/// Values, or a row, that a reader would want to see unasked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Oddity {
    /// Where the first of them stands, in the view's text.
    pub at: usize,
    /// How many there are.
    pub count: u64,
    /// What is odd about it, in words.
    pub reason: String,
}

impl Columns {
    /// Rarest first, then by place.
    pub fn oddities(&self, _lines: Lines) -> Vec<Oddity> {
        Vec::new()
    }
}
