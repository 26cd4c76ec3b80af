//! Tags and texts with their places.

use memchr::{memchr, memchr2, memmem};
use std::borrow::Cow;
use std::ops::Range;

#[derive(Debug, PartialEq, Eq)]
pub enum Tag<'t> {
    Text(Range<usize>),
    Open {
        name: &'t str,
        range: Range<usize>,
    },
    Close {
        name: &'t str,
        range: Range<usize>,
    },
    /// An element that is not shown, with all in it.
    Raw {
        name: &'t str,
        range: Range<usize>,
        inner: Range<usize>,
    },
    Aside(Range<usize>),
}

/// Elements whose text is no HTML, and others that are no part of what a page says.
const RAW: [&str; 3] = ["script", "style", "iframe"];
const HIDDEN: [&str; 3] = ["nav", "template", "svg"];

pub struct Tags<'t> {
    html: &'t str,
    at: usize,
    /// Of which hidden elements it is known that what opens them is not closed.
    unclosed: [bool; HIDDEN.len()],
}

impl<'t> Tags<'t> {
    pub fn new(html: &'t str) -> Tags<'t> {
        Tags { html, at: 0, unclosed: [false; HIDDEN.len()] }
    }

    fn tag(&mut self, start: usize, is_close: bool) -> Tag<'t> {
        let html = self.html;
        let bytes = html.as_bytes();
        let name_end =
            bytes[start..].iter().position(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'\x0c' | b'/' | b'>'));
        let name = &html[start..name_end.map_or(bytes.len(), |length| start + length)];
        let end = tag_end(bytes, start + name.len());
        let range = self.at..end;
        self.at = end;
        if is_close {
            return Tag::Close { name, range };
        }
        if RAW.iter().any(|raw| raw.eq_ignore_ascii_case(name)) {
            let close = self.close_of(name, end).unwrap_or(bytes.len()..bytes.len());
            self.at = close.end;
            return Tag::Raw { name, range: range.start..close.end, inner: end..close.start };
        }
        if let Some(hidden) = HIDDEN.iter().position(|hidden| hidden.eq_ignore_ascii_case(name))
            && !self.unclosed[hidden]
        {
            if let Some(close) = self.balanced(name, end) {
                self.at = close.end;
                return Tag::Raw { name, range: range.start..close.end, inner: end..close.start };
            }
            self.unclosed[hidden] = true;
        }
        Tag::Open { name, range }
    }

    /// The next end tag of this name.
    fn close_of(&self, name: &str, from: usize) -> Option<Range<usize>> {
        let bytes = self.html.as_bytes();
        memmem::find_iter(&bytes[from..], b"</")
            .map(|length| from + length)
            .find_map(|at| is_named(bytes, at + 2, name).then(|| at..tag_end(bytes, at + 2 + name.len())))
    }

    /// The end tag that closes what was opened before `from`.
    fn balanced(&self, name: &str, from: usize) -> Option<Range<usize>> {
        let bytes = self.html.as_bytes();
        let (mut depth, mut at) = (1, from);
        loop {
            at += memchr(b'<', &bytes[at..])?;
            if is_named(bytes, at + 1, name) {
                depth += 1;
            } else if bytes.get(at + 1) == Some(&b'/') && is_named(bytes, at + 2, name) {
                depth -= 1;
                if depth == 0 {
                    return Some(at..tag_end(bytes, at + 2 + name.len()));
                }
            }
            at += 1;
        }
    }
}

impl<'t> Iterator for Tags<'t> {
    type Item = Tag<'t>;

    fn next(&mut self) -> Option<Tag<'t>> {
        let bytes = self.html.as_bytes();
        let rest = bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let start = self.at;
        let end = match rest {
            [b'<', b'!', b'-', b'-', ..] => {
                memmem::find(&rest[2..], b"-->").map_or(bytes.len(), |length| start + length + 5)
            }
            [b'<', b'/', b'a'..=b'z' | b'A'..=b'Z', ..] => return Some(self.tag(start + 2, true)),
            [b'<', b'a'..=b'z' | b'A'..=b'Z', ..] => return Some(self.tag(start + 1, false)),
            [b'<', b'!' | b'?' | b'/', ..] => memchr(b'>', rest).map_or(bytes.len(), |length| start + length + 1),
            _ => {
                self.at = memchr(b'<', &rest[1..]).map_or(bytes.len(), |length| start + 1 + length);
                return Some(Tag::Text(start..self.at));
            }
        };
        self.at = end;
        Some(Tag::Aside(start..end))
    }
}

/// A name in small letters, as which nearly all are written.
pub fn lowered(name: &str) -> Cow<'_, str> {
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    }
}

fn is_named(bytes: &[u8], at: usize, name: &str) -> bool {
    let end = at + name.len();
    bytes.get(at..end).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
        && bytes.get(end).is_none_or(|next| matches!(next, b' ' | b'\n' | b'\r' | b'\t' | b'\x0c' | b'/' | b'>'))
}

/// Behind the `>` of a tag, past quoted values; behind the first `>` where a quote is not closed.
fn tag_end(bytes: &[u8], from: usize) -> usize {
    let Some(first) = memchr(b'>', &bytes[from..]).map(|length| from + length) else {
        return bytes.len();
    };
    let (mut at, mut close) = (from, first);
    while let Some(quote) = memchr2(b'"', b'\'', &bytes[at..close]).map(|length| at + length) {
        if bytes[quote - 1] != b'=' && !bytes[quote - 1].is_ascii_whitespace() {
            at = quote + 1;
            continue;
        }
        let Some(end) = memchr(bytes[quote], &bytes[quote + 1..]).map(|length| quote + 1 + length) else {
            return first + 1;
        };
        at = end + 1;
        match memchr(b'>', &bytes[at..]) {
            Some(length) => close = at + length,
            None => return first + 1,
        }
    }
    close + 1
}

/// The value of an attribute as it is written.
pub fn attribute(tag: &str, wanted: &str) -> Option<String> {
    let bytes = tag.as_bytes();
    let mut at = 0;
    loop {
        let equals = at + memchr(b'=', &bytes[at..])?;
        let name = tag[..equals].trim_end();
        let is_wanted = name.len() > wanted.len()
            && name.is_char_boundary(name.len() - wanted.len())
            && name[name.len() - wanted.len()..].eq_ignore_ascii_case(wanted)
            && name.as_bytes()[name.len() - wanted.len() - 1].is_ascii_whitespace();
        let value = equals + 1 + bytes[equals + 1..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let (start, end) = match bytes.get(value)? {
            quote @ (b'"' | b'\'') => (value + 1, value + 1 + memchr(*quote, &bytes[value + 1..])?),
            _ => (
                value,
                value + bytes[value..].iter().take_while(|byte| !byte.is_ascii_whitespace() && **byte != b'>').count(),
            ),
        };
        if is_wanted {
            return Some(tag[start..end].to_owned());
        }
        at = end.max(equals + 1);
    }
}
