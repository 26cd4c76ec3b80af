//! Whether a text is source code.

use super::declarations::Declarations;
use super::language::Language;
use super::signs::{ends, find, starts, starts_with_any};

/// Declarations that make a text code, in at least one of so many lines, if so many of a hundred lines are written as code is.
const DECLARATIONS: usize = 3;
const DECLARATIONS_SHARE: usize = 60;
const SOME_WRITTEN: usize = 20;
/// Of a hundred lines so many are written as code is, where there are few declarations.
const MOST_WRITTEN: usize = 50;
/// A line so long is of code that was packed for browsers, if it has so many functions and as many ends of them.
const PACKED: usize = 1_000;
const PACKED_FUNCTIONS: usize = 5;

/// Whether a text starts as source code does: a shebang, or declarations among few enough lines of something else.
pub fn is_source(start: &str) -> bool {
    let start = start.trim_start_matches('\u{feff}').as_bytes();
    let lines: Vec<&[u8]> =
        start.split(|byte| *byte == b'\n').map(unnumbered).filter(|line| !line.trim_ascii().is_empty()).collect();
    if start.starts_with(b"#!") && lines.len() > 1 || is_packed(start) {
        return true;
    }
    // A document that shows code.
    if lines.iter().any(|line| line.starts_with(b"```")) {
        return false;
    }
    let language = Language::of(&lines);
    let mut reader = Declarations::of(language);
    let declared = lines.iter().filter(|line| reader.line(line, 0).is_some()).count();
    let written = lines.iter().filter(|line| is_written(line)).count();
    let is_share = |count: usize, percent: usize| count * 100 >= lines.len() * percent;
    language != Language::Other
        || declared >= DECLARATIONS && declared * DECLARATIONS_SHARE >= lines.len() && is_share(written, SOME_WRITTEN)
        || declared >= 1 && is_share(written, MOST_WRITTEN)
}

/// Whether a line holds one function after the other.
pub fn is_packed(start: &[u8]) -> bool {
    start.split(|byte| *byte == b'\n').any(|line| {
        let count = |sign: &[u8]| line.windows(sign.len()).filter(|window| *window == sign).count();
        line.len() >= PACKED
            && !starts(line, b"{[<")
            && count(b";") + count(b"}") >= PACKED_FUNCTIONS
            && count(b"function") + count(b"=>") >= PACKED_FUNCTIONS
    })
}

/// A line without the number that tools put before it.
pub fn unnumbered(line: &[u8]) -> &[u8] {
    let text = line.trim_ascii_start();
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &text[digits..];
    let behind = || rest.strip_prefix(b"\t").or(rest.strip_prefix("→".as_bytes())).or(rest.strip_prefix(b"| "));
    if digits > 0 { behind().unwrap_or(line) } else { line }
}

/// Whether a line ends or starts as lines of code do.
fn is_written(line: &[u8]) -> bool {
    const STARTS: [&[u8]; 22] = [
        b"import ",
        b"from ",
        b"#include",
        b"use ",
        b"using ",
        b"package ",
        b"require",
        b"//",
        b"/*",
        b"* ",
        b"*/",
        b"#[",
        b"@",
        b"return",
        b"if ",
        b"for ",
        b"else",
        b"elif ",
        b"while ",
        b"let ",
        b"const ",
        b"end",
    ];
    let text = line.trim_ascii();
    ends(text, b";{}(")
        || text.ends_with(b"),")
        || text.ends_with(b"):")
        || starts_with_any(text, &STARTS)
        || starts(line, b" \t") && (find(text, b" = ").or(find(text, b" += ")).is_some() || ends(text, b")"))
}
