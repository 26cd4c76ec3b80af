//! Lines that start with a number: totals of several runners, and numbered failures.

use crate::place::digits;
use crate::test_run::failures::Mention;
use crate::test_run::run::{Run, Runner, Section};
use crate::test_run::totals::Totals;

/// `12 passing (3s)`, `213 tests completed, 1 failed`, `213 examples, 1 failure`, `213 runs, …`, `1) name`.
pub fn number(run: &mut Run, at: usize, text: &str, indent: usize) -> bool {
    let rest = &text[digits(text)..];
    if let Some(name) = rest.strip_prefix(") ") {
        return numbered(run, at, name, indent);
    }
    if indent == 0
        && let Some(time) = rest.rsplit_once(" in ").map(|(_, time)| time)
        && time.contains('s')
        && (rest.contains(" passed") || rest.contains(" failed") || rest.contains(" error"))
    {
        return run.tell(Runner::Pytest, at, text, Totals::before_words(text));
    }
    let word = rest.trim_start().split([' ', ',']).next().unwrap_or_default();
    let all: u64 = text[..digits(text)].parse().unwrap_or_default();
    let but = |totals: Option<Totals>| {
        let totals = totals.unwrap_or_default();
        let passed = all.saturating_sub(totals.failed + totals.errors + totals.skipped);
        Some(Totals { passed, ..totals })
    };
    match word {
        "passing" | "failing" | "pending" if indent == 2 => {
            run.tell(Runner::Mocha, at, text, Totals::before_words(text));
            run.section = Section::Numbered(Runner::Mocha);
            true
        }
        "tests" | "test" if rest.contains(" completed") => {
            run.tell(Runner::Gradle, at, text, but(Totals::before_words(text)))
        }
        "examples" | "example" if rest.contains(" failure") => {
            run.tell(Runner::Rspec, at, text, but(Totals::before_words(text)))
        }
        "runs" if rest.contains(" assertions") => run.tell(Runner::Minitest, at, text, but(Totals::before_words(text))),
        _ => false,
    }
}

fn numbered(run: &mut Run, at: usize, name: &str, indent: usize) -> bool {
    let runner = match run.section {
        _ if indent > 4 => return false,
        _ if matches!(name, "Failure:" | "Error:") => Runner::Minitest,
        Section::Numbered(runner) | Section::Next(runner) | Section::Said(runner) | Section::Name(runner) => runner,
        _ => return false,
    };
    match runner {
        Runner::Mocha | Runner::Minitest => {
            let key = format!("{} {at}", Runner::NAMES[runner as usize]);
            run.open(
                Mention::Section,
                &key,
                if runner == Runner::Minitest { "" } else { name },
                at,
                Section::Name(runner),
            )
        }
        Runner::Rspec => run.open(Mention::Section, name, name, at, Section::Next(runner)),
        _ => false,
    }
}
