//! HTML: title and headings, by the tokenizer of the HTML standard.

mod headings;

use super::{Kind, Likeness};
use crate::characters::{clip, first, visible};
use crate::view::{Section, View};
use crate::words::outline as words;
use headings::{Heading, headings};

/// Headings that a summary names.
const SUMMARY_HEADINGS: usize = 12;
/// Characters of a heading that are shown.
const HEADING_CHARACTERS: usize = 80;
/// Characters looked at to recognise a page.
const DETECT_CHARACTERS: usize = 2_000;

/// Elements that a part of a page starts with, and some that follow.
const BLOCKS: [&str; 22] = [
    "div", "p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "td", "th", "ul", "ol", "li",
    "dl", "section", "article", "main", "header",
];
const INLINE: [&str; 6] = ["a ", "span", "img ", "strong", "b>", "br"];

/// Whether a text is a page or a large part of one.
pub fn detect(text: &str) -> bool {
    let start =
        first(text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']), DETECT_CHARACTERS).to_ascii_lowercase();
    let page = ["<!doctype html", "<html", "<head", "<body"];
    start.starts_with('<') && (page.iter().any(|tag| start.contains(tag)) || is_fragment(&start))
}

/// Whether the first two tags are of blocks as pages have them.
fn is_fragment(start: &str) -> bool {
    let mut tags = start.split('<').skip(1);
    let is_block =
        |tag: &str| BLOCKS.contains(&tag.split([' ', '>', '\n', '\r', '\t', '/']).next().unwrap_or_default());
    // Markdown may start with tags.
    !["\n# ", "\n## ", "\n```"].iter().any(|mark| start.contains(mark))
        && tags.next().is_some_and(is_block)
        && tags
            .find(|tag| !tag.starts_with(['/', '!']))
            .is_some_and(|tag| is_block(tag) || INLINE.iter().any(|inline| tag.starts_with(inline)))
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
}
