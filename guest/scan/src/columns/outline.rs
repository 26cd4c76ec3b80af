//! Columns in words.

use super::spread::Side;
use super::tally::Entry;
use super::{Column, Columns, Lines};
use crate::characters::{clip, visible};
use crate::words::outline as words;

/// Characters of a name.
const NAME_CHARACTERS: usize = 60;
/// Types rarer than this are located.
const RARE: u64 = 3;
/// Shapes, and members that one lacks or has besides, that are named.
const SHAPES_NAMED: usize = 5;
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
        let holders = self.holder_count(number);
        if self.is_repeated(number) {
            out = words::times(&out, column.count());
        }
        if column.count() < holders {
            out += &words::present(column.count(), holders);
        }
        let booleans = column.booleans_in_words().map(|booleans| format!("[{booleans}]"));
        let times = column.numbers.times(&column.name).map(|times| format!("[{times}]"));
        let figures = [booleans, column.numbers.describe(lines), times, column.strings.describe(lines)];
        for figure in figures.into_iter().flatten().chain(self.places(column, lines)) {
            out += &format!(" {figure}");
        }
        out
    }

    /// Where values of rare types stand, and how rows differ in their members.
    fn places(&self, column: &Column, lines: Lines) -> Vec<String> {
        let mut places: Vec<String> = Vec::new();
        let classes = column.classes();
        if classes.len() > 1 {
            let rare = classes.iter().filter(|class| class.count <= RARE);
            places.extend(rare.map(|class| format!("[{}]", words::times_at(class.name, class.count, lines(class.at)))));
        }
        if column.arrays > 1
            && let (Some(short), Some(long)) = (column.lengths.end(Side::Low), column.lengths.end(Side::High))
            && short.value < long.value
        {
            let [short, long] = [short, long].map(|end| (end.value as u64, lines(end.at)));
            places.push(format!("[{}]", words::elements([short, long])));
        }
        if column.objects > 1 && column.any_member.is_none() {
            places.extend(self.shapes(column, lines).map(|shapes| format!("[{shapes}]")));
        }
        places
    }

    /// How many rows have which members, by what the commonest have.
    fn shapes(&self, column: &Column, lines: Lines) -> Option<String> {
        if column.shapes.is_full() {
            return Some(words::many_shapes(column.shapes.limit()));
        }
        let mut shapes = column.shapes.by_count();
        let most = shapes.pop().filter(|_| !shapes.is_empty())?;
        let named: Vec<String> = shapes
            .iter()
            .take(SHAPES_NAMED)
            .map(|shape| {
                let names = |from: &Entry, but: &Entry| {
                    let members = |entry: &Entry| {
                        entry
                            .key()
                            .as_chunks::<2>()
                            .0
                            .iter()
                            .map(|pair| u16::from_le_bytes(*pair))
                            .collect::<Vec<u16>>()
                    };
                    let without = members(but);
                    let names: Vec<String> = members(from)
                        .into_iter()
                        .filter(|member| !without.contains(member))
                        .take(SHAPES_NAMED)
                        .map(|member| name(self.column(member.into())))
                        .collect();
                    names
                };
                words::shape(shape.count, lines(shape.at), &names(most, shape), &names(shape, most))
            })
            .collect();
        Some(words::shapes(most.count, &named, shapes.len().saturating_sub(SHAPES_NAMED)))
    }

    /// The same in fewer words, for a summary.
    pub fn brief(&self, number: usize, lines: Lines) -> String {
        let column = self.column(number);
        let name = if self.is_member(number) { name(column) + " " } else { String::new() };
        let types = column.types();
        let mut out = format!("{name}{types}{}", if types.contains('|') { ":" } else { "" });
        let holders = self.holder_count(number);
        if column.count() < holders {
            out += &words::present(column.count(), holders);
        }
        let times = column.numbers.times(&column.name);
        let numbers = times.or_else(|| column.numbers.brief());
        let figures = [column.booleans_in_words(), numbers, column.strings.brief(lines)];
        let figures: Vec<String> = figures.into_iter().flatten().collect();
        if !figures.is_empty() {
            out += &format!(" {}", figures.join("; "));
        }
        out
    }

    /// Columns below one that stand beside another, by their paths, and how many there are.
    pub fn beside(&self, other: usize, most: usize) -> (Vec<String>, usize) {
        let mut todo = vec![(Self::ROOT, 0)];
        let mut leaves = Vec::new();
        while let Some((number, depth)) = todo.pop() {
            let column = self.column(number);
            match column.order.is_empty() || column.objects > 1 || depth == DEPTH {
                true if number != other && number != Self::ROOT => leaves.push(number),
                true => {}
                false => todo.extend(
                    column.order.iter().rev().filter(|child| **child != other).map(|child| (*child, depth + 1)),
                ),
            }
        }
        let unnamed: u64 =
            self.columns.iter().filter(|column| column.objects == 1).map(|column| column.unnamed_members).sum();
        let named = leaves.iter().take(most).map(|&leaf| self.beside_one(leaf)).collect();
        (named, leaves.len() + unnamed as usize)
    }

    /// `meta.total 2000`
    fn beside_one(&self, number: usize) -> String {
        let column = self.column(number);
        let path = clip(&self.path(number), NAME_CHARACTERS);
        let scalar = column.count() == 1 && column.objects + column.arrays == 0;
        let value = match (scalar, column.booleans, column.nulls) {
            (true, 1, _) => (column.trues == 1).to_string(),
            (true, _, 1) => column.types(),
            (true, ..) => column.numbers.brief_only().or_else(|| column.strings.only()).unwrap_or_default(),
            _ => column.types(),
        };
        format!("{path} {value}")
    }
}

pub(super) fn name(column: &Column) -> String {
    clip(&visible(&column.name), NAME_CHARACTERS)
}
