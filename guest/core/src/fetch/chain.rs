//! chain: matches with the lines around them, as `grep -C` shows them: in the order of the view, each line once, `--` in gaps.

use super::grep::Page;
use super::lines;
use crate::characters::count;
use crate::grep::{Hit, Scan};
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

/// As many of the first `hits` matches as fit with all their context; the first one also where its context does not fit.
/// A match that is not shown, and what was not searched, is no context either: the next answer has it.
pub fn page(view: &View, scan: &Scan, hits: usize, frame: &Frame) -> Page {
    let mut page = Page::default();
    let mut left = frame.most;
    let mut shown_to = frame.from.map_or(0, |from| view.line_at(from.saturating_sub(1)) + 1);
    for (number, hit) in scan.hits.iter().take(hits).enumerate() {
        let wanted = Wanted::of(view, hit, frame, shown_to..end(view, scan, number));
        let gap = if page.hits > 0 && wanted.before.start > shown_to { GAP } else { "" };
        let Some(block) = wanted.whole(view, frame.most, left.saturating_sub(count(gap))) else {
            if page.hits == 0 {
                (page.text, page.left_out) = wanted.part(view, frame.most);
                page.hits = 1;
            }
            break;
        };
        left -= count(gap) + count(&block);
        page.text = page.text + gap + &block;
        page.hits += 1;
        shown_to = wanted.after.end;
    }
    page
}

/// The line before which the context of this match ends.
fn end(view: &View, scan: &Scan, number: usize) -> usize {
    match scan.hits.get(number + 1) {
        Some(next) => lines::line_of(view, next),
        None if scan.complete => view.line_count(),
        None => view.line_at(scan.stopped_at),
    }
}

/// A match and its context.
struct Wanted<'h> {
    hit: &'h Hit,
    line: usize,
    before: Range<usize>,
    after: Range<usize>,
}

impl Wanted<'_> {
    /// `free`: the lines that are neither shown yet nor left to the next match.
    fn of<'h>(view: &View, hit: &'h Hit, frame: &Frame, free: Range<usize>) -> Wanted<'h> {
        let line = lines::line_of(view, hit);
        let context = frame.lines.min(MAX_LINES) as usize;
        let before = line.saturating_sub(context).max(free.start).min(line)..line;
        let after = line + 1..(line + 1 + context).min(free.end).max(line + 1);
        Wanted { hit, line, before, after }
    }

    /// All of it, if it has at most `left` characters.
    fn whole(&self, view: &View, most: usize, left: usize) -> Option<String> {
        let mut text = String::new();
        let mut left = left;
        for line in self.before.start..self.after.end {
            let row = match line == self.line {
                true => lines::matching(view, line, self.hit, most),
                false => lines::context(view, line, most),
            };
            left = left.checked_sub(count(&row))?;
            text += &row;
        }
        Some(text)
    }

    /// The match, and as much around it as fits: a line before it and one behind it by turns. And the lines left out.
    fn part(&self, view: &View, most: usize) -> (String, Vec<Range<usize>>) {
        let matching = lines::matching(view, self.line, self.hit, most);
        let mut left = most.saturating_sub(count(&matching));
        let mut rows = VecDeque::from([matching]);
        let mut shown = self.line..self.line + 1;
        let (mut before, mut after) = (self.before.clone().rev(), self.after.clone());
        loop {
            let above = fitting(view, &mut before, most, &mut left);
            shown.start -= usize::from(above.is_some());
            let below = fitting(view, &mut after, most, &mut left);
            shown.end += usize::from(below.is_some());
            if above.is_none() && below.is_none() {
                break;
            }
            above.into_iter().for_each(|row| rows.push_front(row));
            rows.extend(below);
        }
        let left_out = [self.before.start..shown.start, shown.end..self.after.end];
        (rows.into_iter().collect(), left_out.into_iter().filter(|lines| !lines.is_empty()).collect())
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
        let text = format!("a\n{0}needle{0}needle{0}\nb\n", "·".repeat(300));
        let page = chain(&text, "needle", 1, 4_000, None);
        let shown: Vec<&str> = page.text.lines().map(|row| row.split("- ").next().unwrap()).collect();
        assert_eq!((shown[0], shown.len(), shown[3]), ("0", 4, "2"));
        assert!(shown[1].starts_with("1 @300: ") && shown[2].starts_with("1 @606: "));
    }
}
