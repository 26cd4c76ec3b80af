//! Marks of other layers in a text: that it was cut before it came here.

use crate::kind::Kind;
use crate::view::{Section, View};
use memchr::memmem;

/// Bytes of a text that is looked through; layers that cut leave less.
const MAX_BYTES: usize = 1 << 20;
/// Marks that are told.
const MARKS: usize = 3;
/// Bytes on both sides of the word that are looked at.
const AROUND: usize = 80;
/// Words for what is gone, and phrases that say it alone; the first letter may be of either case.
const WORDS: [&str; 13] = [
    "truncated",
    "TRUNCATED",
    "omitted",
    "OMITTED",
    "elided",
    "snipped",
    "not shown",
    "removed to fit",
    "too large",
    "too long",
    "file has more lines",
    "File has more lines",
    "TOO LARGE",
];
const UNITS: [&str; 14] =
    ["byte", "char", "line", "token", "row", "result", "item", "entr", "match", "b", "kb", "mb", "more", "of"];
/// What may stand beside the word in a mark that counts nothing.
const COMPANIONS: [&str; 20] = [
    "middle", "rest", "output", "content", "contents", "result", "results", "response", "text", "file", "body", "log",
    "was", "is", "has", "been", "for", "brevity", "tool", "the",
];

/// Where in the view's text such marks stand, the first ones. In a program or a change to one only those that start a line: the others
/// are part of it.
pub fn marks(view: &View, section: &Section) -> Vec<usize> {
    let text = view.text();
    if text.len() > MAX_BYTES {
        return Vec::new();
    }
    let is_code = matches!(section.kind, Kind::Code | Kind::Diff);
    let starts_line = |at: usize| {
        let line = &text[view.line_start(view.line_at(at))..at];
        line.starts_with(['[', '(', '<', '.', '…'])
    };
    let found = |word: &'static str| {
        let behind = memmem::find_iter(text.as_bytes(), &word[1..]).filter_map(|at| at.checked_sub(1));
        behind
            .filter(move |&at| {
                text.is_char_boundary(at) && is_mark(text, at, at + word.len()) && (!is_code || starts_line(at))
            })
            .take(MARKS)
    };
    let mut marks: Vec<usize> = WORDS.iter().flat_map(|word| found(word)).collect();
    marks.sort_unstable();
    marks.dedup();
    marks.truncate(MARKS);
    marks
}

/// Whether a word stands in a mark: between brackets or dots, with a count or nearly alone; or in a phrase of its own.
fn is_mark(text: &str, start: usize, end: usize) -> bool {
    let before = &text[text.ceil_char_boundary(start.saturating_sub(AROUND))..start];
    let after = &text[end..text.floor_char_boundary((end + AROUND).min(text.len()))];
    let word = text[start..end].to_ascii_lowercase();
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start_matches(['[', '(', '<', '.', '…', ' ']);
    match word.as_str() {
        "file has more lines" => line.is_empty(),
        "too large" | "too long" => {
            let subject = line.to_ascii_lowercase();
            ["tool result", "output", "response", "tool output"].contains(&subject.trim_end_matches(" is").trim_end())
        }
        _ => is_set_apart(before, after),
    }
}

fn is_set_apart(before: &str, after: &str) -> bool {
    let foreign = ['\n', '"', '{', '}', ';'];
    let before = before.rsplit(foreign).next().unwrap_or_default();
    let after = after.split(foreign).next().unwrap_or_default();
    let open = before.rfind(['[', '(', '<', '…']).or_else(|| before.rfind("..."));
    let close = after.find([']', ')', '>', '…']).or_else(|| after.find("..."));
    let inner = |open: usize| before[open..].trim_start_matches(['[', '(', '<', '…', '.', ' ']);
    match (open, close) {
        (Some(open), Some(close)) => {
            let inside = [inner(open), &after[..close]];
            let goes_on = after.trim_start().starts_with([',', '-', '–', '—', ';']);
            inside.iter().any(|part| counts(part)) || is_bare(inside[0]) && (is_bare(inside[1]) || goes_on)
        }
        // `… omitted 12 lines` at a line's end, `12 lines omitted …` at its start.
        (Some(open), None) => before[open..].starts_with(['…', '.']) && (counts(inner(open)) || counts(after)),
        (None, Some(close)) => after[close..].starts_with(['…', '.']) && before.len() < AROUND / 2 && counts(before),
        (None, None) => false,
    }
}

/// Whether a number is followed by what it counts.
fn counts(part: &str) -> bool {
    let part = part.to_ascii_lowercase();
    let mut words =
        part.split(|char: char| !char.is_alphanumeric() && char != ',' && char != '.').filter(|word| !word.is_empty());
    let mut counted = false;
    words.any(|word| {
        let unit = UNITS.iter().any(|unit| word.starts_with(unit) && (unit.len() > 2 || word == *unit));
        let is_unit = counted && unit;
        counted = word.starts_with(|first: char| first.is_ascii_digit());
        is_unit
    })
}

/// Whether nothing is said beside the word that a mark would not say.
fn is_bare(part: &str) -> bool {
    part.split(|char: char| !char.is_alphanumeric())
        .all(|word| word.is_empty() || COMPANIONS.contains(&word.to_ascii_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_cut(text: &str) -> bool {
        let view = View::of(text);
        !marks(&view, &view.main_section()).is_empty()
    }

    #[test]
    fn marks_of_known_layers_are_seen() {
        for text in [
            "a\n... [12345 characters truncated] ...\nb",
            "a …1,234 tokens truncated… b",
            "a\n[... omitted 300 of 556 lines ...]\nb",
            "... [OUTPUT TRUNCATED - 12345 chars omitted out of 50000 total] ...",
            "...4523 bytes truncated...",
            "[OUTPUT TRUNCATED - exceeded 25000 token limit]",
            "Tool result too large, the result of this tool call was saved",
            "(File has more lines. Use 'offset' to read beyond line 2000)",
            "[results truncated]\n",
            "[Output was truncated]",
            "... [results truncated, try being more specific]",
            "[... middle omitted — see footer ...]",
            "<truncated>",
            "… omitted 12 lines …",
            "[34 more items not shown]",
        ] {
            assert!(is_cut(text), "{text}");
        }
    }

    #[test]
    fn talk_of_cutting_is_no_mark() {
        for text in [
            "{\"truncated\":false,\"items\":[1,2]}",
            "[\"truncated\"]",
            "The value is truncated to two digits (see below).",
            "fn truncated(lines: usize) -> bool { lines > 3 }",
            "DROP; TRUNCATE TABLE x; 3 rows affected",
            "He omitted the name. (It took 3 lines.)",
            "let words = [\"file has more lines\"];",
            "ERROR response too large for the buffer",
        ] {
            assert!(!is_cut(text), "{text}");
        }
    }
}
