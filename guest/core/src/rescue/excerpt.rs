//! The excerpt: what a handle shows of a result, within `excerpt_max_chars`.

use super::budget::{Block, Entry, Keep, Title, fit};
use crate::characters::{clip, count, first, last, visible};
use crate::failures::{Finder, Group};
use crate::kind::{self, Portrait};
use crate::settings::Settings;
use crate::view::View;
use crate::words;
use std::collections::BTreeSet;
use std::ops::Range;

/// Shares of a budget that does not hold all, as the predecessor had them: failures and head before the tail.
const SUMMARY_WEIGHT: usize = 20;
const FAILURES_WEIGHT: usize = 40;
const HEAD_WEIGHT: usize = 40;
const TAIL_WEIGHT: usize = 20;

/// Groups of failures that are shown.
const FAILURES_SHOWN: usize = 5;
/// A group of failures with more than one in this many lines is the rule, not the exception.
const RULE_SHARE: u64 = 4;

/// Characters that a block spends on its lines; fewer lines may be longer.
const BLOCK_CHARACTERS: usize = 4_800;
const LINE_CHARACTERS: std::ops::RangeInclusive<usize> = 240..=1_600;
/// Characters of a line of the summary.
const SUMMARY_CHARACTERS: usize = 700;

pub struct Excerpt {
    pub text: String,
    /// The kind with its size.
    pub label: String,
    /// How many lines of the view it shows, whole or in part.
    pub lines_shown: usize,
    /// How many of them it shows only in part.
    pub lines_in_part: usize,
}

/// The excerpt of a view in at most `budget` characters.
pub fn excerpt(view: &View, settings: &Settings, budget: usize) -> Excerpt {
    let section = view.main_section();
    let portrait = kind::portrait(view, &section, settings);
    let runs = Runs::of(view, &portrait);
    let failures = Finder::new(settings);
    let mut blocks = blocks(view, &failures, &portrait, &runs, runs.between());
    let (mut text, cut) = fit(&mut blocks, budget);
    if cut {
        // Head and tail give way, and with them a failure that they would have shown.
        blocks = self::blocks(view, &failures, &portrait, &runs, 0..view.line_count());
        (text, _) = fit(&mut blocks, budget);
    }
    let lines = |partial: bool| -> BTreeSet<usize> {
        let entries = blocks.iter().flat_map(|block| &block.entries);
        entries.filter(|entry| entry.partial == partial).filter_map(|entry| entry.line).collect()
    };
    let (whole, in_part) = (lines(false), lines(true));
    Excerpt {
        text,
        label: portrait.label,
        lines_shown: whole.union(&in_part).count(),
        lines_in_part: in_part.difference(&whole).count(),
    }
}

/// The lines at both ends that an excerpt shows if they fit.
struct Runs {
    head: Range<usize>,
    tail: Range<usize>,
}

impl Runs {
    fn of(view: &View, portrait: &Portrait) -> Runs {
        let lines = view.line_count();
        let tail = lines.saturating_sub(portrait.tail)..lines;
        Runs { head: 0..portrait.head.min(tail.start), tail }
    }

    fn between(&self) -> Range<usize> {
        self.head.end..self.tail.start
    }
}

fn blocks(view: &View, failures: &Finder, portrait: &Portrait, runs: &Runs, failing_in: Range<usize>) -> Vec<Block> {
    let blocks = [
        summary(portrait),
        run(view, runs.head.clone(), HEAD_WEIGHT, Keep::Start),
        failing(view, failing_in, failures),
        run(view, runs.tail.clone(), TAIL_WEIGHT, Keep::End),
    ];
    blocks.into_iter().filter(|block| !block.entries.is_empty()).collect()
}

fn summary(portrait: &Portrait) -> Block {
    let entry = |line: &String| Entry { line: None, partial: false, text: clip(line, SUMMARY_CHARACTERS) };
    Block {
        title: Title::Text(words::summary_title()),
        weight: SUMMARY_WEIGHT,
        keep: Keep::Start,
        entries: portrait.summary.iter().map(entry).collect(),
    }
}

/// Lines that follow one another.
fn run(view: &View, lines: Range<usize>, weight: usize, keep: Keep) -> Block {
    let width = width(lines.len());
    let entry = |line| {
        let text = without_end(view.line(line));
        Entry {
            line: Some(line),
            partial: count(text) > width,
            text: words::numbered(line, &visible(&clip(text, width))),
        }
    };
    Block { title: Title::Lines, weight, keep, entries: lines.map(entry).collect() }
}

/// One line of each group of failures that is not the rule, rarest first.
fn failing(view: &View, lines: Range<usize>, finder: &Finder) -> Block {
    let total = lines.len() as u64;
    let mut failures = finder.find(view, lines);
    failures.groups.retain(|group| group.lines * RULE_SHARE <= total);
    let groups = failures.groups.len();
    let width = width(groups.min(FAILURES_SHOWN));
    let entry = |group: &Group| {
        let (text, partial) = around(view, group, width);
        Entry {
            line: Some(group.first_line),
            partial,
            text: words::numbered_alike(group.first_line, group.lines, &text),
        }
    };
    Block {
        title: Title::Failures {
            lines: failures.groups.iter().map(|group| group.lines).sum(),
            groups,
            complete: failures.complete,
        },
        weight: FAILURES_WEIGHT,
        keep: Keep::Start,
        entries: failures.groups.iter().take(FAILURES_SHOWN).map(entry).collect(),
    }
}

/// The line where a failure was found, or what stands around it where the line is long; and whether it is only a part.
fn around(view: &View, group: &Group, width: usize) -> (String, bool) {
    let line = without_end(view.line(group.first_line));
    let (before, after) = line.split_at((group.at - view.line_start(group.first_line)).min(line.len()));
    if count(line) <= width || count(before) <= width / 2 {
        return (visible(&clip(line, width)), count(line) > width);
    }
    let (near, following) = (last(before, width / 3), first(after, width / 2));
    let omitted = [count(before) - count(near), count(after) - count(following)];
    (words::in_the_middle(&visible(near), &visible(following), omitted), true)
}

fn width(lines: usize) -> usize {
    (BLOCK_CHARACTERS / lines.max(1)).clamp(*LINE_CHARACTERS.start(), *LINE_CHARACTERS.end())
}

fn without_end(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r'])
}
