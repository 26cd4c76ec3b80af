//! JSON: its schema with figures over all values.

mod figures;
mod schema;

use super::{Kind, Portrait};
use crate::characters::{clip, thousands, visible};
use crate::view::{Section, View};
use schema::{Node, Schema};

/// Columns that a summary names.
const SUMMARY_COLUMNS: usize = 12;
/// Characters of a name or a value in a summary or outline.
const NAME_CHARACTERS: usize = 60;
/// Levels of nesting below which an outline only counts.
const OUTLINE_DEPTH: usize = 8;

pub fn portrait(view: &View, section: &Section) -> Portrait {
    let schema = Schema::of(view, section);
    Portrait { label: label(schema.root()), summary: summary(&schema), head: 0, tail: 0 }
}

pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let schema = Schema::of(view, section);
    let mut lines = vec![format!("root: {}", schema.root().types())];
    let mut todo = vec![(Schema::ROOT, 0)];
    while let Some((number, depth)) = todo.pop() {
        let node = schema.node(number);
        if number != Schema::ROOT {
            lines.push(format!("{}- {}", "  ".repeat(depth - 1), describe(node, schema.holder_count(node))));
        }
        match depth < OUTLINE_DEPTH {
            true => todo.extend(node.children().rev().map(|child| (child, depth + 1))),
            false if node.children().len() > 0 => {
                lines.push(format!("{}- (deeper levels not shown)", "  ".repeat(depth)))
            }
            false => {}
        }
        if node.unnamed_members > 0 {
            lines.push(format!(
                "{}- (members of other names: {})",
                "  ".repeat(depth),
                thousands(node.unnamed_members)
            ));
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
    let (rows, table) = schema.widest_table().unwrap_or(("members".to_owned(), schema.root()));
    let columns: Vec<String> = table
        .children()
        .take(SUMMARY_COLUMNS)
        .map(|number| schema.node(number))
        .map(|column| describe(column, schema.holder_count(column)))
        .collect();
    if columns.is_empty() {
        return Vec::new();
    }
    let more = match (table.children().len() + table.unnamed_members as usize).saturating_sub(columns.len()) {
        0 => String::new(),
        more => format!("; {} more", thousands(more as u64)),
    };
    vec![format!("{rows}: {}{more}", columns.join("; "))]
}

/// A name, its types and its figures.
fn describe(node: &Node, holders: u64) -> String {
    let mut out = format!("{} {}", name(node), node.types());
    if node.count() < holders {
        out += &format!(" in {} of {}", thousands(node.count()), thousands(holders));
    }
    for figure in [node.numbers.describe(), node.strings.describe()].into_iter().flatten() {
        out += &format!(" {figure}");
    }
    out
}

fn name(node: &Node) -> String {
    clip(&visible(&node.name), NAME_CHARACTERS)
}
