//! Source code: the lines that declare something, and whether a text is such code at all.

mod declarations;
mod detection;
mod language;
mod signs;

pub use declarations::Declarations;
pub use detection::{is_packed, is_source, unnumbered};
pub use language::Language;
