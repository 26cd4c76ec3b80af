//! How single lines of the view are shown: numbered, and clipped with marks where they are long.

use crate::characters::{count, first, last, visible, without_end};
use crate::grep::Hit;
use crate::view::View;

/// Characters of a line that is shown whole; of a longer one, a match's surroundings of about this size.
const WHOLE_LINE: usize = 400;

/// A line that holds a match: `12: the line`, or `12 @3400: …what stands around the match…` where it is long. With its
/// line break at most `most` characters, where that is enough for the number.
pub fn matching(view: &View, line: usize, hit: &Hit, most: usize) -> String {
    shown(view, line, hit, ':', most)
}

/// A line around a match: `12- the line`.
pub fn context(view: &View, line: usize, most: usize) -> String {
    let start = view.line_start(line);
    shown(view, line, &Hit { start, end: start, next: start }, '-', most)
}

/// The line that holds a match.
pub fn line_of(view: &View, hit: &Hit) -> usize {
    view.line_at(hit.start.min(view.text().len().saturating_sub(1)))
}

fn shown(view: &View, line: usize, hit: &Hit, mark: char, most: usize) -> String {
    let whole = without_end(view.line(line));
    let plain = format!("{line}{mark} ");
    let room = most.saturating_sub(count(&plain) + 1).min(WHOLE_LINE);
    match whole.len() <= room || count(whole) <= room {
        true => format!("{plain}{}\n", visible(whole)),
        false => clipped(view, line, whole, hit, mark, most),
    }
}

fn clipped(view: &View, line: usize, whole: &str, hit: &Hit, mark: char, most: usize) -> String {
    let at = (hit.start - view.line_start(line)).min(whole.len());
    let end = (hit.end - view.line_start(line)).clamp(at, whole.len());
    let column = count(&whole[..at]);
    let head = format!("{line} @{column}{mark} ");
    let room = most.saturating_sub(count(&head) + "…".chars().count() * 2 + 1).min(2 * WHOLE_LINE);
    let matched = first(&whole[at..end], room.min(WHOLE_LINE));
    let around = (room - count(matched)).min(WHOLE_LINE);
    let before = last(&whole[..at], around / 2);
    let rest = &whole[at + matched.len()..];
    let after = first(rest, around - around / 2);
    let left = if before.len() < at { "…" } else { "" };
    let right = if after.len() < rest.len() { "…" } else { "" };
    format!("{head}{left}{}{}{}{right}\n", visible(before), visible(matched), visible(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(start: usize, end: usize) -> Hit {
        Hit { start, end, next: end }
    }

    #[test]
    fn a_short_line_is_shown_whole_without_its_line_break() {
        let view = View::of("ab\r\nc\u{1b}d\n");
        assert_eq!(matching(&view, 0, &hit(1, 2), 200), "0: ab\n");
        assert_eq!(context(&view, 1, 200), "1- c␛d\n");
    }

    #[test]
    fn a_long_line_is_clipped_around_the_match_with_marks() {
        let text = format!("{}needle{}", "漢".repeat(500), "é".repeat(500));
        let view = View::of(&text);
        let at = text.find("needle").unwrap();
        for most in [200, 300, 2_000] {
            let row = matching(&view, 0, &hit(at, at + 6), most);
            assert!(row.starts_with("0 @500: …漢") && row.contains("漢needleé") && row.ends_with("é…\n"), "{row}");
            assert!(count(&row) <= most);
        }
        assert_eq!(
            matching(&view, 0, &hit(at, at + 6), 17),
            "0 @500: …needle…
"
        );
        assert_eq!(
            matching(&view, 0, &hit(at, at + 6), 15),
            "0 @500: …need…
"
        );
        assert!(context(&view, 0, 200).starts_with("0 @0- 漢"));
    }

    #[test]
    fn a_long_match_is_shown_from_its_start() {
        let text = "x".repeat(1_000);
        let row = matching(&View::of(&text), 0, &hit(0, 1_000), 200);
        assert!(row.starts_with("0 @0: xxx") && row.ends_with("x…\n") && count(&row) <= 200);
    }
}
