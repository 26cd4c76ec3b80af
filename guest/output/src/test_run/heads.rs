//! Lines by which a runner says that a test ended, that something is said of a failed one, or how many there were.

mod counts;
mod go;
mod gtest;
mod java;
mod python;
mod rust;
mod script;
mod tap;

use super::failures::Mention;
use super::pytest;
use super::run::{Run, Runner, Section, Status};
use super::totals::Totals;

/// Whether a line is one of those; what it says is taken.
pub fn head(run: &mut Run, at: usize, line: &str, text: &str) -> bool {
    let indent = line.len() - text.len();
    match text.as_bytes()[0] {
        b't' => rust::cargo_test(run, at, text) || python::unittest_status(run, at, text),
        b'-' => go::dashes(run, at, text),
        b'=' => go::equals(run, at, text),
        b'_' => pytest::section(run, at, text),
        b'F' | b'E' | b'P' | b'S' | b'T' | b'R' | b'O' => {
            indent <= 12 && capital(run, at, text, indent)
                || python::unittest_status(run, at, text)
                || java::gradle_status(run, at, text)
        }
        b'[' => gtest::bracket(run, at, text),
        b'o' | b'n' => {
            tap::tap(run, at, text) || go::go_package(run, at, line) || python::unittest_status(run, at, text)
        }
        b'#' => text.starts_with("# fail ") || text.starts_with("# pass ") || text.starts_with("# tests "),
        b'0'..=b'9' => counts::number(run, at, text, indent),
        0xe2 | 0xc3 => script::symbol(run, at, text, indent),
        _ => python::unittest_status(run, at, text) || java::gradle_status(run, at, text),
    }
}

fn capital(run: &mut Run, at: usize, text: &str, indent: usize) -> bool {
    if let Some((word, rest)) = text.split_once(' ')
        && word.len() <= 12
        && rest.trim_start().starts_with('[')
        && rest.contains("s]")
    {
        return rust::nextest(run, at, word, rest);
    }
    if let Some(rest) = text.strip_prefix("FAILED ").or_else(|| text.strip_prefix("ERROR ")) {
        return pytest::summary(run, at, text, rest);
    }
    if let Some(name) = text.strip_prefix("FAIL: ").or_else(|| text.strip_prefix("ERROR: ")).filter(|_| indent == 0) {
        return name.contains(" (")
            && run.open(Mention::Section, python::unittest_key(name), name, at, Section::Python);
    }
    if let Some(rest) = text.strip_prefix("FAIL").or_else(|| text.strip_prefix("PASS"))
        && rest.starts_with([' ', '\t'])
    {
        return script::file(run, at, text, rest);
    }
    if text.starts_with("Tests run:") {
        return java::maven_totals(run, at, text);
    }
    if let Some(rest) = text.strip_prefix("Tests").filter(|rest| rest.starts_with([':', ' '])) {
        return match (rest.contains(" total"), rest.ends_with(')')) {
            (true, _) => run.tell(Runner::Jest, at, text, Totals::before_words(rest)),
            (_, true) => run.tell(Runner::Vitest, at, text, Totals::before_words(rest)),
            _ => false,
        };
    }
    if text.starts_with("Failures:") && indent == 0 {
        run.section = Section::Numbered(Runner::Rspec);
        return true;
    }
    if text.starts_with("Summary of all failing tests") {
        (run.open, run.section) = (None, Section::Again);
        return true;
    }
    if text.starts_with("OK (skipped=") {
        return run.tell(Runner::Unittest, at, text, Totals::behind_words(text));
    }
    if text.starts_with("Failed!  - ") || text.starts_with("Passed!  - ") {
        return run.tell(Runner::Dotnet, at, text, Totals::behind_words(text));
    }
    if let Some(name) = text.strip_prefix("Failed ").and_then(|rest| rest.strip_suffix("s]")) {
        let name = name.rsplit_once(" [").map_or(name, |(name, _)| name);
        run.test(Runner::Dotnet, Status::Failed, name, name, at);
        return run.open(Mention::Section, name, name, at, Section::Next(Runner::Dotnet));
    }
    if text.starts_with("TAP version") {
        run.certain += 1;
        return true;
    }
    pytest::ran(run, at, text)
}
