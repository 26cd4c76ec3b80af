//! The excerpt: what a handle shows of a result, within `excerpt_max_chars`.

use super::again::{Again, Change};
use super::budget::{Block, Keep, Title, fit};
use super::entry::Entry;
use super::odd::{self, OddLine, by_line};
use crate::characters::{count, without_end};
use crate::failures::{Finder, Group};
use crate::kind::{self, Kind, Portrait};
use crate::media;
use crate::settings::Settings;
use crate::view::View;
use crate::words;
use std::collections::BTreeMap;
use std::ops::Range;

/// Shares of a budget that does not hold all, as the predecessor had them: failures and head before the tail.
const CHANGED_WEIGHT: usize = 40;
const SUMMARY_WEIGHT: usize = 20;
const ODD_WEIGHT: usize = 60;
const FAILURES_WEIGHT: usize = 40;
const HEAD_WEIGHT: usize = 40;
const TAIL_WEIGHT: usize = 20;

/// Lines that are new or gone, of those that are shown.
const CHANGES_SHOWN: usize = 12;
/// Groups of failures that are shown.
const FAILURES_SHOWN: usize = 5;
/// A group of failures with more than one in this many lines is the rule, not the exception.
const RULE_SHARE: u64 = 4;

/// Characters that a block spends on its lines; fewer lines may be longer.
const BLOCK_CHARACTERS: usize = 4_800;
const LINE_CHARACTERS: std::ops::RangeInclusive<usize> = 240..=1_600;
/// Characters of a line of the summary.
const SUMMARY_CHARACTERS: usize = 700;

/// Characters of the excerpt of structured data, so that its handle has at most 2,000.
const SHORT_CHARACTERS: usize = 1_370;
/// Characters of each line of its summary.
const SHORT_SUMMARY_CHARACTERS: usize = 330;
const SHORT_FAILURES_SHOWN: usize = 2;
const SHORT_FAILURE_CHARACTERS: usize = 120;
/// Characters of its lines at both ends.
const SHORT_LINE_CHARACTERS: std::ops::RangeInclusive<usize> = 64..=600;
/// Lines at both ends of which there may be fewer; more are there because somebody set it.
const SHORT_LINES: usize = 7;
/// Characters for the number of a line, and for its part of a title.
const NUMBER_CHARACTERS: usize = 16;

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

/// The excerpt of a view in at most `budget` characters; what differs from the last result of the tool is in it.
pub fn excerpt(view: &View, again: Option<&Again>, settings: &Settings, budget: usize) -> Excerpt {
    let section = view.main_section();
    let settings = settings.of_content();
    let portrait = kind::portrait(view, &section, &settings);
    let subject =
        Subject { view, odd: by_line(view, &portrait.oddities), failures: Finder::new(&settings), portrait: &portrait };
    let runs = Runs::of(view, &portrait);
    let blocks = |failing_in: Range<usize>| {
        let changed = again.map(|again| changed(view, again)).filter(|block| !block.entries.is_empty());
        changed.into_iter().chain(subject.blocks(&runs, failing_in)).collect::<Vec<Block>>()
    };
    let mut fitting = blocks(runs.between());
    let (mut text, cut) = fit(&mut fitting, budget);
    if cut {
        // Head and tail give way, and with them a failure that they would have shown.
        fitting = blocks(0..view.line_count());
        (text, _) = fit(&mut fitting, budget);
    }
    let mut shown: BTreeMap<usize, usize> = BTreeMap::new();
    for entry in fitting.iter().flat_map(|block| &block.entries) {
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

/// What an excerpt is made of.
struct Subject<'s> {
    view: &'s View<'s>,
    portrait: &'s Portrait,
    odd: Vec<OddLine<'s>>,
    failures: Finder,
}

impl Subject<'_> {
    fn is_short(&self) -> bool {
        matches!(self.view.main_section().kind, Kind::Json | Kind::Ndjson | Kind::Table(_))
    }

    fn blocks(&self, runs: &Runs, failing_in: Range<usize>) -> Vec<Block> {
        let odd = self.odd(runs);
        let summary = summary(self.portrait, odd.entries.len(), self.is_short());
        let failing = self.failing(failing_in);
        let characters = |block: &Block| if block.entries.is_empty() { 0 } else { block.characters() };
        let spent = characters(&summary) + characters(&odd) + characters(&failing);
        let (head, tail, width) = match self.is_short() {
            true => runs.within(SHORT_CHARACTERS.saturating_sub(spent)),
            false => (runs.head.clone(), runs.tail.clone(), None),
        };
        let blocks = [
            summary,
            odd,
            run(self.view, head, width, HEAD_WEIGHT, Keep::Start),
            failing,
            run(self.view, tail, width, TAIL_WEIGHT, Keep::End),
        ];
        blocks.into_iter().filter(|block| !block.entries.is_empty()).collect()
    }

    fn odd(&self, runs: &Runs) -> Block {
        let in_runs = |line| runs.head.contains(&line) || runs.tail.contains(&line);
        Block {
            title: Title::Odd(self.odd.len()),
            weight: ODD_WEIGHT,
            keep: Keep::Start,
            entries: odd::entries(self.view, &self.odd, in_runs),
        }
    }

    /// One line of each group of failures that is not the rule, rarest first.
    fn failing(&self, lines: Range<usize>) -> Block {
        let view = self.view;
        let total = lines.len() as u64;
        let lines = if self.portrait.tells_failures { 0..0 } else { lines };
        let mut failures = self.failures.find(view, lines);
        let is_odd = |group: &Group| group.lines == 1 && self.odd.iter().any(|odd| odd.line == group.first_line);
        failures.groups.retain(|group| group.lines * RULE_SHARE <= total && !is_odd(group));
        let groups = failures.groups.len();
        let (most, width) = match self.is_short() {
            true => (SHORT_FAILURES_SHOWN, SHORT_FAILURE_CHARACTERS),
            false => (FAILURES_SHOWN, width(groups.min(FAILURES_SHOWN))),
        };
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
            entries: failures.groups.iter().take(most).map(entry).collect(),
        }
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

    /// The lines at both ends that have room in some characters, and their width: fewer where they would be too narrow, though one at
    /// each end is always there, and as many as a setting asks for.
    fn within(&self, characters: usize) -> (Range<usize>, Range<usize>, Option<usize>) {
        let (mut head, mut tail) = (self.head.clone(), self.tail.clone());
        let width = |head: &Range<usize>, tail: &Range<usize>| {
            let lines = (head.len() + tail.len()).max(1);
            (characters / lines).saturating_sub(NUMBER_CHARACTERS)
        };
        while width(&head, &tail) < *SHORT_LINE_CHARACTERS.start() && head.len() + tail.len() <= SHORT_LINES {
            match (head.len(), tail.len()) {
                (..=1, ..=1) => break,
                (_, 2..) => tail.start += 1,
                _ => head.end -= 1,
            }
        }
        let width = width(&head, &tail).clamp(*SHORT_LINE_CHARACTERS.start(), *SHORT_LINE_CHARACTERS.end());
        (head, tail, Some(width))
    }
}

/// What is gone and what is new, in the order of the lines.
fn changed(view: &View, again: &Again) -> Block {
    let (added, gone) = again.counts();
    let width = width((added + gone).min(CHANGES_SHOWN));
    let mut entries = Vec::new();
    for Change { before, lines } in &again.changes {
        entries.extend(before.iter().map(|(line, text)| Entry::gone(*line, without_end(text), width)));
        entries.extend(lines.clone().map(|line| Entry::line(line, without_end(view.line(line)), width)));
    }
    let shown = entries.len().min(CHANGES_SHOWN);
    let title = Title::Text(words::changed_title(&again.id, shown, entries.len()));
    entries.truncate(shown);
    Block { title, weight: CHANGED_WEIGHT, keep: Keep::Start, entries }
}

fn summary(portrait: &Portrait, odd: usize, is_short: bool) -> Block {
    let width = match (is_short, odd) {
        (false, _) => SUMMARY_CHARACTERS,
        (true, ..=2) => SHORT_SUMMARY_CHARACTERS,
        (true, _) => SHORT_SUMMARY_CHARACTERS * 2 / 3,
    };
    let entry = |line: &String| Entry::ours(line, width);
    Block {
        title: Title::Text(words::summary_title()),
        weight: SUMMARY_WEIGHT,
        keep: Keep::Start,
        entries: portrait.summary.iter().map(entry).collect(),
    }
}

/// Lines that follow one another.
fn run(view: &View, lines: Range<usize>, width: Option<usize>, weight: usize, keep: Keep) -> Block {
    let width = width.unwrap_or(self::width(lines.len()));
    let entry = |line| {
        let text = without_end(view.line(line));
        let start = view.line_start(line);
        match media::aside(view.text(), start..start + text.len()) {
            Some((range, what)) => Entry::line_beside(line, text, range, what, width),
            None => Entry::line(line, text, width),
        }
    };
    Block { title: Title::Lines, weight, keep, entries: lines.map(entry).collect() }
}

fn width(lines: usize) -> usize {
    (BLOCK_CHARACTERS / lines.max(1)).clamp(*LINE_CHARACTERS.start(), *LINE_CHARACTERS.end())
}
