//! What is told of bytes that are no UTF-8 text: their type by the numbers that formats start with, and what can be read in them.

mod signature;

use crate::characters::{clip, visible};
use crate::words;

/// Printable characters in a row that are worth a look.
const STRING_BYTES: usize = 8;
const STRINGS: usize = 6;
const STRING_CHARACTERS: usize = 120;
/// Strings that are looked at.
const CANDIDATES: usize = 20_000;
/// A text may have one byte in this many that is none of UTF-8.
const BROKEN_SHARE: usize = 20;
/// Lines of a text that are shown.
const LINES: usize = 8;
const LINE_CHARACTERS: usize = 160;

/// What is told below the notice.
pub struct Bytes {
    /// What they are, such as `PNG image, 640 × 480`.
    pub what: String,
    /// Lines below the hint.
    pub shown: String,
}

pub fn describe(bytes: &[u8]) -> Bytes {
    if let Some(what) = signature::of(bytes) {
        return Bytes { what, shown: words::strings_in(&strings(bytes)) };
    }
    if let Some(text) = wide_text(bytes) {
        return Bytes { what: words::wide_text().to_owned(), shown: words::decoded(&lines(&text)) };
    }
    if let Some(broken) = Broken::of(bytes) {
        let text = String::from_utf8_lossy(bytes);
        let mut shown = lines(&text);
        let around = text.lines().nth(broken.line).filter(|_| broken.line >= shown.len());
        shown.extend(around.map(|line| (broken.line, quote(line, line.find('\u{fffd}').unwrap_or_default()))));
        return Bytes {
            what: words::broken_text(broken.count, broken.first, broken.line),
            shown: words::decoded(&shown),
        };
    }
    Bytes { what: words::unknown_bytes().to_owned(), shown: words::strings_in(&strings(bytes)) }
}

/// What of a text is not UTF-8.
struct Broken {
    count: usize,
    /// The byte of the first.
    first: usize,
    line: usize,
}

impl Broken {
    /// `None` where it is too much for a text.
    fn of(bytes: &[u8]) -> Option<Broken> {
        let (mut count, mut first, mut at) = (0, None, 0);
        for chunk in bytes.utf8_chunks() {
            at += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                first.get_or_insert(at);
                count += chunk.invalid().len();
                at += chunk.invalid().len();
            }
        }
        let control = |byte: &&u8| **byte < b' ' && !matches!(**byte, b'\t' | b'\n' | b'\r' | 0x1b | 0x08 | 0x0c);
        let odd = count + bytes.iter().filter(control).count();
        let first = first?;
        (odd * BROKEN_SHARE <= bytes.len()).then(|| Broken {
            count,
            first,
            line: memchr::memchr_iter(b'\n', &bytes[..first]).count(),
        })
    }
}

fn quote(line: &str, at: usize) -> String {
    let start = line.floor_char_boundary(at.saturating_sub(LINE_CHARACTERS / 2));
    clip(&visible(&line[start..]), LINE_CHARACTERS)
}

/// The first lines of a text, by their numbers.
fn lines(text: &str) -> Vec<(usize, String)> {
    text.lines().take(LINES).map(|line| quote(line, 0)).enumerate().collect()
}

/// Text in UTF-16, decoded, if it is that.
fn wide_text(bytes: &[u8]) -> Option<String> {
    let is_big = match bytes {
        [0xff, 0xfe, ..] => false,
        [0xfe, 0xff, ..] => true,
        _ => {
            let start = &bytes[..bytes.len().min(2_000)];
            let zeros = |odd: usize| {
                start.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count() * 10 >= start.len() * 4
            };
            match (zeros(0), zeros(1)) {
                (false, true) => false,
                (true, false) => true,
                _ => return None,
            }
        }
    };
    let pair = |pair: &[u8]| {
        if is_big { u16::from_be_bytes([pair[0], pair[1]]) } else { u16::from_le_bytes([pair[0], pair[1]]) }
    };
    let start = &bytes[..bytes.len().min(LINES * LINE_CHARACTERS * 8)];
    let text: Vec<u16> = start.chunks_exact(2).map(pair).collect();
    Some(String::from_utf16_lossy(&text).trim_start_matches('\u{feff}').to_owned())
}

/// Addresses first, then what is longest.
fn strings(bytes: &[u8]) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, &[u8])> = Vec::new();
    let mut at = 0;
    for run in bytes.split(|byte| !matches!(byte, b' '..=b'~')) {
        if run.len() >= STRING_BYTES && found.len() < CANDIDATES {
            found.push((at, run));
        }
        at += run.len() + 1;
    }
    let is_address = |run: &[u8]| run.windows(3).any(|three| three == b"://");
    found.sort_by_key(|(at, run)| (!is_address(run), std::cmp::Reverse(run.len()), *at));
    found.truncate(STRINGS);
    found.sort_by_key(|(at, _)| *at);
    found.iter().map(|(at, run)| (*at, clip(&String::from_utf8_lossy(run), STRING_CHARACTERS))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_a_broken_byte_is_told_from_an_image() {
        let mut bytes = "a line of a log\n".repeat(40).into_bytes();
        bytes[330] = 0xff;
        let told = describe(&bytes);
        assert_eq!(told.what, "text but for 1 byte that is not UTF-8, first at byte 330 in line 20");
        assert!(
            told.shown.contains("\n0| a line of a log\n") && told.shown.ends_with("\n20| a line of \u{fffd} log"),
            "{}",
            told.shown
        );
    }

    #[test]
    fn wide_text_is_decoded() {
        for wide in ["\u{feff}first\nsecond\n", "first\nsecond\n"] {
            let little: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = wide.encode_utf16().flat_map(u16::to_be_bytes).collect();
            for bytes in [little, big] {
                assert!(describe(&bytes).shown.ends_with("0| first\n1| second"), "{}", describe(&bytes).shown);
            }
        }
    }

    #[test]
    fn strings_are_told_by_their_place() {
        let mut bytes = vec![0xff; 100];
        bytes.extend(b"\0https://a.example/x\0some longer string of words\xff");
        let told = describe(&bytes);
        assert_eq!(told.what, "no UTF-8 text and of no known type");
        assert!(
            told.shown.ends_with("\nbyte 101| https://a.example/x\nbyte 121| some longer string of words"),
            "{}",
            told.shown
        );
        assert_eq!(describe(&[0xff; 900]).shown, "");
    }
}
