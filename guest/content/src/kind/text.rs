//! Text of no other kind: logs, tables, prose. Its outline is its size and the lines that tell of failures, alike lines together.

use super::Likeness;
use crate::characters::{clip, count, visible, without_end};
use crate::failures::Finder;
use crate::view::{Section, View};
use crate::words::outline as words;

/// Characters of a line that an outline quotes.
const QUOTE_CHARACTERS: usize = 160;

pub fn likeness(_view: &View, section: &Section) -> Likeness {
    Likeness { label: section.kind.name().to_owned(), ..Likeness::default() }
}

pub fn outline(view: &View, section: &Section, failures: &Finder) -> Vec<String> {
    let lines = section.lines.clone();
    let longest = lines.clone().map(|line| count(without_end(view.line(line)))).max();
    let mut out = vec![words::extent(lines.start, lines.end.saturating_sub(1), longest.unwrap_or(0))];
    let failures = failures.find(view, lines);
    out.extend(words::failures(failures.lines, failures.complete));
    out.extend(failures.groups.iter().map(|group| {
        let quote = clip(&visible(view.line(group.first_line).trim_end()), QUOTE_CHARACTERS);
        words::failure(group.lines, failures.complete, group.first_line, &quote)
    }));
    out
}
