//! The text of a line, from its tags and texts.

use super::elements::Element;
use super::tags::{Tag, attribute};
use super::{Role, references};

/// What is known of a line that is being shown at the end of a text.
#[derive(Default)]
pub struct Line {
    pub role: Role,
    /// A space is due before the next character, unless nothing stands before it in its line or cell.
    space: bool,
    inside: bool,
    /// Something has been shown, and before it what the role puts there.
    begun: bool,
    cells: usize,
    /// What a link points to, and how long the text was before it.
    link: Option<(String, usize)>,
}

impl Line {
    pub fn new(role: Role) -> Line {
        Line { role, ..Line::default() }
    }

    pub fn see(&mut self, html: &str, tag: &Tag, out: &mut String) {
        match tag {
            Tag::Text(range) => self.text(&references::replaced(&html[range.clone()]), out),
            Tag::Raw { inner, .. } if self.role == Role::Data => self.text(&html[inner.clone()], out),
            Tag::Open { element: Element::Cell, .. } if self.role == Role::Row => {
                self.end_link(out);
                if self.cells > 0 {
                    out.push_str(" | ");
                }
                self.cells += 1;
                self.inside = false;
            }
            Tag::Open { element: Element::Link, range, .. } if self.role != Role::Pre => {
                self.end_link(out);
                let href = attribute(&html[range.clone()], "href").filter(|href| is_far(href));
                self.link = href.map(|href| (references::replaced(&href).into_owned(), out.len()));
            }
            Tag::Open { element: Element::Image, range, .. } => {
                if let Some(alt) = attribute(&html[range.clone()], "alt") {
                    self.text(&references::replaced(&alt), out);
                }
            }
            Tag::Close { element: Element::Link, .. } => self.end_link(out),
            Tag::Open { element, .. } if element.is_block() || *element == Element::Break => self.space = true,
            Tag::Close { element, .. } if element.is_block() => self.space = true,
            _ => {}
        }
    }

    fn text(&mut self, text: &str, out: &mut String) {
        if self.role == Role::Pre {
            let line_break = |char| matches!(char, '\n' | '\r' | '\u{c}');
            return out.extend(text.chars().map(|char| if line_break(char) { ' ' } else { char }));
        }
        let mut rest = text;
        while !rest.is_empty() {
            let (words, space) = words(rest.as_bytes());
            if words > 0 {
                self.words(&rest[..words], out);
            }
            self.space |= space > 0;
            rest = &rest[words + space..];
        }
    }

    fn words(&mut self, words: &str, out: &mut String) {
        let space = std::mem::take(&mut self.space);
        if !std::mem::replace(&mut self.begun, true) {
            self.role.begin(out);
            if words.starts_with('#') && self.role == Role::Text {
                // Else it would look like a heading.
                out.push('\\');
            }
        } else if space && self.inside {
            out.push(' ');
        }
        self.inside = true;
        out.push_str(words);
    }

    pub fn end_link(&mut self, out: &mut String) {
        if let Some((href, before)) = self.link.take()
            && out.len() > before
        {
            out.push_str(" (");
            out.extend(href.chars().filter(|char| !char.is_whitespace()));
            out.push(')');
        }
    }
}

/// Bytes of words with one space between each, and of the white space behind them.
fn words(bytes: &[u8]) -> (usize, usize) {
    const NO_BREAK: [u8; 2] = [0xc2, 0xa0];
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'!'..=b'~' => at += 1,
            b' ' if at > 0 && bytes.get(at + 1).is_some_and(|next| *next > b' ' && *next != NO_BREAK[0]) => at += 2,
            b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' => return (at, 1),
            0xc2 if bytes[at..].starts_with(&NO_BREAK) => return (at, 2),
            _ => at += 1,
        }
    }
    (at, 0)
}

/// Links within the page and scripts tell nothing.
fn is_far(href: &str) -> bool {
    let href = href.trim();
    !href.is_empty()
        && !href.starts_with('#')
        && !href.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("javascript:"))
        && !href.starts_with("data:")
}
