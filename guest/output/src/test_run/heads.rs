//! Lines by which a runner says that a test ended, that something is said of a failed one, or how many there were.

use super::failures::Mention;
use super::place::{colon_place, digits, place};
use super::run::{Run, Runner, Section, Status};
use super::totals::Totals;
use super::{pytest, sections};

/// Whether a line is one of those; what it says is taken.
pub fn head(run: &mut Run, at: usize, line: &str, text: &str) -> bool {
    let indent = line.len() - text.len();
    match text.as_bytes()[0] {
        b't' => cargo_test(run, at, text) || unittest_status(run, at, text),
        b'-' => dashes(run, at, text),
        b'=' => equals(run, at, text),
        b'_' => pytest::section(run, at, text),
        b'F' | b'E' | b'P' | b'S' | b'T' | b'R' | b'O' => {
            indent <= 12 && capital(run, at, text, indent)
                || unittest_status(run, at, text)
                || gradle_status(run, at, text)
        }
        b'[' => bracket(run, at, text),
        b'o' | b'n' => tap(run, at, text) || go_package(run, at, line) || unittest_status(run, at, text),
        b'#' => text.starts_with("# fail ") || text.starts_with("# pass ") || text.starts_with("# tests "),
        b'0'..=b'9' => number(run, at, text, indent),
        0xe2 | 0xc3 => symbol(run, at, text, indent),
        _ => unittest_status(run, at, text) || gradle_status(run, at, text),
    }
}

/// `test a::b ... ok`, and `test result: ok. 1 passed; …`.
fn cargo_test(run: &mut Run, at: usize, text: &str) -> bool {
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

/// `test_x (module.Class.test_x) ... ok`.
fn unittest_status(run: &mut Run, at: usize, text: &str) -> bool {
    // Most lines are passed over by their last byte.
    let ends = text.ends_with(['k', 'L', 'R', 'e', '\'', '"']);
    let Some((name, status)) = ends.then(|| text.rsplit_once(" ... ")).flatten() else {
        return false;
    };
    let status = match status {
        "ok" => Status::Passed,
        "FAIL" => Status::Failed,
        "ERROR" => Status::Error,
        "expected failure" => Status::Skipped,
        _ if status.starts_with("skipped") => Status::Skipped,
        _ => return false,
    };
    run.test(Runner::Unittest, status, unittest_key(name), name, at)
}

fn unittest_key(name: &str) -> &str {
    name.find(')').map_or(name, |end| &name[..end])
}

/// `---- a::b stdout ----` of cargo, `--- FAIL: TestX (0.00s)` of go.
fn dashes(run: &mut Run, at: usize, text: &str) -> bool {
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
fn equals(run: &mut Run, at: usize, text: &str) -> bool {
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

fn capital(run: &mut Run, at: usize, text: &str, indent: usize) -> bool {
    if let Some((word, rest)) = text.split_once(' ')
        && word.len() <= 12
        && rest.trim_start().starts_with('[')
        && rest.contains("s]")
    {
        return nextest(run, at, word, rest);
    }
    if let Some(rest) = text.strip_prefix("FAILED ").or_else(|| text.strip_prefix("ERROR ")) {
        return pytest::summary(run, at, text, rest);
    }
    if let Some(name) = text.strip_prefix("FAIL: ").or_else(|| text.strip_prefix("ERROR: ")).filter(|_| indent == 0) {
        return name.contains(" (") && run.open(Mention::Section, unittest_key(name), name, at, Section::Python);
    }
    if let Some(rest) = text.strip_prefix("FAIL").or_else(|| text.strip_prefix("PASS"))
        && rest.starts_with([' ', '\t'])
    {
        return file(run, at, text, rest);
    }
    if text.starts_with("Tests run:") {
        return maven_totals(run, at, text);
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

/// `FAIL [   0.005s] ( 3/10) crate module::name` of nextest, and its `Summary [ 0.010s] …`.
fn nextest(run: &mut Run, at: usize, word: &str, rest: &str) -> bool {
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

/// `FAIL src/x.test.js` of jest, `FAIL  src/x.test.ts > name` of vitest, `FAIL<tab>package<tab>0.1s` of go.
fn file(run: &mut Run, at: usize, text: &str, rest: &str) -> bool {
    if let Some(package) = rest.strip_prefix('\t') {
        if !package.ends_with(']') {
            return go_package(run, at, text);
        }
        let name = package.split(' ').next().unwrap_or(package);
        run.told[Runner::Go as usize].counted.errors += 1;
        return run.open(Mention::Section, package, name, at, Section::None);
    }
    let rest = rest.trim_start();
    if text.starts_with("FAIL") && rest.contains(" > ") {
        let key = rest.rsplit(" > ").next().unwrap_or(rest);
        return run.open(Mention::Section, key, rest, at, Section::Next(Runner::Vitest));
    }
    let name = rest.split(' ').next().unwrap_or_default();
    let is_file = name.contains('.');
    if is_file && run.section != Section::Again {
        name.clone_into(&mut run.file);
        run.close();
    }
    run.certain += u64::from(is_file);
    is_file
}

/// `ok  <tab>package<tab>0.1s` of go.
fn go_package(run: &mut Run, _at: usize, line: &str) -> bool {
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

/// `ok 1 - name`, `not ok 2 - name # TODO`.
fn tap(run: &mut Run, at: usize, text: &str) -> bool {
    let (is_ok, rest) = match (text.strip_prefix("ok "), text.strip_prefix("not ok ")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return false,
    };
    let number = digits(rest);
    if number == 0 {
        return false;
    }
    let name = rest[number..].trim_start().trim_start_matches("- ");
    let upper =
        name.rsplit_once('#').map_or(String::new(), |(_, directive)| directive.trim_start().to_ascii_uppercase());
    let status = match is_ok {
        _ if upper.starts_with("SKIP") || upper.starts_with("TODO") => Status::Skipped,
        true => Status::Passed,
        false => Status::Failed,
    };
    run.close();
    run.test(Runner::Tap, status, &rest[..number], name, at);
    if status == Status::Failed {
        run.open(Mention::Section, &rest[..number], name, at, Section::Said(Runner::Tap));
    }
    true
}

/// `[ERROR] Tests run: …` of maven, `[  FAILED  ] Suite.Name` of gtest.
fn bracket(run: &mut Run, at: usize, text: &str) -> bool {
    let Some((level, rest)) = text.split_once(']') else {
        return false;
    };
    let rest = rest.trim_start();
    match level[1..].trim() {
        "INFO" | "ERROR" | "WARNING" => maven(run, at, text, rest),
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

fn maven(run: &mut Run, at: usize, text: &str, rest: &str) -> bool {
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

fn maven_totals(run: &mut Run, at: usize, text: &str) -> bool {
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
fn gradle_status(run: &mut Run, at: usize, text: &str) -> bool {
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

/// `12 passing (3s)`, `213 tests completed, 1 failed`, `213 examples, 1 failure`, `213 runs, …`, `1) name`.
fn number(run: &mut Run, at: usize, text: &str, indent: usize) -> bool {
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

/// `✓ name`, `✕ name`, `● suite › name`.
fn symbol(run: &mut Run, at: usize, text: &str, indent: usize) -> bool {
    let mut chars = text.chars();
    let (symbol, rest) = (chars.next(), chars.as_str());
    let Some(name) = rest.strip_prefix(' ') else {
        return false;
    };
    let name = name.trim_start();
    match symbol {
        Some('✓' | '✔' | '√') => run.test(Runner::Jest, Status::Passed, name, name, at),
        Some('○') => run.test(Runner::Jest, Status::Skipped, name, name, at),
        Some('✕' | '✗' | '×' | '✖') => {
            run.told[Runner::Jest as usize].counted.failed += 1;
            true
        }
        Some('●') if indent <= 2 && run.section != Section::Again && name != "Console" => {
            let name = if run.file.is_empty() { name.to_owned() } else { format!("{} › {name}", run.file) };
            run.open(Mention::Section, &name, &name, at, Section::Next(Runner::Jest))
        }
        Some('❯') if run.open.is_some() => {
            let place = colon_place(name).and(place(name));
            run.locate(place);
            true
        }
        Some('⎯') => true,
        _ => false,
    }
}
