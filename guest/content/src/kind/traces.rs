//! Stack traces: which there are, how often each, and the deepest cause with the innermost frame of the user's own code. Other kinds
//! ask here for the traces among their lines.

use super::columns::tally::{Entry, Tally};
use super::columns::{Oddity, rare};
use super::test_run::template;
use super::{Kind, Likeness};
use crate::characters::{clip, visible};
use crate::view::{Section, View};
use crate::words::{outline, traces as words};
use toolaria_lines::plain;
use toolaria_output::trace::{Reader, Trace, may_be_in};

/// Bytes looked at to recognise traces, at both ends.
const DETECT_START: usize = 64_000;
const DETECT_END: usize = 16_000;
/// Causes that are counted. Where more than a few, and more of a hundred traces, have one of their own, only what was thrown counts,
/// not what it says.
const DISTINCT: usize = 5_000;
const DISTINCT_SHARE: usize = 25;
const FEW: usize = 8;
/// Causes that a summary names, and that are told.
const NAMED: usize = 4;
const TOLD: usize = 5;
const CAUSE_CHARACTERS: usize = 70;
const OUTLINE_CHARACTERS: usize = 200;

/// Whether most lines are of stack traces.
pub fn detect(text: &str) -> bool {
    let mut reader = Reader::default();
    for part in plain::sample(text, DETECT_START, DETECT_END) {
        plain::each(part, &mut |at, line| reader.line(at, line));
        reader.close();
    }
    !reader.kept.is_empty() && reader.known * 2 >= reader.lines
}

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let traces = Traces::of(view, section);
    let line = |entry: &Entry| view.line_at(traces.kept[entry.at].cause_at);
    let groups = traces.groups.by_count();
    let most = groups.iter().rev().take(NAMED);
    let named: Vec<String> =
        most.map(|entry| outline::times_at(&shown(&traces.kept[entry.at].cause), entry.count, line(entry))).collect();
    let mut summary = vec![words::languages(&traces.languages())];
    if groups.len() > 1 {
        summary.push(words::causes(&named, groups.len()));
    }
    let distinct = (!traces.groups.is_full()).then_some(groups.len());
    let label = words::label(Kind::Traces.name(), traces.all, distinct);
    let tells_failures = distinct.is_some();
    Likeness { label, summary, oddities: traces.told(TOLD), tells_failures }
}

/// Each trace by line.
pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let told = |trace: &Trace| {
        let (cause, thrown) = (clip(&visible(&trace.cause), OUTLINE_CHARACTERS), shown(&trace.head));
        let text = words::outlined(&cause, &visible(&trace.place), trace.causes, &thrown);
        outline::at_line(view.line_at(trace.cause_at), &text)
    };
    Traces::of(view, section).kept.iter().map(told).collect()
}

/// What another kind finds odd, with the traces among its lines told as such, instead of by their lines.
pub fn beside(view: &View, section: &Section, mut oddities: Vec<Oddity>) -> Vec<Oddity> {
    if !may_be_in(&view.text()[view.span(section.lines.clone())]) {
        return oddities;
    }
    let traces = Traces::of(view, section);
    oddities.retain(|oddity| {
        let before = traces.kept.partition_point(|trace| trace.at <= oddity.at);
        before == 0 || view.line_at(oddity.at) > view.line_at(traces.kept[before - 1].last)
    });
    let mut told = traces.told(NAMED);
    told.append(&mut oddities);
    told
}

/// The traces of a section, alike ones together.
struct Traces {
    kept: Vec<Trace>,
    all: u64,
    /// By what was thrown; the place of each is the number of the first trace.
    groups: Tally,
}

impl Traces {
    fn of(view: &View, section: &Section) -> Traces {
        let span = view.span(section.lines.clone());
        let mut reader = Reader::of(&view.text()[span.clone()]);
        for trace in &mut reader.kept {
            trace.at += span.start;
            trace.last += span.start;
            trace.cause_at += span.start;
        }
        let all = reader.kept.len() as u64 + reader.more;
        let by = |key: fn(&str) -> String| {
            let mut groups = Tally::new(DISTINCT);
            for (number, trace) in reader.kept.iter().enumerate() {
                groups.add(key(&trace.cause).as_bytes(), number);
            }
            groups
        };
        let mut groups = by(template);
        if groups.is_full() || groups.entries().len() > FEW.max(reader.kept.len() * DISTINCT_SHARE / 100) {
            groups = by(thrown);
        }
        Traces { kept: reader.kept, all, groups }
    }

    /// Each language with how many traces, in the order in which they come.
    fn languages(&self) -> Vec<String> {
        let mut languages = Tally::new(FEW * 2);
        for trace in &self.kept {
            languages.add(trace.language.as_bytes(), trace.at);
        }
        let named = languages.entries().iter().filter(|entry| !entry.key().is_empty());
        named.map(|entry| outline::times(&entry.text(), entry.count)).collect()
    }

    /// Those that are rare, or all where they are few; else the most frequent.
    fn told(&self, most: usize) -> Vec<Oddity> {
        let groups = self.groups.by_count();
        let counts: Vec<u64> = groups.iter().map(|entry| entry.count).collect();
        let told = match rare(&counts) {
            _ if groups.len() <= most => &groups[..],
            0 => &groups[groups.len() - 1..],
            rare => &groups[..rare],
        };
        told.iter().take(most).map(|entry| self.tell(entry)).collect()
    }

    fn tell(&self, entry: &Entry) -> Oddity {
        let trace = &self.kept[entry.at];
        let outer = if trace.causes > 0 { shown(&trace.head) } else { String::new() };
        let reason = words::alike(entry.count, self.all, &visible(&trace.place), &outer);
        Oddity { at: trace.cause_at, count: entry.count, path: String::new(), reason }
    }
}

fn shown(text: &str) -> String {
    clip(&visible(text), CAUSE_CHARACTERS)
}

/// What was thrown, without what it says.
fn thrown(cause: &str) -> String {
    cause.split([':', ' ']).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests;
