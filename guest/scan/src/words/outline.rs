//! What outlines and summaries say around the content that they show.

use super::counted;
use crate::characters::thousands;

/// The first line of an outline of JSON.
pub fn root(types: &str) -> String {
    format!("root: {types}")
}

pub fn deeper_levels() -> String {
    "(deeper levels not shown)".to_owned()
}

/// Members that have no line of their own.
pub fn other_members(members: u64) -> String {
    format!("(members of other names: {})", thousands(members))
}

/// The columns of a table, or the members of the root.
pub fn columns(rows: &str, columns: &[String], all: usize) -> String {
    format!("{rows}: {}", list(columns, all))
}

/// Stands for a table's name where there is no table.
pub fn members() -> String {
    "members".to_owned()
}

/// How many objects a table has, and where it is.
pub fn rows(rows: u64, path: &str) -> String {
    match path {
        "" => format!("{} rows", thousands(rows)),
        _ => format!("{} rows of {path}", thousands(rows)),
    }
}

/// Follows a member that not every object has.
pub fn present(values: u64, holders: u64) -> String {
    format!(" in {} of {}", thousands(values), thousands(holders))
}

/// A number, in a range or alone, in the JSON's own digits.
pub fn number(text: &str) -> String {
    const WHOLE: usize = 40;
    const START: usize = 30;
    match text.len() {
        ..=WHOLE => text.to_owned(),
        length => format!("{}…({} characters)", crate::characters::first(text, START), thousands(length as u64)),
    }
}

/// The smallest and the largest number with their lines, and the mean.
pub fn number_range([min, max]: [(&str, usize); 2], mean: &str) -> String {
    let at = |(text, line): (&str, usize)| format!("{} (line {line})", number(text));
    format!("min={} max={} mean={mean}", at(min), at(max))
}

/// All numbers are written alike.
pub fn always(text: &str) -> String {
    format!("always {}", number(text))
}

/// Numbers that are written differently but are the same in the precision that they are compared in.
pub fn about(text: &str) -> String {
    format!("about {}, too close to compare", number(text))
}

/// Numbers too large to reckon with, `NaN` and `Infinity`.
pub fn not_finite(numbers: u64) -> String {
    format!("{} not finite", thousands(numbers))
}

/// Figures that leave out numbers that are not finite.
pub fn but_for(figures: &str, numbers: u64) -> String {
    format!("{figures} but for {}", not_finite(numbers))
}

/// A heading of a manual page.
pub fn heading_at(text: &str, line: usize) -> String {
    format!("{text} (line {line})")
}

pub fn headings(named: &[String], all: usize) -> String {
    format!("headings: {}", list(named, all))
}

pub fn declarations(named: &[String], all: usize) -> String {
    format!("declarations by line: {}", list(named, all))
}

/// What stands in a line.
pub fn at_line(line: usize, text: &str) -> String {
    format!("line {line}: {text}")
}

/// The first line of an outline of text.
pub fn extent(first: usize, last: usize, longest: usize) -> String {
    format!("lines {first} to {last}; longest line {} characters", thousands(longest as u64))
}

/// Stands above the groups of failures; `None` where it is certain that there are none.
pub fn failures(lines: u64, complete: bool) -> Option<String> {
    let what = "lines that match error_line_patterns";
    let order = "alike ones together, rarest first";
    match (lines, complete) {
        (0, true) => None,
        (0, false) => {
            Some(format!("{what}: none in the part that was searched before the setting grep_budget was spent"))
        }
        (_, true) => Some(format!("{what}: {}, {order}:", thousands(lines))),
        (_, false) => Some(format!("{what}: at least {} (not all were looked for), {order}:", thousands(lines))),
    }
}

/// A group of failures, by its first line.
pub fn failure(lines: u64, complete: bool, first_line: usize, quote: &str) -> String {
    let at_least = if complete { "" } else { "at least " };
    format!("- {at_least}×{} first at line {first_line}: {quote}", thousands(lines))
}

/// The position of a pattern in its setting, and what is wrong with it.
pub fn unusable_pattern(position: usize, reason: &str) -> String {
    format!("Pattern {position} of error_line_patterns: {reason}")
}

pub fn pattern_too_long(characters: usize, limit: usize) -> String {
    format!(
        "The pattern has {} characters, the limit is {}. Shorten it.",
        thousands(characters as u64),
        thousands(limit as u64)
    )
}

/// Patterns that are good alone but not as one.
pub fn unusable_together(reason: &str) -> String {
    format!("The patterns of error_line_patterns, taken together: {reason}")
}

/// Some of a list, and how many more there are.
fn list(named: &[String], all: usize) -> String {
    let more = match all.saturating_sub(named.len()) {
        0 => String::new(),
        more => format!("; {} more", thousands(more as u64)),
    };
    format!("{}{more}", named.join("; "))
}

/// The range of a column, in brief.
pub fn between(low: &str, high: &str) -> String {
    format!("{} to {}", number(low), number(high))
}

/// The range of numbers that count from 1970.
pub fn since_1970(low: &str, high: &str) -> String {
    format!("times {low} to {high}")
}

/// The earliest and the latest time, with their lines.
pub fn time_range(low: (&str, usize), high: (&str, usize)) -> String {
    format!("times {} (line {}) to {} (line {})", low.0, low.1, high.0, high.1)
}

/// The lengths of the shortest and the longest text, with their lines.
pub fn lengths([short, long]: [(u64, usize); 2]) -> String {
    let at = |(length, line): (u64, usize)| format!("{} (line {line})", thousands(length));
    match short.0 == long.0 {
        true => counted(short.0 as usize, "character"),
        false => format!("{} to {} characters", at(short), at(long)),
    }
}

pub fn distinct(distinct: u64, all: u64) -> String {
    match (distinct, all) {
        (1, _) => "all the same".to_owned(),
        _ if distinct == all => "all distinct".to_owned(),
        _ => format!("{} distinct", thousands(distinct)),
    }
}

pub fn distinct_beyond(limit: u64) -> String {
    format!("more than {} distinct", thousands(limit))
}

/// A value with how often it comes.
pub fn times(value: &str, count: u64) -> String {
    format!("{value} ×{}", thousands(count))
}

/// A value with how often it comes, and where first.
pub fn times_at(value: &str, count: u64, line: usize) -> String {
    format!("{} (line {line})", times(value, count))
}

/// Some values, and how many more there are.
pub fn list_of(named: &[String], more: usize) -> String {
    match more {
        0 => named.join(", "),
        _ => format!("{}, {} more", named.join(", "), thousands(more as u64)),
    }
}

/// The lengths of the shortest and the longest array, with their lines.
pub fn elements([short, long]: [(u64, usize); 2]) -> String {
    let at = |(length, line): (u64, usize)| format!("{} (line {line})", thousands(length));
    format!("{} to {} elements", at(short), at(long))
}

/// How many rows have the same members, and how the others differ.
pub fn shapes(alike: u64, others: &[String], more: usize) -> String {
    let more = match more {
        0 => String::new(),
        _ => format!("; {} more shapes", thousands(more as u64)),
    };
    format!("{} with the same members; {}{more}", thousands(alike), others.join("; "))
}

/// Rows that have other members than most.
pub fn shape(rows: u64, line: usize, without: &[String], with: &[String]) -> String {
    let part = |word: &str, names: &[String]| match names.is_empty() {
        true => String::new(),
        false => format!(" {word} {}", names.join(", ")),
    };
    format!("{} (first line {line}){}{}", thousands(rows), part("without", without), part("with", with))
}

pub fn many_shapes(limit: usize) -> String {
    format!("rows with more than {limit} sets of members")
}

/// A label with the path of what it names.
pub fn label_at(label: &str, path: &str) -> String {
    format!("{label} at {path}")
}

/// How many values an array or dictionary has, and where it is.
pub fn values(values: u64, path: &str) -> String {
    match path {
        "" => format!("{} values", thousands(values)),
        _ => format!("{} values of {path}", thousands(values)),
    }
}

/// What stands beside the largest container.
pub fn beside(named: &[String], all: usize) -> String {
    format!("beside it: {}", list(named, all))
}

/// All values are this one.
pub fn always_text(value: &str) -> String {
    format!("always {value}")
}

/// Stands for the name of a column that has none; columns count from 1.
pub fn unnamed_column(number: usize) -> String {
    format!("column {number}")
}
