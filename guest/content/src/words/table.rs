//! What is said of tables and of JSON by lines.

use super::counted;
use crate::characters::thousands;

/// Line numbers that a sentence lists.
const LISTED_LINES: usize = 20;

/// Some of the lines that something is said of, the first ones, and how many there are.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Places {
    first: Vec<usize>,
    pub count: usize,
}

impl Places {
    pub fn add(&mut self, line: usize) {
        if self.first.len() < LISTED_LINES {
            self.first.push(line);
        }
        self.count += 1;
    }

    /// The first of them.
    pub fn first(&self) -> Option<usize> {
        self.first.first().copied()
    }

    /// `line 7`, or `lines 7, 9, 12 and 30 more`, at most `shown` of them.
    fn listed(&self, shown: usize) -> String {
        let named: Vec<String> = self.first.iter().take(shown).map(usize::to_string).collect();
        let more = match self.count - named.len() {
            0 => String::new(),
            more => format!(" and {} more", thousands(more as u64)),
        };
        format!("line{} {}{more}", if self.count == 1 { "" } else { "s" }, named.join(", "))
    }
}

/// What a table has beside its columns.
pub struct TableNotes<'n> {
    pub width: usize,
    pub header: Option<usize>,
    pub before_header: usize,
    pub blank: &'n Places,
    /// Rows of another number of cells.
    pub ragged: &'n Places,
    /// Whether line breaks within cells show as `␊`.
    pub joined: bool,
}

/// Follows the kind: `3,000 rows × 8 columns, header`. A delimiter is named where the kind does not tell it.
pub fn table_size(rows: usize, notes: &TableNotes, delimiter: Option<char>) -> String {
    let header = if notes.header.is_some() { "header" } else { "no header" };
    let delimiter = delimiter.map_or(String::new(), |delimiter| format!(", delimiter \"{delimiter}\""));
    format!("{} × {}, {header}{delimiter}", counted(rows, "row"), counted(notes.width, "column"))
}

/// The first line of a table's outline: every line of the view is in one of these numbers.
pub fn table_lines(rows: usize, notes: &TableNotes) -> String {
    let header = match notes.header {
        Some(line) => format!("header in line {line}"),
        None => "no header".to_owned(),
    };
    let before = match notes.before_header {
        0 => String::new(),
        lines => format!("; before it: {}", counted(lines, "line")),
    };
    let blank = match notes.blank.count {
        0 => String::new(),
        _ => format!("; blank: {}", notes.blank.listed(LISTED_LINES)),
    };
    format!("{} × {}; {header}{before}{blank}", counted(rows, "row"), counted(notes.width, "column"))
}

/// What a reader of rows has to know; at most `shown` line numbers each.
pub fn table_warnings(notes: &TableNotes, shown: usize) -> Vec<String> {
    let ragged = (notes.ragged.count > 0).then(|| {
        let rows = counted(notes.ragged.count, "row");
        format!("{rows} with more or fewer cells than {}: {}", notes.width, notes.ragged.listed(shown))
    });
    let joined = notes.joined.then(|| {
        "one line is one record: line breaks within its cells show as ␊ and ␍, mode \"raw\" has them as they are"
            .to_owned()
    });
    ragged.into_iter().chain(joined).collect()
}

/// Follows the kind: `3,000 rows, 2 broken, 1 blank`.
pub fn ndjson_size(rows: usize, broken: usize, blank: usize) -> String {
    let some = |number: usize, what: &str| match number {
        0 => String::new(),
        _ => format!(", {} {what}", thousands(number as u64)),
    };
    format!("{}{}{}", counted(rows, "row"), some(broken, "broken"), some(blank, "blank"))
}

/// The lines that are no JSON, and those that are blank; at most `shown` numbers each.
pub fn ndjson_warnings(broken: &Places, blank: &Places, shown: usize) -> Vec<String> {
    let broken =
        (broken.count > 0).then(|| format!("no JSON, kept as text and in no figure: {}", broken.listed(shown)));
    let blank = (blank.count > 0).then(|| format!("blank: {}", blank.listed(shown)));
    broken.into_iter().chain(blank).collect()
}

/// Why a line of NDJSON is shown unasked.
pub fn no_json() -> String {
    "no JSON".to_owned()
}
