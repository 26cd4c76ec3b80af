//! HTML: what a page shows, as text in which headings and tables are told by their marks.

use super::Likeness;
use super::markdown::{Dialect, Survey};
use crate::characters::first;
use crate::view::{Section, View};

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
    Survey::of(view, section, Dialect::Page).likeness(view, section)
}

/// Empty where there is neither heading, table nor code.
pub fn outline(view: &View, section: &Section) -> Vec<String> {
    Survey::of(view, section, Dialect::Page).outline()
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
