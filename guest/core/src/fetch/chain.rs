//! chain: matches with the lines around them, as `grep -C` shows them: in the order of the view, each line once, `--` in gaps.

use super::grep::Page;
use super::lines::{self, Row};
use crate::characters::count;
use crate::grep::Scan;
use crate::view::View;
use std::collections::VecDeque;
use std::ops::Range;

/// Lines of context on each side, at most.
const MAX_LINES: u64 = 1_000;
const GAP: &str = "--\n";

/// What an answer has to keep to.
pub struct Frame {
    /// Where the last answer ended, in bytes of the view's text.
    pub from: Option<usize>,
    /// Lines of context on each side.
    pub lines: u64,
    /// Characters of the answer.
    pub most: usize,
}

impl Frame {
    fn context(&self) -> usize {
        self.lines.min(MAX_LINES) as usize
    }
}

/// As many matches as fit with all their context, in at most `rows` rows; the first also where its context does not fit.
/// A match that is not shown, and what was not searched, is no context either: the next answer has it.
pub fn page(view: &View, scan: &Scan, rows: usize, frame: &Frame) -> Page {
    let mut page = Page::default();
    let mut left = frame.most;
    let mut shown_to = frame.from.map_or(0, |from| view.line_at(from.saturating_sub(1)) + 1);
    for _ in 0..rows {
        let Some(wanted) = Wanted::of(view, scan, &page, frame, shown_to) else {
            break;
        };
        let gap = if page.hits > 0 && wanted.before.start > shown_to { GAP } else { "" };
        let Some(block) = wanted.whole(left.saturating_sub(count(gap))) else {
            if page.hits == 0 {
                page = wanted.part();
            }
            break;
        };
        left -= count(gap) + count(&block.text);
        page.text = page.text + gap + &block.text;
        page.hits += block.hits;
        shown_to = block.shown_to;
    }
    page
}

/// A match and its context.
struct Wanted<'w> {
    view: &'w View<'w>,
    scan: &'w Scan,
    frame: &'w Frame,
    page: &'w Page,
    line: usize,
    before: Range<usize>,
}

/// All of it, and where it ends.
struct Block {
    text: String,
    hits: usize,
    shown_to: usize,
}

impl<'w> Wanted<'w> {
    /// The match behind those of the page. Lines up to `shown_to` are shown already.
    fn of(view: &'w View, scan: &'w Scan, page: &'w Page, frame: &'w Frame, shown_to: usize) -> Option<Wanted<'w>> {
        let line = lines::line_of(view, scan.hits.get(page.hits)?);
        let before = line.saturating_sub(frame.context()).max(shown_to).min(line)..line;
        Some(Wanted { view, scan, frame, page, line, before })
    }

    /// The row of the match, with those that share it.
    fn row(&self, left: usize) -> Option<Row> {
        lines::matching(self.view, self.page.rest(self.scan, self.frame.from), self.frame.most, left)
    }

    /// The context behind a row: it ends before the next match that the row does not show.
    fn after(&self, row: &Row) -> Range<usize> {
        let end = match self.scan.hits.get(self.page.hits + row.hits) {
            Some(next) => lines::line_of(self.view, next),
            None if self.scan.complete => self.view.line_count(),
            None => self.view.line_at(self.scan.stopped_at),
        };
        self.line + 1..(self.line + 1 + self.frame.context()).min(end).max(self.line + 1)
    }

    /// All of it, if it has at most `left` characters.
    fn whole(&self, left: usize) -> Option<Block> {
        let mut text = String::new();
        let mut left = left;
        let mut push = |row: &str| {
            text += row;
            left.checked_sub(count(row)).inspect(|rest| left = *rest)
        };
        for line in self.before.clone() {
            push(&self.context(line))?;
        }
        let row = self.row(push("")?)?;
        push(&row.text)?;
        let after = self.after(&row);
        for line in after.clone() {
            push(&self.context(line))?;
        }
        Some(Block { text, hits: row.hits, shown_to: after.end })
    }

    fn context(&self, line: usize) -> String {
        lines::context(self.view, line, self.frame.most)
    }

    /// The match, and as much around it as fits: a line before it and one behind it by turns. And the lines left out.
    fn part(&self) -> Page {
        let most = self.frame.most;
        let Some(matching) = self.row(most) else {
            return Page::default();
        };
        let wanted = self.before.start..self.after(&matching).end;
        let mut left = most.saturating_sub(count(&matching.text));
        let mut rows = VecDeque::from([matching.text]);
        let mut shown = self.line..self.line + 1;
        let (mut before, mut after) = ((wanted.start..shown.start).rev(), shown.end..wanted.end);
        loop {
            let above = fitting(self.view, &mut before, most, &mut left);
            shown.start -= usize::from(above.is_some());
            let below = fitting(self.view, &mut after, most, &mut left);
            shown.end += usize::from(below.is_some());
            if above.is_none() && below.is_none() {
                break;
            }
            above.into_iter().for_each(|row| rows.push_front(row));
            rows.extend(below);
        }
        let left_out = [wanted.start..shown.start, shown.end..wanted.end];
        Page {
            text: rows.into_iter().collect(),
            hits: matching.hits,
            left_out: left_out.into_iter().filter(|lines| !lines.is_empty()).collect(),
        }
    }
}

/// The next line, if it fits; if not, no line behind it does.
fn fitting(
    view: &View,
    lines: &mut (impl Iterator<Item = usize> + Default),
    most: usize,
    left: &mut usize,
) -> Option<String> {
    let row = lines::context(view, lines.next()?, most);
    match left.checked_sub(count(&row)) {
        Some(rest) => {
            *left = rest;
            Some(row)
        }
        None => {
            *lines = Default::default();
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grep::{Limits, Pattern};

    fn chain(text: &str, pattern: &str, lines: u64, most: usize, from: Option<usize>) -> Page {
        let limits = Limits { budget: u64::MAX, window_chars: 100, max_hits: 101 };
        let scan = Pattern::compile(pattern, 80).unwrap().scan(text, from.unwrap_or(0), limits);
        page(&View::of(text), &scan, 100, &Frame { from, lines, most })
    }

    fn numbers(lines: Range<usize>, width: usize) -> String {
        lines.map(|line| format!("<{line}>{}\n", "x".repeat(width))).collect()
    }

    #[test]
    fn overlapping_contexts_are_one_group_and_others_are_apart() {
        let page = chain(&numbers(0..30, 0), "<(5|7|8|20)>", 2, 4_000, None);
        let shown: Vec<&str> = page.text.lines().map(|row| row.split(' ').next().unwrap()).collect();
        assert_eq!(shown, ["3-", "4-", "5:", "6-", "7:", "8:", "9-", "10-", "--", "18-", "19-", "20:", "21-", "22-"]);
        assert_eq!((page.hits, page.left_out), (4, vec![]));
    }

    #[test]
    fn context_that_does_not_fit_gives_way_to_the_match() {
        let page = chain(&numbers(0..30, 50), "<15>", 10, 200, None);
        let shown: Vec<&str> = page.text.lines().map(|row| row.split(' ').next().unwrap()).collect();
        assert_eq!(shown, ["14-", "15:", "16-"]);
        assert_eq!((page.hits, page.left_out), (1, vec![5..14, 17..26]));
        let page = chain(&numbers(0..3, 150), "<1>", 1, 200, None);
        assert!(page.text.starts_with("1: <1>") && page.text.lines().count() == 1);
        assert_eq!((page.hits, page.left_out), (1, vec![0..1, 2..3]));
    }

    #[test]
    fn a_match_that_does_not_fit_is_left_to_the_next_answer() {
        let text = numbers(0..30, 50);
        let page = chain(&text, "<(10|12)>", 1, 200, None);
        assert_eq!((page.hits, page.text.lines().count()), (1, 3));
        let page = chain(&text, "<(10|12)>", 2, 200, Some(text.find("<11>").unwrap()));
        assert!(page.text.starts_with("11- ") && page.text.contains("\n12: "), "{}", page.text);
    }

    #[test]
    fn matches_of_one_long_line_share_its_context() {
        let text = format!("a\n{0}needle{0}needle{0}\nb\n", "·".repeat(500));
        let page = chain(&text, "needle", 1, 4_000, None);
        let shown: Vec<&str> = page.text.lines().map(|row| row.split("- ").next().unwrap()).collect();
        assert_eq!((shown[0], shown.len(), shown[3]), ("0", 4, "2"));
        assert!(shown[1].starts_with("1 @500: ") && shown[2].starts_with("1 @1006: "));
    }
}
