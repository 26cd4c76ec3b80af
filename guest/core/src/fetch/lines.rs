//! How single lines of the view are shown: numbered, and clipped with marks where they are long.

use crate::characters::{count, first, last, visible, without_end};
use crate::grep::Hit;
use crate::view::View;
use std::ops::Range;

/// Characters of a line that is shown whole; of a longer one, of a match and of its surroundings.
const WHOLE_LINE: usize = 400;

/// Matches, in the order of the text, of which the first is to be shown.
pub struct Rest<'s> {
    pub hits: &'s [Hit],
    /// Where the match before them ends, or the last answer: what stands before it is not shown again.
    pub behind: usize,
}

/// A line of an answer, its line break included.
pub struct Row {
    pub text: String,
    /// How many of the matches it shows.
    pub hits: usize,
}

/// A line that holds a match: `12: the line`, or `12 @3400: …what stands around the match…` where it is long. Matches whose
/// surroundings touch share a row, as far as `left` characters hold them; the column is that of the first. No match is
/// seen in a row that does not count it.
///
/// `None` where there is none, or where `left` does not hold the first one as an answer of `most` characters would show it.
pub fn matching(view: &View, rest: Rest, most: usize, left: usize) -> Option<Row> {
    let line = line_of(view, rest.hits.first()?);
    let start = view.line_start(line);
    let whole = without_end(view.line(line));
    let within = |at: usize| at.saturating_sub(start).min(whole.len());
    let next_line = start + view.line(line).len();
    let hits = rest.hits.iter().enumerate().take_while(|(number, hit)| *number == 0 || hit.start < next_line);
    let matches: Vec<Range<usize>> = hits.map(|(_, hit)| within(hit.start)..within(hit.end)).collect();
    if let Some(text) = short(line, whole, ':', most) {
        return (count(&text) <= left).then_some(Row { text, hits: matches.len() });
    }
    let head = head(line, whole, matches[0].start, ':');
    let first = Window::around(whole, &matches[0], within(rest.behind), room(&head, most));
    if room(&head, left) < count(&whole[first.shown.clone()]) {
        return None;
    }
    let window = first.joined(whole, &matches, room(&head, left));
    Some(Row { text: window.text(whole, &head), hits: window.hits })
}

/// A line around a match: `12- the line`.
pub fn context(view: &View, line: usize, most: usize) -> String {
    let whole = without_end(view.line(line));
    short(line, whole, '-', most).unwrap_or_else(|| {
        let head = head(line, whole, 0, '-');
        Window::around(whole, &(0..0), 0, room(&head, most)).text(whole, &head)
    })
}

/// The line that holds a match.
pub fn line_of(view: &View, hit: &Hit) -> usize {
    view.line_at(hit.start.min(view.text().len().saturating_sub(1)))
}

/// The line, if it is shown whole.
fn short(line: usize, whole: &str, mark: char, most: usize) -> Option<String> {
    let head = format!("{line}{mark} ");
    let room = most.saturating_sub(count(&head) + 1).min(WHOLE_LINE);
    (whole.len() <= room || count(whole) <= room).then(|| format!("{head}{}\n", visible(whole)))
}

fn head(line: usize, whole: &str, at: usize, mark: char) -> String {
    format!("{line} @{}{mark} ", count(&whole[..at]))
}

/// The characters of the line that a row of `most` holds.
fn room(head: &str, most: usize) -> usize {
    most.saturating_sub(count(head) + "…".chars().count() * 2 + 1)
}

/// The part of a line that a row shows, and how many matches.
struct Window {
    shown: Range<usize>,
    hits: usize,
}

impl Window {
    /// One match and what stands around it, nothing before `behind`.
    fn around(whole: &str, matched: &Range<usize>, behind: usize, room: usize) -> Window {
        let room = room.min(2 * WHOLE_LINE);
        let end = shown_to(whole, matched, room);
        let around = (room - count(&whole[matched.start..end])).min(WHOLE_LINE);
        let before = last(&whole[behind.min(matched.start)..matched.start], around / 2);
        let after = first(&whole[end..], around - around / 2);
        Window { shown: matched.start - before.len()..end + after.len(), hits: 1 }
    }

    /// Goes on over the matches that follow, all of the line, while they are near and there is room.
    fn joined(mut self, whole: &str, matches: &[Range<usize>], room: usize) -> Window {
        let mut left = room - count(&whole[self.shown.clone()]);
        for matched in &matches[1..] {
            let near = self.shown.end + first(&whole[self.shown.end..], WHOLE_LINE / 2).len();
            let end = shown_to(whole, matched, WHOLE_LINE);
            if matched.start > near || !self.extend(whole, end, &mut left) {
                break;
            }
            self.hits += 1;
            let behind = end + first(&whole[end..], WHOLE_LINE / 2).len();
            let fitting = self.shown.end + first(&whole[self.shown.end..], left).len();
            self.extend(whole, behind.min(fitting), &mut left);
        }
        if let Some(next) = matches.get(self.hits) {
            self.shown.end = self.shown.end.min(next.start);
        }
        self
    }

    /// Shows the line up to `end`, if there is room.
    fn extend(&mut self, whole: &str, end: usize, left: &mut usize) -> bool {
        let more = whole.get(self.shown.end..end).map_or(0, count);
        let fits = more <= *left;
        if fits {
            *left -= more;
            self.shown.end = self.shown.end.max(end);
        }
        fits
    }

    fn text(&self, whole: &str, head: &str) -> String {
        let left = if self.shown.start > 0 { "…" } else { "" };
        let right = if self.shown.end < whole.len() { "…" } else { "" };
        format!("{head}{left}{}{right}\n", visible(&whole[self.shown.clone()]))
    }
}

/// Where what is shown of a match ends: long ones are shown from their start.
fn shown_to(whole: &str, matched: &Range<usize>, room: usize) -> usize {
    matched.start + first(&whole[matched.clone()], room.min(WHOLE_LINE)).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(start: usize, end: usize) -> Hit {
        Hit { start, end, next: end }
    }

    fn row(view: &View, hits: &[Hit], most: usize, left: usize) -> Option<Row> {
        matching(view, Rest { hits, behind: 0 }, most, left)
    }

    fn shown(view: &View, hit: Hit, most: usize) -> String {
        row(view, &[hit], most, most).unwrap().text
    }

    #[test]
    fn a_short_line_is_shown_whole_without_its_line_break() {
        let view = View::of("ab\r\nc\u{1b}d\n");
        assert_eq!(shown(&view, hit(1, 2), 200), "0: ab\n");
        assert_eq!(context(&view, 1, 200), "1- c␛d\n");
    }

    #[test]
    fn a_long_line_is_clipped_around_the_match_with_marks() {
        let text = format!("{}needle{}", "漢".repeat(500), "é".repeat(500));
        let view = View::of(&text);
        let at = text.find("needle").unwrap();
        for most in [200, 300, 2_000] {
            let row = shown(&view, hit(at, at + 6), most);
            assert!(row.starts_with("0 @500: …漢") && row.contains("漢needleé") && row.ends_with("é…\n"), "{row}");
            assert!(count(&row) <= most);
        }
        assert_eq!(
            shown(&view, hit(at, at + 6), 17),
            "0 @500: …needle…
"
        );
        assert_eq!(
            shown(&view, hit(at, at + 6), 15),
            "0 @500: …need…
"
        );
        assert!(context(&view, 0, 200).starts_with("0 @0- 漢"));
    }

    #[test]
    fn a_long_match_is_shown_from_its_start() {
        let line = "x".repeat(1_000);
        let row = shown(&View::of(&line), hit(0, 1_000), 200);
        assert!(row.starts_with("0 @0: xxx") && row.ends_with("x…\n") && count(&row) <= 200);
    }

    /// A long line with a match of six characters at each of these columns.
    fn needles(columns: &[usize]) -> (String, Vec<Hit>) {
        let mut line = "é".repeat(4_000);
        for column in columns.iter().rev() {
            line.replace_range(2 * column..2 * column + 12, "needle");
        }
        let hits = line.match_indices("needle").map(|(at, needle)| hit(at, at + needle.len())).collect();
        (line, hits)
    }

    #[test]
    fn matches_whose_surroundings_touch_share_a_row() {
        let (line, hits) = needles(&[1_000, 1_300, 1_706, 2_500]);
        let row = row(&View::of(&line), &hits, 4_000, 4_000).unwrap();
        assert_eq!((row.hits, row.text.matches("needle").count()), (3, 3));
        assert_eq!(count(&row.text), count("0 @1000: …") + 200 + (1_706 + 6 - 1_000) + 200 + count("…\n"));
    }

    #[test]
    fn a_row_shows_no_match_that_it_does_not_count() {
        let columns: Vec<usize> = (100..200).map(|number| 8 * number).collect();
        let (line, hits) = needles(&columns);
        let view = View::of(&line);
        for left in 420..700 {
            let row = row(&view, &hits, 4_000, left).unwrap();
            assert!(count(&row.text) <= left && row.hits < hits.len());
            assert_eq!(row.text.matches('n').count(), row.hits, "{}", row.text);
            let rest = Rest { hits: &hits[row.hits..], behind: hits[row.hits - 1].end };
            let next = matching(&view, rest, 4_000, 4_000).unwrap();
            assert_eq!(
                (next.hits, next.text.matches("needle").count()),
                (hits.len() - row.hits, hits.len() - row.hits)
            );
        }
    }

    #[test]
    fn what_does_not_fit_as_an_answer_would_show_it_is_no_row() {
        let (line, hits) = needles(&[1_000]);
        let view = View::of(&line);
        let whole = count(&row(&view, &hits, 4_000, 4_000).unwrap().text);
        assert!(row(&view, &hits, 4_000, whole).is_some() && row(&view, &hits, 4_000, whole - 1).is_none());
        assert!(row(&View::of("needle"), &[hit(0, 6)], 4_000, 9).is_none());
    }

    #[test]
    fn a_line_that_is_shown_whole_shows_all_its_matches() {
        let shown = row(&View::of("ab ab\nab"), &[hit(0, 2), hit(3, 5), hit(6, 8)], 200, 200).unwrap();
        assert_eq!((shown.hits, shown.text.as_str()), (2, "0: ab ab\n"));
    }
}
