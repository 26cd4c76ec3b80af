//! What compilers and linters say, line by line.

use super::located;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// What one line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Diagnostic<'l> {
    pub severity: Severity,
    /// `src/a.c:12:5`; empty where the line does not say it.
    pub place: &'l str,
    /// A code or the name of a lint; empty where there is none.
    pub code: &'l str,
    pub message: &'l str,
    /// Whether hardly anything but a compiler writes such a line.
    pub is_certain: bool,
}

impl<'l> Diagnostic<'l> {
    pub fn new(severity: Severity, message: &'l str) -> Diagnostic<'l> {
        Diagnostic { severity, place: "", code: "", message, is_certain: false }
    }

    /// What hardly anything but a compiler writes.
    pub fn certain(severity: Severity, code: &'l str, message: &'l str) -> Diagnostic<'l> {
        Diagnostic { severity, place: "", code, message, is_certain: true }
    }

    /// Of a file, to a path.
    pub fn file(&self) -> &'l str {
        file(self.place)
    }
}

/// The path of a place.
pub fn file(place: &str) -> &str {
    let path =
        place.trim_end_matches(|char: char| char.is_ascii_digit() || matches!(char, ':' | ',' | '(' | ')' | '[' | ']'));
    if path.is_empty() { place } else { path }
}

/// What a line says by itself, wherever it stands.
pub fn parse(line: &str) -> Option<Diagnostic<'_>> {
    located::parse(line).or_else(|| headed(line)).or_else(|| service(line)).or_else(|| tool(line))
}

/// `error[E0308]: mismatched types`, `warning: unused variable`, `error: …`.
fn headed(line: &str) -> Option<Diagnostic<'_>> {
    let (severity, rest) = severity(line)?;
    if let Some((code, message)) = rest.strip_prefix('[').and_then(|rest| rest.split_once("]: ")) {
        return Some(Diagnostic::certain(severity, code, message));
    }
    let message = rest.strip_prefix(": ")?;
    Some(located::behind(severity, message)).filter(|_| !is_tally(message))
}

/// A severity at the start of a text, and what is behind it.
pub fn severity(text: &str) -> Option<(Severity, &str)> {
    let words = [
        ("fatal error", Severity::Error),
        ("error", Severity::Error),
        ("Error", Severity::Error),
        ("ERROR", Severity::Error),
        ("warning", Severity::Warning),
        ("Warning", Severity::Warning),
        ("WARNING", Severity::Warning),
        ("note", Severity::Note),
        ("info", Severity::Note),
        ("help", Severity::Note),
        ("hint", Severity::Note),
    ];
    let found = |(word, severity): &(&str, Severity)| text.strip_prefix(word).map(|rest| (*severity, rest));
    words
        .iter()
        .find_map(found)
        .filter(|(_, rest)| !rest.starts_with(|char: char| char.is_ascii_alphanumeric() || char == '_'))
}

/// Whether a message only counts others: `aborting due to 2 previous errors`, "`x` (lib) generated 5 warnings".
fn is_tally(message: &str) -> bool {
    message.starts_with("aborting due to ")
        || message.starts_with("could not compile ")
        || message.contains(" generated ") && message.contains(" warning")
        || message.ends_with(" warnings emitted")
        || message.ends_with(" warning emitted")
        || message.starts_with("build failed, waiting")
        || message.starts_with("ld returned ")
        || message.starts_with("linker command failed")
}

/// `##[error]…` and `::error file=…::…` of GitHub Actions.
fn service(line: &str) -> Option<Diagnostic<'_>> {
    if let Some(rest) = line.strip_prefix("##[") {
        let (word, message) = rest.split_once(']')?;
        let (severity, _) = severity(word)?;
        return Some(Diagnostic::certain(severity, "", message));
    }
    let (head, message) = line.strip_prefix("::")?.split_once("::")?;
    let (severity, rest) = severity(head)?;
    let place = rest.split_once("file=").map_or("", |(_, place)| place.split(',').next().unwrap_or_default());
    Some(Diagnostic { place, ..Diagnostic::certain(severity, "", message) })
}

/// What linkers, make, npm and their like say.
fn tool(line: &str) -> Option<Diagnostic<'_>> {
    const ERRORS: [&str; 12] = [
        "make: *** ",
        "npm ERR! ",
        "npm error ",
        "FAILED: ",
        "CMake Error",
        "collect2: error",
        "ninja: build stopped",
        "FAILURE: ",
        "Execution failed for task",
        "configure: error: ",
        "e: ",
        "LINK : fatal error ",
    ];
    const WARNINGS: [&str; 4] = ["npm WARN ", "npm warn ", "CMake Warning", "w: "];
    if memchr::memchr2(b'`', b'\'', line.as_bytes()).is_some()
        && let Some((_, symbol)) = line.split_once("undefined reference to ")
    {
        return Some(Diagnostic::certain(Severity::Error, "undefined reference", symbol));
    }
    let make = line.strip_prefix("make[").and_then(|rest| rest.split_once("]: *** "));
    if let Some((_, message)) = make {
        return Some(Diagnostic::certain(Severity::Error, "", message));
    }
    let of = |starts: &[&str]| starts.iter().any(|start| line.starts_with(start));
    let severity = match (of(&ERRORS), of(&WARNINGS)) {
        (true, _) => Severity::Error,
        (_, true) => Severity::Warning,
        _ => return None,
    };
    // What stops a build because of another error says nothing by itself.
    let severity = if line.starts_with("collect2") || line.starts_with("ninja: ") { Severity::Note } else { severity };
    Some(Diagnostic::certain(severity, "", line))
}
