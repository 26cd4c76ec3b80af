//! What signs a line starts with, ends with and has.

pub fn starts(text: &[u8], signs: &[u8]) -> bool {
    text.first().is_some_and(|byte| signs.contains(byte))
}

pub fn ends(text: &[u8], signs: &[u8]) -> bool {
    text.last().is_some_and(|byte| signs.contains(byte))
}

pub fn has(text: &[u8], signs: &[u8]) -> bool {
    text.iter().any(|byte| signs.contains(byte))
}

/// Where a row of bytes first stands.
pub fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

pub fn starts_with_any(text: &[u8], starts: &[&[u8]]) -> bool {
    starts.iter().any(|start| text.starts_with(start))
}

/// A text to its first space, and what stands behind the space.
pub fn first_word(text: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b' ', text) {
        Some(space) => (&text[..space], text[space..].trim_ascii_start()),
        None => (text, b""),
    }
}
