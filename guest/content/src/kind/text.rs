//! Text of no other kind: prose, tables, what commands say. Where nearly all lines follow templates, those are odd that do not. Its
//! outline is its size and the lines that tell of failures, alike lines together.

use super::columns::Oddity;
use super::{Kind, Likeness, log};
use crate::characters::{clip, count, visible, without_end};
use crate::failures::Finder;
use crate::view::{Section, View};
use crate::words::outline as words;
use std::ops::Range;
use toolaria_lines::templates::{Miner, Parts, Templates};

/// Characters of a line that an outline quotes.
const QUOTE_CHARACTERS: usize = 160;

/// Lines that show whether a text has templates.
const SAMPLE_LINES: usize = 1_000;

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let label = section.kind.name().to_owned();
    let sample = section.lines.start..section.lines.end.min(section.lines.start + SAMPLE_LINES);
    if section.kind == Kind::Binary || !templates(view, sample).are_the_rule() {
        return Likeness { label, ..Likeness::default() };
    }
    let oddities = departures(view, &templates(view, section.lines.clone()));
    Likeness { label, oddities, ..Likeness::default() }
}

/// The lines that follow none of the templates of whole lines, where those are the rule.
pub(super) fn departures(view: &View, templates: &Templates) -> Vec<Oddity> {
    let departures = templates.departures(view.text(), &|at| parts(view, view.line_at(at)));
    departures.iter().map(log::departing).collect()
}

/// A line is all one part.
pub(super) fn parts(view: &View, line: usize) -> Parts {
    let start = view.line_start(line);
    [start..start + without_end(view.line(line)).len(), 0..0, 0..0]
}

/// The templates of lines that are not blank.
fn templates(view: &View, lines: Range<usize>) -> Templates {
    let mut miner = Miner::default();
    for line in lines {
        let parts = parts(view, line);
        if !view.text()[parts[0].clone()].trim_ascii().is_empty() {
            miner.line(view.text().as_bytes(), &parts, view.line_start(line));
        }
    }
    miner.templates()
}

pub fn outline(view: &View, section: &Section, failures: &Finder) -> Vec<String> {
    let lines = section.lines.clone();
    let longest = lines.clone().map(|line| count(without_end(view.line(line)))).max();
    let mut out = vec![words::extent(lines.start, lines.end.saturating_sub(1), longest.unwrap_or(0))];
    let failures = failures.find(view, lines);
    out.extend(words::failures(failures.lines, failures.complete));
    out.extend(failures.groups.iter().map(|group| {
        let quote = clip(&visible(view.line(group.first_line).trim_end()), QUOTE_CHARACTERS);
        words::failure(group.lines, failures.complete, group.first_line, &quote)
    }));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odd(text: &str) -> Vec<(usize, u64)> {
        let view = View::of(text);
        let likeness = likeness(&view, &view.main_section());
        likeness.oddities.iter().map(|oddity| (view.line_at(oddity.at), oddity.count)).collect()
    }

    #[test]
    fn the_line_that_follows_no_template_is_odd() {
        let lines = |range: Range<usize>| -> String {
            range.map(|number| format!("copied part {} of {} to depot\n", number * 7, number % 9)).collect()
        };
        assert_eq!(odd(&lines(0..400)), []);
        assert_eq!(odd(&(lines(0..300) + "skipped part 5, digest differs\n" + &lines(300..400))), [(300, 1)]);
    }

    #[test]
    fn prose_is_calm() {
        let words = ["parcel", "of", "the", "depot", "late", "and", "was", "with", "tariff", "each", "zone"];
        let line = |number: usize| -> String {
            (0..12)
                .map(|at| words[(number * 5 + at * at + number * at % 7) % words.len()].to_owned() + " ")
                .collect::<String>()
                + "\n"
        };
        assert_eq!(odd(&(0..300).map(line).collect::<String>()), []);
    }
}
