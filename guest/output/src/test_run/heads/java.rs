//! Lines of Maven and Gradle.

use crate::test_run::failures::Mention;
use crate::test_run::run::{Run, Runner, Section, Status};
use crate::test_run::totals::Totals;

pub fn maven(run: &mut Run, at: usize, text: &str, rest: &str) -> bool {
    if rest.starts_with("Tests run:") {
        return maven_totals(run, at, rest);
    }
    if let Some(name) = rest.strip_suffix("<<< FAILURE!").or_else(|| rest.strip_suffix("<<< ERROR!")) {
        return maven_test(run, at, name);
    }
    if rest.starts_with("Running ") {
        run.certain += 1;
        run.close();
        return true;
    }
    if text.starts_with("[INFO]") {
        run.close();
    }
    false
}

/// `com.x.FooTest.testBar  Time elapsed: 0.01 s  <<< FAILURE!` or `testBar(com.x.FooTest)  Time …`.
fn maven_test(run: &mut Run, at: usize, name: &str) -> bool {
    let name = ["  Time elapsed", " -- Time elapsed"]
        .iter()
        .find_map(|sign| name.split_once(sign))
        .map_or(name, |(name, _)| name);
    run.open(Mention::Section, name, name, at, Section::Next(Runner::Maven))
}

pub fn maven_totals(run: &mut Run, at: usize, text: &str) -> bool {
    run.certain += 1;
    match text.contains("Time elapsed") {
        true => {
            let totals = Totals::behind_words(text.split("Time elapsed").next().unwrap_or(text)).unwrap_or_default();
            run.told[Runner::Maven as usize].counted.add(&totals);
            true
        }
        false => run.tell(Runner::Maven, at, text, Totals::behind_words(text)),
    }
}

/// `FooTest > testBar() FAILED` of gradle.
pub fn gradle_status(run: &mut Run, at: usize, text: &str) -> bool {
    let Some((name, word)) = text.ends_with('D').then(|| text.rsplit_once(' ')).flatten() else {
        return false;
    };
    let status = match word {
        "PASSED" => Status::Passed,
        "FAILED" => Status::Failed,
        "SKIPPED" => Status::Skipped,
        _ => return false,
    };
    if !name.contains(" > ") {
        return false;
    }
    run.close();
    run.certain += 1;
    run.test(Runner::Gradle, status, name, name, at);
    status != Status::Failed || run.open(Mention::Section, name, name, at, Section::Next(Runner::Gradle))
}
