//! What is said of test runs.

use crate::characters::thousands;
use toolaria_output::test_run::Totals;

/// `212 passed, 1 failed`; what there is none of is left out, but for `passed`.
fn totals(totals: &Totals) -> String {
    let mut parts = vec![format!("{} passed", thousands(totals.passed))];
    let errors = if totals.errors == 1 { "error" } else { "errors" };
    for (count, word) in [(totals.failed, "failed"), (totals.errors, errors), (totals.skipped, "skipped")] {
        if count > 0 {
            parts.push(format!("{} {word}", thousands(count)));
        }
    }
    parts.join(", ")
}

pub fn label(kind: &str, all: &Totals) -> String {
    format!("{kind} {}", totals(all))
}

/// What a runner says, the last such line, and what was counted where that differs.
pub fn told(runner: &str, told: &Totals, times: u64, line: &str, counted: Option<&Totals>) -> String {
    let runs = if times > 1 { format!(" in {} lines of totals, the last", thousands(times)) } else { String::new() };
    let counted = match counted {
        Some(counted) if counted != told => format!("; by the lines of single tests: {}", totals(counted)),
        Some(_) => "; the lines of single tests give the same".to_owned(),
        None => String::new(),
    };
    format!("{runner} says {}{runs}: {line}{counted}", totals(told))
}

/// What was counted where the runner gives no totals.
pub fn counted_only(runner: &str, counted: &Totals) -> String {
    format!("{runner} gives no totals here; by the lines of single tests: {}", totals(counted))
}

pub fn failed_at(name: &str, line: usize) -> String {
    format!("{name} (line {line})")
}

pub fn failed(named: &[String], all: usize, beyond: u64) -> String {
    listed("not passed", named, (all - named.len()) as u64 + beyond)
}

pub fn skipped(named: &[String], all: u64) -> String {
    listed("skipped", named, all - named.len() as u64)
}

fn listed(what: &str, named: &[String], more: u64) -> String {
    let more = if more > 0 { format!("; {} more", thousands(more)) } else { String::new() };
    format!("{what}: {}{more}", named.join("; "))
}

pub fn fails(test: &str) -> String {
    format!("fails: {test}")
}

pub fn fail_alike(tests: u64, first: &str) -> String {
    format!("{} tests fail alike, first {first}", thousands(tests))
}

/// A test with its place and what was expected.
pub fn described(name: &str, place: &str, detail: &[String]) -> String {
    let place = if place.is_empty() { String::new() } else { format!(" at {place}") };
    let detail = if detail.is_empty() { String::new() } else { format!(" ({})", detail.join(", ")) };
    format!("{name}{place}{detail}")
}

pub fn outlined(test: &str, message: &str) -> String {
    if message.is_empty() { fails(test) } else { format!("{}: {message}", fails(test)) }
}
