//! Diagnostics that start with their place: `src/a.c:12:5: error: …`, `src/a.ts(12,5): error TS2322: …`.

use super::diagnostic::{Diagnostic, Severity, severity};
use memchr::memchr2_iter;

/// Bytes of a line in which its place ends.
const PLACE_BYTES: usize = 300;

pub fn parse(line: &str) -> Option<Diagnostic<'_>> {
    let (line, maven) = match ["[ERROR] ", "[WARNING] "].iter().find_map(|level| line.strip_prefix(level)) {
        Some(rest) => (rest, Some(if line.starts_with("[E") { Severity::Error } else { Severity::Warning })),
        None => (line, None),
    };
    let (place, rest) = place(line)?;
    let rest = rest.trim_start();
    let found = match (severity(rest), maven) {
        (Some((severity, rest)), _) => coded(severity, rest)?,
        (None, Some(severity)) => Diagnostic::certain(severity, "", rest),
        (None, None) => linted(rest).or_else(|| of_go(place, rest))?,
    };
    Some(Diagnostic { place, ..found })
}

/// The place at the start of a line, and what is behind it and its colon.
fn place(line: &str) -> Option<(&str, &str)> {
    let start = &line.as_bytes()[..line.len().min(PLACE_BYTES)];
    for at in memchr2_iter(b':', b'(', start) {
        let (numbers, is_round) = (&line[at + 1..], line.as_bytes()[at] == b'(');
        let numbers = numbers.strip_prefix('[').unwrap_or(numbers);
        let length =
            numbers.bytes().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b',' | b'-')).count();
        let digits = numbers[..length].trim_end_matches(':');
        if digits.is_empty() || !digits.starts_with(|char: char| char.is_ascii_digit()) || !is_path(&line[..at]) {
            continue;
        }
        let mut end = line.len() - numbers.len() + digits.len();
        let rest = &line[end..];
        let rest = match is_round || rest.starts_with(']') {
            true => {
                end += 1;
                rest.strip_prefix([')', ']'])?
            }
            false => rest,
        };
        let behind = rest.strip_prefix(':').or_else(|| rest.strip_prefix(" - ")).or_else(|| rest.strip_prefix(" : "));
        let behind =
            behind.or_else(|| rest.starts_with(' ').then_some(rest).filter(|_| line[..at].ends_with(".java")))?;
        return (behind.starts_with(' ') || rest.starts_with(" ")).then(|| (&line[..end], behind));
    }
    None
}

/// Whether a text may be a path to a file, and no time, address or sentence.
fn is_path(text: &str) -> bool {
    let name = &text[memchr::memrchr2(b'/', b'\\', text.as_bytes()).map_or(0, |at| at + 1)..];
    let words = text.split(' ').count();
    !text.starts_with([' ', '\t', '"', '\'', '[', '<', '#', '+', '-', '>'])
        && (name.contains('.') || text.contains('/'))
        && words <= 3
        && !text.contains("://")
        && !text
            .ends_with(|char: char| char.is_ascii_digit() && !name.contains(|char: char| char.is_ascii_alphabetic()))
}

/// Behind a severity: ` TS2322: …`, `: … [-Wunused]`, `: … [code]`, `[E0308]: …`.
fn coded(severity: Severity, rest: &str) -> Option<Diagnostic<'_>> {
    if let Some(message) = rest.strip_prefix(':') {
        return Some(Diagnostic { is_certain: true, ..behind(severity, message.trim_start()) });
    }
    let (code, message) = rest.trim_start().split_once(':')?;
    let code = code.trim_matches(['[', ']', ' ']);
    let is_code = !code.is_empty() && code.len() <= 12 && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_code.then(|| Diagnostic::certain(severity, code, message.trim_start()))
}

/// A message with the name of its lint in brackets at its end, if any.
pub fn behind(severity: Severity, message: &str) -> Diagnostic<'_> {
    let code = message.strip_suffix(']').and_then(|rest| rest.rsplit_once(" [")).map_or("", |(_, code)| code);
    let code = if code.contains(' ') || code.contains('/') && code.contains('.') { "" } else { code };
    Diagnostic { code, ..Diagnostic::new(severity, message) }
}

/// `E501 Line too long`, `C0114: Missing docstring (missing-docstring)`, `message [Error/rule]`, `message (linter)`.
fn linted(rest: &str) -> Option<Diagnostic<'_>> {
    let (code, message) = rest.split_once(' ')?;
    let code = code.trim_end_matches(':');
    let digits = code.trim_start_matches(|char: char| char.is_ascii_uppercase());
    let letters = code.len() - digits.len();
    let is_code = (1..=5).contains(&letters)
        && (2..=5).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_code {
        let severity = match code.as_bytes()[0] {
            b'E' | b'F' if letters == 1 => Severity::Error,
            _ => Severity::Warning,
        };
        return Some(Diagnostic::certain(severity, code, message));
    }
    let (message, rule) = rest.strip_suffix(']')?.rsplit_once(" [")?;
    let (word, code) = rule.split_once('/')?;
    let (severity, _) = severity(word)?;
    Some(Diagnostic::certain(severity, code, message))
}

/// Go's compiler names no severity.
fn of_go<'l>(place: &str, rest: &'l str) -> Option<Diagnostic<'l>> {
    let is_go =
        super::diagnostic::file(place).ends_with(".go") && !rest.is_empty() && !rest.starts_with(['\t', '}', '/']);
    is_go.then(|| match rest.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")) {
        Some((message, code)) if !code.contains(' ') => {
            Diagnostic { code, ..Diagnostic::new(Severity::Error, message) }
        }
        _ => Diagnostic::new(Severity::Error, rest),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_severities_and_codes_are_read() {
        use Severity::{Error, Note, Warning};
        for (line, severity, place, code) in [
            ("src/a.c:12:5: error: expected ';'", Error, "src/a.c:12:5", ""),
            (
                "src/a.c:12:5: warning: unused variable 'x' [-Wunused-variable]",
                Warning,
                "src/a.c:12:5",
                "-Wunused-variable",
            ),
            ("src/a.c:12:5: note: declared here", Note, "src/a.c:12:5", ""),
            ("a.h:1:10: fatal error: x.h: No such file", Error, "a.h:1:10", ""),
            ("src/a.ts(12,5): error TS2322: Type 'x'", Error, "src/a.ts(12,5)", "TS2322"),
            ("src/a.ts:12:5 - error TS2322: Type 'x'", Error, "src/a.ts:12:5", "TS2322"),
            ("Foo.java:12: error: cannot find symbol", Error, "Foo.java:12", ""),
            ("[ERROR] /x/Foo.java:[12,5] cannot find symbol", Error, "/x/Foo.java:[12,5]", ""),
            (
                "C:\\x\\a.cs(12,5): warning CS0168: The variable [C:\\x\\a.csproj]",
                Warning,
                "C:\\x\\a.cs(12,5)",
                "CS0168",
            ),
            ("a.py:12: error: Incompatible types  [assignment]", Error, "a.py:12", "assignment"),
            ("a.py:12:5: E501 Line too long", Error, "a.py:12:5", "E501"),
            ("a.py:12:4: C0114: Missing docstring (missing-docstring)", Warning, "a.py:12:4", "C0114"),
            ("a.js:12:5: Unexpected var. [Error/no-var]", Error, "a.js:12:5", "no-var"),
            ("./a.go:12:5: undefined: x", Error, "./a.go:12:5", ""),
        ] {
            let found = parse(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!((found.severity, found.place, found.code), (severity, place, code), "{line}");
        }
    }

    #[test]
    fn times_addresses_sentences_and_matches_of_grep_are_none() {
        for line in [
            "12:30:11 error: x",
            "2026-11-30 12:30:11: error: x",
            "http://x.com:80: error: y",
            "a.c:12:int x = 1;",
            "see a.c:12 for more",
            "127.0.0.1:80: error: x",
            "a.go:12:\tx := 1",
            "  a.c:12:5: error: x",
        ] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
