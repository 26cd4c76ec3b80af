//! Lines of gtest, which start in square brackets, as those of Maven do.

use super::java;
use crate::place::digits;
use crate::test_run::failures::Mention;
use crate::test_run::run::{Run, Runner, Section, Status};
use crate::test_run::sections;
use crate::test_run::totals::Totals;

/// `[ERROR] Tests run: …` of maven, `[  FAILED  ] Suite.Name` of gtest.
pub fn bracket(run: &mut Run, at: usize, text: &str) -> bool {
    let Some((level, rest)) = text.split_once(']') else {
        return false;
    };
    let rest = rest.trim_start();
    match level[1..].trim() {
        "INFO" | "ERROR" | "WARNING" => java::maven(run, at, text, rest),
        word @ ("OK" | "FAILED" | "SKIPPED" | "RUN" | "PASSED") => gtest(run, at, word, rest),
        _ => text.starts_with("[=====") || text.starts_with("[-----"),
    }
}

fn gtest(run: &mut Run, at: usize, word: &str, rest: &str) -> bool {
    run.certain += 1;
    let name = rest.split(' ').next().unwrap_or(rest).trim_end_matches(',');
    match word {
        "RUN" => name.clone_into(&mut run.current),
        "OK" => drop(run.test(Runner::Gtest, Status::Passed, name, name, at)),
        "SKIPPED" => drop(run.test(Runner::Gtest, Status::Skipped, name, name, at)),
        "FAILED" if rest.ends_with(')') => {
            run.test(Runner::Gtest, Status::Failed, name, name, at);
            run.open(Mention::Section, name, name, at, Section::None);
            sections::take_pending(run, name);
        }
        _ if rest.contains(" test") => {
            run.close();
            let count: u64 = rest[..digits(rest)].parse().unwrap_or_default();
            let totals = match word {
                "PASSED" => Totals { passed: count, ..Totals::default() },
                "FAILED" => Totals { failed: count, ..Totals::default() },
                _ => Totals { skipped: count, ..Totals::default() },
            };
            return run.tell(Runner::Gtest, at, rest, Some(totals));
        }
        _ => {}
    }
    run.pending.clear();
    true
}
