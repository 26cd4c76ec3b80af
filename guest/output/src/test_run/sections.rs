//! The lines that say what went wrong in one test.

use super::failures::Rank;
use super::run::{Run, Runner, Section};
use crate::place::{colon_place, place};

/// Lines of tests that run which are kept until it is known how they ended.
const PENDING: usize = 200;
/// Starts of lines that say what was expected and what came.
const DETAILS: [&str; 11] = [
    "left:",
    "right:",
    "Expected:",
    "Received:",
    "expected:",
    "got:",
    "Actual:",
    "actual:",
    "want:",
    "Expected substring:",
    "Received string:",
];

pub fn describe(run: &mut Run, at: usize, line: &str, text: &str) {
    match run.section {
        Section::Pytest => pytest(run, at, line, text),
        Section::Python => python(run, at, line, text),
        Section::Panic => cargo(run, at, text),
        Section::Next(runner) => next(run, at, runner, text),
        Section::Name(runner) => name(run, at, runner, text),
        Section::Said(Runner::Go) => go(run, at, text),
        Section::Said(runner) => said(run, at, runner, text),
        Section::None | Section::Numbered(_) | Section::Again => {}
    }
}

/// Lines with an `E`; the last exception of a chain counts.
fn pytest(run: &mut Run, at: usize, line: &str, text: &str) {
    if let Some(message) = line.strip_prefix("E  ") {
        run.say(Rank::Said, at, message.trim_start());
    } else if line.starts_with("During handling of") || line.starts_with("The above exception was") {
        chain(run);
    } else if !line.starts_with([' ', '>']) && colon_place(line).is_some_and(|place| line.starts_with(place)) {
        relocate(run, place(line));
    } else if line.len() == text.len() && is_exception(line) {
        run.say(Rank::Guessed, at, line);
    } else {
        relocate_in_traceback(run, line);
    }
}

/// The exception of a traceback stands at the start of a line.
fn python(run: &mut Run, at: usize, line: &str, text: &str) {
    if line.starts_with("Traceback (most") {
        chain(run);
    } else if line.len() == text.len() && !line.starts_with("---") {
        run.say(Rank::Said, at, line);
    } else {
        relocate_in_traceback(run, line);
    }
}

fn relocate_in_traceback(run: &mut Run, line: &str) {
    if line.trim_start().starts_with("File \"") && !line.contains("/unittest/") {
        relocate(run, place(line));
    }
}

/// The innermost place is the last.
fn relocate(run: &mut Run, place: Option<String>) {
    if let (Some(open), Some(place)) = (run.open, place) {
        run.failures.kept[open].place = place;
    }
}

fn chain(run: &mut Run) {
    if let Some(open) = run.open {
        run.failures.kept[open].rank = Rank::Headed;
    }
}

fn is_exception(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default();
    let last = name.rsplit('.').next().unwrap_or_default();
    last.starts_with(|char: char| char.is_ascii_uppercase())
        && ["Error", "Exception", "Exit", "Interrupt", "Warning", "Failed"].iter().any(|end| last.ends_with(end))
}

fn next(run: &mut Run, at: usize, runner: Runner, text: &str) {
    match runner {
        Runner::Dotnet if text == "Error Message:" => return,
        Runner::Rspec if text.starts_with('#') => return,
        _ => {}
    }
    run.say(Rank::Said, at, text.strip_prefix("Failure/Error: ").unwrap_or(text));
    run.section = Section::Said(runner);
}

/// `thread 'x' panicked at src/lib.rs:1:2:`, with what it says in the next line, or in quotes before the place.
fn cargo(run: &mut Run, at: usize, text: &str) {
    if text.starts_with("thread '") && text.contains(" panicked at ") {
        run.locate(place(text));
        match text.ends_with(':') {
            true => run.section = Section::Next(Runner::Cargo),
            false => {
                run.say(Rank::Said, at, text);
                run.section = Section::Said(Runner::Cargo);
            }
        }
    } else if text.starts_with("Error: ") {
        run.say(Rank::Said, at, text);
    }
}

/// The rest of a name: of mocha to a line that ends with a colon, of minitest one line with the place in brackets.
fn name(run: &mut Run, _at: usize, runner: Runner, text: &str) {
    let Some(open) = run.open else {
        return;
    };
    let failure = &mut run.failures.kept[open];
    let part = text.trim_end_matches(':');
    if !failure.name.is_empty() {
        failure.name.push_str(" › ");
    }
    if failure.name.len() < 300 {
        failure.name.push_str(part.split(" [").next().unwrap_or(part));
    }
    if text.ends_with(':') {
        if runner == Runner::Minitest {
            run.locate(place(part));
        }
        run.section = Section::Next(runner);
    }
}

/// `    x_test.go:12: got 3, want 4`; the first that sounds like a failure, else the last.
fn go(run: &mut Run, at: usize, text: &str) {
    let is_place = colon_place(text).is_some_and(|place| text.starts_with(place));
    if let (true, Some(open)) = (is_place, run.open) {
        let sounds = sounds_failed(text);
        let failure = &mut run.failures.kept[open];
        if sounds || failure.rank < Rank::Said {
            failure.rank = failure.rank.min(Rank::Headed);
            failure.place.clear();
            run.say(if sounds { Rank::Said } else { Rank::Guessed }, at, text);
        }
    } else if text.starts_with("Error:") || text.starts_with("panic: ") {
        run.say(Rank::Said, at, text);
    } else {
        detail(run, text);
    }
}

/// A line that may be of a test that turns out to have failed further down. Whether it is one.
pub fn before(run: &mut Run, at: usize, text: &str) -> bool {
    let is_place = !run.current.is_empty() && colon_place(text).is_some_and(|place| text.starts_with(place));
    if is_place && run.pending.len() < PENDING {
        run.pending.push((run.current.clone(), at, text.to_owned()));
    }
    is_place
}

/// What was said before of a test that failed: the first that sounds like a failure, else the last.
pub fn take_pending(run: &mut Run, name: &str) {
    let of_test = |(test, ..): &&(String, usize, String)| test == name;
    let sounding = run.pending.iter().filter(of_test).find(|(_, _, message)| sounds_failed(message));
    let said = sounding.or_else(|| run.pending.iter().rev().find(of_test)).cloned();
    if let Some((_, at, message)) = said {
        run.say(Rank::Guessed, at, &message);
    }
}

fn sounds_failed(text: &str) -> bool {
    ["want", "got", "expect", "rror", "ail", "mismatch", "not equal", "Not equal", "!="]
        .iter()
        .any(|word| text.contains(word))
}

fn said(run: &mut Run, at: usize, runner: Runner, text: &str) {
    if runner == Runner::Tap
        && let Some(message) = text.strip_prefix("message: ").or_else(|| text.strip_prefix("error: "))
    {
        run.say(Rank::Said, at, message);
    }
    detail(run, text);
    if run.open.is_some_and(|open| run.failures.kept[open].place.is_empty()) {
        run.locate(place(text));
    }
}

fn detail(run: &mut Run, text: &str) {
    if let Some(cause) = text.strip_prefix("Caused by: ").or_else(|| text.strip_prefix("[cause]: ")) {
        run.cause(cause);
    } else if is_difference(text) || DETAILS.iter().any(|start| text.starts_with(start)) {
        run.detail(text);
    }
}

/// Whether a line is on one side of a difference, and no header of it or rule.
fn is_difference(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(['-', '+']) else {
        return false;
    };
    let rest = rest.trim_start();
    let headers = ["expected", "Expected", "Received", "actual", "Actual"];
    !rest.is_empty() && !text[1..].starts_with(['-', '+']) && !headers.iter().any(|header| rest.starts_with(header))
}
