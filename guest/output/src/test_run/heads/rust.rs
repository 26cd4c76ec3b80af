//! Lines of cargo and nextest.

use crate::test_run::run::{Run, Runner, Status};
use crate::test_run::totals::Totals;

/// `test a::b ... ok`, and `test result: ok. 1 passed; …`.
pub fn cargo_test(run: &mut Run, at: usize, text: &str) -> bool {
    let Some(rest) = text.strip_prefix("test ") else {
        return false;
    };
    if let Some(result) = rest.strip_prefix("result: ") {
        return run.tell(Runner::Cargo, at, text, Totals::before_words(result));
    }
    let Some((name, status)) = rest.rsplit_once(" ... ") else {
        return false;
    };
    let status = match status.split([' ', ',']).next() {
        Some("ok") => Status::Passed,
        Some("FAILED") => Status::Failed,
        Some("ignored") => Status::Skipped,
        _ => return false,
    };
    let name = name.trim_end_matches(" - should panic");
    run.test(Runner::Cargo, status, name, name, at)
}

/// `FAIL [   0.005s] ( 3/10) crate module::name` of nextest, and its `Summary [ 0.010s] …`.
pub fn nextest(run: &mut Run, at: usize, word: &str, rest: &str) -> bool {
    if word == "Summary" {
        return run.tell(
            Runner::Nextest,
            at,
            rest,
            Totals::before_words(rest.split_once(':').map_or(rest, |(_, rest)| rest)),
        );
    }
    let status = match word {
        "PASS" | "LEAK" => Status::Passed,
        "FAIL" | "TIMEOUT" | "ABORT" => Status::Failed,
        "SKIP" => Status::Skipped,
        _ if word.starts_with("SIG") => Status::Failed,
        _ => return false,
    };
    let name = rest.split_once(']').map_or("", |(_, name)| name.trim_start());
    let name = name.strip_prefix('(').and_then(|rest| rest.split_once(") ")).map_or(name, |(_, name)| name);
    let key = name.rsplit(' ').next().unwrap_or(name);
    if status == Status::Failed && run.told[Runner::Nextest as usize].times > 0 {
        return true;
    }
    run.certain += 1;
    run.test(Runner::Nextest, status, key, name, at)
}
