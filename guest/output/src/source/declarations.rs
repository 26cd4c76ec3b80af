//! Lines that declare something: by a keyword and the name behind it, or by a name with parentheses and a body.

use super::language::{Language, is_creation, is_selector};
use super::signs::{ends, find, first_word, has, starts, starts_with_any};

/// Lines that the head of a function may have.
const HEAD_LINES: usize = 16;
/// Words before the name of a function that has no body.
const KINDS: usize = 5;

/// Bytes of the longest word of the lists below.
const LONGEST: usize = 15;

/// What may stand before a declaration's keyword.
const MODIFIERS: [&str; 40] = [
    "pub",
    "export",
    "default",
    "declare",
    "async",
    "unsafe",
    "const",
    "static",
    "public",
    "private",
    "protected",
    "internal",
    "final",
    "abstract",
    "override",
    "sealed",
    "open",
    "data",
    "inline",
    "virtual",
    "extern",
    "suspend",
    "partial",
    "fileprivate",
    "typedef",
    "local",
    "case",
    "implicit",
    "lazy",
    "readonly",
    "companion",
    "mutating",
    "operator",
    "infix",
    "tailrec",
    "strictfp",
    "value",
    "annotation",
    "inner",
    "crate",
];
/// What stands before the name that is declared.
const KEYWORDS: [&str; 30] = [
    "fn",
    "def",
    "class",
    "struct",
    "enum",
    "trait",
    "impl",
    "mod",
    "function",
    "func",
    "fun",
    "interface",
    "type",
    "namespace",
    "module",
    "object",
    "protocol",
    "extension",
    "union",
    "record",
    "@interface",
    "macro_rules!",
    "sub",
    "defp",
    "defmodule",
    "defmacro",
    "actor",
    "function*",
    "@implementation",
    "@protocol",
];
/// What stands before parentheses, or before a name, and declares nothing.
const CONTROL: [&str; 49] = [
    "if",
    "for",
    "while",
    "switch",
    "return",
    "else",
    "catch",
    "do",
    "case",
    "throw",
    "new",
    "delete",
    "using",
    "sizeof",
    "await",
    "yield",
    "match",
    "foreach",
    "elif",
    "unless",
    "until",
    "lock",
    "when",
    "synchronized",
    "with",
    "try",
    "guard",
    "assert",
    "fixed",
    "finally",
    "echo",
    "print",
    "include",
    "require",
    "my",
    "use",
    "die",
    "exit",
    "let",
    "not",
    "and",
    "or",
    "in",
    "import",
    "from",
    "goto",
    "raise",
    "elsif",
    "__attribute__",
];

/// Reads lines one after the other.
pub struct Declarations {
    language: Language,
    /// A line that may be the head of a function, if a body follows.
    open: Option<Head>,
}

struct Head {
    line: usize,
    /// Parentheses that are not closed yet.
    depth: i32,
    lines: usize,
    /// Whether it declares something without a body too.
    is_prototype: bool,
}

impl Declarations {
    pub fn of(language: Language) -> Declarations {
        Declarations { language, open: None }
    }

    /// The line that turns out to declare something: this one, or the one in which the head of a function begins whose body this opens.
    pub fn line(&mut self, line: &[u8], number: usize) -> Option<usize> {
        let line = line.trim_ascii_end();
        let is_declared = match self.language {
            Language::Styles => is_selector(line),
            Language::Queries => is_creation(line),
            Language::Other => return self.other(line, number),
        };
        is_declared.then_some(number)
    }

    fn other(&mut self, line: &[u8], number: usize) -> Option<usize> {
        let text = line.trim_ascii_start();
        if text.is_empty() {
            return None;
        }
        if let Some(found) = self.go_on(text) {
            return found;
        }
        if is_named(text) {
            return Some(number);
        }
        let head = head(line, text, number)?;
        let is_ended = ends(text, b";");
        let is_whole = head.depth == 0 && (has_body(text) || head.is_prototype && is_ended);
        if !is_whole && !is_ended && (head.depth == 0 || !has_body(text)) {
            self.open = Some(head);
            return None;
        }
        is_whole.then_some(number)
    }

    /// Where a head is open: whether this line is part of it, and the line of the head if that ends here.
    fn go_on(&mut self, text: &[u8]) -> Option<Option<usize>> {
        let head = self.open.take()?;
        let depth = head.depth + balance(text);
        let follows = head.depth > 0 || starts(text, b"{:") || text.starts_with(b"throws ");
        if !follows || depth < 0 || head.lines > HEAD_LINES {
            return None;
        }
        if depth == 0 && (starts(text, b"{") || has_body(text) || ends(text, b";") && head.is_prototype) {
            return Some(Some(head.line));
        }
        if ends(text, b"{;") {
            return None;
        }
        self.open = Some(Head { depth, lines: head.lines + 1, ..head });
        Some(None)
    }
}

/// Most words are passed over by their length or their first byte.
fn is_among(word: &[u8], words: &[&str]) -> bool {
    let Some(first) = word.first().filter(|_| word.len() <= LONGEST) else {
        return false;
    };
    words.iter().any(|known| known.as_bytes()[0] == *first && known.as_bytes() == word)
}

/// A keyword and a name, and the signs of a declaration behind it: `pub fn a(`, `class B:`, `type C = …`.
fn is_named(text: &[u8]) -> bool {
    let (mut word, mut rest) = first_word(text);
    let mut modified = false;
    while is_among(word, &MODIFIERS) || word.starts_with(b"pub(") {
        modified = true;
        (word, rest) = first_word(rest);
    }
    let word: &[u8] = if word.starts_with(b"impl<") { b"impl" } else { word };
    if !is_among(word, &KEYWORDS) {
        return (modified || word == b"let" || word == b"var") && is_arrow(text);
    }
    if word == b"impl" {
        return has(rest, b"{<") || find(rest, b" for ").is_some() || !rest.is_empty() && !has(rest, b" ");
    }
    // A receiver or parameters of types, and names of types that are extended.
    if word.starts_with(b"fun") && starts(rest, b"(<") || word == b"extension" {
        return has(rest, b"({:");
    }
    let name = rest.iter().take_while(|byte| is_name(**byte) || matches!(byte, b'.' | b'\\')).count();
    name > 0 && !rest[0].is_ascii_digit() && is_declared_by(word, rest[name..].trim_ascii_start())
}

/// Whether what stands behind a name is what stands there in declarations.
fn is_declared_by(keyword: &[u8], behind: &[u8]) -> bool {
    const FOLLOWERS: [&str; 7] = ["extends", "implements", "permits", "throws", "where", "final", "do"];
    const TYPES: [&str; 9] = ["struct", "interface", "string", "int", "int64", "uint64", "float64", "bool", "byte"];
    let (word, rest) = first_word(behind);
    // `type Weights []int` of Go, and of others `type Weights = …`
    let is_type = || is_among(word, &TYPES) || starts_with_any(behind, &[b"*", b"map[", b"func("]);
    match keyword {
        _ if starts(behind, b"({:<=[;!?") => true,
        b"type" => is_type(),
        _ if behind.is_empty() || is_among(word, &FOLLOWERS) => true,
        // `class EXPORTED Name : public Base`
        b"class" | b"struct" => starts(rest, b"{:"),
        _ => false,
    }
}

/// `let price = (p) => …`, `const price = async function …`
fn is_arrow(text: &[u8]) -> bool {
    let Some(equals) = find(text, b" = ") else {
        return false;
    };
    let value = &text[equals + 3..];
    let value = value.strip_prefix(b"async ").unwrap_or(value);
    let is_arrow = starts(value, b"(") && find(value, b"=>").is_some() || first_word(value).1.starts_with(b"=>");
    !has(&text[..equals], b"(") && (is_arrow || value.starts_with(b"function"))
}

/// The start of `long price(long grams) {` or `price() {`: a name before parentheses.
fn head(line: &[u8], text: &[u8], number: usize) -> Option<Head> {
    let open = memchr::memchr(b'(', text)?;
    let before = text[..open].trim_ascii_end();
    let name_at = before.len() - before.iter().rev().take_while(|byte| is_name(**byte)).count();
    let (kinds, name) = (before[..name_at].trim_ascii(), &before[name_at..]);
    let is_kind = |byte: &u8| is_name(*byte) || b"<>*& ,:[]?@".contains(byte);
    let is_head = name.first().is_some_and(|byte| !byte.is_ascii_digit())
        && kinds.iter().all(is_kind)
        && !starts(kinds, b"&*:,>")
        && find(text, b"=>").is_none()
        && !is_among(name, &CONTROL)
        && !is_among(first_word(kinds).0, &CONTROL);
    let is_outer = !starts(line, b" \t");
    // A call has what the head of a function has not.
    let is_open = || starts(name, b"~") || name[0].is_ascii_uppercase() || has_body(text);
    let is_call = || has(&text[open..], b"\"'`") && !has(text, b"=") || !is_outer && !is_open();
    if !is_head || kinds.is_empty() && is_call() {
        return None;
    }
    let words = 1 + kinds.iter().filter(|byte| **byte == b' ').count();
    let is_prototype = is_outer && !kinds.is_empty() && words <= KINDS;
    Some(Head { line: number, depth: balance(text), lines: 1, is_prototype })
}

fn has_body(text: &[u8]) -> bool {
    ends(text, b"{") || ends(text, b"}") && find(text, b") {").is_some()
}

/// Parentheses that a text opens, less those that it closes.
fn balance(text: &[u8]) -> i32 {
    text.iter().map(|byte| i32::from(*byte == b'(') - i32::from(*byte == b')')).sum()
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || matches!(byte, b'_' | b'$' | b'~')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(text: &str) -> Vec<usize> {
        let mut declarations = Declarations::of(Language::Other);
        text.lines().enumerate().filter_map(|(number, line)| declarations.line(line.as_bytes(), number)).collect()
    }

    #[test]
    fn declarations_are_recognised() {
        for line in [
            "def f(x):",
            "    async def g(",
            "pub(crate) fn h<T>(t: T) -> U {",
            "impl<T> Iterator for A<T> {",
            "macro_rules! m {",
            "export default class A {",
            "type X = {",
            "type X struct {",
            "type Celsius float64",
            "func (s *S) Do() {",
            "  def total",
            "  def self.total?(a)",
            "class Ledger < Base",
            "static int save(unsigned n, int limit)\n{",
            "void A::b(const std::string& c) {",
            "A::A(int b)\n    : b_(b)\n{",
            "    Ledger(int rows)\n        : Base(rows) { }",
            "namespace a::b {",
            "class EXPORTED Ledger : public Base {",
            "extern int save(int n);",
            "extern int save (int n,\n    int limit) __THROW;",
            "    public Ledger(List<Long> rows) {",
            "    public int Price(int grams)\n    {",
            "    public long price(\n        long grams,\n        String zone) throws Refused {",
            "public interface Ledger extends Base {",
            "  constructor() { this.rows = []; }",
            "plan() {",
            "local function plan()",
            "function plan_parcels {",
            "sub plan {",
            "export const price = (p: Parcel): number => p.grams * 2;",
            "const f = async (x) => {",
            "const f = x => x;",
            "fun main() = run()",
            "fun <T> List<T>.second(): T {",
            "data class Parcel(val grams: Long)",
            "case class Parcel(grams: Long)",
            "object Ledger extends App {",
            "extension Parcel: Codable {",
            "defmodule Freight.Ledger do",
            "public function b(): int\n{",
            "interface Parcel",
        ] {
            assert_eq!(declared(line), [0], "{line}");
        }
    }

    #[test]
    fn other_lines_are_none() {
        for line in [
            "class of 1999 was here",
            "the function f",
            "type of error",
            "type error",
            "def",
            "fn ",
            "package a.b;",
            "    if (x) {",
            "} else if (y) {",
            "  return price(x) {",
            "    call(x)",
            "    Some(x) => {",
            "        && call(x)\n    {",
            "    Refused(x)\n    return y;",
            "main()\n  return",
            "    struct parcel *next = first(x);",
            "    parcel.save(x);",
            "  items.forEach((x) => {",
            "describe('a', () => {",
            "x = price(y)",
            "const limit = 5;",
            "let x = match y { A => 1 };",
            "Some prose (with a remark)",
            "(",
            "é(",
        ] {
            assert!(declared(line).is_empty(), "{line}");
        }
    }
}
