//! Lines of logs and of other text that says much alike: their templates and what departs from them, their times and levels; and what
//! compilers and builds write.
//!
//! All over bytes, in one pass, without a view and without a word to a reader. A crate of its own so that it is compiled for size, less
//! tightly than what runs once: of what it does only a little is done for each byte, but much for each line.

pub mod build;
pub mod level;
pub mod line;
pub mod pace;
pub mod plain;
pub mod stamp;
pub mod templates;
