//! Bytes in a text: base64 in JSON or in a data URI. A reader wants to know of what type and how many they are.

use crate::words;
use std::ops::Range;

/// Fewer characters are a name, a digest or a key.
const LEAST_CHARACTERS: usize = 200;
/// Characters before a run in which its type may be said.
const TYPE_WITHIN: usize = 200;

/// The runs of base64 in a text.
pub fn runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            // Every run of that length holds a byte at a multiple of it.
            let probe = (at + LEAST_CHARACTERS - 1).min(bytes.len() - 1);
            let start = at + bytes[at..=probe].iter().rposition(|byte| !is_base64(*byte)).map_or(0, |found| found + 1);
            if start > at {
                at = start;
                continue;
            }
            let end = bytes[at..].iter().position(|byte| !is_base64(*byte)).map_or(bytes.len(), |length| at + length);
            let run = at..end;
            at = end + 1;
            if run.len() >= LEAST_CHARACTERS && is_mixed(&bytes[run.clone()]) {
                return Some(run);
            }
        }
        None
    })
}

/// What of a line of `text` is no text to read: from its first run to the end of its last, and what that is, such as
/// `image/png, 12,345 bytes in base64`. `line` is its place in `text`, which is looked at around it.
pub fn aside(text: &str, line: Range<usize>) -> Option<(Range<usize>, String)> {
    if line.len() < LEAST_CHARACTERS {
        return None;
    }
    let in_text = |run: Range<usize>| run.start + line.start..run.end + line.start;
    let runs: Vec<Range<usize>> = runs(&text[line.clone()]).map(in_text).collect();
    let (first, last) = (runs.first()?, runs.last()?);
    let bytes: usize = runs.iter().map(|run| byte_count(&text[run.clone()])).sum();
    let said = words::base64(media_type(text, first), runs.len(), bytes);
    Some((first.start - line.start..last.end - line.start, said))
}

/// How many bytes a run stands for.
fn byte_count(run: &str) -> usize {
    run.trim_end_matches('=').len() * 3 / 4
}

/// The media type that is said close to a run.
fn media_type<'t>(text: &'t str, run: &Range<usize>) -> Option<&'t str> {
    const TYPES: [&str; 5] = ["image/", "audio/", "video/", "application/", "font/"];
    let before = &text[text.floor_char_boundary(run.start.saturating_sub(TYPE_WITHIN))..run.start];
    let after = &text[run.end..text.floor_char_boundary(run.end.saturating_add(TYPE_WITHIN))];
    let found = |text: &'t str, at: usize| text[at..].split(['"', ';', ',', ' ', '\\', '\'']).next();
    let last = TYPES.iter().filter_map(|kind| before.rfind(kind)).max().and_then(|at| found(before, at));
    last.or_else(|| TYPES.iter().filter_map(|kind| after.find(kind)).min().and_then(|at| found(after, at)))
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_')
}

/// Whether capitals, small letters and digits all occur, as they do in bytes of any kind and do not in words or rules.
fn is_mixed(run: &[u8]) -> bool {
    let start = &run[..LEAST_CHARACTERS];
    let any = |kind: fn(&u8) -> bool| start.iter().any(kind);
    any(u8::is_ascii_uppercase) && any(u8::is_ascii_lowercase) && any(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_found_with_their_type_and_size() {
        let data = "iVBORw0KGgo+/8A=".repeat(20);
        for (text, kind) in [
            (format!("{{\"type\":\"image\",\"data\":\"{data}\",\"mimeType\":\"image/png\"}}"), Some("image/png")),
            (format!("<img src='data:image/svg+xml;base64,{data}'>é"), Some("image/svg+xml")),
            (format!("{{\"blob\":\"{data}\"}}"), None),
        ] {
            let found: Vec<Range<usize>> = runs(&text).collect();
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(&text[found[0].clone()], data);
            assert_eq!(media_type(&text, &found[0]), kind);
        }
        assert_eq!(byte_count("aGk="), 2);
    }

    #[test]
    fn a_line_without_its_bytes_says_what_they_are() {
        let data = "iVBORw0KGgo+/8A=".repeat(20);
        let text = format!("é\n{{\"data\":\"{data}\",\n\"mimeType\":\"image/png\"}}");
        let (range, said) = aside(&text, 3..text.len() - 25).unwrap();
        assert_eq!((&text[3..][range], said.as_str()), (data.as_str(), "image/png, 239 bytes in base64"));
        assert_eq!(aside("a", 0..1), None);
    }

    #[test]
    fn words_rules_and_digests_are_none() {
        for text in [
            "x".repeat(900),
            "-".repeat(900),
            "some words ".repeat(90),
            "0123456789abcdef".repeat(30),
            "漢".repeat(300),
        ] {
            assert_eq!(runs(&text).count(), 0);
        }
        assert_eq!(runs("").count(), 0);
    }

    #[test]
    fn every_run_is_found_wherever_it_starts() {
        let data = "aB3".repeat(70);
        for before in 0..450 {
            let text = format!("{} {data} {data}", ".".repeat(before));
            let starts: Vec<usize> = runs(&text).map(|run| run.start).collect();
            assert_eq!(starts, [before + 1, before + 2 + data.len()], "{before}");
        }
    }
}
