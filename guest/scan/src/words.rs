//! What is said of values, and of the patterns that search for them.
//!
//! No sentence holds content of a stored result, except that figures quote values, shortened.

mod grep;
mod media;
pub mod oddity;
pub mod outline;

pub use grep::*;
pub use media::*;

use crate::characters::thousands;

/// `1 line`, `2,000 lines`.
pub fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(number as u64))
}
