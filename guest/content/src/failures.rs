//! Lines that tell of a failure, found by the setting `error_line_patterns`; lines that differ in numbers only count as alike.

use crate::characters;
use crate::error::{Error, Result};
use crate::grep::{Limits, Pattern};
use crate::order;
use crate::settings::Settings;
use crate::view::View;
use crate::words::outline as words;
use regex_syntax::ast::parse::Parser;
use std::collections::BTreeMap;
use std::ops::Range;

/// Lines that are looked at; a text with more failures than this is not read to its end.
const MAX_LINES: usize = 50_000;
/// Bytes behind the match that make two lines alike.
const SIGNATURE_BYTES: usize = 80;
/// Characters of one pattern, and of all patterns as one.
const MAX_PATTERN_CHARACTERS: usize = 4_000;

/// Lines that are alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub first_line: usize,
    /// Where the match stands in the view's text, in the first line.
    pub at: usize,
    pub lines: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failures {
    /// Rarest first, then by line.
    pub groups: Vec<Group>,
    /// Lines of all groups.
    pub lines: u64,
    /// Whether all lines were looked at. If not, every number here is a lower bound, and groups may be missing.
    pub complete: bool,
}

/// The patterns as one; `None` when there are none.
///
/// # Errors
///
/// [`Error::Invalid`] where one of them is no regular expression by itself, or they are too much together. The sentence
/// says which one, counted from 1.
pub fn pattern(patterns: &[String]) -> Result<Option<Pattern>> {
    if patterns.is_empty() {
        return Ok(None);
    }
    let alternatives: Option<Vec<String>> = patterns.iter().map(|pattern| alternative(pattern)).collect();
    let together = alternatives.map(|alternatives| compile(&alternatives.join("|")));
    match together {
        Some(Ok(together)) => Ok(Some(together)),
        together => Err(problem(patterns, together.and_then(Result::err))),
    }
}

/// A pattern as a group that nothing in it can end early: printed anew, it has no comment that would swallow the rest.
/// `None` where it is no pattern by itself.
fn alternative(pattern: &str) -> Option<String> {
    if pattern.is_empty() {
        return None;
    }
    Some(format!("(?:{})", Parser::new().parse(pattern).ok()?))
}

/// What is wrong with the first pattern that cannot be used alone, else with all as one.
fn problem(patterns: &[String], together: Option<Error>) -> Error {
    let alone = |(pattern, position): (&String, usize)| {
        compile(pattern).err().map(|error| words::unusable_pattern(position, error.message()))
    };
    let reason = together.as_ref().map_or("", Error::message);
    let sentence = patterns.iter().zip(1..).find_map(alone);
    Error::Invalid(sentence.unwrap_or_else(|| words::unusable_together(reason)))
}

fn compile(pattern: &str) -> Result<Pattern> {
    match characters::count(pattern) {
        ..=MAX_PATTERN_CHARACTERS => Pattern::compile(pattern, MAX_PATTERN_CHARACTERS),
        count => Err(Error::Invalid(words::pattern_too_long(count, MAX_PATTERN_CHARACTERS))),
    }
}

/// The patterns of the settings, compiled once for any number of texts.
#[derive(Debug)]
pub struct Finder {
    /// `None` where no line is a failure.
    pattern: Option<Pattern>,
    limits: Limits,
}

impl Finder {
    /// Patterns that cannot be used are replaced by the default.
    pub fn new(settings: &Settings) -> Finder {
        let usable = pattern(&settings.error_line_patterns);
        let fallback = || pattern(&Settings::default().error_line_patterns).ok().flatten();
        Finder {
            pattern: usable.unwrap_or_else(|_| fallback()),
            limits: Limits {
                budget: settings.grep_budget,
                window_chars: settings.grep_max_line_len as usize,
                max_hits: MAX_LINES,
            },
        }
    }

    /// The failures among these lines of a view. Each call has the whole budget.
    pub fn find(&self, view: &View, lines: Range<usize>) -> Failures {
        let Some(pattern) = &self.pattern else {
            return Failures { groups: Vec::new(), lines: 0, complete: true };
        };
        let span = view.span(lines);
        let scan = pattern.scan(&view.text()[span.clone()], 0, self.limits);
        let matches = scan.hits.iter().map(|hit| span.start + hit.start);
        Failures { complete: scan.resume.is_none(), ..group(view, matches) }
    }
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
    order::by(&mut groups, |group| (group.lines, group.first_line as u64));
    Failures { groups, lines, complete: true }
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
        let found = Finder::new(&Settings::default()).find(&view, 0..view.line_count());
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
        assert_eq!(Finder::new(&settings).find(&view, 0..1).lines, 1);
    }

    fn refusal(patterns: &[&str]) -> String {
        let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        pattern(&patterns).unwrap_err().to_string()
    }

    #[test]
    fn each_pattern_is_checked_alone_and_named_by_its_position() {
        let message = refusal(&["x", "a)|(b"]);
        assert!(message.starts_with("Pattern 2 of error_line_patterns: The pattern cannot be read"), "{message}");
        assert_eq!(
            refusal(&["x", ""]),
            "Pattern 2 of error_line_patterns: The pattern is empty. Give the characters to look for."
        );
    }

    #[test]
    fn a_pattern_that_is_too_long_is_refused_by_its_own_limit() {
        assert_eq!(
            refusal(&[&"x".repeat(4_001)]),
            "Pattern 1 of error_line_patterns: The pattern has 4,001 characters, the limit is 4,000. Shorten it."
        );
        let half = "x".repeat(2_000);
        assert_eq!(
            refusal(&[&half, &half]),
            "The patterns of error_line_patterns, taken together: \
             The pattern has 4,009 characters, the limit is 4,000. Shorten it."
        );
    }

    #[test]
    fn a_comment_in_one_pattern_does_not_swallow_the_next() {
        let patterns = ["(?x) on e # a comment", r"(?x) a\ \#", "two"].map(str::to_owned).to_vec();
        let settings = Settings { error_line_patterns: patterns, ..Settings::default() };
        let view = View::of("one\ntwo\nthree\na #\nt wo\n");
        let found = Finder::new(&settings).find(&view, 0..5);
        assert_eq!(found.groups.iter().map(|group| group.first_line).collect::<Vec<_>>(), [0, 1, 3]);
    }

    #[test]
    fn what_is_not_searched_to_its_end_is_said() {
        let settings = Settings { grep_budget: 10_000, ..Settings::default() };
        let text = "error at x\n".repeat(10_000);
        let view = View::of(&text);
        let found = Finder::new(&settings).find(&view, 0..10_000);
        assert!(!found.complete && found.lines < 10_000, "{}", found.lines);
        assert!(Finder::new(&settings).find(&view, 0..100).complete);
        let text = "error\n".repeat(MAX_LINES + 1);
        let view = View::of(&text);
        let found = Finder::new(&Settings::default()).find(&view, 0..MAX_LINES + 1);
        assert_eq!((found.lines, found.complete), (MAX_LINES as u64, false));
    }
}
