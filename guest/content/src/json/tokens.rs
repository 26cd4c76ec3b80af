//! A validating tokenizer that walks a text once and keeps one byte per level of nesting.
//!
//! It accepts RFC 8259 and, because Python's `json` writes them, `NaN`, `Infinity` and `-Infinity`. Tokens are byte ranges:
//! what they stand for (big integers, `1e400`, lone surrogates) is not looked at.

use memchr::memchr2;
use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    ObjectStart,
    ObjectEnd,
    ArrayStart,
    ArrayEnd,
    Comma,
    Colon,
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

/// What may come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expect {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
    Nothing,
}

/// The tokens of one JSON text. The iterator ends after the text's last token, or after an error.
pub struct Tokens<'t> {
    bytes: &'t [u8],
    at: usize,
    expect: Expect,
    /// For each open container, whether it is an object.
    open: Vec<bool>,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t str) -> Self {
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Tokens { bytes: text.as_bytes(), at, expect: Expect::Value, open: Vec::new() }
    }

    /// Goes back to behind the start of an object that is open; `depth` is in how many containers that stands.
    pub fn reopen(&mut self, object: Token, depth: usize) {
        self.at = object.end;
        self.open.truncate(depth + 1);
        self.expect = Expect::KeyOrEnd;
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }

    fn after_value(&self) -> Expect {
        if self.open.is_empty() { Expect::Nothing } else { Expect::CommaOrEnd }
    }

    fn token(&mut self, kind: TokenKind, end: usize) -> Result<Token, Malformed> {
        let start = self.at;
        self.at = end;
        Ok(Token { kind, start, end })
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

    fn value(&mut self, byte: u8) -> Result<Token, Malformed> {
        match byte {
            b'{' => self.open(true),
            b'[' => self.open(false),
            b'"' => {
                let end = string_end(self.bytes, self.at);
                self.scalar(TokenKind::String, end)
            }
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

    fn word(&mut self, kind: TokenKind, word: &[u8]) -> Result<Token, Malformed> {
        let end = self.bytes[self.at..].starts_with(word).then(|| self.at + word.len());
        self.scalar(kind, end)
    }

    fn key(&mut self) -> Result<Token, Malformed> {
        let Some(end) = string_end(self.bytes, self.at) else {
            return self.malformed();
        };
        self.expect = Expect::Colon;
        self.token(TokenKind::Key, end)
    }

    fn separator(&mut self) -> Result<Token, Malformed> {
        self.expect = match self.open.last() {
            Some(true) => Expect::Key,
            _ => Expect::Value,
        };
        self.token(TokenKind::Comma, self.at + 1)
    }

    fn colon(&mut self) -> Result<Token, Malformed> {
        self.expect = Expect::Value;
        self.token(TokenKind::Colon, self.at + 1)
    }
}

impl Iterator for Tokens<'_> {
    type Item = Result<Token, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_space();
        let Some(&byte) = self.bytes.get(self.at) else {
            return match self.expect {
                Expect::Nothing => None,
                _ => Some(self.malformed()),
            };
        };
        Some(match (self.expect, byte) {
            (Expect::Key | Expect::KeyOrEnd, b'"') => self.key(),
            (Expect::KeyOrEnd | Expect::CommaOrEnd, b'}') => self.close(true),
            (Expect::ValueOrEnd | Expect::CommaOrEnd, b']') => self.close(false),
            (Expect::Value | Expect::ValueOrEnd, _) => self.value(byte),
            (Expect::Colon, b':') => self.colon(),
            (Expect::CommaOrEnd, b',') => self.separator(),
            _ => self.malformed(),
        })
    }
}

/// The end of the string whose opening quote is at `start`: one past its closing quote.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        let found = at + memchr2(b'"', b'\\', &bytes[at.min(bytes.len())..])?;
        if has_control(&bytes[at..found]) {
            return None;
        }
        if bytes[found] == b'"' {
            return Some(found + 1);
        }
        at = found + escape_len(&bytes[found..])?;
    }
}

/// Raw control characters are not allowed in a string.
fn has_control(bytes: &[u8]) -> bool {
    bytes.iter().fold(false, |any, &byte| any | (byte < 0x20))
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
    let sign = usize::from(bytes[start] == b'-');
    let whole = digits(bytes, start + sign);
    let leading_zero = bytes[start + sign..].first() == Some(&b'0');
    if whole == 0 || (leading_zero && whole > 1) {
        return None;
    }
    let mut at = start + sign + whole;
    if bytes.get(at) == Some(&b'.') {
        let fraction = digits(bytes, at + 1);
        if fraction == 0 {
            return None;
        }
        at += 1 + fraction;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(bytes, at + 1 + sign);
        if exponent == 0 {
            return None;
        }
        at += 1 + sign + exponent;
    }
    Some(at)
}

fn digits(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
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
    fn what_python_writes_is_read() {
        assert!(valid("[NaN, Infinity, -Infinity]"));
    }

    #[test]
    fn depth_costs_no_stack() {
        let text = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
        assert!(valid(&text));
    }
}
