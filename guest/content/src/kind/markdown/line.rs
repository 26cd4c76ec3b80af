//! What a line of a document or of a shown page holds: cells, links, data.

use super::super::columns::{Value, is_number};
use crate::characters::{clip, visible, without_end};
use memchr::memchr_iter;

/// Stands before data that a page holds for machines.
pub const DATA: &str = "JSON-LD: ";
/// Types of data that are named of one script.
const TYPES: usize = 3;
const TYPES_CHARACTERS: usize = 80;

/// The first types that data in JSON-LD names.
pub fn types(line: &str) -> String {
    let named = line.split("\"@type\"").skip(1).filter_map(|rest| rest.split('"').nth(1));
    clip(&visible(&named.take(TYPES).collect::<Vec<_>>().join(", ")), TYPES_CHARACTERS)
}

/// Cells between bars, each with its place.
pub fn page_cells(line: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let line = without_end(line);
    let bytes = line.as_bytes();
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let is_bar = |bar: &usize| *bar > start && bytes[bar - 1] == b' ' && bytes.get(bar + 1) == Some(&b' ');
        let bar = memchr_iter(b'|', &bytes[start..]).map(|length| start + length).find(is_bar);
        next = bar.map(|bar| bar + 2);
        Some((start, &line[start..bar.map_or(line.len(), |bar| bar - 1)]))
    })
}

/// Links as Markdown writes them.
pub fn links(line: &str) -> u64 {
    count(line, b']', "](") + count(line, b'<', "<http")
}

/// How often a part comes that starts with this byte.
fn count(line: &str, start: u8, part: &str) -> u64 {
    memchr_iter(start, line.as_bytes()).filter(|at| line[*at..].starts_with(part)).count() as u64
}

/// What a cell holds.
pub fn value(cell: &str) -> Value<'_> {
    match cell {
        "" => Value::Null,
        "true" => Value::True,
        "false" => Value::False,
        _ if cell.starts_with(|char: char| char.is_ascii_digit() || char == '-') && is_number(cell) => {
            Value::Number(cell)
        }
        _ => Value::String(cell),
    }
}

/// Links as a page shows them.
pub fn shown_links(line: &str) -> u64 {
    let open = memchr_iter(b'(', line.as_bytes()).filter(|at| line[..*at].ends_with(' '));
    open.filter(|at| line[*at..].starts_with("(http")).count() as u64
}
