//! What an answer to a query says besides its data, and what is wrong with a query.

use super::{FETCH_TOOL, counted, quoted};
use crate::characters::{clip, thousands, visible};
use crate::error::{Error, LimitInfo};
use std::ops::Range;

/// All modes, as a refusal lists them.
const MODES: &str = "outline, search, grep, chain, range, raw, full or stat";

/// What a caller looked for, in a notice. Not in double quotes, nor with any that could close a word: hosts take a
/// result with `error` or `failed` in double quotes for a failed call.
fn asked(text: &str) -> String {
    format!("`{}`", clip(&visible(text), 80).replace('"', "\\\""))
}

/// The slice of the view that `range` or `full` gave.
pub struct RangeNotice {
    pub id: String,
    /// First line shown, and the column in it where the slice starts.
    pub first: (usize, usize),
    /// Last line shown, and whether it is shown to its end.
    pub last: (usize, bool),
    pub lines: usize,
    /// Nothing is shown because the range starts behind the last line.
    pub empty: bool,
    pub more: bool,
}

pub fn range_notice(notice: &RangeNotice) -> String {
    if notice.empty {
        return format!(
            "[{}: nothing here; the view has {}, numbered from 0]",
            notice.id,
            counted(notice.lines, "line")
        );
    }
    let from = match notice.first {
        (line, 0) => format!("line {line}"),
        (line, column) => format!("line {line} from column {column}"),
    };
    let to = match notice.last {
        (line, true) if line == notice.first.0 => String::new(),
        (line, true) => format!(" to line {line}"),
        (line, false) => format!(" to a part of line {line}"),
    };
    let more = more(notice.more);
    format!("[{}: {from}{to}, of {}{more}]", notice.id, counted(notice.lines, "line"))
}

/// What `grep` and `chain` found.
pub struct GrepNotice<'n> {
    pub id: &'n str,
    /// `grep` or `chain`.
    pub mode: &'n str,
    pub pattern: &'n str,
    pub shown: usize,
    /// Matches from where this answer starts.
    pub total: u64,
    /// Whether the view was searched to its end.
    pub complete: bool,
    /// Whether this answer continues another one.
    pub continued: bool,
    pub lines: usize,
    /// The line that the search stopped in, where it is not complete.
    pub stopped_at: usize,
    /// Lines of context that did not fit.
    pub left_out: &'n [Range<usize>],
    /// Whether the pattern has classes that know ASCII only, and the view has other letters.
    pub ascii_classes: bool,
    pub more: bool,
}

pub fn grep_notice(notice: &GrepNotice) -> String {
    let GrepNotice { id, mode, shown, total, complete, .. } = *notice;
    let at_least = if complete { "" } else { "at least " };
    let from_here = if notice.continued { " from here on" } else { "" };
    let found = match total {
        0 => format!("no match{from_here}"),
        _ => format!("{shown} of {at_least}{} shown{from_here}", matches(total)),
    };
    let scope = match complete {
        true => format!("searched to the end, {}", counted(notice.lines, "line")),
        false => format!(
            "stopped in line {} of {} when the setting grep_budget was spent",
            notice.stopped_at,
            thousands(notice.lines as u64)
        ),
    };
    let context = left_out(notice.left_out);
    let ascii = if notice.ascii_classes { "; \\w, \\d, \\s and \\b know ASCII letters only" } else { "" };
    let more = more(notice.more);
    format!("[{id}: {mode} {}: {found}; {scope}{context}{ascii}{more}]", asked(notice.pattern))
}

fn left_out(lines: &[Range<usize>]) -> String {
    match lines {
        [] => String::new(),
        lines => {
            let bounds: Vec<String> = lines.iter().map(|lines| bounds(lines.start, lines.end - 1)).collect();
            format!("; context left out to fit fetch_max_chars: {}", bounds.join(" and "))
        }
    }
}

fn bounds(first: usize, last: usize) -> String {
    if first == last { format!("line {first}") } else { format!("lines {first} to {last}") }
}

fn more(more: bool) -> &'static str {
    if more { "; more with the cursor" } else { "" }
}

fn matches(total: u64) -> String {
    match total {
        1 => "1 match".to_owned(),
        _ => format!("{} matches", thousands(total)),
    }
}

pub fn search_notice(id: &str, query: &str, shown: usize, matching: usize, parts: usize, more: bool) -> String {
    let more = self::more(more);
    match matching {
        0 => format!("[{id}: search {}: no word of it is in any of {}]", asked(query), counted(parts, "part")),
        _ => format!(
            "[{id}: search {}: {shown} of {} shown, best first; searched {}{more}]",
            asked(query),
            counted(matching, "matching part"),
            counted(parts, "part")
        ),
    }
}

pub fn outline_notice(id: &str, label: &str, characters: u64, lines: usize, more: bool) -> String {
    let more = self::more(more);
    format!("[{id}: outline of {label}, {} chars, {}{more}]", thousands(characters), counted(lines, "line"))
}

/// Stands above the outline of one of several texts in a result.
pub fn outline_section(kind: &str, first: usize, last: usize) -> String {
    format!("[{kind} outline, lines {first} to {last}]")
}

pub fn raw_notice(id: &str, start: u64, end: u64, total: u64, more: bool) -> String {
    let more = self::more(more);
    match start == end {
        true => format!("[{id}: nothing here; there are {} bytes, numbered from 0]", thousands(total)),
        false => format!("[{id}: bytes {start} to {} of {}{more}]", end - 1, thousands(total)),
    }
}

/// Added where bytes had to be written as text.
pub fn as_base64() -> String {
    "[these bytes are not text: base64 follows]".to_owned()
}

pub fn stat_notice(id: &str) -> String {
    format!("[{id}: what is known of it]")
}

/// Added where lines are numbered differently than in the handle.
pub fn view_changed() -> String {
    "[line numbers have changed since the handle was made: Toolaria lays this kind out differently now]".to_owned()
}

/// How to go on, for the model.
pub fn cursor_line(cursor: &str) -> String {
    format!("[to go on, repeat this call with cursor=\"{cursor}\"]")
}

/// The last line of ours above the data.
pub fn data_title(characters: usize) -> String {
    format!("[data: {}]", counted(characters, "character"))
}

pub fn not_text(id: &str, bytes: u64) -> Error {
    Error::Invalid(format!(
        "{id} is not UTF-8 text but {} bytes, so it has no lines. Use mode=\"raw\" for its bytes or \"stat\" for what is known of it.",
        thousands(bytes)
    ))
}

/// `passable`: whether a token for it would be expanded.
pub fn full_too_large(id: &str, characters: u64, limit: u64, passable: bool) -> Error {
    let pass = if passable { format!(", or pass tla:{id} to another tool") } else { String::new() };
    Error::TooLarge(LimitInfo {
        message: format!(
            "{id} has {} characters, mode=\"full\" gives at most {} (setting full_fetch_max_chars). \
             Use \"outline\", \"search\", \"grep\" or \"range\"{pass}.",
            thousands(characters),
            thousands(limit)
        ),
        asked: characters,
        limit,
    })
}

pub fn cursor_malformed(cursor: &str) -> Error {
    Error::Invalid(format!(
        "{} is not a cursor. Give the cursor of the last answer as it was, or leave it out to start anew.",
        quoted(cursor)
    ))
}

pub fn cursor_of_another_query() -> Error {
    Error::Invalid(
        "The cursor belongs to another query or another result. Repeat the call that gave it with nothing else changed, or leave it out to start anew."
            .to_owned(),
    )
}

pub fn cursor_outdated() -> Error {
    Error::Invalid("The cursor was made by another version of Toolaria, which laid the lines out differently. Leave it out to start anew.".to_owned())
}

pub fn no_cursor_for(mode: &str) -> Error {
    Error::Invalid(format!("mode=\"{mode}\" answers at once and takes no cursor. Leave it out."))
}

pub fn call_not_object() -> Error {
    Error::Invalid(format!(
        "The arguments of {FETCH_TOOL} are not a JSON object. Give at least {{\"id\": \"...\", \"mode\": \"outline\"}}."
    ))
}

pub fn unknown_argument(name: &str) -> Error {
    Error::Invalid(format!(
        "{FETCH_TOOL} has no argument {}. It has id, mode, start, count, pattern, query and cursor.",
        quoted(name)
    ))
}

pub fn unknown_mode(mode: &str) -> Error {
    Error::Invalid(format!("There is no mode {}. Use {MODES}.", quoted(mode)))
}

pub fn missing_mode() -> Error {
    Error::Invalid(format!("The argument mode is missing. Use {MODES}."))
}

pub fn missing_argument(mode: &str, name: &str, example: &str) -> Error {
    Error::Invalid(format!("mode=\"{mode}\" needs {name}, for example {example}."))
}

pub fn wrong_type(name: &str, expected: &str) -> Error {
    Error::Invalid(format!("The argument {name} is not {expected}. Correct it or leave it out."))
}

/// The description of the model-facing tool. `passref`: whether tokens are expanded.
pub fn tool_description(passref: bool) -> String {
    let pass = match passref {
        true => " To pass a whole result to another tool unread, write tla:<id> in that tool's arguments instead.",
        false => "",
    };
    format!(
        "Reads slices of a tool result that was too long for the context and was replaced by a Toolaria preview with an id. \
         mode: \"outline\" maps the whole (columns with figures, headings, symbols); \"search\" (query: plain words) finds the nearest parts; \
         \"grep\" (pattern: a regular expression, case ignored unless it starts with (?-i); \\w, \\d, \\s and \\b know ASCII letters only) \
         finds lines; \"chain\" (pattern, count) finds lines with count lines around each; \"range\" (start, count) gives lines by number, \
         counted from 0; \"raw\" (start, count) gives bytes; \"full\" gives all unless it is too long; \"stat\" tells size, kind and age. \
         An answer that is not complete says so and carries a cursor: repeat the call with it to go on.{pass}"
    )
}

/// Stands above a part that search found: its rank, its lines, and where what is shown of it starts.
pub fn search_place(rank: usize, first: usize, last: usize, line: usize, column: usize) -> String {
    let lines = bounds(first, last);
    match column {
        0 => format!("{rank}. in {lines}, from line {line}:"),
        _ => format!("{rank}. in {lines}, from line {line} column {column}:"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_stands_in_no_double_quotes() {
        let notices = ["error", "\"error\"", "\"failed\": 1"].map(|query| search_notice("i", query, 0, 0, 1, false));
        assert!(notices.iter().all(|notice| !notice.contains("\"error\"") && !notice.contains("\"failed\"")));
        assert_eq!(notices[1], "[i: search `\\\"error\\\"`: no word of it is in any of 1 part]");
    }
}
