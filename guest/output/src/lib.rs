//! What test runners and crashes write, and sources, read line by line in one pass.
//!
//! Knows no view, kind or setting: it takes a text and gives what the text says, with bytes of that text. It is a crate of its
//! own because cargo optimises by crate: this is much code that is not where the time goes, so it is compiled for size.

mod place;
pub mod source;
pub mod test_run;
pub mod trace;
