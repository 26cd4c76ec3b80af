//! Compiler and build output: diagnostics by file and kind, the errors before all.

use super::columns::Oddity;
use super::columns::rare;
use super::columns::tally::{Entry, Tally};
use super::{Kind, Likeness};
use crate::characters::{clip, visible};
use crate::view::{Section, View};
use crate::words::{build as words, outline};
use toolaria_lines::build::{Found, Key, Survey};
use toolaria_lines::plain;

/// Bytes looked at to recognise a build, at both ends.
const DETECT_START: usize = 64_000;
const DETECT_END: usize = 16_000;
/// One of so many lines must be of a build, and lines that hardly anything else has.
const DETECT_SHARE: u64 = 10;
/// Codes and files beyond which none is counted by itself.
const DISTINCT: usize = 5_000;
/// Codes and files that a summary names, and lines of an outline.
const NAMED: usize = 8;
const OUTLINED: usize = 500;
/// Errors of the same kind that are told one by one.
const ALIKE: u64 = 5;
/// Warnings of a kind up to which it may be rare.
const FEW: u64 = 3;
/// Commands of which one may have an option of its own; where more of them have, that is how it is built.
const LEAST_COMMANDS: u64 = 20;
const UNLIKE_COMMANDS: usize = 3;
const MESSAGE_CHARACTERS: usize = 160;
const PLACE_CHARACTERS: usize = 120;

/// All diagnostics of a text, counted.
struct Counted {
    survey: Survey,
    /// By code, or by message where there is none: of errors and of warnings.
    codes: [Tally; 2],
    /// By file: of errors and of warnings.
    files: [Tally; 2],
    /// Options of commands.
    options: Tally,
}

impl Counted {
    fn of(text: &str) -> Counted {
        let tallies = || [Tally::new(DISTINCT), Tally::new(DISTINCT)];
        let (mut codes, mut files, mut options) = (tallies(), tallies(), Tally::new(DISTINCT));
        let survey = Survey::of(text, &mut |key, is_warning, name, at| {
            let tally = match key {
                Key::Kind => &mut codes[usize::from(is_warning)],
                Key::File => &mut files[usize::from(is_warning)],
                Key::Option => &mut options,
            };
            tally.add(name.as_bytes(), at);
        });
        Counted { survey, codes, files, options }
    }
}

/// Whether a text is of this kind.
pub fn detect(text: &str) -> bool {
    let mut survey = Survey::default();
    for part in plain::sample(text, DETECT_START, DETECT_END) {
        plain::each(part, &mut |at, line| survey.line(at, line, &mut |_, _, _, _| {}));
    }
    let share = if text.starts_with("# ") && text.contains("\n```") { 2 } else { DETECT_SHARE };
    survey.certain > 0 && survey.known * share >= survey.lines
}

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let span = view.span(section.lines.clone());
    let counted = Counted::of(&view.text()[span.clone()]);
    let survey = &counted.survey;
    let line = |at: usize| view.line_at(span.start + at);
    let mut summary = Vec::new();
    for (severity, codes) in counted.codes.iter().enumerate() {
        if !codes.entries().is_empty() {
            summary.push(words::by_kind(
                severity,
                &most(codes, NAMED, &line),
                codes.entries().len().saturating_sub(NAMED),
            ));
        }
    }
    let files = by_file(&counted, NAMED, &line);
    if !files.is_empty() {
        let all = counted.files.iter().map(|files| files.entries().len()).max().unwrap_or_default();
        summary.push(words::by_file(&files, all.saturating_sub(files.len())));
    }
    if let Some(&end) = survey.ends.last() {
        summary.push(outline::at_line(line(end), &quote(view, line(end))));
    }
    Likeness {
        label: words::label(Kind::Build.name(), survey.errors, survey.warnings),
        summary,
        oddities: oddities(&counted, span.start),
        tells_failures: true,
    }
}

pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let span = view.span(section.lines.clone());
    let counted = Counted::of(&view.text()[span.clone()]);
    let survey = &counted.survey;
    let line = |at: usize| view.line_at(span.start + at);
    let mut out = vec![words::totals(survey.errors, survey.warnings, survey.kept.len())];
    out.extend(survey.kept.iter().map(|found| outline::at_line(line(found.at), &described(found))));
    for (severity, codes) in counted.codes.iter().enumerate() {
        let kinds = most(codes, OUTLINED, &line);
        out.extend(kinds.iter().map(|kind| words::one_kind(severity, kind)));
    }
    out.extend(by_file(&counted, OUTLINED, &line).iter().map(|file| words::one_file(file)));
    out.extend(survey.ends.iter().map(|&end| outline::at_line(line(end), &quote(view, line(end)))));
    out
}

/// The most frequent, with counts and first lines.
fn most(tally: &Tally, named: usize, line: &dyn Fn(usize) -> usize) -> Vec<String> {
    let entries = tally.by_count();
    let shown = entries.iter().rev().take(named);
    shown.map(|entry| outline::times_at(&name(entry), entry.count, line(entry.at))).collect()
}

/// Files with most errors, then warnings.
fn by_file(counted: &Counted, named: usize, line: &dyn Fn(usize) -> usize) -> Vec<String> {
    let [errors, warnings] = &counted.files;
    let of = |tally: &Tally, key: &[u8]| {
        tally.entries().iter().find(|entry| entry.key() == key).map_or(0, |entry| entry.count)
    };
    let failing = errors.by_count();
    let failing = failing.iter().rev().take(named).map(|entry| (entry.count, of(warnings, entry.key()), *entry));
    let mut files: Vec<(u64, u64, &Entry)> = failing.collect();
    for entry in warnings.by_count().iter().rev() {
        if files.len() >= named {
            break;
        }
        if of(errors, entry.key()) == 0 {
            files.push((0, entry.count, entry));
        }
    }
    files
        .iter()
        .map(|(errors, warnings, entry)| words::file(&name(entry), *errors, *warnings, line(entry.at)))
        .collect()
}

fn name(entry: &Entry) -> String {
    clip(&visible(entry.text().trim()), PLACE_CHARACTERS)
}

/// Each error, the rarest kind first; then kinds of warnings that are rare.
fn oddities(counted: &Counted, base: usize) -> Vec<Oddity> {
    let Counted { survey, codes: [errors, warnings], .. } = counted;
    let mut oddities = Vec::new();
    let mut push = |at: usize, count: u64, reason: String| {
        oddities.push(Oddity { at: base + at, count, path: String::new(), reason });
    };
    for entry in errors.by_count() {
        let alike = survey.kept.iter().filter(|found| found.code.as_bytes().starts_with(entry.key()));
        match entry.count > ALIKE {
            true => push(entry.at, entry.count, words::errors_alike(entry.count, &name(entry))),
            false => alike.for_each(|found| push(found.at, 1, words::error(&place(found)))),
        }
    }
    let kinds = warnings.by_count();
    let counts: Vec<u64> = kinds.iter().map(|entry| entry.count).collect();
    for entry in kinds[..rare(&counts)].iter().filter(|entry| entry.count <= FEW) {
        push(entry.at, entry.count, words::rare_warning(&name(entry), entry.count, survey.warnings));
    }
    survey.notices.iter().for_each(|&at| push(at, 1, words::notice()));
    for entry in rare_options(counted) {
        push(entry.at, entry.count, words::rare_option(&name(entry), entry.count, survey.commands));
    }
    oddities
}

/// What hardly any command was given, where nearly all were given the same.
fn rare_options(counted: &Counted) -> Vec<&Entry> {
    let options = counted.options.by_count();
    let counts: Vec<u64> = options.iter().map(|entry| entry.count).collect();
    let options: Vec<&Entry> = options[..rare(&counts)].iter().copied().filter(|entry| entry.count <= FEW).collect();
    let mut commands: Vec<usize> = options.iter().map(|entry| entry.at).collect();
    commands.dedup();
    match counted.survey.commands >= LEAST_COMMANDS && commands.len() <= UNLIKE_COMMANDS {
        true => options,
        false => Vec::new(),
    }
}

fn place(found: &Found) -> String {
    clip(&visible(&found.place), PLACE_CHARACTERS)
}

fn described(found: &Found) -> String {
    words::described(
        &place(found),
        &clip(&visible(&found.code), PLACE_CHARACTERS),
        &clip(&visible(&found.message), MESSAGE_CHARACTERS),
    )
}

fn quote(view: &View, line: usize) -> String {
    clip(&visible(view.line(line).trim()), MESSAGE_CHARACTERS)
}

#[cfg(test)]
mod tests;
