//! Lines that tell of a failure, found by the setting `error_line_patterns`; lines that differ in numbers only count as alike.

use crate::error::Result;
use crate::grep::{Limits, Pattern};
use crate::settings::Settings;
use crate::view::View;
use std::collections::BTreeMap;
use std::ops::Range;

/// Lines that are looked at; a text with more failures than this is not read to its end.
const MAX_LINES: usize = 50_000;
/// Bytes behind the match that make two lines alike.
const SIGNATURE_BYTES: usize = 80;
/// The setting's length is the operator's business; the regex engine has a limit of its own.
const MAX_PATTERN_CHARACTERS: usize = 4_000;

/// Lines that are alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub first_line: usize,
    /// Where the match stands in the view's text, in the first line.
    pub at: usize,
    pub lines: u64,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Failures {
    /// Rarest first, then by line.
    pub groups: Vec<Group>,
    /// Lines of all groups.
    pub lines: u64,
}

/// The patterns as one; `None` when there are none.
///
/// # Errors
///
/// [`crate::error::Error::Invalid`] where one of them is no regular expression.
pub fn pattern(patterns: &[String]) -> Result<Option<Pattern>> {
    if patterns.is_empty() {
        return Ok(None);
    }
    let alternatives: Vec<String> = patterns.iter().map(|pattern| format!("(?:{pattern})")).collect();
    Pattern::compile(&alternatives.join("|"), MAX_PATTERN_CHARACTERS).map(Some)
}

/// The failures among these lines of a view. Patterns that cannot be used are replaced by the default.
pub fn find(view: &View, lines: Range<usize>, settings: &Settings) -> Failures {
    let usable = pattern(&settings.error_line_patterns);
    let fallback = || pattern(&Settings::default().error_line_patterns).ok().flatten();
    let Some(pattern) = usable.unwrap_or_else(|_| fallback()) else {
        return Failures::default();
    };
    let span = view.span(lines);
    let text = &view.text()[span.clone()];
    let limits =
        Limits { budget: settings.grep_budget, window_chars: settings.grep_max_line_len as usize, max_hits: MAX_LINES };
    let hits = pattern.scan(text, 0, limits).hits;
    group(view, hits.into_iter().map(|hit| span.start + hit.start))
}

fn group(view: &View, matches: impl Iterator<Item = usize>) -> Failures {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    let (mut lines, mut last) = (0, None);
    for at in matches {
        let line = view.line_at(at);
        if last == Some(line) {
            continue;
        }
        last = Some(line);
        lines += 1;
        let new = Group { first_line: line, at, lines: 0 };
        groups.entry(signature(view, at, line)).or_insert(new).lines += 1;
    }
    let mut groups: Vec<Group> = groups.into_values().collect();
    groups.sort_by_key(|group| (group.lines, group.first_line));
    Failures { groups, lines }
}

/// What stands at the match, with each run of digits as one.
fn signature(view: &View, at: usize, line: usize) -> String {
    let text = view.text();
    let end = (at + SIGNATURE_BYTES).min(view.line_start(line + 1));
    let mut signature = String::new();
    for char in text[at..text.floor_char_boundary(end)].chars() {
        if !char.is_ascii_digit() {
            signature.push(char);
        } else if !signature.ends_with('0') {
            signature.push('0');
        }
    }
    signature
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failures(text: &str) -> Vec<(usize, u64)> {
        let view = View::of(text);
        let found = find(&view, 0..view.line_count(), &Settings::default());
        found.groups.iter().map(|group| (group.first_line, group.lines)).collect()
    }

    #[test]
    fn alike_lines_are_one_group_and_rare_ones_come_first() {
        let text = "ok\nerror 12 at x\nerror 7 at x\nFATAL: disk\nok\n";
        assert_eq!(failures(text), [(3, 1), (1, 2)]);
    }

    #[test]
    fn words_that_only_contain_one_are_calm() {
        assert_eq!(failures("unfailing\nterrors\nfatality\n"), []);
    }

    #[test]
    fn patterns_that_cannot_be_read_are_an_error_to_check_and_no_loss_at_run_time() {
        let settings = Settings { error_line_patterns: vec!["[".to_owned()], ..Settings::default() };
        assert!(pattern(&settings.error_line_patterns).is_err());
        let view = View::of("error\n");
        assert_eq!(find(&view, 0..1, &settings).lines, 1);
    }
}
