//! HTML as lines of text: headings, paragraphs, items, rows of tables. Each line is a range of bytes with a role, and these alone
//! give its text.

#[cfg(test)]
mod compared;
mod lines;
mod references;
mod tags;

pub use lines::lines;

use tags::{Tag, Tags, lowered};

/// What a line is, and so how it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Text,
    /// From 1, the title too.
    Heading(u8),
    Item,
    /// The cells of a row, with bars between.
    Row,
    /// A line of text that is shown as it is written.
    Pre,
    /// The start or end of such text.
    Fence,
    /// A script that holds data of the page.
    Data,
}

/// Appends the text of a line, which has no line break, to `out`.
pub fn show(html: &str, role: Role, out: &mut String) {
    match role {
        Role::Fence => return out.push_str("```"),
        Role::Heading(level) => (0..level).for_each(|_| out.push('#')),
        Role::Item => out.push('-'),
        Role::Data => out.push_str("JSON-LD:"),
        Role::Text | Role::Row | Role::Pre => {}
    }
    let fresh = matches!(role, Role::Text | Role::Row);
    let mut line = Line { out, role, space: !fresh, fresh, cells: 0, start: true, link: None };
    for tag in Tags::new(html) {
        line.see(html, tag);
    }
    line.end_link();
}

struct Line<'o> {
    out: &'o mut String,
    role: Role,
    /// A space is due before the next character, unless nothing stands before it in its line or cell.
    space: bool,
    fresh: bool,
    cells: usize,
    /// Nothing has been shown but what its role puts before it.
    start: bool,
    /// What a link points to, and how long the line was before it.
    link: Option<(String, usize)>,
}

impl Line<'_> {
    fn see(&mut self, html: &str, tag: Tag) {
        match tag {
            Tag::Text(range) => self.text(&references::replaced(&html[range])),
            Tag::Raw { inner, .. } if self.role == Role::Data => self.text(&html[inner]),
            Tag::Open { name, range } => match &*lowered(name) {
                "td" | "th" if self.role == Role::Row => {
                    self.end_link();
                    if self.cells > 0 {
                        self.out.push_str(" | ");
                    }
                    self.cells += 1;
                    self.fresh = true;
                }
                "a" if self.role != Role::Pre => {
                    self.end_link();
                    let href = tags::attribute(&html[range], "href").filter(|href| is_far(href));
                    self.link = href.map(|href| (references::replaced(&href).into_owned(), self.out.len()));
                }
                "img" => {
                    if let Some(alt) = tags::attribute(&html[range], "alt") {
                        self.text(&references::replaced(&alt));
                    }
                }
                name if lines::is_block(name) || name == "br" => self.space = true,
                _ => {}
            },
            Tag::Close { name, .. } if name.eq_ignore_ascii_case("a") => self.end_link(),
            Tag::Close { name, .. } if lines::is_block(&lowered(name)) => self.space = true,
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.role == Role::Pre {
            let line_break = |char| matches!(char, '\n' | '\r' | '\u{c}');
            return self.out.extend(text.chars().map(|char| if line_break(char) { ' ' } else { char }));
        }
        let mut rest = text;
        while !rest.is_empty() {
            let (word, space) = word(rest.as_bytes());
            if word > 0 {
                self.word(&rest[..word]);
            }
            self.space |= space > 0;
            rest = &rest[word + space..];
        }
    }

    fn word(&mut self, word: &str) {
        if std::mem::take(&mut self.space) && !self.fresh {
            self.out.push(' ');
        }
        if self.start && word.starts_with('#') && self.role == Role::Text {
            // Else it would look like a heading.
            self.out.push('\\');
        }
        (self.start, self.fresh) = (false, false);
        self.out.push_str(word);
    }

    fn end_link(&mut self) {
        if let Some((href, before)) = self.link.take()
            && self.out.len() > before
        {
            self.out.push_str(" (");
            self.out.extend(href.chars().filter(|char| !char.is_whitespace()));
            self.out.push(')');
        }
    }
}

/// Bytes up to a space, and of the space.
fn word(bytes: &[u8]) -> (usize, usize) {
    const NO_BREAK: [u8; 2] = [0xc2, 0xa0];
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
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
