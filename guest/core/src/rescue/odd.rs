//! What is unlike the rest, by the lines that it stands in.

use super::entry::Entry;
use crate::characters::{clip, count, without_end};
use crate::kind::columns::Oddity;
use crate::view::View;
use crate::words::oddity as words;

/// Lines that are shown.
pub const SHOWN: usize = 5;
/// Reasons that are told of one line.
const REASONS: usize = 3;
/// Bytes between two oddities of one line that are shown together.
const NEAR_BYTES: usize = 300;

/// Oddities that are shown together.
pub struct OddLine<'o> {
    pub line: usize,
    at: usize,
    oddities: Vec<&'o Oddity>,
}

impl OddLine<'_> {
    /// How many lines are odd as this one is, at most.
    pub fn stands_for(&self) -> u64 {
        self.oddities.iter().map(|oddity| oddity.count).max().unwrap_or_default()
    }
}

/// In the order in which they are worth showing.
pub fn by_line<'o>(view: &View, oddities: &'o [Oddity]) -> Vec<OddLine<'o>> {
    let mut lines: Vec<OddLine> = Vec::new();
    for oddity in oddities.iter().take(MOST) {
        let line = view.line_at(oddity.at);
        let near = |known: &&mut OddLine| known.line == line && known.at.abs_diff(oddity.at) < NEAR_BYTES;
        match lines.iter_mut().find(near) {
            Some(known) => known.oddities.push(oddity),
            None => lines.push(OddLine { line, at: oddity.at, oddities: vec![oddity] }),
        }
    }
    lines
}

/// Oddities that are looked at; more are hardly odd.
const MOST: usize = 1_000;

/// Widths in characters, by how many lines are shown: of the reasons and of the line.
fn widths(shown: usize) -> (usize, usize) {
    match shown {
        ..=2 => (170, 200),
        3 => (120, 120),
        _ => (90, 64),
    }
}

/// The lines that are shown, with their reasons; those that `is_shown` stand elsewhere as a whole.
pub fn entries(view: &View, odd: &[OddLine], is_shown: impl Fn(usize) -> bool) -> Vec<Entry> {
    let (reasons, width) = widths(odd.len().min(SHOWN));
    let entry = |odd: &OddLine| {
        let reason = clip(&reason(odd), reasons);
        let text = without_end(view.line(odd.line));
        match is_shown(odd.line) && count(text) <= width {
            true => Entry::ours(&reason, reasons),
            false => {
                let at = (odd.at - view.line_start(odd.line)).min(text.len());
                Entry::line_around(odd.line, 1, text, at, width).below(&reason)
            }
        }
    };
    odd.iter().take(SHOWN).map(entry).collect()
}

/// What is odd in a line; columns that are odd for the same reason together.
fn reason(odd: &OddLine) -> String {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for oddity in &odd.oddities {
        match reasons.iter_mut().find(|(reason, _)| *reason == oddity.reason) {
            Some((_, paths)) if paths.contains(&oddity.path.as_str()) => {}
            Some((_, paths)) => paths.push(&oddity.path),
            None => reasons.push((&oddity.reason, vec![&oddity.path])),
        }
    }
    let named = reasons.iter().take(REASONS).map(|(reason, paths)| {
        let shown = &paths[..paths.len().min(REASONS)];
        words::of(shown, paths.len() - shown.len(), reason)
    });
    words::at_line(odd.line, &named.collect::<Vec<_>>(), reasons.len().saturating_sub(REASONS))
}
