//! Columns in words.

use super::{Column, Columns, Lines};
use crate::characters::{clip, visible};
use crate::words::outline as words;

/// Characters of a name.
const NAME_CHARACTERS: usize = 60;
/// Levels of nesting below which an outline only counts.
const DEPTH: usize = 8;

impl Columns {
    /// The columns below one, line by line.
    pub fn outline(&self, from: usize, lines: Lines) -> Vec<String> {
        let mut out = Vec::new();
        let mut todo = vec![(from, 0)];
        while let Some((number, depth)) = todo.pop() {
            let column = self.column(number);
            let mut say = |depth: usize, text: String| out.push(format!("{}- {text}", "  ".repeat(depth)));
            if number != from {
                say(depth - 1, self.describe(number, lines));
            }
            match depth < DEPTH {
                true => todo.extend(column.children().rev().map(|child| (child, depth + 1))),
                false if column.child_count() > 0 => say(depth, words::deeper_levels()),
                false => {}
            }
            if column.unnamed_members > 0 {
                say(depth, words::other_members(column.unnamed_members));
            }
        }
        out
    }

    /// A name, its types and its figures.
    pub fn describe(&self, number: usize, lines: Lines) -> String {
        let column = self.column(number);
        let mut out = format!("{} {}", name(column), column.types());
        let holders = self.holder_count(column);
        if column.count() < holders {
            out += &words::present(column.count(), holders);
        }
        for figure in [column.numbers.describe(lines), column.strings.describe(lines)].into_iter().flatten() {
            out += &format!(" {figure}");
        }
        out
    }
}

pub(super) fn name(column: &Column) -> String {
    clip(&visible(&column.name), NAME_CHARACTERS)
}
