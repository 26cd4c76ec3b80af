//! Source code: its symbols by line, for the languages whose declarations start a line.

use super::{Kind, Likeness};
use crate::characters::{clip, first, visible};
use crate::view::{Section, View};
use crate::words::outline as words;
use std::ops::Range;

/// Characters looked at to recognise code.
const DETECT_CHARACTERS: usize = 20_000;
/// Declarations that make a text code, in at least this share of its lines.
const DETECT_DECLARATIONS: usize = 3;
const DETECT_SHARE: usize = 60;
/// Symbols that a summary names.
const SUMMARY_SYMBOLS: usize = 12;
/// Characters of a declaration that are shown.
const SYMBOL_CHARACTERS: usize = 100;

/// What may stand before a declaration's keyword.
const MODIFIERS: [&str; 11] = [
    "pub ",
    "pub(crate) ",
    "pub(super) ",
    "export ",
    "default ",
    "async ",
    "unsafe ",
    "const ",
    "static ",
    "public ",
    "private ",
];
/// What a declaration starts with.
const KEYWORDS: [&str; 15] = [
    "fn ",
    "def ",
    "class ",
    "struct ",
    "enum ",
    "trait ",
    "impl ",
    "impl<",
    "mod ",
    "function ",
    "func ",
    "interface ",
    "type ",
    "namespace ",
    "module ",
];

/// Whether a text starts as source code does: a shebang, or declarations among few enough lines of something else.
pub fn detect(text: &str) -> bool {
    let start = first(text, DETECT_CHARACTERS);
    let declarations = start.lines().filter(|line| is_declaration(line)).count();
    start.starts_with("#!") && start.lines().count() > 1
        || declarations >= DETECT_DECLARATIONS && declarations * DETECT_SHARE >= start.lines().count()
}

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let symbols = symbols(view, section.lines.clone());
    let named: Vec<String> =
        symbols.iter().take(SUMMARY_SYMBOLS).map(|(line, symbol)| format!("{line} {symbol}")).collect();
    Likeness {
        label: Kind::Code.name().to_owned(),
        summary: match named.is_empty() {
            true => Vec::new(),
            false => vec![words::declarations(&named, symbols.len())],
        },
        ..Likeness::default()
    }
}

/// Empty where nothing is declared.
pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let symbols = symbols(view, section.lines.clone());
    symbols.into_iter().map(|(line, symbol)| words::at_line(line, &symbol)).collect()
}

fn symbols(view: &View, lines: Range<usize>) -> Vec<(usize, String)> {
    let declared = lines.filter(|&line| is_declaration(view.line(line)));
    declared.map(|line| (line, clip(&visible(view.line(line).trim_end()), SYMBOL_CHARACTERS))).collect()
}

/// Whether a line declares a symbol: a keyword and a name, and the signs of a declaration behind it.
fn is_declaration(line: &str) -> bool {
    let mut rest = line.trim_start();
    while let Some(after) = MODIFIERS.iter().find_map(|modifier| rest.strip_prefix(modifier)) {
        rest = after;
    }
    let Some(named) = KEYWORDS.iter().find_map(|keyword| rest.strip_prefix(keyword)) else {
        return false;
    };
    named.starts_with(|char: char| char.is_alphabetic() || char == '_' || char == '<' || char == '(')
        && named.trim_end().ends_with(['{', ':', ';', ')', '(', ',', '}', '=', '>'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_recognised() {
        for line in [
            "def f(x):",
            "    async def g(",
            "pub(crate) fn h<T>(t: T) -> U {",
            "export default class A {",
            "type X = {",
            "func (s *S) Do() {",
        ] {
            assert!(is_declaration(line), "{line}");
        }
        for line in ["class of 1999 was here", "the function f", "type of error", "def", "fn "] {
            assert!(!is_declaration(line), "{line}");
        }
    }

    #[test]
    fn prose_and_logs_are_no_code() {
        assert!(!detect(&"2026-01-01 INFO class loaded {\n".repeat(100)));
        assert!(detect("import os\n\ndef a():\n    pass\n\ndef b():\n    pass\n\nclass C:\n    x = 1\n"));
    }
}
