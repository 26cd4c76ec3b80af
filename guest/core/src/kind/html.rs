//! HTML: title and headings, by the tokenizer of the HTML standard.

use super::{Kind, Likeness};
use crate::characters::{clip, first, visible};
use crate::view::{Section, View};
use crate::words::outline as words;
use html5gum::{DefaultEmitter, Token, Tokenizer};

/// Headings that a summary names.
const SUMMARY_HEADINGS: usize = 12;
/// Characters of a heading that are shown.
const HEADING_CHARACTERS: usize = 80;
/// Characters looked at to recognise a page.
const DETECT_CHARACTERS: usize = 2_000;

/// Whether a text is a page or a large part of one.
pub fn detect(text: &str) -> bool {
    let start =
        first(text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']), DETECT_CHARACTERS).to_ascii_lowercase();
    let page = ["<!doctype html", "<html", "<head", "<body"];
    start.starts_with('<') && page.iter().any(|tag| start.contains(tag))
}

/// A heading, or the title at level 0.
#[derive(Debug, PartialEq, Eq)]
struct Heading {
    level: usize,
    text: String,
    byte: usize,
}

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let headings = headings(&view.text()[view.span(section.lines.clone())]);
    let named: Vec<String> = headings.iter().take(SUMMARY_HEADINGS).map(shown).collect();
    Likeness {
        label: Kind::Html.name().to_owned(),
        summary: match named.is_empty() {
            true => Vec::new(),
            false => vec![words::headings(&named, headings.len())],
        },
        ..Likeness::default()
    }
}

/// Empty where there is no heading.
pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let span = view.span(section.lines.clone());
    let headings = headings(&view.text()[span.clone()]);
    let line = |heading: &Heading| view.line_at(span.start + heading.byte);
    let indented = |heading: &Heading| format!("{}{}", "  ".repeat(heading.level), shown(heading));
    headings.iter().map(|heading| words::at_line(line(heading), &indented(heading))).collect()
}

fn shown(heading: &Heading) -> String {
    let level = match heading.level {
        0 => "title".to_owned(),
        level => format!("h{level}"),
    };
    format!("{level} {}", clip(&visible(&heading.text), HEADING_CHARACTERS))
}

fn headings(html: &str) -> Vec<Heading> {
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    emitter.naively_switch_states(true);
    let mut headings: Vec<Heading> = Vec::new();
    let mut open: Option<Heading> = None;
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        match token {
            Token::StartTag(tag) => {
                if let Some(level) = level(&tag.name) {
                    open = Some(Heading { level, text: String::new(), byte: tag.span.start });
                }
            }
            Token::String(text) => {
                if let Some(heading) = &mut open {
                    heading.text += &String::from_utf8_lossy(&text);
                }
            }
            Token::EndTag(tag) if level(&tag.name).is_some() => {
                headings.extend(open.take().filter(|heading| !heading.text.trim().is_empty()))
            }
            _ => {}
        }
    }
    for heading in &mut headings {
        heading.text = heading.text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    headings
}

fn level(name: &[u8]) -> Option<usize> {
    match name {
        b"title" => Some(0),
        [b'h', digit @ b'1'..=b'6'] => Some(usize::from(digit - b'0')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_recognised_by_its_start() {
        assert!(detect("\n<!DOCTYPE html>\n<p>x"));
        assert!(detect("<!-- x --><HTML>"));
        assert!(!detect("<xml/>"));
        assert!(!detect("see <html>"));
    }

    #[test]
    fn headings_are_read_with_their_places() {
        let html = "<html><title>T &amp; U</title><script>'<h1>no</h1>'</script><h2 id=a>One <b>two</b></h2><h3> </h3>";
        let found = headings(html);
        let found: Vec<_> = found.iter().map(|heading| (heading.level, heading.text.as_str(), heading.byte)).collect();
        assert_eq!(found, [(0, "T & U", 6), (2, "One two", html.find("<h2").unwrap())]);
    }
}
