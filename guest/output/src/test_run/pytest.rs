//! What pytest and unittest write.

use super::failures::{Mention, Rank};
use super::run::{Run, Runner, Section, Status};
use super::totals::Totals;

/// `==== FAILURES ====`, `==== 1 failed, 2 passed in 3.2s ====`, and what stands between failures of unittest.
pub fn title(run: &mut Run, at: usize, text: &str) -> bool {
    let title = text.trim_matches('=').trim();
    if title.is_empty() || text.len() < 8 {
        run.close();
        return text.len() > 60;
    }
    if !text.ends_with("==") || !text.starts_with("==") {
        return false;
    }
    if title.contains(" in ") && title.ends_with(['s', ')']) {
        return run.tell(Runner::Pytest, at, title, Totals::before_words(title));
    }
    let known = ["test session starts", "FAILURES", "ERRORS", "short test summary info", "PASSES"].contains(&title)
        || title.starts_with("warnings summary");
    if known {
        run.certain += 1;
        run.close();
        if matches!(title, "FAILURES" | "ERRORS") {
            run.section = Section::Numbered(Runner::Pytest);
        }
    }
    known
}

/// `____ TestClass.test_x ____`, `____ ERROR at setup of test_x ____`.
pub fn section(run: &mut Run, at: usize, text: &str) -> bool {
    let name = text.trim_matches('_').trim();
    let is_section = text.starts_with("__") && text.ends_with("__") && !name.is_empty();
    let is_within = matches!(run.section, Section::Pytest | Section::Numbered(Runner::Pytest));
    if !is_section || !is_within {
        return false;
    }
    let test = ["ERROR at setup of ", "ERROR at teardown of ", "ERROR collecting "]
        .iter()
        .find_map(|sign| name.strip_prefix(sign));
    let test = test.unwrap_or(name);
    run.open(Mention::Section, &key(test), test, at, Section::Pytest)
}

/// The name of a test, whether by `::` or by `.`, without its file.
fn key(name: &str) -> String {
    let within = name.split_once("::").map_or(name, |(_, within)| within);
    let (path, parameters) = within.split_once('[').unwrap_or((within, ""));
    format!("{}[{parameters}", path.replace("::", "."))
}

/// Behind `FAILED` or `ERROR`: `tests/test_a.py::test_x - AssertionError: …`.
pub fn summary(run: &mut Run, at: usize, text: &str, rest: &str) -> bool {
    if let Some(rest) = rest.strip_prefix('(') {
        return run.tell(Runner::Unittest, at, text, Totals::behind_words(rest));
    }
    let (name, message) = rest.split_once(" - ").unwrap_or((rest, ""));
    let is_test = name.contains("::") || name.ends_with(".py");
    if is_test {
        run.open(Mention::Summary, &key(name), name, at, Section::None);
        if !message.is_empty() {
            run.say(Rank::Summarised, at, message);
        }
        run.close();
    }
    is_test
}

/// `tests/test_a.py::test_x PASSED [ 50%]`, `tests/test_a.py ..F. [ 50%]`, `.....F [ 50%]`.
pub fn progress(run: &mut Run, at: usize, text: &str) -> bool {
    let bytes = text.as_bytes();
    match memchr::memchr_iter(b':', bytes).find(|colon| bytes.get(colon + 1) == Some(&b':')) {
        Some(colons) => one_test(run, at, text, colons),
        None => signs(run, text),
    }
}

/// A line with the name of a test, in which there are two colons.
fn one_test(run: &mut Run, at: usize, text: &str, colons: usize) -> bool {
    let bytes = text.as_bytes();
    let start = memchr::memrchr(b' ', &bytes[..colons]).map_or(0, |blank| blank + 1);
    let end = memchr::memchr(b' ', &bytes[colons..]).map_or(text.len(), |length| colons + length);
    let mut words = text[..start].split(' ').chain(text[end..].split(' '));
    let Some(status) = words.find_map(status_of) else {
        return false;
    };
    let name = &text[start..end];
    run.certain += 1;
    match status {
        Status::Failed | Status::Error => run.test(Runner::Pytest, status, &key(name), name, at),
        // Only failures are told apart.
        _ => run.test(Runner::Pytest, status, "", name, at),
    }
}

/// A sign for each test.
fn signs(run: &mut Run, text: &str) -> bool {
    let is_pytest = text.ends_with("%]");
    let behind_path = memchr::memchr(b' ', text.as_bytes()).filter(|&blank| text[..blank].ends_with(".py"));
    if !text.starts_with('.') && !is_pytest && behind_path.is_none() {
        return false;
    }
    let dots = behind_path.map_or(text, |blank| &text[blank + 1..]);
    let dots = dots.split(' ').next().unwrap_or_default();
    !dots.is_empty()
        && dots.bytes().all(|byte| b".FEsxX".contains(&byte))
        && (dots != "." || dots.len() < text.len())
        && counted(run, dots, is_pytest || behind_path.is_some())
}

fn status_of(word: &str) -> Option<Status> {
    match word {
        "PASSED" | "XPASS" => Some(Status::Passed),
        "FAILED" => Some(Status::Failed),
        "ERROR" => Some(Status::Error),
        "SKIPPED" | "XFAIL" => Some(Status::Skipped),
        _ => None,
    }
}

fn counted(run: &mut Run, dots: &str, is_pytest: bool) -> bool {
    let counted = if is_pytest { &mut run.told[Runner::Pytest as usize].counted } else { &mut run.dots };
    for dot in dots.bytes() {
        match dot {
            b'.' | b'X' => counted.passed += 1,
            b'F' => counted.failed += 1,
            b'E' => counted.errors += 1,
            _ => counted.skipped += 1,
        }
    }
    true
}

/// `Ran 5 tests in 0.01s` of unittest; which of them failed stands in a line below.
pub fn ran(run: &mut Run, at: usize, text: &str) -> bool {
    let Some((count, _)) = text.strip_prefix("Ran ").and_then(|rest| rest.split_once(" test")) else {
        return false;
    };
    let Ok(passed) = count.parse::<u32>() else {
        return false;
    };
    run.tell(Runner::Unittest, at, text, Some(Totals { passed: u64::from(passed), ..Totals::default() }))
}
