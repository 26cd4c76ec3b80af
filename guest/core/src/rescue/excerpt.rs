//! The excerpt: what a handle shows of a result, within `excerpt_max_chars`.

use super::again::{Again, Change};
use super::budget::{Block, Keep, Title, fit};
use super::ends::Ends;
use super::entry::Entry;
use super::odd::{self, OddLine, by_line};
use crate::asked::{self, Answer};
use crate::characters::{count, without_end};
use crate::cut;
use crate::failures::{Finder, Group};
use crate::kind::{self, Portrait};
use crate::settings::Settings;
use crate::view::View;
use crate::words;
use std::collections::BTreeMap;
use std::ops::Range;

/// Shares of a budget that does not hold all.
const CUT_WEIGHT: usize = 60;
const CHANGED_WEIGHT: usize = 40;
const SUMMARY_WEIGHT: usize = 20;
const ODD_WEIGHT: usize = 60;
const ASKED_WEIGHT: usize = 50;
const FAILURES_WEIGHT: usize = 40;

/// Lines that are new or gone, of those that are shown.
const CHANGES_SHOWN: usize = 12;
/// A group of failures with more than one in this many lines is the rule, not the exception.
const RULE_SHARE: u64 = 4;

/// Characters that a block spends on its lines; fewer lines may be longer.
const BLOCK_CHARACTERS: usize = 4_800;
const LINE_CHARACTERS: std::ops::RangeInclusive<usize> = 240..=1_600;

/// Characters of an excerpt, so that its handle has at most 2,000, unless more than a handful of things are odd.
const CHARACTERS: usize = 1_370;
/// Characters of each line of its summary.
const SUMMARY_CHARACTERS: usize = 330;
/// One less where there is an answer to what was asked.
const FAILURES_SHOWN: usize = 2;
const FAILURE_CHARACTERS: usize = 120;
/// Of lines that were asked for, all of them and each.
const ASKED_BLOCK: usize = 800;
const ASKED_CHARACTERS: std::ops::RangeInclusive<usize> = 100..=320;
/// Of marks.
const CUT_CHARACTERS: usize = 160;

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

/// What an excerpt tells beyond what the view holds.
pub struct Occasion<'o> {
    again: Option<&'o Again>,
    /// Lines that answer what the call asked for.
    answer: Option<Answer>,
    /// Where it was cut before it came here.
    marks: Vec<usize>,
}

impl<'o> Occasion<'o> {
    /// `again` is how the view differs from the last result of its tool, `arguments` are those of the call.
    pub fn of(view: &View, again: Option<&'o Again>, arguments: Option<&str>) -> Occasion<'o> {
        let question = arguments.and_then(asked::question);
        Occasion {
            again,
            answer: question.and_then(|question| asked::answer(view, &view.main_section(), &question)),
            marks: cut::marks(view, &view.main_section()),
        }
    }
}

/// The excerpt of a view in at most `budget` characters.
pub fn excerpt(view: &View, occasion: &Occasion, settings: &Settings, budget: usize) -> Excerpt {
    let section = view.main_section();
    let settings = settings.of_content();
    let portrait = kind::portrait(view, &section, &settings);
    let subject = Subject {
        view,
        odd: by_line(view, &portrait.oddities),
        occasion,
        failures: Finder::new(&settings),
        portrait: &portrait,
    };
    let failing = subject.failing(0..view.line_count());
    let blocks = |keeps_ends: bool| {
        let changed = occasion.again.map(|again| changed(view, again)).filter(|block| !block.entries.is_empty());
        changed.into_iter().chain(subject.blocks(keeps_ends, &failing)).collect::<Vec<Block>>()
    };
    let mut fitting = blocks(true);
    let (mut text, cut) = fit(&mut fitting, budget);
    if cut {
        // Head and tail give way, and with them what they would have shown.
        fitting = blocks(false);
        (text, _) = fit(&mut fitting, budget);
    }
    let mut shown: BTreeMap<usize, usize> = BTreeMap::new();
    for entry in fitting.iter().flat_map(|block| &block.entries) {
        let lines = entry.line.map_or(0..0, |line| line..line + entry.repeats + 1);
        for line in lines {
            let most = shown.entry(line).or_default();
            *most = entry.shown().max(*most);
        }
    }
    let cut: Vec<usize> =
        shown.iter().map(|(&line, shown)| count(without_end(view.line(line))).saturating_sub(*shown)).collect();
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
    occasion: &'s Occasion<'s>,
    failures: Finder,
}

impl Subject<'_> {
    /// What stands in head and tail, if they keep what they are given, is not shown a second time. `failing` is of all lines.
    fn blocks(&self, keeps_ends: bool, failing: &Block) -> Vec<Block> {
        let odd = self.odd(&|_| false);
        let first = [self.cut(), summary(self.portrait, odd.entries.len()), self.asked()];
        let characters = |block: &Block| if block.entries.is_empty() { 0 } else { block.characters() };
        let spent = first.iter().chain([&odd, failing]).map(characters).sum();
        let ends = Ends::all(self.view, self.portrait).within(CHARACTERS.saturating_sub(spent));
        let [head, tail] = ends.blocks();
        let odd = if keeps_ends { self.odd(&|line| ends.holds(line)) } else { odd };
        // Where no line fails, none does between the ends, and the text need not be searched again.
        let between = (keeps_ends && !failing.entries.is_empty()).then(|| self.failing(ends.between()));
        let failing = between.filter(|less| characters(less) <= characters(failing)).unwrap_or_else(|| failing.clone());
        let [cut, summary, asked] = first;
        let blocks = [cut, summary, odd, asked, head, failing, tail];
        blocks.into_iter().filter(|block| !block.entries.is_empty()).collect()
    }

    fn odd(&self, is_shown: &dyn Fn(usize) -> bool) -> Block {
        Block {
            title: Title::Odd(self.odd.len()),
            weight: ODD_WEIGHT,
            keep: Keep::Start,
            entries: odd::entries(self.view, &self.odd, |line| is_shown(line) || self.is_asked(line)),
        }
    }

    /// Whether a line is shown as a whole because it was asked for.
    fn is_asked(&self, line: usize) -> bool {
        self.occasion.answer.as_ref().is_some_and(|answer| {
            answer.lines.contains(&line) && count(without_end(self.view.line(line))) <= asked_width(&answer.lines)
        })
    }

    fn asked(&self) -> Block {
        let (lines, at) = self.occasion.answer.as_ref().map_or((&[][..], 0), |answer| (&answer.lines[..], answer.at));
        let [first, last] = [lines.first(), lines.last()].map(|line| line.copied().unwrap_or_default());
        let width = asked_width(lines);
        let entry = |&line: &usize| {
            let text = without_end(self.view.line(line));
            match line == first {
                true => Entry::line_around(
                    line,
                    1,
                    text,
                    at.saturating_sub(self.view.line_start(line)).min(text.len()),
                    width,
                ),
                false => Entry::line(line, text, width),
            }
        };
        Block {
            title: Title::Text(words::asked_title(first, last)),
            weight: ASKED_WEIGHT,
            keep: Keep::Start,
            entries: lines.iter().map(entry).collect(),
        }
    }

    fn cut(&self) -> Block {
        let entry = |&at: &usize| {
            let line = self.view.line_at(at);
            let text = without_end(self.view.line(line));
            Entry::line_around(line, 1, text, (at - self.view.line_start(line)).min(text.len()), CUT_CHARACTERS)
        };
        Block {
            title: Title::Text(words::cut_title()),
            weight: CUT_WEIGHT,
            keep: Keep::Start,
            entries: self.occasion.marks.iter().map(entry).collect(),
        }
    }

    /// One line of each group of failures that is not the rule, rarest first.
    fn failing(&self, lines: Range<usize>) -> Block {
        let view = self.view;
        let lines = if self.portrait.failures == 0 { 0..0 } else { lines };
        let total = lines.len() as u64;
        let mut failures = self.failures.find(view, lines);
        let is_odd = |group: &Group| group.lines == 1 && self.odd.iter().any(|odd| odd.line == group.first_line);
        // Those that are shown as odd stand for all that are alike.
        let shown_odd = &self.odd[..self.odd.len().min(odd::SHOWN)];
        let is_new = |group: &&Group| {
            !shown_odd.iter().any(|odd| odd.line == group.first_line && odd.stands_for() >= group.lines)
        };
        failures.groups.retain(|group| group.lines * RULE_SHARE <= total && !is_odd(group));
        if failures.groups.len() > self.portrait.failures {
            failures.groups.clear();
        }
        let shown = if self.occasion.answer.is_some() { 1 } else { FAILURES_SHOWN };
        let entry = |group: &Group| {
            let text = without_end(view.line(group.first_line));
            let at = (group.at - view.line_start(group.first_line)).min(text.len());
            Entry::line_around(group.first_line, group.lines, text, at, FAILURE_CHARACTERS)
        };
        Block {
            title: Title::Failures {
                lines: failures.groups.iter().map(|group| group.lines).sum(),
                groups: failures.groups.len(),
                complete: failures.complete,
            },
            weight: FAILURES_WEIGHT,
            keep: Keep::Start,
            entries: failures.groups.iter().filter(is_new).take(shown).map(entry).collect(),
        }
    }
}

/// Characters of each of the lines that were asked for.
fn asked_width(lines: &[usize]) -> usize {
    (ASKED_BLOCK / lines.len().max(1)).clamp(*ASKED_CHARACTERS.start(), *ASKED_CHARACTERS.end())
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

fn summary(portrait: &Portrait, odd: usize) -> Block {
    let width = if odd <= 2 { SUMMARY_CHARACTERS } else { SUMMARY_CHARACTERS * 2 / 3 };
    let entry = |line: &String| Entry::ours(line, width);
    Block {
        title: Title::Text(words::summary_title()),
        weight: SUMMARY_WEIGHT,
        keep: Keep::Start,
        entries: portrait.summary.iter().map(entry).collect(),
    }
}

fn width(lines: usize) -> usize {
    (BLOCK_CHARACTERS / lines.max(1)).clamp(*LINE_CHARACTERS.start(), *LINE_CHARACTERS.end())
}
