//! JSON: its schema with figures over all values.

mod figures;
mod schema;

use super::{Kind, Likeness};
use crate::characters::{clip, visible};
use crate::view::{Section, View};
use crate::words::outline as words;
use schema::{Node, Schema};

/// Columns that a summary names.
const SUMMARY_COLUMNS: usize = 12;
/// Characters of a name or a value in a summary or outline.
const NAME_CHARACTERS: usize = 60;
/// Levels of nesting below which an outline only counts.
const OUTLINE_DEPTH: usize = 8;

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let schema = Schema::of(view, section);
    Likeness { label: label(schema.root()), summary: summary(&schema) }
}

pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let schema = Schema::of(view, section);
    let mut lines = vec![words::root(&schema.root().types())];
    let mut todo = vec![(Schema::ROOT, 0)];
    while let Some((number, depth)) = todo.pop() {
        let node = schema.node(number);
        if number != Schema::ROOT {
            lines.push(format!("{}- {}", "  ".repeat(depth - 1), describe(node, schema.holder_count(node))));
        }
        match depth < OUTLINE_DEPTH {
            true => todo.extend(node.children().rev().map(|child| (child, depth + 1))),
            false if node.child_count() > 0 => {
                lines.push(format!("{}- {}", "  ".repeat(depth), words::deeper_levels()))
            }
            false => {}
        }
        if node.unnamed_members > 0 {
            lines.push(format!("{}- {}", "  ".repeat(depth), words::other_members(node.unnamed_members)));
        }
    }
    lines
}

fn label(root: &Node) -> String {
    let kind = Kind::Json.name();
    match (root.arrays, root.objects, root.longest_array) {
        (1.., _, length) => format!("{kind} array[{length}]"),
        (_, 1.., _) => format!("{kind} object{{{}}}", root.members),
        _ => kind.to_owned(),
    }
}

/// The rows of the array with most elements, else the members of the root.
fn summary(schema: &Schema) -> Vec<String> {
    let (rows, table) = schema.widest_table().unwrap_or_else(|| (words::members(), schema.root()));
    let columns: Vec<String> = table
        .children()
        .take(SUMMARY_COLUMNS)
        .map(|number| schema.node(number))
        .map(|column| describe(column, schema.holder_count(column)))
        .collect();
    if columns.is_empty() {
        return Vec::new();
    }
    vec![words::columns(&rows, &columns, table.child_count() + table.unnamed_members as usize)]
}

/// A name, its types and its figures.
fn describe(node: &Node, holders: u64) -> String {
    let mut out = format!("{} {}", name(node), node.types());
    if node.count() < holders {
        out += &words::present(node.count(), holders);
    }
    for figure in [node.numbers.describe(), node.strings.describe()].into_iter().flatten() {
        out += &format!(" {figure}");
    }
    out
}

fn name(node: &Node) -> String {
    clip(&visible(&node.name), NAME_CHARACTERS)
}
