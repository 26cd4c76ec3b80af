//! Records and cells of delimited text, and the rows of a table.

mod cells;
mod records;
mod rows;
pub mod value;

pub use cells::{Cell, Cells};
pub use records::{Record, Records};
pub use rows::Rows;

/// What stands between cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delimiter {
    Comma,
    Semicolon,
    Tab,
    Bar,
}

impl Delimiter {
    pub const ALL: [Delimiter; 4] = [Delimiter::Comma, Delimiter::Tab, Delimiter::Semicolon, Delimiter::Bar];

    pub fn byte(self) -> u8 {
        match self {
            Delimiter::Comma => b',',
            Delimiter::Semicolon => b';',
            Delimiter::Tab => b'\t',
            Delimiter::Bar => b'|',
        }
    }
}
