//! JSON: its columns, with figures over all values.

pub use crate::json::reader::Rows;

use super::columns::{Column, Columns};
use super::{Kind, Likeness};
use crate::json::reader;
use crate::view::{Section, View};
use crate::words::outline as words;
pub(super) use reader::Reading;

/// Columns that a summary names.
const SUMMARY_COLUMNS: usize = 12;

fn read(view: &View, section: &Section) -> Reading {
    let span = view.span(section.lines.clone());
    reader::read(&view.text()[span.clone()], span.start)
}

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let reading = read(view, section);
    let lines = |at: usize| view.line_at(at);
    Likeness {
        label: label(&reading),
        summary: summary(&reading, &lines),
        oddities: reading.columns.oddities(),
        ..Likeness::default()
    }
}

pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let columns = read(view, section).columns;
    let root = words::root(&columns.root().types());
    [root].into_iter().chain(columns.outline(Columns::ROOT, &|at| view.line_at(at))).collect()
}

/// `json array[2000] at data.items`
fn label(Reading { columns, dominant }: &Reading) -> String {
    let kind = Kind::Json.name();
    let number = dominant.unwrap_or(Columns::ROOT);
    let label = match columns.column(number) {
        Column { arrays: 1.., longest_array, .. } => format!("{kind} array[{longest_array}]"),
        Column { objects: 1.., members, .. } => format!("{kind} object{{{members}}}"),
        _ => kind.to_owned(),
    };
    match number {
        Columns::ROOT => label,
        _ => words::label_at(&label, &columns.path(number)),
    }
}

/// What the rows, values or members of the largest container are, and what stands beside it.
pub(super) fn summary(Reading { columns, dominant }: &Reading, lines: &dyn Fn(usize) -> usize) -> Vec<String> {
    let table = dominant.and_then(|number| columns.column(number).children().last());
    let largest = dominant.zip(table).map(|(holder, table)| rows(columns, holder, table, lines));
    let (beside, all) = columns.beside(dominant.unwrap_or(Columns::ROOT), SUMMARY_COLUMNS);
    let rest = (!beside.is_empty()).then(|| match largest {
        Some(_) => words::beside(&beside, all),
        None => words::columns(&words::members(), &beside, all),
    });
    largest.into_iter().chain(rest).collect()
}

/// `2,000 rows of data.items: id int 0 to 1999; …`
pub(super) fn rows(columns: &Columns, holder: usize, table: usize, lines: &dyn Fn(usize) -> usize) -> String {
    let column = columns.column(table);
    let path = columns.path(holder);
    if column.child_count() == 0 || (column.objects + column.arrays) * 2 < column.count() {
        return words::columns(&words::values(column.count(), &path), &[columns.brief(table, lines)], 1);
    }
    let named: Vec<String> =
        column.children().take(SUMMARY_COLUMNS).map(|number| columns.brief(number, lines)).collect();
    let all = column.child_count() + column.unnamed_members as usize;
    words::columns(&words::rows(column.objects + column.arrays, &path), &named, all)
}
