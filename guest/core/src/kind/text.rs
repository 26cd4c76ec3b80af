//! Text of no other kind: logs, tables, prose. Its outline is its size and the lines that tell of failures, alike lines together.

use super::{Kind, Portrait};
use crate::characters::{clip, count, thousands, visible};
use crate::failures;
use crate::settings::Settings;
use crate::view::{Section, View};

/// Characters of a line that an outline quotes.
const QUOTE_CHARACTERS: usize = 160;

pub fn portrait() -> Portrait {
    Portrait { label: Kind::Text.name().to_owned(), summary: Vec::new(), head: 0, tail: 0 }
}

pub fn outline(view: &View, section: &Section, settings: &Settings) -> Vec<String> {
    let lines = section.lines.clone();
    let longest = lines.clone().map(|line| count(view.line(line).trim_end_matches(['\r', '\n']))).max();
    let mut out = vec![format!(
        "lines {} to {}; longest line {} characters",
        lines.start,
        lines.end.saturating_sub(1),
        thousands(longest.unwrap_or(0) as u64)
    )];
    let failures = failures::find(view, lines, settings);
    if !failures.groups.is_empty() {
        out.push(format!(
            "lines that match error_line_patterns: {}, alike ones together, rarest first:",
            thousands(failures.lines)
        ));
    }
    out.extend(failures.groups.iter().map(|group| {
        let quote = clip(&visible(view.line(group.first_line).trim_end()), QUOTE_CHARACTERS);
        format!("- ×{} first at line {}: {quote}", thousands(group.lines), group.first_line)
    }));
    out
}
