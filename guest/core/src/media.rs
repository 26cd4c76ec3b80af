//! Bytes in a text: base64 in JSON or in a data URI.

use std::ops::Range;

/// Fewer characters are a name, a digest or a key.
const LEAST_CHARACTERS: usize = 200;

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
