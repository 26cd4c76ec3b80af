//! What is said of bytes in a text.

use super::counted;
use crate::characters::{clip, visible};

/// What stands in base64 in a line, by how many runs and the bytes of all.
pub fn base64(media_type: Option<&str>, runs: usize, bytes: usize) -> String {
    let kind = media_type.map_or(String::new(), |kind| format!("{}, ", clip(&visible(kind), 40)));
    let places = if runs > 1 { format!(" in {runs} places") } else { String::new() };
    format!("{kind}{} in base64{places}", counted(bytes, "byte"))
}
