//! XML in tokens, each with its place; and what references stand for.
//!
//! Not quick-xml: it checks, and owns buffers; here a document that is cut or broken is read as far as it goes, by slices.

use memchr::{memchr, memchr2, memmem};
use std::borrow::Cow;
use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// `<a b="c">`
    Start,
    /// `<a/>`
    Empty,
    End,
    /// Between tags, with its references.
    Text,
    /// What stands in a CDATA section.
    CData,
    /// A comment, an instruction or a declaration.
    Aside,
    /// What starts like a tag and does not end.
    Broken,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    /// Where all of it stands.
    pub range: Range<usize>,
    /// The name of a tag; the text itself of a text.
    pub name: Range<usize>,
}

pub struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t str) -> Tokens<'t> {
        Tokens { text, at: 0 }
    }

    fn token(&mut self, kind: TokenKind, end: usize, name: Range<usize>) -> Option<Token> {
        let range = self.at..end;
        self.at = end;
        Some(Token { kind, range, name })
    }

    /// Up to and with `end`.
    fn until(&mut self, kind: TokenKind, opening: usize, closing: &str) -> Option<Token> {
        let start = self.at + opening;
        match self.text.get(start..).and_then(|rest| memmem::find(rest.as_bytes(), closing.as_bytes())) {
            Some(length) => self.token(kind, start + length + closing.len(), start..start + length),
            None => self.broken(),
        }
    }

    fn broken(&mut self) -> Option<Token> {
        let at = self.at;
        self.token(TokenKind::Broken, self.text.len(), at..at)
    }

    fn tag(&mut self) -> Option<Token> {
        let bytes = self.text.as_bytes();
        let is_end = bytes.get(self.at + 1) == Some(&b'/');
        let start = self.at + 1 + usize::from(is_end);
        let Some(close) = tag_end(&bytes[start..]).map(|length| start + length) else {
            return self.broken();
        };
        let name = start + name_length(&bytes[start..close]);
        if name == start {
            return self.token(TokenKind::Text, start, self.at..start);
        }
        let kind = match (is_end, bytes[close - 1]) {
            (true, _) => TokenKind::End,
            (_, b'/') => TokenKind::Empty,
            _ => TokenKind::Start,
        };
        self.token(kind, close + 1, start..name)
    }

    fn declaration(&mut self) -> Option<Token> {
        let bytes = self.text.as_bytes();
        let mut depth = 0_usize;
        for (offset, byte) in bytes[self.at..].iter().enumerate() {
            match byte {
                b'[' => depth += 1,
                b']' => depth = depth.saturating_sub(1),
                b'>' if depth == 0 => {
                    let at = self.at;
                    return self.token(TokenKind::Aside, at + offset + 1, at..at);
                }
                _ => {}
            }
        }
        self.broken()
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let rest = &self.text.as_bytes()[self.at..];
        match rest {
            [] => None,
            [b'<', b'!', b'-', b'-', ..] => self.until(TokenKind::Aside, 4, "-->"),
            [b'<', b'!', b'[', b'C', b'D', b'A', b'T', b'A', b'[', ..] => self.until(TokenKind::CData, 9, "]]>"),
            [b'<', b'!', ..] => self.declaration(),
            [b'<', b'?', ..] => self.until(TokenKind::Aside, 2, "?>"),
            [b'<', ..] => self.tag(),
            _ => {
                let end = memchr(b'<', rest).map_or(self.text.len(), |length| self.at + length);
                self.token(TokenKind::Text, end, self.at..end)
            }
        }
    }
}

/// Where the `>` of a tag stands, past quoted values.
fn tag_end(bytes: &[u8]) -> Option<usize> {
    let (mut at, mut close) = (0, memchr(b'>', bytes)?);
    loop {
        if close < at {
            close = at + memchr(b'>', &bytes[at..])?;
        }
        let Some(quote) = memchr2(b'"', b'\'', &bytes[at..close]).map(|length| at + length) else {
            return Some(close);
        };
        at = quote + 1 + memchr(bytes[quote], &bytes[quote + 1..])? + 1;
    }
}

fn name_length(bytes: &[u8]) -> usize {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80 || matches!(byte, b'_' | b':' | b'-' | b'.');
    match bytes.first() {
        Some(first) if first.is_ascii_alphabetic() || *first >= 0x80 || matches!(first, b'_' | b':') => {
            bytes.iter().position(|byte| !is_name(*byte)).unwrap_or(bytes.len())
        }
        _ => 0,
    }
}

/// The attributes of a tag: where the name and the value of each stand, past `at`, and where to go on.
pub fn attribute(text: &str, at: usize, end: usize) -> Option<(Range<usize>, Range<usize>, usize)> {
    let bytes = &text.as_bytes()[..end];
    let start = at + bytes.get(at..)?.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != b'/')?;
    let name = start..start + name_length(&bytes[start..]);
    let is_space = |byte: &u8| byte.is_ascii_whitespace();
    let skip = |at: usize| at + bytes[at..].iter().take_while(|byte| is_space(byte)).count();
    let equals = skip(name.end);
    if name.is_empty() || bytes.get(equals) != Some(&b'=') {
        return None;
    }
    let quote = skip(equals + 1);
    let mark = *bytes.get(quote).filter(|mark| matches!(mark, b'"' | b'\''))?;
    let value = quote + 1..quote + 1 + memchr(mark, &bytes[quote + 1..])?;
    let next = value.end + 1;
    Some((name, value, next))
}

/// A text with its references replaced; those that only a DTD knows stay.
pub fn decoded(text: &str) -> Cow<'_, str> {
    let Some(first) = memchr(b'&', text.as_bytes()) else {
        return Cow::Borrowed(text);
    };
    let mut out = text[..first].to_owned();
    let mut rest = &text[first..];
    while let Some(at) = memchr(b'&', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = memchr(b';', &rest.as_bytes()[..rest.len().min(12)]);
        match end.and_then(|end| Some((character(&rest[1..end])?, end))) {
            Some((character, end)) => {
                out.push(character);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn character(name: &str) -> Option<char> {
    Some(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(TokenKind, &str)> {
        Tokens::new(text).map(|token| (token.kind, &text[token.name])).collect()
    }

    #[test]
    fn tokens_cover_a_document() {
        use TokenKind::*;
        let text =
            "<?xml version='1.0'?><!DOCTYPE a [<!ELEMENT a (b)>]><a x='>'>t&amp;<b/><![CDATA[<c>]]><!-- d --></a>";
        assert_eq!(
            tokens(text),
            [
                (Aside, "xml version='1.0'"),
                (Aside, ""),
                (Start, "a"),
                (Text, "t&amp;"),
                (Empty, "b"),
                (CData, "<c>"),
                (Aside, " d "),
                (End, "a")
            ]
        );
        let joined: String = Tokens::new(text).map(|token| &text[token.range]).collect();
        assert_eq!(joined, text);
    }

    #[test]
    fn what_is_cut_is_broken() {
        for text in ["<a", "<a b='", "<!-- x", "<![CDATA[ x", "<?x", "<!x"] {
            assert_eq!(tokens(text), [(TokenKind::Broken, "")], "{text}");
        }
        assert_eq!(tokens("1 < 2")[0], (TokenKind::Text, "1 "));
    }

    #[test]
    fn attributes_are_read_one_by_one() {
        let text = "<a b = 'c>' d:e=\"\"/>";
        let (name, value, next) = attribute(text, 2, text.len()).unwrap();
        assert_eq!((&text[name], &text[value]), ("b", "c>"));
        let (name, value, next) = attribute(text, next, text.len()).unwrap();
        assert_eq!((&text[name], &text[value]), ("d:e", ""));
        assert_eq!(attribute(text, next, text.len()), None);
    }

    #[test]
    fn references_are_replaced() {
        assert_eq!(decoded("a &lt;&#233;&#x1F600; &nbsp; & &amp;amp;"), "a <é😀 &nbsp; & &amp;");
        assert!(matches!(decoded("plain"), Cow::Borrowed(_)));
    }
}
