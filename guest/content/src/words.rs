//! Every sentence that a model or a person reads about what a result holds, and about a search of it.
//!
//! None holds content of a stored result, except that figures quote values, shortened.

pub mod build;
pub mod diff;
mod grep;
pub mod markdown;
mod media;
pub mod oddity;
pub mod outline;
mod search;
mod table;
pub mod test_run;
pub mod xml;
pub mod yaml;

pub use grep::*;
pub use media::*;
pub use search::*;
pub use table::*;

use crate::characters::thousands;

/// `1 line`, `2,000 lines`.
pub fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(number as u64))
}
