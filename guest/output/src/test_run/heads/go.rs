//! Lines of go test.

use crate::test_run::failures::Mention;
use crate::test_run::run::{Run, Runner, Section, Status};
use crate::test_run::{pytest, sections};

/// `---- a::b stdout ----` of cargo, `--- FAIL: TestX (0.00s)` of go.
pub fn dashes(run: &mut Run, at: usize, text: &str) -> bool {
    if let Some(name) = text.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----")) {
        return run.open(Mention::Section, name, name, at, Section::Panic);
    }
    let Some((status, rest)) = text.strip_prefix("--- ").and_then(|rest| rest.split_once(": ")) else {
        return false;
    };
    let status = match status {
        "PASS" => Status::Passed,
        "FAIL" => Status::Failed,
        "SKIP" => Status::Skipped,
        _ => return false,
    };
    let Some(name) = rest.split(' ').next().filter(|_| rest.ends_with("s)")) else {
        return false;
    };
    run.certain += 1;
    run.close();
    run.test(Runner::Go, status, name, name, at);
    if status == Status::Failed {
        run.open(Mention::Section, name, name, at, Section::Said(Runner::Go));
        sections::take_pending(run, name);
    }
    run.pending.retain(|(test, ..)| test != name);
    true
}

/// `=== RUN   TestX` of go; the rest is pytest's or unittest's.
pub fn equals(run: &mut Run, at: usize, text: &str) -> bool {
    if let Some(name) =
        ["=== RUN ", "=== CONT ", "=== NAME ", "=== PAUSE "].iter().find_map(|sign| text.strip_prefix(sign))
    {
        run.close();
        run.certain += 1;
        name.trim_start().clone_into(&mut run.current);
        return true;
    }
    pytest::title(run, at, text)
}

/// `ok  <tab>package<tab>0.1s` of go.
pub fn go_package(run: &mut Run, _at: usize, line: &str) -> bool {
    let mut cells = line.split('\t');
    let is_package = matches!(cells.next().map(str::trim_end), Some("ok" | "FAIL" | "?"))
        && cells.next().is_some()
        && cells.next().is_some_and(|time| time.ends_with('s') || time.starts_with(['(', '[', 'c']));
    if is_package {
        run.certain += 1;
        run.close();
    }
    is_package
}
