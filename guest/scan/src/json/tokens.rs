//! A validating tokenizer that walks a text once and keeps one byte per level of nesting.
//!
//! It accepts RFC 8259 and, because Python's `json` writes them, `NaN`, `Infinity` and `-Infinity`. Tokens are byte ranges:
//! what they stand for (big integers, `1e400`, lone surrogates) is not looked at. Commas and colons are checked and passed over.

use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    ObjectStart,
    ObjectEnd,
    ArrayStart,
    ArrayEnd,
    /// A member's name, with its quotes.
    Key,
    /// A string value, with its quotes.
    String,
    Number,
    True,
    False,
    Null,
}

impl TokenKind {
    /// Whether this token is the first of a value.
    pub fn starts_value(self) -> bool {
        use TokenKind::*;
        matches!(self, ObjectStart | ArrayStart | String | Number | True | False | Null)
    }

    /// Whether this token opens an object or array.
    pub fn opens(self) -> bool {
        matches!(self, TokenKind::ObjectStart | TokenKind::ArrayStart)
    }

    /// Whether this token closes an object or array.
    pub fn closes(self) -> bool {
        matches!(self, TokenKind::ObjectEnd | TokenKind::ArrayEnd)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    /// Whether a key or string holds a backslash.
    pub escaped: bool,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// The text is not JSON from this byte on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed {
    pub at: usize,
}

/// Where there is no comma.
const NOWHERE: usize = usize::MAX;

/// What may come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expect {
    Value,
    ValueOrEnd,
    KeyOrEnd,
    CommaOrEnd,
    Nothing,
}

/// The tokens of one JSON text. The iterator ends after the text's last token, or after an error.
pub struct Tokens<'t> {
    bytes: &'t [u8],
    at: usize,
    expect: Expect,
    comma: usize,
    /// For each open container, whether it is an object.
    open: Vec<bool>,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t str) -> Self {
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Tokens { bytes: text.as_bytes(), at, expect: Expect::Value, comma: NOWHERE, open: Vec::new() }
    }

    /// Where the comma before the last token is; `None` where there is none between that token and the one before it.
    pub fn comma(&self) -> Option<usize> {
        (self.comma != NOWHERE).then_some(self.comma)
    }

    /// Goes back to behind the start of an object that is open; `depth` is in how many containers that stands.
    pub fn reopen(&mut self, object: Token, depth: usize) {
        self.at = object.end;
        self.open.truncate(depth + 1);
        self.expect = Expect::KeyOrEnd;
    }

    /// The next byte that is no white space.
    #[inline(always)]
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.bytes.get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                byte => return byte.copied(),
            }
        }
    }

    fn after_value(&self) -> Expect {
        if self.open.is_empty() { Expect::Nothing } else { Expect::CommaOrEnd }
    }

    fn token(&mut self, kind: TokenKind, end: usize) -> Result<Token, Malformed> {
        let start = self.at;
        self.at = end;
        Ok(Token { kind, escaped: false, start, end })
    }

    fn scalar(&mut self, kind: TokenKind, end: Option<usize>) -> Result<Token, Malformed> {
        let Some(end) = end else {
            return self.malformed();
        };
        self.expect = self.after_value();
        self.token(kind, end)
    }

    fn malformed<T>(&mut self) -> Result<T, Malformed> {
        let at = self.at;
        self.at = self.bytes.len();
        self.expect = Expect::Nothing;
        Err(Malformed { at })
    }

    fn open(&mut self, object: bool) -> Result<Token, Malformed> {
        self.open.push(object);
        let (kind, expect) = match object {
            true => (TokenKind::ObjectStart, Expect::KeyOrEnd),
            false => (TokenKind::ArrayStart, Expect::ValueOrEnd),
        };
        self.expect = expect;
        self.token(kind, self.at + 1)
    }

    fn close(&mut self, object: bool) -> Result<Token, Malformed> {
        if self.open.pop() != Some(object) {
            return self.malformed();
        }
        self.expect = self.after_value();
        let kind = if object { TokenKind::ObjectEnd } else { TokenKind::ArrayEnd };
        self.token(kind, self.at + 1)
    }

    #[inline(always)]
    fn value(&mut self, byte: u8) -> Result<Token, Malformed> {
        match byte {
            b'{' => self.open(true),
            b'[' => self.open(false),
            b'"' => self.string(),
            b't' => self.word(TokenKind::True, b"true"),
            b'f' => self.word(TokenKind::False, b"false"),
            b'n' => self.word(TokenKind::Null, b"null"),
            b'N' => self.word(TokenKind::Number, b"NaN"),
            b'I' => self.word(TokenKind::Number, b"Infinity"),
            b'-' if self.bytes.get(self.at + 1) == Some(&b'I') => self.word(TokenKind::Number, b"-Infinity"),
            _ => {
                let end = number_end(self.bytes, self.at);
                self.scalar(TokenKind::Number, end)
            }
        }
    }

    fn string(&mut self) -> Result<Token, Malformed> {
        let Some((end, escaped)) = string_end(self.bytes, self.at) else {
            return self.malformed();
        };
        self.expect = self.after_value();
        let start = std::mem::replace(&mut self.at, end);
        Ok(Token { kind: TokenKind::String, escaped, start, end })
    }

    fn word(&mut self, kind: TokenKind, word: &[u8]) -> Result<Token, Malformed> {
        let end = self.bytes[self.at..].starts_with(word).then(|| self.at + word.len());
        self.scalar(kind, end)
    }

    /// A member's name and the colon behind it.
    fn key(&mut self, byte: u8) -> Result<Token, Malformed> {
        let end = if byte == b'"' { string_end(self.bytes, self.at) } else { None };
        let Some((end, escaped)) = end else {
            return self.malformed();
        };
        let start = std::mem::replace(&mut self.at, end);
        if self.peek() != Some(b':') {
            return self.malformed();
        }
        self.at += 1;
        self.expect = Expect::Value;
        Ok(Token { kind: TokenKind::Key, escaped, start, end })
    }

    /// What follows a comma.
    fn after_comma(&mut self) -> Result<Token, Malformed> {
        self.comma = self.at;
        self.at += 1;
        match (self.peek(), self.open.last()) {
            (Some(byte), Some(true)) => self.key(byte),
            (Some(byte), _) => self.value(byte),
            (None, _) => self.malformed(),
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Result<Token, Malformed>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        self.comma = NOWHERE;
        let Some(byte) = self.peek() else {
            return match self.expect {
                Expect::Nothing => None,
                _ => Some(self.malformed()),
            };
        };
        Some(match (self.expect, byte) {
            (Expect::CommaOrEnd, b',') => self.after_comma(),
            (Expect::KeyOrEnd | Expect::CommaOrEnd, b'}') => self.close(true),
            (Expect::ValueOrEnd | Expect::CommaOrEnd, b']') => self.close(false),
            (Expect::Value | Expect::ValueOrEnd, _) => self.value(byte),
            (Expect::KeyOrEnd, _) => self.key(byte),
            _ => self.malformed(),
        })
    }
}

/// The end of the string whose opening quote is at `start`: one past its closing quote. And whether it holds a backslash.
fn string_end(bytes: &[u8], start: usize) -> Option<(usize, bool)> {
    let (mut at, mut escaped) = (start + 1, false);
    loop {
        at += plain_len(bytes.get(at..)?);
        match bytes.get(at)? {
            b'"' => return Some((at + 1, escaped)),
            b'\\' => {
                at += escape_len(&bytes[at..])?;
                escaped = true;
            }
            _ => return None,
        }
    }
}

/// How many bytes stand before the first quote, backslash, or control character, which a string must not hold raw. Eight at a
/// time: most strings are too short for a vector search to pay.
#[inline(always)]
fn plain_len(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::from_ne_bytes([0x01; 8]);
    const HIGHS: u64 = u64::from_ne_bytes([0x80; 8]);
    let mut len = 0;
    while let Some(chunk) = bytes.get(len..).and_then(<[u8]>::first_chunk) {
        let word = u64::from_le_bytes(*chunk);
        let quote = word ^ (ONES * u64::from(b'"'));
        let backslash = word ^ (ONES * u64::from(b'\\'));
        // A borrow can only spoil what is above the first byte that is found.
        let found = (word.wrapping_sub(ONES * 0x20) & !word
            | quote.wrapping_sub(ONES) & !quote
            | backslash.wrapping_sub(ONES) & !backslash)
            & HIGHS;
        if found != 0 {
            return len + found.trailing_zeros() as usize / 8;
        }
        len += 8;
    }
    let rest = bytes[len..].iter();
    len + rest.take_while(|byte| !matches!(byte, b'"' | b'\\' | ..0x20)).count()
}

/// The length of the escape sequence at the start of `bytes`.
fn escape_len(bytes: &[u8]) -> Option<usize> {
    match bytes.get(1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(2),
        b'u' => bytes.get(2..6)?.iter().all(u8::is_ascii_hexdigit).then_some(6),
        _ => None,
    }
}

/// The end of the number at `start`, or `None` where there is none.
fn number_end(bytes: &[u8], start: usize) -> Option<usize> {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let mut at = start + usize::from(byte(start) == b'-');
    at = match byte(at) {
        b'0' => at + 1,
        _ => digits_end(bytes, at)?,
    };
    if byte(at) == b'.' {
        at = digits_end(bytes, at + 1)?;
    }
    if matches!(byte(at), b'e' | b'E') {
        let sign = usize::from(matches!(byte(at + 1), b'+' | b'-'));
        at = digits_end(bytes, at + 1 + sign)?;
    }
    // Else `01` would be two numbers.
    (!byte(at).is_ascii_digit()).then_some(at)
}

/// The end of the digits at `start`; `None` where there is none.
#[inline(always)]
fn digits_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    (at > start).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valid(text: &str) -> bool {
        Tokens::new(text).all(|token| token.is_ok())
    }

    #[test]
    fn what_rfc_8259_allows_is_json() {
        for text in [
            "{}",
            "[]",
            "0",
            "-0.5e+3",
            "\"\"",
            "[1, [2, {\"a\" : null}]] \n",
            r#"{"a":"\ud800\n","a":[true,false]}"#,
            "1e400",
            "123456789012345678901234567890",
            "\u{feff}[1]",
        ] {
            assert!(valid(text), "{text}");
        }
    }

    #[test]
    fn what_it_does_not_allow_is_not() {
        for text in [
            "",
            " ",
            "{",
            "[1",
            "[1,]",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "01",
            "1.",
            "1e",
            "-",
            "[1]]",
            "[1}",
            "1 2",
            "\"a",
            "\"\\x\"",
            "\"\\u12g4\"",
            "\"a\nb\"",
            "tru",
            "nul",
            "{1:2}",
            "[,1]",
            "--1",
            "'a'",
        ] {
            assert!(!valid(text), "{text}");
        }
    }

    #[test]
    fn commas_are_known_by_the_token_behind_them() {
        let mut tokens = Tokens::new("[1 , {\"a\": 2,\"b\":[]}, 3 ]");
        let mut commas = Vec::new();
        while let Some(Ok(token)) = tokens.next() {
            commas.extend(tokens.comma().map(|comma| (comma, token.start)));
        }
        assert_eq!(commas, [(3, 5), (12, 13), (20, 22)]);
    }

    #[test]
    fn a_string_ends_where_its_quote_is_wherever_that_stands() {
        for length in 0..40 {
            for (body, whole) in
                [("a", true), ("漢", true), ("\\n", true), ("\u{7f}\u{80}", true), ("\u{1f}", false), ("\n", false)]
            {
                let before = "x".repeat(length);
                for text in [
                    format!("\"{before}{body}\""),
                    format!("\"{body}{before}\""),
                    format!("\"{before}{body}{before}\""),
                ] {
                    let expected = whole.then_some((text.len(), body.starts_with('\\')));
                    assert_eq!(string_end(text.as_bytes(), 0), expected, "{text:?}");
                    assert_eq!(string_end(format!("{text}  \"\\").as_bytes(), 0), expected, "{text:?}");
                    assert_eq!(string_end(&text.as_bytes()[..text.len() - 1], 0), None, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn what_python_writes_is_read() {
        assert!(valid("[NaN, Infinity, -Infinity]"));
    }

    #[test]
    fn depth_costs_no_stack() {
        let text = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
        assert!(valid(&text));
    }
}
