//! Every sentence that a model or a person reads about what a result holds, and about a search of it.
//!
//! None holds content of a stored result, except that figures quote values, shortened.

pub mod build;
pub mod code;
pub mod diff;
pub mod listing;
pub mod log;
pub mod mail;
pub mod markdown;
mod search;
mod table;
pub mod test_run;
pub mod text;
pub mod traces;
pub mod xml;
pub mod yaml;

pub use search::*;
pub use table::*;
pub use toolaria_scan::words::*;
