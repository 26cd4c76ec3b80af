//! Test runs: totals, and each failed test with its place.

use super::columns::Oddity;
use super::columns::tally::Tally;
use super::{Kind, Likeness};
use crate::characters::{clip, visible};
use crate::fold;
use crate::view::{Section, View};
use crate::words::{outline, test_run as words};
use toolaria_lines::plain;
use toolaria_output::test_run::{Failure, KEPT, Run, Runner, Told, Totals};

/// Bytes looked at to recognise a run, at both ends.
const DETECT_START: usize = 64_000;
const DETECT_END: usize = 16_000;
/// Lines of single tests that make a run where nothing else tells it.
const UNCERTAIN_LINES: u64 = 5;
const SUMMARY_LINES: usize = 4;
/// Failed tests that a summary names.
const NAMED: usize = 8;
/// Failures with the same message that are told one by one.
const ALIKE: u64 = 3;
const MESSAGE_CHARACTERS: usize = 160;
const NAME_CHARACTERS: usize = 100;

/// Whether a text is of this kind.
pub fn detect(text: &str) -> bool {
    let mut run = Run::default();
    for part in plain::sample(text, DETECT_START, DETECT_END) {
        plain::each(part, &mut |at, line| run.line(at, line));
    }
    let most = run.known * 2 >= run.lines;
    let quotes_one = || text.starts_with("# ") || text.contains("\n```");
    match run.certain {
        0 => {
            let signs = run.told[Runner::Jest as usize].counted.all();
            run.known >= UNCERTAIN_LINES + signs && run.known * 5 >= run.lines * 4
        }
        _ if quotes_one() => most,
        1 | 2 => run.known * 4 >= run.lines,
        _ => run.known * 20 >= run.lines,
    }
}

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let span = view.span(section.lines.clone());
    let run = Run::of(&view.text()[span.clone()]);
    let mut summary: Vec<String> = runners(&run).map(|(runner, told)| figures(runner, told)).collect();
    summary.truncate(SUMMARY_LINES - 1);
    let failed = &run.failures.kept;
    if !failed.is_empty() {
        let line = |failure: &Failure| view.line_at(span.start + failure.at);
        let named: Vec<String> =
            failed.iter().take(NAMED).map(|failure| words::failed_at(&shown(&failure.name), line(failure))).collect();
        summary.push(words::failed(&named, failed.len(), run.failures.more));
    }
    if run.skipped > 0 && summary.len() < SUMMARY_LINES {
        let skipped = run.skipped_at.iter().map(|&at| view.line_at(span.start + at));
        let named: Vec<String> = skipped.map(|line| words::failed_at(&quoted(view, line), line)).collect();
        summary.push(words::skipped(&named, run.skipped));
    }
    Likeness {
        label: words::label(Kind::TestRun.name(), &totals(&run)),
        summary,
        oddities: oddities(&run, span.start),
        tells_failures: true,
    }
}

pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let span = view.span(section.lines.clone());
    let run = Run::of(&view.text()[span.clone()]);
    let line = |at: usize| view.line_at(span.start + at);
    let mut out: Vec<String> = runners(&run).map(|(runner, told)| figures(runner, told)).collect();
    let mut parts: Vec<(usize, String)> = run
        .told_at
        .iter()
        .map(|&at| (line(at), clip(&visible(view.line(line(at)).trim()), MESSAGE_CHARACTERS)))
        .chain(run.failures.kept.iter().map(|failure| (line(failure.at), described(failure))))
        .collect();
    crate::order::by(&mut parts, |(line, _)| (*line as u64, 0));
    out.extend(parts.iter().map(|(line, part)| outline::at_line(*line, part)));
    out
}

/// Those that ran anything.
fn runners(run: &Run) -> impl Iterator<Item = (&'static str, &Told)> {
    Runner::NAMES.into_iter().zip(&run.told).filter(|(_, told)| told.times > 0 || told.counted.all() > 0)
}

/// As runners say; as counted for those that say nothing.
fn totals(run: &Run) -> Totals {
    let mut totals = Totals::default();
    for (_, told) in runners(run) {
        totals.add(if told.times > 0 { &told.totals } else { &told.counted });
    }
    totals
}

fn figures(runner: &str, told: &Told) -> String {
    let counts_all = !["jest", "vitest", "mocha"].contains(&runner);
    let counted = (counts_all && told.counted.all() > 0).then_some(&told.counted);
    match told.times {
        0 => words::counted_only(runner, &told.counted),
        times => words::told(runner, &told.totals, times, &clip(&visible(&told.line), MESSAGE_CHARACTERS), counted),
    }
}

/// Those whose message is rare first; many alike as one.
fn oddities(run: &Run, base: usize) -> Vec<Oddity> {
    let mut messages = Tally::new(KEPT);
    let keys: Vec<String> = run.failures.kept.iter().map(|failure| template(&failure.message)).collect();
    for (number, key) in keys.iter().enumerate() {
        messages.add(key.as_bytes(), number);
    }
    let mut oddities = Vec::new();
    for message in messages.by_count() {
        let alike = run.failures.kept.iter().zip(&keys).filter(|(_, key)| key.as_bytes() == message.key());
        let told_as_one = message.count > ALIKE;
        for (failure, _) in alike.take(if told_as_one { 1 } else { usize::MAX }) {
            let reason = match told_as_one {
                true => words::fail_alike(message.count, &described_briefly(failure)),
                false => words::fails(&described_briefly(failure)),
            };
            let count = if told_as_one { message.count } else { 1 };
            oddities.push(Oddity { at: base + failure.at, count, path: String::new(), reason });
        }
    }
    oddities
}

/// A message with each run of digits as one; at most as much as a tally keeps.
pub fn template(message: &str) -> String {
    let mut template = String::new();
    for char in message.chars().take(80) {
        match char.is_ascii_digit() {
            true if template.ends_with('0') => {}
            true => template.push('0'),
            false => template.push(char),
        }
    }
    template
}

/// A line as a terminal shows it, with one blank between words.
fn quoted(view: &View, line: usize) -> String {
    let line = fold::shown(view.line(line));
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    shown(&words.join(" "))
}

fn shown(name: &str) -> String {
    clip(&visible(name), NAME_CHARACTERS)
}

fn described_briefly(failure: &Failure) -> String {
    let detail: Vec<String> = failure.detail.iter().map(|detail| visible(detail)).collect();
    words::described(&shown(&failure.name), &visible(&failure.place), &detail)
}

fn described(failure: &Failure) -> String {
    words::outlined(&described_briefly(failure), &clip(&visible(&failure.message), MESSAGE_CHARACTERS))
}

#[cfg(test)]
mod tests;
