//! Tables of delimited text: CSV, by comma, semicolon or bar, and TSV. A record is a line of the view.

mod dialect;
mod header;
mod survey;

pub use dialect::detect;
pub use toolaria_scan::table::{Delimiter, Record, Records};

use super::Likeness;
use super::columns::{Columns, Lines};
use crate::view::{Section, View};
use crate::words;
use survey::Survey;

/// Columns that a summary names.
const SUMMARY_COLUMNS: usize = 12;
/// Line numbers that a summary lists.
pub(super) const SUMMARY_LINES: usize = 5;

/// A delimiter that the name of the kind does not tell.
fn unusual(delimiter: Delimiter) -> Option<char> {
    match delimiter {
        Delimiter::Comma | Delimiter::Tab => None,
        Delimiter::Semicolon | Delimiter::Bar => Some(char::from(delimiter.byte())),
    }
}

/// Whether a table has a record over several lines.
pub fn joins_lines(text: &str, delimiter: Delimiter) -> bool {
    memchr::memchr(b'"', text.as_bytes()).is_some() && Records::new(text, delimiter).any(|record| record.joined)
}

/// The columns of a table, for a summary and for an outline.
pub fn likeness(view: &View, section: &Section, delimiter: Delimiter) -> Likeness {
    let survey = Survey::of(view, section, delimiter);
    let lines = |at: usize| view.line_at(at);
    let notes = survey.notes();
    let size = words::table_size(survey.rows, &notes, unusual(delimiter));
    let mut summary: Vec<String> = summary(&survey.columns, &lines).into_iter().collect();
    summary.extend(words::table_warnings(&notes, SUMMARY_LINES));
    Likeness {
        label: format!("{} {size}", section.kind.name()),
        summary,
        oddities: survey.columns.oddities(),
        ..Likeness::default()
    }
}

pub fn outline(view: &View, section: &Section, delimiter: Delimiter) -> Vec<String> {
    let survey = Survey::of(view, section, delimiter);
    let notes = survey.notes();
    let mut out = vec![words::table_lines(survey.rows, &notes)];
    out.extend(words::table_warnings(&notes, usize::MAX));
    if let Some(row) = rows(&survey.columns) {
        out.extend(survey.columns.outline(row, &|at| view.line_at(at)));
    }
    out
}

/// The columns of the rows, in one line.
pub(super) fn summary(columns: &Columns, lines: Lines) -> Option<String> {
    let row = columns.column(rows(columns)?);
    let named: Vec<String> = row.children().take(SUMMARY_COLUMNS).map(|number| columns.brief(number, lines)).collect();
    let all = row.child_count() + row.unnamed_members as usize;
    (!named.is_empty())
        .then(|| words::outline::columns(&words::outline::rows(columns.root().elements, ""), &named, all))
}

/// What the rows have in common, where the root is the array of them.
fn rows(columns: &Columns) -> Option<usize> {
    columns.root().children().next()
}
