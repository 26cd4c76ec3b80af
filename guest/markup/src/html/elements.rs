//! What an element does to the lines of a page, by its name.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// It stands within a line.
    Inline,
    Link,
    Image,
    /// It starts a line.
    Break,
    /// These stand in lines of their own.
    Block,
    Title,
    /// From 1.
    Heading(u8),
    Item,
    Pre,
    Table,
    /// Rows of a table.
    Rows,
    Row,
    /// It stands in the line of its row.
    Cell,
}

const ANCHOR: u64 = packed(b"a");
const IMG: u64 = packed(b"img");
const BR: u64 = packed(b"br");
const TITLE: u64 = packed(b"title");
const LI: u64 = packed(b"li");
const DT: u64 = packed(b"dt");
const PRE: u64 = packed(b"pre");
const TABLE: u64 = packed(b"table");
const TBODY: u64 = packed(b"tbody");
const THEAD: u64 = packed(b"thead");
const TR: u64 = packed(b"tr");
const TD: u64 = packed(b"td");
const TH: u64 = packed(b"th");
const H1: u64 = packed(b"h1");
const H6: u64 = packed(b"h6");

const BLOCKS: [u64; 30] = [
    packed(b"div"),
    packed(b"p"),
    packed(b"ul"),
    packed(b"ol"),
    packed(b"dd"),
    packed(b"dl"),
    packed(b"section"),
    packed(b"article"),
    packed(b"aside"),
    packed(b"main"),
    packed(b"header"),
    packed(b"footer"),
    packed(b"form"),
    packed(b"button"),
    packed(b"select"),
    packed(b"option"),
    packed(b"details"),
    packed(b"summary"),
    packed(b"dialog"),
    packed(b"figure"),
    packed(b"caption"),
    packed(b"address"),
    packed(b"center"),
    packed(b"fieldset"),
    packed(b"legend"),
    packed(b"tfoot"),
    packed(b"hr"),
    packed(b"html"),
    packed(b"head"),
    packed(b"body"),
];
/// Of more bytes than are packed.
const LONG_BLOCKS: [&str; 2] = ["blockquote", "figcaption"];
const PACKED_BYTES: usize = 8;

/// A name of at most 8 bytes as a number, in small letters.
const fn packed(name: &[u8]) -> u64 {
    let (mut number, mut at) = (0, 0);
    while at < name.len() {
        number = number << 8 | name[at].to_ascii_lowercase() as u64;
        at += 1;
    }
    number
}

impl Element {
    /// In letters of any case.
    pub fn named(name: &str) -> Element {
        if name.len() > PACKED_BYTES {
            let is_block = LONG_BLOCKS.iter().any(|block| block.eq_ignore_ascii_case(name));
            return if is_block { Element::Block } else { Element::Inline };
        }
        match packed(name.as_bytes()) {
            TD | TH => Element::Cell,
            TR => Element::Row,
            ANCHOR => Element::Link,
            IMG => Element::Image,
            BR => Element::Break,
            TITLE => Element::Title,
            LI | DT => Element::Item,
            PRE => Element::Pre,
            TABLE => Element::Table,
            TBODY | THEAD => Element::Rows,
            heading @ H1..=H6 => Element::Heading((heading - H1) as u8 + 1),
            other if BLOCKS.contains(&other) => Element::Block,
            _ => Element::Inline,
        }
    }

    /// Whether it stands in lines of its own.
    pub fn is_block(self) -> bool {
        !matches!(self, Element::Inline | Element::Link | Element::Image | Element::Break | Element::Cell)
    }

    /// Whether the row that is open ends with it.
    pub fn ends_row(self) -> bool {
        matches!(self, Element::Row | Element::Rows | Element::Table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_any_case_is_that_of_an_element() {
        assert_eq!(Element::named("TD"), Element::Cell);
        assert_eq!(Element::named("h6"), Element::Heading(6));
        assert_eq!(Element::named("blockQuote"), Element::Block);
        assert_eq!(Element::named("h7"), Element::Inline);
        assert_eq!(Element::named("span"), Element::Inline);
        assert_eq!(Element::named("tbodytbody"), Element::Inline);
    }
}
