//! Text of no other kind: prose, tables, what commands say. Where nearly all lines follow templates, those are odd that do not. Its
//! outline is its size and the lines that tell of failures, alike lines together; for prose its paragraphs, too.

mod prose;

use super::columns::Oddity;
use super::{Kind, Likeness, log, traces};
use crate::characters::{clip, count, visible, without_end};
use crate::failures::Finder;
use crate::view::{Section, View};
use crate::words::outline as words;
use std::ops::Range;
use toolaria_lines::templates::{Departure, Miner, Parts, Templates, Unlike};
use toolaria_scan::prose::Prose;

/// Characters of a line that an outline quotes.
const QUOTE_CHARACTERS: usize = 160;

/// Bytes of a heading, and how many of them make a manual page.
const HEADING_BYTES: usize = 60;
const HEADINGS: usize = 3;
/// Those that a summary names.
const SUMMARY_HEADINGS: usize = 12;
/// One in so many lines is alike to one that then goes on in its own way, at least.
const SHARE: u64 = 10;

/// Lines that show whether a text has templates.
const SAMPLE_LINES: usize = 1_000;

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let label = section.kind.name().to_owned();
    let sample = section.lines.start..section.lines.end.min(section.lines.start + SAMPLE_LINES);
    if section.kind == Kind::Binary {
        return Likeness { label, ..Likeness::default() };
    }
    let prose = Prose::of(&view.text()[view.span(section.lines.clone())]);
    let oddities = if prose.is_prose() || !templates(view, sample).are_the_rule() {
        prose::oddities(view, section, &prose)
    } else {
        let templates = templates(view, section.lines.clone());
        if templates.are_few() { departures(view, &templates, SHARE) } else { Vec::new() }
    };
    let oddities = traces::beside(view, section, oddities);
    Likeness { label, summary: summary(view, section), oddities, ..Likeness::default() }
}

/// The first headings.
fn summary(view: &View, section: &Section) -> Vec<String> {
    let headings = headings(view, section);
    let named: Vec<String> =
        headings.iter().take(SUMMARY_HEADINGS).map(|line| words::heading_at(&heading(view, *line), *line)).collect();
    if named.is_empty() { Vec::new() } else { vec![words::headings(&named, headings.len())] }
}

fn heading(view: &View, line: usize) -> String {
    visible(view.line(line).trim_ascii_end())
}

/// The lines that go on as hardly any other of those that are alike so far, which are at least one in `share` lines.
pub(super) fn departures(view: &View, templates: &Templates, share: u64) -> Vec<Oddity> {
    let departures = templates.departures(view.text(), &|at| parts(view, view.line_at(at)));
    let is_of_many = |departure: &&Departure| match departure.unlike {
        Unlike::Follows { of } => of * share >= templates.lines(),
        Unlike::Digits { .. } => true,
    };
    departures.iter().filter(is_of_many).map(log::departing).collect()
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
    out.extend(headings(view, section).iter().map(|line| words::at_line(*line, &heading(view, *line))));
    out.extend(prose::outline(view, section));
    out
}

/// Lines of capitals at the margin above indented ones, as a manual page has them; none where there are only a few.
fn headings(view: &View, section: &Section) -> Vec<usize> {
    let is_heading = |line: &usize| {
        let text = view.line(*line).trim_ascii_end();
        text.len() <= HEADING_BYTES
            && text.starts_with(|char: char| char.is_ascii_uppercase())
            && !text.bytes().any(|byte| byte.is_ascii_lowercase())
            && line + 1 < section.lines.end
            && view.line(line + 1).starts_with([' ', '\t'])
    };
    let headings: Vec<usize> = section.lines.clone().filter(is_heading).collect();
    if headings.len() < HEADINGS { Vec::new() } else { headings }
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
    fn a_manual_page_has_headings() {
        let text = "LS(1)      Commands      LS(1)\n\nNAME\n       ls - list\n\nSYNOPSIS\n       ls [-a]\n\nSEE ALSO\n       dir(1)\n";
        let view = View::of(text);
        let outline = outline(&view, &view.main_section(), &Finder::new(&crate::settings::Settings::default()));
        assert_eq!(outline[1..], ["line 2: NAME", "line 5: SYNOPSIS", "line 8: SEE ALSO"]);
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
