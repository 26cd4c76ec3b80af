//! Letters as RFC 5322 writes them, one or many in a text.

use crate::characters::without_end;
use crate::kind::columns::Rows;
use crate::kind::columns::{Columns, Value};
use crate::view::{Section, View};

/// Lines of a header among which the usual fields stand.
const HEADER_LINES: usize = 80;
/// Bytes of a field that are kept.
const FIELD_BYTES: usize = 300;

#[derive(Debug, Default)]
pub struct Letter {
    pub line: usize,
    pub from: String,
    pub subject: String,
    pub date: String,
    pub parts: Vec<Part>,
    pub lines: usize,
    pub quoted: usize,
    boundary: String,
}

/// A part of a letter, such as an attachment.
#[derive(Debug, Default)]
pub struct Part {
    pub line: usize,
    pub media: String,
    /// The name of its file, if it has one.
    pub name: String,
}

impl Letter {
    /// Lines in all, lines that quote another letter, attachments.
    pub fn counts(&self) -> [usize; 3] {
        [self.lines, self.quoted, self.parts.iter().filter(|part| !part.name.is_empty()).count()]
    }
}

#[derive(Default)]
pub struct Letters {
    pub all: Vec<Letter>,
    pub columns: Columns,
}

/// Whether these lines start as a letter does.
pub fn start(lines: &[&str]) -> bool {
    let lines = match lines.first() {
        Some(first) if is_separator(first) => &lines[1..],
        _ => lines,
    };
    has_header(lines.iter().take(HEADER_LINES).copied())
}

/// `From ada@example.org Sat Mar 14 09:00:00 2026`, which parts the letters of an mbox.
fn is_separator(line: &str) -> bool {
    line.strip_prefix("From ").is_some_and(|rest| {
        rest.split_ascii_whitespace().count() >= 5
            && rest.trim_end().ends_with(|char: char| char.is_ascii_digit())
            && rest.contains(':')
    })
}

/// Whether the lines up to a blank one are the fields of a letter.
fn has_header<'l>(lines: impl Iterator<Item = &'l str>) -> bool {
    let (mut sender, mut others) = (false, 0);
    for line in lines.take_while(|line| !line.trim().is_empty()) {
        let Some((name, _)) = field(line) else {
            if line.starts_with([' ', '\t']) && (sender || others > 0) {
                continue;
            }
            return false;
        };
        let is = |known: &[&str]| known.iter().any(|known| name.eq_ignore_ascii_case(known));
        sender |= is(&["from", "return-path"]);
        others +=
            usize::from(is(&["to", "subject", "date", "message-id", "received", "cc", "reply-to", "delivered-to"]));
    }
    sender && others >= 2
}

/// The name and the value of a field.
fn field(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let is_name =
        !name.is_empty() && name.len() < 60 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_name.then_some((name, value.trim()))
}

/// What the lines at hand belong to.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Header,
    PartHeader,
    Body,
}

impl Letters {
    /// Cost: one pass over the section.
    pub fn of(view: &View, section: &Section) -> Letters {
        let mut letters = Letters::default();
        let line_of = |line: usize| without_end(view.line(line)).trim_start_matches('\u{feff}');
        let is_mbox = section.lines.clone().map(line_of).find(|line| !line.is_empty()).is_some_and(is_separator);
        let mut place = Place::Body;
        let mut field_name = String::new();
        let mut before = "";
        for line in section.lines.clone() {
            let text = line_of(line);
            let is_new = match is_mbox {
                true => before.is_empty() && is_separator(text),
                false => {
                    (place == Place::Body && text.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic))
                        && (letters.all.is_empty()
                            || before.is_empty()
                            || before.starts_with("---")
                            || before.starts_with("==="))
                        && !before.to_ascii_lowercase().contains(" message")
                        && field(text).is_some()
                        && has_header((line..section.lines.end.min(line + HEADER_LINES)).map(line_of))
                }
            };
            if is_new {
                letters.all.push(Letter { line, ..Letter::default() });
                place = Place::Header;
            }
            before = text;
            let Some(letter) = letters.all.last_mut() else {
                continue;
            };
            letter.lines += 1;
            if text.is_empty() {
                place = Place::Body;
            } else if place != Place::Body {
                if let (false, Some((name, value))) = (text.starts_with([' ', '\t']), field(text)) {
                    field_name = name.to_ascii_lowercase();
                    letter.field(&field_name, value, place);
                } else if text.starts_with([' ', '\t']) {
                    letter.field(&field_name, text.trim(), place);
                }
            } else if text.starts_with('>') {
                letter.quoted += 1;
            } else if !letter.boundary.is_empty() && text.strip_prefix("--").is_some_and(|rest| rest == letter.boundary)
            {
                letter.parts.push(Part { line, ..Part::default() });
                place = Place::PartHeader;
            }
        }
        letters.count(view);
        letters
    }

    /// The columns of the letters.
    fn count(&mut self, view: &View) {
        let mut rows = Rows::new(0);
        for letter in &self.all {
            let at = view.line_start(letter.line);
            let lines = letter.lines.to_string();
            let subject = letter.subject.trim_start_matches("Re: ").trim_start_matches("RE: ");
            let date = iso(&letter.date).unwrap_or_else(|| letter.date.clone());
            rows.start(at);
            rows.cell("from", Value::String(&letter.from), at);
            rows.cell("subject", Value::String(subject), at);
            rows.cell("date", Value::String(&date), at);
            rows.cell("lines", Value::Number(&lines), at);
            rows.end(at);
        }
        rows.finish();
        self.columns = rows.columns;
    }

    pub fn quoted(&self) -> usize {
        self.all.iter().map(|letter| letter.quoted).sum()
    }

    /// Parts that are files.
    pub fn parts(&self) -> usize {
        self.all.iter().map(|letter| letter.counts()[2]).sum()
    }

    /// Where the first attachments of letters stand.
    pub fn attached(&self) -> impl Iterator<Item = usize> {
        self.all
            .iter()
            .filter_map(|letter| letter.parts.iter().find(|part| !part.name.is_empty()).map(|part| part.line))
    }
}

impl Letter {
    /// Takes in a field, or a further line of one.
    fn field(&mut self, name: &str, value: &str, place: Place) {
        let append = |to: &mut String, value: &str| {
            if to.len() < FIELD_BYTES {
                *to += if to.is_empty() { "" } else { " " };
                *to += &value[..value.floor_char_boundary(FIELD_BYTES.min(value.len()))];
            }
        };
        match (name, place) {
            ("from", Place::Header) => append(&mut self.from, value),
            ("subject", Place::Header) => append(&mut self.subject, value),
            ("date", Place::Header) => append(&mut self.date, value),
            ("content-type", Place::Header) => {
                if let Some(boundary) = parameter(value, "boundary=") {
                    self.boundary = boundary.to_owned();
                }
            }
            ("content-type" | "content-disposition", Place::PartHeader) => {
                if let Some(part) = self.parts.last_mut() {
                    if name == "content-type" && part.media.is_empty() {
                        part.media = value.split(';').next().unwrap_or_default().trim().to_owned();
                    }
                    if let Some(file) = parameter(value, "name=") {
                        part.name = file.to_owned();
                    }
                    // The boundary of parts within a part.
                    if let Some(boundary) = parameter(value, "boundary=") {
                        self.boundary = boundary.to_owned();
                    }
                }
            }
            _ => {}
        }
    }
}

fn parameter<'v>(value: &'v str, name: &str) -> Option<&'v str> {
    let behind = &value[value.find(name)? + name.len()..];
    let parameter = match behind.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => behind.split([';', ' ']).next(),
    };
    parameter.filter(|parameter| !parameter.is_empty())
}

/// `2026-03-14T09:00:00` of `Sat, 14 Mar 2026 09:00:00 +0000`; in the zone that it is written in.
fn iso(date: &str) -> Option<String> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let date = date.split_once(", ").map_or(date, |(_, date)| date);
    let mut words = date.split_ascii_whitespace();
    let day: u8 = words.next()?.parse().ok()?;
    let month = words.next()?;
    let month = MONTHS.iter().position(|known| month.starts_with(known))? + 1;
    let year: u16 = words.next()?.parse().ok()?;
    let time = words.next()?;
    (time.len() == 8 && time.is_ascii()).then(|| format!("{year:04}-{month:02}-{day:02}T{time}"))
}
