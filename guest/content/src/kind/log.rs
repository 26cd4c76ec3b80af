//! Logs: levels, times, message templates, and the lines that are unlike the others.

mod detection;
mod survey;

use super::columns::{Oddity, rare};
use super::decisions::decisions;
use super::{Likeness, traces};
use crate::order;
use crate::view::{Section, View};
use crate::words::log as words;
pub use detection::detect;
use survey::{Counted, Survey, range};
use toolaria_lines::level::Level;
use toolaria_lines::line::Line;
use toolaria_lines::pace::Gap;
use toolaria_lines::stamp;
use toolaria_lines::templates::{Departure, Templates};

/// Templates that a summary names.
const NAMED: usize = 3;
/// Words at one end of two templates that are left out where they are alike; fewer are shown.
const ALIKE_WORDS: usize = 2;
/// Bytes of a template that is shown as a whole.
const SHORT: usize = 60;
const SHORTENED: &str = "…";
/// Fewer lines have no level that is rare.
const LEAST_LINES: u64 = 20;

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let survey = Survey::of(view, section);
    Likeness {
        label: words::label(section.kind.name(), section.lines.len()),
        summary: summary(view, &survey),
        oddities: oddities(view, section, &survey),
        ..Likeness::default()
    }
}

fn summary(view: &View, survey: &Survey) -> Vec<String> {
    let time = |line: usize| shown_time(view, line);
    let times = survey.pace.ends().map(|[first, last]| words::times(&time(first), first, &time(last), last));
    let levels: Vec<String> = survey.by_level().map(|(level, counted)| by_name(level.name(), counted)).collect();
    let statuses: Vec<String> =
        survey.by_status().map(|(status, counted)| by_name(&status.to_string(), counted)).collect();
    let all = [times, words::levels(&levels), words::statuses(&statuses), templates(view, &survey.templates)];
    all.into_iter().flatten().collect()
}

fn by_name(name: &str, counted: &Counted) -> String {
    words::counted_lines(name, counted.lines, counted.first, counted.last)
}

/// The time of a line, as it is written there.
fn shown_time(view: &View, line: usize) -> String {
    let range = range(view, line);
    let stamp = stamp::stamp(&view.text().as_bytes()[range.clone()]);
    stamp.map_or_else(String::new, |stamp| view.text()[range][stamp.place].to_owned())
}

/// How many templates there are, and the most frequent.
fn templates(view: &View, templates: &Templates) -> Option<String> {
    let by_count = templates.by_count();
    let frequent = by_count.iter().rev().take(NAMED).filter(|(count, _)| *count > 1);
    let frequent: Vec<(u64, String)> = frequent.map(|&(count, at)| (count, shown(view, templates, at))).collect();
    let first = frequent.first().map_or("", |(_, template)| template);
    let named: Vec<String> = frequent
        .iter()
        .enumerate()
        .map(|(number, (count, template))| match number {
            0 => words::template(*count, template),
            _ if template.len() <= SHORT => words::template(*count, template),
            _ => words::another_template(*count, &difference(template, first)),
        })
        .collect();
    words::templates(templates.number(), templates.limit(), &named)
}

/// A template without the keys of what is no part of it, such as time and level.
fn shown(view: &View, templates: &Templates, at: usize) -> String {
    let template = templates.shown(view.text(), &line_at(view, at).parts);
    let is_told = |word: &&str| !word.ends_with('=') || word.len() == 1;
    template.split(' ').filter(is_told).collect::<Vec<_>>().join(" ")
}

/// What of a template is not as in another: where both start or end alike, that is left out.
fn difference(template: &str, other: &str) -> String {
    let [words, others] = [template, other].map(|text| text.split(' ').collect::<Vec<_>>());
    let shorter = words.len().min(others.len());
    let alike = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let start = words.iter().zip(&others).take_while(alike).count().min(shorter - 1);
    let end = words.iter().rev().zip(others.iter().rev()).take_while(alike).count().min(shorter - 1 - start);
    let gap = |words: usize| (words >= ALIKE_WORDS).then_some(SHORTENED);
    let start = if start < ALIKE_WORDS { 0 } else { start };
    let end = if end < ALIKE_WORDS { 0 } else { end };
    let between = &words[start..words.len() - end];
    gap(start).iter().chain(between).chain(&gap(end)).copied().collect::<Vec<_>>().join(" ")
}

/// The line that this byte of the view's text is in.
fn line_at(view: &View, at: usize) -> Line {
    Line::of(view.text().as_bytes(), range(view, view.line_at(at)))
}

fn oddities(view: &View, section: &Section, survey: &Survey) -> Vec<Oddity> {
    let departures = survey.templates.departures(view.text(), &|at| line_at(view, at).parts);
    let departing: Vec<Oddity> = departures.iter().map(departing).collect();
    let mut oddities = traces::beside(view, section, departing);
    oddities.extend(rare_levels(view, survey));
    oddities.extend(decisions(view, section, section.lines.len()));
    if let (gaps, true) = survey.pace.gaps() {
        let before = |gap: &Gap| words::gap_before(gap.milliseconds, gaps[1].milliseconds);
        oddities.extend(gaps.first().map(|gap| oddity(view.line_start(gap.line), 1, before(gap))));
    }
    let gravity = |at: usize| line_at(view, at).level.unwrap_or(Level::Info) as u64;
    order::by(&mut oddities, |oddity| (oddity.count << 3 | gravity(oddity.at), oddity.at as u64));
    let all = survey.pace.lines() as u64;
    oddities.extend(survey.pace.bursts().iter().map(|burst| {
        let reason = words::burst(burst.lines, burst.times[1] - burst.times[0], all, survey.pace.span());
        oddity(view.line_start(burst.first_line), burst.lines, reason)
    }));
    oddities
}

fn oddity(at: usize, count: u64, reason: String) -> Oddity {
    Oddity { at, count, path: String::new(), reason }
}

/// A line that is unlike the others of its template.
pub fn departing(departure: &Departure) -> Oddity {
    oddity(departure.at, departure.count, words::departure(departure.count, departure.unlike))
}

fn rare_levels(view: &View, survey: &Survey) -> Vec<Oddity> {
    let mut levels: Vec<(Level, &Counted)> = survey.by_level().collect();
    order::by(&mut levels, |(level, counted)| (counted.lines, *level as u64));
    let counts: Vec<u64> = levels.iter().map(|(_, counted)| counted.lines).collect();
    let all: u64 = counts.iter().sum();
    let rare = if all < LEAST_LINES { 0 } else { rare(&counts) };
    let odd = levels.iter().take(rare).map(|(level, counted)| {
        let reason = words::rare_level(level.name(), counted.lines, all);
        oddity(view.line_start(counted.first), counted.lines, reason)
    });
    odd.collect()
}

/// Levels and statuses with their lines, gaps and bursts, then the templates, rarest first.
pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let survey = Survey::of(view, section);
    let time = |line: usize| shown_time(view, line);
    let mut out: Vec<String> = survey
        .pace
        .ends()
        .map(|[first, last]| words::times(&time(first), first, &time(last), last))
        .into_iter()
        .collect();
    let levels = survey.by_level().map(|(level, counted)| by_name(level.name(), counted));
    out.extend(levels.chain(survey.by_status().map(|(status, counted)| by_name(&status.to_string(), counted))));
    out.extend(survey.pace.gaps().0.iter().map(|gap| words::gap(gap.milliseconds, gap.line)));
    out.extend(
        survey.pace.bursts().iter().map(|burst| {
            words::burst_at(burst.lines, burst.times[1] - burst.times[0], burst.first_line, burst.last_line)
        }),
    );
    let templates = &survey.templates;
    out.push(words::templates_title(templates.number(), templates.limit()));
    let line = |&(count, at): &(u64, usize)| words::template_at(count, view.line_at(at), &shown(view, templates, at));
    out.extend(templates.by_count().iter().map(line));
    out
}

#[cfg(test)]
mod tests;
