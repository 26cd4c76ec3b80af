//! The excerpt: what a handle shows of a result, within `excerpt_max_chars`.

use super::budget::{Block, Keep, Title, fit};
use super::entry::Entry;
use crate::characters::{count, without_end};
use crate::failures::{Finder, Group};
use crate::kind::{self, Portrait};
use crate::settings::Settings;
use crate::view::View;
use crate::words;
use std::collections::BTreeMap;
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
    /// Characters of those that it does not show.
    pub characters_cut: usize,
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
    let mut shown: BTreeMap<usize, usize> = BTreeMap::new();
    for entry in blocks.iter().flat_map(|block| &block.entries) {
        let most = entry.line.map(|line| shown.entry(line).or_default());
        most.into_iter().for_each(|most| *most = entry.shown().max(*most));
    }
    let cut: Vec<usize> = shown.iter().map(|(&line, shown)| count(without_end(view.line(line))) - shown).collect();
    Excerpt {
        text,
        label: portrait.label,
        lines_shown: shown.len(),
        lines_in_part: cut.iter().filter(|cut| **cut > 0).count(),
        characters_cut: cut.iter().sum(),
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
    let entry = |line: &String| Entry::ours(line, SUMMARY_CHARACTERS);
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
    let entry = |line| Entry::line(line, without_end(view.line(line)), width);
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
        let text = without_end(view.line(group.first_line));
        let at = (group.at - view.line_start(group.first_line)).min(text.len());
        Entry::line_around(group.first_line, group.lines, text, at, width)
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

fn width(lines: usize) -> usize {
    (BLOCK_CHARACTERS / lines.max(1)).clamp(*LINE_CHARACTERS.start(), *LINE_CHARACTERS.end())
}
