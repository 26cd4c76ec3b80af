//! JSON: its columns, with figures over all values.

mod reader;

pub use reader::Rows;

use super::columns::{Column, Columns};
use super::{Kind, Likeness};
use crate::view::{Section, View};
use crate::words::outline as words;

/// Columns that a summary names.
const SUMMARY_COLUMNS: usize = 12;

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let columns = reader::columns(view, section);
    Likeness {
        label: label(columns.root()),
        summary: summary(view, &columns),
        oddities: columns.oddities(&|at| view.line_at(at)),
    }
}

pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let columns = reader::columns(view, section);
    let root = words::root(&columns.root().types());
    [root].into_iter().chain(columns.outline(Columns::ROOT, &|at| view.line_at(at))).collect()
}

fn label(root: &Column) -> String {
    let kind = Kind::Json.name();
    match (root.arrays, root.objects, root.longest_array) {
        (1.., _, length) => format!("{kind} array[{length}]"),
        (_, 1.., _) => format!("{kind} object{{{}}}", root.members),
        _ => kind.to_owned(),
    }
}

/// The rows of the array with most elements, else the members of the root.
fn summary(view: &View, columns: &Columns) -> Vec<String> {
    let (rows, table) = match columns.widest_table() {
        Some(table) => (words::rows(table.objects, &columns.path(table.parent)), table),
        None => (words::members(), columns.root()),
    };
    let lines = |at: usize| view.line_at(at);
    let named: Vec<String> =
        table.children().take(SUMMARY_COLUMNS).map(|number| columns.describe(number, &lines)).collect();
    if named.is_empty() {
        return Vec::new();
    }
    vec![words::columns(&rows, &named, table.child_count() + table.unnamed_members as usize)]
}
