//! Tags and texts with their places.

use super::elements::Element;
use memchr::{memchr, memchr2, memmem};
use std::ops::Range;

#[derive(Debug, PartialEq, Eq)]
pub enum Tag<'t> {
    Text(Range<usize>),
    Open {
        element: Element,
        name: &'t str,
        range: Range<usize>,
    },
    Close {
        element: Element,
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
/// Elements that hold text alone.
const PLAIN: [&str; 2] = ["title", "textarea"];

pub struct Tags<'t> {
    html: &'t str,
    at: usize,
    /// Up to here there is text alone.
    plain_until: usize,
    /// Of which hidden elements, then of which that hold text alone, it is known that what opens them is not closed.
    unclosed: [bool; HIDDEN.len() + PLAIN.len()],
}

impl<'t> Tags<'t> {
    pub fn new(html: &'t str) -> Tags<'t> {
        Tags { html, at: 0, plain_until: 0, unclosed: [false; HIDDEN.len() + PLAIN.len()] }
    }

    fn tag(&mut self, start: usize, is_close: bool) -> Tag<'t> {
        let html = self.html;
        let bytes = html.as_bytes();
        let ends = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'\x0c' | b'/' | b'>');
        let name_end = bytes[start..].iter().position(ends).map_or(bytes.len(), |length| start + length);
        let name = &html[start..name_end];
        let element = Element::named(name);
        let end = if bytes.get(name_end) == Some(&b'>') { name_end + 1 } else { tag_end(bytes, name_end) };
        let range = self.at..end;
        self.at = end;
        if is_close {
            return Tag::Close { element, name, range };
        }
        if !matches!(element, Element::Inline | Element::Title) {
            return Tag::Open { element, name, range };
        }
        if RAW.iter().any(|raw| raw.eq_ignore_ascii_case(name)) {
            let is_script = name.eq_ignore_ascii_case("script");
            let close = if is_script { self.close_of_script(end) } else { self.close_of(name, end) };
            let close = close.unwrap_or(bytes.len()..bytes.len());
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
        if let Some(plain) = PLAIN.iter().position(|plain| plain.eq_ignore_ascii_case(name))
            && !self.unclosed[HIDDEN.len() + plain]
        {
            let close = self.close_of(name, end);
            self.unclosed[HIDDEN.len() + plain] = close.is_none();
            self.plain_until = close.map_or(0, |close| close.start);
        }
        Tag::Open { element, name, range }
    }

    /// Whether an element was opened that hides what stands in it, or whose text is no HTML, and is not closed.
    pub fn has_unclosed(&self) -> bool {
        self.unclosed.contains(&true)
    }

    /// The end tag of a script: within what looks like a comment, a script in the script has one of its own.
    fn close_of_script(&self, from: usize) -> Option<Range<usize>> {
        let bytes = self.html.as_bytes();
        let (mut at, mut in_comment, mut in_script) = (from, false, false);
        loop {
            at += memchr2(b'<', b'-', &bytes[at..])?;
            let rest = &bytes[at..];
            if rest.starts_with(b"<!--") && !in_comment {
                in_comment = true;
                // Its dashes may end it, too.
                at += 2;
                continue;
            }
            if rest.starts_with(b"-->") {
                (in_comment, in_script) = (false, false);
            } else if in_comment && is_named(bytes, at + 1, "script") {
                in_script = true;
            } else if rest.starts_with(b"</") && is_named(bytes, at + 2, "script") {
                if !in_script {
                    return Some(at..tag_end(bytes, at + 8));
                }
                in_script = false;
            }
            at += 1;
        }
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
        if start < self.plain_until {
            self.at = self.plain_until;
            return Some(Tag::Text(start..self.at));
        }
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

fn is_named(bytes: &[u8], at: usize, name: &str) -> bool {
    let end = at + name.len();
    bytes.get(at..end).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
        && bytes.get(end).is_none_or(|next| matches!(next, b' ' | b'\n' | b'\r' | b'\t' | b'\x0c' | b'/' | b'>'))
}

/// Behind the `>` of a tag whose name ends at `from`, past quoted values; behind the first `>` where a quote is not closed.
fn tag_end(bytes: &[u8], from: usize) -> usize {
    let Some(first) = memchr(b'>', &bytes[from..]).map(|length| from + length) else {
        return bytes.len();
    };
    match memchr2(b'"', b'\'', &bytes[from..first]) {
        Some(_) => behind_attributes(bytes, from).unwrap_or(first + 1),
        None => first + 1,
    }
}

fn behind_attributes(bytes: &[u8], from: usize) -> Option<usize> {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'\x0c');
    let behind = |at: usize, is: &dyn Fn(&u8) -> bool| at + bytes[at..].iter().take_while(|byte| is(byte)).count();
    let mut at = from;
    loop {
        at = behind(at, &|byte| is_space(byte) || *byte == b'/');
        if *bytes.get(at)? == b'>' {
            return Some(at + 1);
        }
        // The first sign of a name may be any, an equals sign, too.
        at = behind(at + 1, &|byte| !is_space(byte) && !matches!(byte, b'/' | b'>' | b'='));
        let equals = behind(at, &is_space);
        if bytes.get(equals) != Some(&b'=') {
            continue;
        }
        at = behind(equals + 1, &is_space);
        at = match *bytes.get(at)? {
            quote @ (b'"' | b'\'') => at + 2 + memchr(quote, &bytes[at + 1..])?,
            _ => behind(at, &|byte| !is_space(byte) && *byte != b'>'),
        };
    }
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
