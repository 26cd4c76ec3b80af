//! Whether the first row of a table names its columns, and what these hold.

use crate::sets::set_of;
use std::collections::BTreeSet;
use toolaria_scan::table::value::Value;

/// Of a hundred cells that are not empty, so many are of a type where the column is.
const TYPED: usize = 90;
/// Characters of a name.
const NAME_CHARACTERS: usize = 80;

/// `rows` are as wide as the first.
pub fn has_header(rows: &[&Vec<String>]) -> bool {
    let [header, rows @ ..] = rows else {
        return false;
    };
    let unnamed = header.iter().filter(|cell| cell.is_empty()).count();
    let distinct: BTreeSet<&String> = set_of(header.iter());
    // A table of an index and its values often has no name for the first.
    let names = unnamed <= 1 && distinct.len() == header.len() && header.iter().all(|cell| is_name(cell));
    let again = |column: usize| rows.iter().any(|row| !header[column].is_empty() && row[column] == header[column]);
    names && !(0..header.len()).any(again) && (0..header.len()).any(|column| stands_out(&header[column], rows, column))
}

/// Whether most cells of a column that are not empty are numbers, or true and false.
pub fn is_typed(rows: &[&Vec<String>], column: usize) -> bool {
    is_most(rows, column, |cell| Value::of(cell) != Value::Text)
}

/// Whether more than half of a column's cells that are not empty are no numbers and not true or false: then those that are may
/// be names, too, as a digest of digits only is.
pub fn is_text(rows: &[&Vec<String>], column: usize) -> bool {
    let texts = filled(rows, column).filter(|cell| Value::of(cell) == Value::Text).count();
    texts * 2 > filled(rows, column).count()
}

fn is_name(cell: &str) -> bool {
    matches!(Value::of(cell), Value::Text | Value::Empty)
        && !cell.starts_with(|char: char| char.is_ascii_digit())
        && cell.chars().count() <= NAME_CHARACTERS
}

/// Whether a cell is unlike those below it: without the type, the digits, the length or the repetition that they have.
fn stands_out(cell: &str, rows: &[&Vec<String>], column: usize) -> bool {
    let has_digit = |cell: &str| cell.contains(|char: char| char.is_ascii_digit());
    let cells: Vec<&str> = filled(rows, column).collect();
    let values: BTreeSet<&str> = set_of(cells.iter().copied());
    let one_length = cells.len() > 2 && cells.iter().all(|other| other.len() == cells[0].len());
    is_typed(rows, column)
        || !has_digit(cell) && is_most(rows, column, has_digit)
        || one_length && cell.len() != cells[0].len()
        || cells.len() > 4 && values.len() * 2 <= cells.len()
}

fn is_most(rows: &[&Vec<String>], column: usize, holds: impl Fn(&str) -> bool) -> bool {
    let all = filled(rows, column).count();
    let held = filled(rows, column).filter(|cell| holds(cell)).count();
    all > 0 && held * 100 >= all * TYPED
}

fn filled<'r>(rows: &'r [&Vec<String>], column: usize) -> impl Iterator<Item = &'r str> {
    rows.iter().map(move |row| row[column].as_str()).filter(|cell| !cell.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(text: &str) -> bool {
        let rows: Vec<Vec<String>> = text.lines().map(|row| row.split(',').map(str::to_owned).collect()).collect();
        has_header(&rows.iter().collect::<Vec<_>>())
    }

    #[test]
    fn names_above_values_are_a_header() {
        for text in [
            "id,name\n1,a\n2,b",
            ",name\n0,a\n1,b",
            "day,city\n2026-01-01,Paris\n2026-01-02,Rome",
            "name,state\nx,ok\ny,ok\nz,ok\nv,ok\nw,bad",
            "code,word\nABX,one\nBCX,three\nCDX,four",
        ] {
            assert!(header(text), "{text}");
        }
    }

    #[test]
    fn values_above_values_are_none() {
        for text in [
            "1,a\n2,b\n3,c",
            "alice,paris\nbob,rome\ncarl,paris",
            "x,2026-01-01\ny,2026-01-02",
            "a,a\n1,2",
            "one,two\nthree,four\nfive,seven",
            "id,name",
        ] {
            assert!(!header(text), "{text}");
        }
    }
}
