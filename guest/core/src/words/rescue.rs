//! What a handle says.

use super::{FETCH_TOOL, counted};
use crate::characters::{clip, thousands, visible};

/// Ends an excerpt that its budget cut.
pub const EXCERPT_TRUNCATED: &str = "[... excerpt truncated to excerpt_max_chars]";

/// Characters of a tool's name in a handle.
const TOOL_CHARACTERS: usize = 60;

/// What a handle's first line tells.
pub struct Notice<'n> {
    pub tool: Option<&'n str>,
    pub label: &'n str,
    pub id: &'n str,
    pub characters: u64,
    pub lines: usize,
    pub lines_shown: usize,
    pub lines_in_part: usize,
    /// Characters of those lines that are not shown.
    pub characters_cut: usize,
    /// Whether the view leaves an envelope out.
    pub is_unwrapped: bool,
    /// Whether the tool said that its call was in error.
    pub is_error: bool,
}

/// The first line: that this is a preview, of what, how much is shown and how much is not.
pub fn notice(notice: &Notice) -> String {
    let missing = thousands((notice.lines - notice.lines_shown) as u64);
    let in_part = match notice.lines_in_part {
        0 => String::new(),
        lines => {
            let missing = thousands(notice.characters_cut as u64);
            format!("{} only in part ({missing} characters cut), ", thousands(lines as u64))
        }
    };
    format!(
        "[Toolaria: PREVIEW of a rescued tool result, NOT the full output: {shown} of {lines} shown, {in_part}{missing} not at all. \
         {is_error}{tool}size={size} chars; type={label}{envelope}; id={id}]",
        is_error = if notice.is_error { "The tool says that its call was in error; " } else { "" },
        envelope = if notice.is_unwrapped { ", out of an envelope that raw shows" } else { "" },
        shown = thousands(notice.lines_shown as u64),
        lines = counted(notice.lines, "line"),
        tool = tool(notice.tool),
        size = thousands(notice.characters),
        label = notice.label,
        id = notice.id,
    )
}

/// The start of the handle of content that is not text; `what` tells what it is instead. `some` is whether any of it is shown.
pub fn binary_handle(tool_name: Option<&str>, id: &str, bytes: u64, what: &str, some: bool) -> String {
    let shown = match some {
        true => "PREVIEW of a rescued tool result, NOT the full output",
        false => "a rescued tool result that is NOT shown",
    };
    format!(
        "[Toolaria: {shown}: {bytes} bytes, {what}. {tool}type=binary; id={id}]\n\
         Read its bytes with {FETCH_TOOL}(id=\"{id}\", mode=\"raw\", start, count): they come as base64. \
         mode=\"stat\" tells what is known of it.",
        bytes = thousands(bytes),
        tool = tool(tool_name),
    )
}

pub fn unknown_bytes() -> &'static str {
    "no UTF-8 text and of no known type"
}

pub fn wide_text() -> &'static str {
    "text in UTF-16"
}

/// Text that holds some bytes which are none of it.
pub fn broken_text(count: usize, first: usize, line: usize) -> String {
    format!(
        "text but for {} not UTF-8, first at byte {first} in line {line}",
        if count == 1 { "1 byte that is".to_owned() } else { format!("{} bytes that are", thousands(count as u64)) }
    )
}

/// Lines of a text, decoded.
pub fn decoded(lines: &[(usize, String)]) -> String {
    let lines: Vec<String> = lines.iter().map(|(line, text)| numbered(*line, text)).collect();
    format!("--- lines of it, decoded; \u{fffd} stands for what is no text ---\n{}", lines.join("\n"))
}

/// Printable strings, by the byte that they start at.
pub fn strings_in(strings: &[(usize, String)]) -> String {
    if strings.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = strings.iter().map(|(at, text)| format!("byte {at}| {text}")).collect();
    format!("--- printable strings in it: addresses and the longest ---\n{}", lines.join("\n"))
}

fn tool(name: Option<&str>) -> String {
    // A quoted word in a name could be taken for the sign of a failed call.
    name.map_or(String::new(), |name| format!("tool={}; ", clip(&visible(name).replace('"', "'"), TOOL_CHARACTERS)))
}

/// How it compares with the last result of the same tool: lines that are new, and lines of that which are gone.
pub fn again(id: &str, (added, gone): (usize, usize)) -> String {
    match (added, gone) {
        (0, 0) => "The last result of this tool in this session was the same to the byte.".to_owned(),
        _ => format!(
            "Nearly the same as {id}, the last result of this tool in this session: {} new, {} gone, all others the same.",
            counted(added, "line"),
            counted(gone, "line"),
        ),
    }
}

/// Stands above the lines that are new or gone.
pub fn changed_title(id: &str, shown: usize, all: usize) -> String {
    let rest = if shown < all { format!(", the first {shown} of {all} lines") } else { String::new() };
    format!("--- new or gone since {id}{rest} ---")
}

/// Stands before a line of the last result, with its number there.
pub fn numbered_gone(line: usize) -> String {
    format!("gone {line}| ")
}

/// How to read more. `full` is whether the whole may be fetched at once.
pub fn fetch_hint(id: &str, lines: usize, full: bool) -> String {
    let full = if full { "\"full\"; " } else { "" };
    format!(
        "Read more with {FETCH_TOOL}(id=\"{id}\", mode=...): \"outline\"; \"search\" with query; \"grep\" or \"chain\" with pattern; \
         \"range\" with start, count (lines 0 to {}); \"raw\"; {full}\"stat\".",
        lines.saturating_sub(1)
    )
}

/// How to pass the result on.
pub fn expand_hint(id: &str) -> String {
    format!("To hand the whole result to another tool WITHOUT reading it, write \"tla:{id}\" in that tool's arguments.")
}

/// Stands above figures over the whole.
pub fn summary_title() -> String {
    "--- the whole ---".to_owned()
}

/// Stands above lines of the view that follow one another.
pub fn lines_title(first: usize, last: usize) -> String {
    match first == last {
        true => format!("--- line {first} ---"),
        false => format!("--- lines {first} to {last} ---"),
    }
}

/// Stands above lines that tell of failures.
pub fn failures_title(lines: u64, groups: usize, shown: usize, complete: bool) -> String {
    let at_least = if complete { "" } else { "at least " };
    let alike = match groups as u64 == lines {
        true => String::new(),
        false => format!(", {} of alike ones", counted(groups, "group")),
    };
    let rest = match groups - shown {
        0 => String::new(),
        rest => format!(", {} not shown here", thousands(rest as u64)),
    };
    format!("--- {at_least}{} that may tell of a failure{alike}{rest} ---", counted(lines as usize, "line"))
}

/// A line of the view, after its number; content that looks like a line of ours cannot be taken for one.
pub fn numbered(line: usize, text: &str) -> String {
    format!("{line}| {text}")
}

/// Stands before a line that is the same as the `repeats` lines behind it.
pub fn numbered_repeats(line: usize, repeats: usize) -> String {
    match repeats {
        0 => numbered(line, ""),
        _ => format!("{line} to {}, ×{}| ", line + repeats, thousands(repeats as u64 + 1)),
    }
}

/// Stands above lines that answer what the call asked for.
pub fn asked_title(first: usize, last: usize) -> String {
    let lines = if first == last { format!("line {first}") } else { format!("lines {first} to {last}") };
    format!("--- {lines}: where the result says most of what the call's arguments ask for ---")
}

/// Stands above marks of other layers.
pub fn cut_title() -> String {
    "--- cut before it came here: what these marks stand for was never received and is not stored ---".to_owned()
}

/// Stands before a line that stands for `lines` that are alike.
pub fn numbered_alike(line: usize, lines: u64) -> String {
    match lines {
        1 => numbered(line, ""),
        _ => format!("{line} and {} alike| ", thousands(lines - 1)),
    }
}

/// The arguments of a call were not JSON.
pub fn arguments_not_json() -> String {
    "The call's arguments are not JSON. Give them as the JSON that the tool was called with, or leave them out."
        .to_owned()
}

/// A path that `content.file` does not allow.
pub fn path_denied(path: &str) -> String {
    format!(
        "The file {} may not be read. Give /<directory>/... in a directory that the host opens besides the store, \
         or incoming/... for a file below incoming/ of the store directory; without . or .. in it.",
        super::quoted(path)
    )
}

pub fn file_not_regular(path: &str) -> String {
    format!(
        "The file {} is not read, because it is no regular file or its path leads through a symbolic link. \
         Give the path of the file itself.",
        super::quoted(path)
    )
}

pub fn file_missing(path: &str) -> String {
    format!("There is no file {}.", super::quoted(path))
}

/// A gap that is left out of a line for what it is, with its length.
pub fn set_aside(characters: usize, what: &str) -> String {
    format!("[…{} characters: {what}…]", thousands(characters as u64))
}
