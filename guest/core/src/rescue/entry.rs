//! A line of an excerpt: whole, or with exact gaps where it is long. Colours are taken out and redraws applied.

use crate::characters::{count, first, gap, last, visible};
use crate::fold;
use crate::words;
use std::ops::Range;

/// The least that is worth showing of a line.
const LEAST_CHARACTERS: usize = 8;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The line of the view that it shows, if it shows one.
    pub line: Option<usize>,
    /// How many lines behind that are the same.
    pub repeats: usize,
    /// The line's number, and the gap before what is shown.
    prefix: String,
    start: String,
    /// Characters that are left out between start and end.
    omitted: usize,
    /// Characters that a terminal does not show.
    folded: usize,
    /// What they are, where that can be said.
    aside: String,
    end: String,
}

impl Entry {
    /// A line of the view, without its end, in at most `width` characters behind its number.
    pub fn line(line: usize, text: &str, width: usize) -> Entry {
        Entry::new(Some(line), words::numbered(line, ""), text, width)
    }

    /// The same for a line that `repeats` more lines behind it repeat.
    pub fn repeated(line: usize, repeats: usize, text: &str, width: usize) -> Entry {
        Entry { repeats, ..Entry::new(Some(line), words::numbered_repeats(line, repeats), text, width) }
    }

    /// A line of the last result of the tool, without its end, that is not in this one.
    pub fn gone(line: usize, text: &str, width: usize) -> Entry {
        Entry::new(None, words::numbered_gone(line), text, width)
    }

    /// A line of which `range` is no text to read, but `what`.
    pub fn line_beside(line: usize, text: &str, range: Range<usize>, what: String, width: usize) -> Entry {
        let (before, after) = (&text[..range.start], &text[range.end..]);
        let room = width.saturating_sub(count(&spaced(count(text), &what)));
        let end = last(after, room / 3);
        let start = first(before, room - count(end));
        Entry {
            line: Some(line),
            repeats: 0,
            prefix: words::numbered(line, ""),
            omitted: count(text) - count(start) - count(end),
            folded: 0,
            start: visible(start),
            aside: what,
            end: visible(end),
        }
    }

    /// A line that stands for `lines` alike, in at most `width` characters; `at` is the byte of the text that matters.
    pub fn line_around(line: usize, lines: u64, text: &str, at: usize, width: usize) -> Entry {
        let number = words::numbered_alike(line, lines);
        let shown = fold::shown(text);
        let folded = count(text) - count(&shown);
        let at = match folded {
            0 => at,
            _ => shown.floor_char_boundary(fold::shown(&text[..at]).len()),
        };
        let (before, after) = shown.split_at(at);
        let text = &*shown;
        if count(text) <= width || count(before) <= width / 2 {
            return Entry { folded, ..Entry::new(Some(line), number, text, width) };
        }
        let near = last(before, width / 3);
        let following = first(after, width / 2);
        Entry {
            line: Some(line),
            repeats: 0,
            prefix: format!("{number}{} ", gap(count(before) - count(near))),
            start: visible(near) + &visible(following),
            omitted: count(after) - count(following),
            folded,
            aside: String::new(),
            end: String::new(),
        }
    }

    /// The line below a sentence about it.
    pub fn below(mut self, sentence: &str) -> Entry {
        self.prefix.insert_str(0, &format!("{sentence}\n"));
        self
    }

    /// A line of our own.
    pub fn ours(text: &str, width: usize) -> Entry {
        Entry::new(None, String::new(), text, width)
    }

    fn new(line: Option<usize>, prefix: String, text: &str, width: usize) -> Entry {
        let shown = fold::shown(text);
        let folded = count(text) - count(&shown);
        let (start, aside, end) = (String::new(), String::new(), String::new());
        let mut entry = Entry { line, repeats: 0, prefix, start, omitted: 0, folded, aside, end };
        let text = &*shown;
        if count(text) <= width {
            entry.start = visible(text);
            return entry;
        }
        let shown = width.saturating_sub(count(&spaced(count(text), "")));
        let (start, end) = (first(text, shown - shown / 4), last(text, shown / 4));
        entry.omitted = count(text) - count(start) - count(end);
        (entry.start, entry.end) = (visible(start), visible(end));
        entry
    }

    pub fn text(&self) -> String {
        let gap = if self.omitted > 0 { spaced(self.omitted, &self.aside) } else { String::new() };
        format!("{}{}{gap}{}", self.prefix, self.start, self.end)
    }

    /// Characters of the line that are shown, without its end; those that a terminal does not show count as shown.
    pub fn shown(&self) -> usize {
        self.visible() + self.folded
    }

    fn visible(&self) -> usize {
        count(&self.start) + count(&self.end)
    }

    /// Leaves out more of the line, so that it has at most `characters`; `false` where too little would be left.
    pub fn shorten(&mut self, characters: usize) -> bool {
        let total = self.visible() + self.omitted;
        let shown = characters.saturating_sub(count(&self.prefix) + count(&spaced(total, &self.aside)));
        if shown < LEAST_CHARACTERS {
            return false;
        }
        let end = if self.omitted == 0 { &self.start } else { &self.end };
        let end = last(end, shown / 4).to_owned();
        self.start = first(&self.start, shown - count(&end)).to_owned();
        self.end = end;
        self.omitted = total - self.visible();
        true
    }
}

fn spaced(omitted: usize, aside: &str) -> String {
    match aside {
        "" => format!(" {} ", gap(omitted)),
        aside => format!(" {} ", words::set_aside(omitted, aside)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_and_what_is_left_out_are_the_line() {
        let text = "漢".repeat(1_000);
        for width in 40..1_100 {
            let mut entry = Entry::line(7, &text, width);
            assert!(count(&entry.text()) <= width + 3, "{width}");
            assert_eq!(entry.shown() + entry.omitted, 1_000);
            if entry.shorten(width.min(60)) {
                assert!(count(&entry.text()) <= 60, "{}", entry.text());
                assert_eq!(entry.shown() + entry.omitted, 1_000);
            }
        }
    }

    #[test]
    fn what_is_set_aside_is_left_out_and_counted() {
        let text = format!("{{\"data\":\"{}\",\"n\":1}}", "aB3".repeat(1_000));
        for width in 60..400 {
            let mut entry = Entry::line_beside(3, &text, 9..3_009, "2,250 bytes in base64".to_owned(), width);
            assert!(count(&entry.text()) <= width + 3 && !entry.text().contains("aB3"), "{}", entry.text());
            assert_eq!(entry.shown() + entry.omitted, count(&text));
            assert!(!entry.shorten(60) || count(&entry.text()) <= 60, "{}", entry.text());
            assert_eq!(entry.shown() + entry.omitted, count(&text));
        }
        let entry = Entry::line_beside(3, &text, 9..3_009, "2,250 bytes in base64".to_owned(), 100);
        assert_eq!(entry.text(), "3| {\"data\":\" […3,000 characters: 2,250 bytes in base64…] \",\"n\":1}");
    }

    #[test]
    fn both_gaps_around_the_middle_are_exact() {
        let text = format!("{}FATAL{}", "a".repeat(500), "b".repeat(700));
        let entry = Entry::line_around(3, 1, &text, 500, 120);
        assert_eq!(
            entry.text(),
            format!("3| […460 characters…] {}FATAL{} […645 characters…] ", "a".repeat(40), "b".repeat(55))
        );
    }

    #[test]
    fn what_a_terminal_does_not_show_is_folded_and_counted_as_shown() {
        let text = format!("10 %\r100 % {}\u{1b}[31mfatal\u{1b}[0m{}", "x".repeat(300), "y".repeat(300));
        let at = text.find("fatal").unwrap();
        for width in 60..700 {
            for entry in [Entry::line(3, &text, width), Entry::line_around(3, 1, &text, at, width)] {
                assert!(!entry.text().contains(['\u{1b}', '\r', '␛', '␍']), "{}", entry.text());
                assert!(entry.shown() + entry.omitted <= count(&text));
            }
            assert!(Entry::line_around(3, 1, &text, at, width).text().contains("fatal"));
        }
        let entry = Entry::line(3, &text, 900);
        assert_eq!((entry.shown(), entry.omitted), (count(&text), 0));
    }

    #[test]
    fn what_fits_is_whole() {
        assert_eq!(Entry::line(0, "a\tb\u{7}", 10).text(), "0| a\tb␇");
        assert_eq!(Entry::line_around(0, 3, "error", 0, 10).text(), "0 and 2 alike| error");
    }
}
