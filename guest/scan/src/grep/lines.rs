//! Where a line of the text begins and ends.

use memchr::{memchr, memrchr};

/// A line's place, in bytes of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) start: usize,
    /// Where its content ends: before the `\n`, and before a `\r` in front of that.
    pub(super) end: usize,
    /// Where the next line begins.
    pub(super) next: usize,
    /// Holds more characters than a window.
    pub(super) long: bool,
}

impl Line {
    /// The line that the byte at `at` belongs to. Linear in the line.
    pub(super) fn around(text: &str, at: usize, window_chars: usize) -> Line {
        let bytes = text.as_bytes();
        let start = memrchr(b'\n', &bytes[..at]).map_or(0, |found| found + 1);
        let (end, next) = match memchr(b'\n', &bytes[at..]) {
            Some(found) => (before_cr(bytes, start, at + found), at + found + 1),
            None => (bytes.len(), bytes.len()),
        };
        let long = end - start > window_chars && text[start..end].chars().count() > window_chars;
        Line { start, end, next, long }
    }

    pub(super) fn holds(&self, at: usize) -> bool {
        self.start <= at && at < self.next
    }
}

fn before_cr(bytes: &[u8], start: usize, end: usize) -> usize {
    if bytes[start..end].ends_with(b"\r") { end - 1 } else { end }
}

/// Bytes whose characters are counted at a time, at the speed of vector instructions; fewer than a byte can count.
const BLOCK: usize = 64;

/// The place `chars` characters after `at`, at most `end`.
pub(super) fn advance(text: &str, at: usize, chars: usize, end: usize) -> usize {
    let bytes = &text.as_bytes()[at..end];
    if bytes.len() <= chars {
        return end;
    }
    let (mut skipped, mut left) = (0, chars);
    for block in bytes.chunks_exact(BLOCK) {
        let starts = usize::from(block.iter().map(|byte| u8::from(begins_character(*byte))).sum::<u8>());
        if starts > left {
            break;
        }
        left -= starts;
        skipped += BLOCK;
    }
    let starts = (skipped..bytes.len()).filter(|&offset| begins_character(bytes[offset]));
    starts.skip(left).map(|offset| at + offset).next().unwrap_or(end)
}

fn begins_character(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(start: usize, end: usize, next: usize) -> Line {
        Line { start, end, next, long: false }
    }

    #[test]
    fn a_line_is_found_from_any_of_its_bytes() {
        let text = "ab\r\n\ncd";
        for at in 0..4 {
            assert_eq!(Line::around(text, at, 9), line(0, 2, 4));
        }
        assert_eq!(Line::around(text, 4, 9), line(4, 4, 5));
        assert_eq!(Line::around(text, 6, 9), line(5, 7, 7));
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert!(!Line::around("яяя\n", 0, 3).long);
        assert!(Line::around("яяяя\n", 0, 3).long);
    }

    #[test]
    fn advancing_counts_characters_and_stops_at_the_end() {
        assert_eq!(advance("яyя!", 0, 2, 6), 3);
        assert_eq!(advance("яyя!", 0, 9, 5), 5);
        let text = "aя漢😀".repeat(60);
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        for from in [0, 1, 2, 101] {
            for to in from..places.len() {
                assert_eq!(advance(&text, places[from], to - from, text.len()), places[to]);
            }
        }
    }
}
