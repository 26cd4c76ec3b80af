//! Whether a text is a log.

use toolaria_lines::{level, stamp};

/// Bytes and lines that are looked at.
const SAMPLE_BYTES: usize = 1 << 16;
const SAMPLE_LINES: usize = 300;
/// Of a hundred lines that begin something, so many have a time or a level.
const SHARE: usize = 60;
/// Of a hundred lines with a time, so many say who speaks in a conversation.
const SPEAKERS_SHARE: usize = 80;
/// Of a hundred lines with a time, so many have as many cells as the first.
const ROWS_SHARE: usize = 95;
/// Of a hundred lines so many come from a service of `docker compose`.
const SERVICES_SHARE: usize = 95;
const LEAST_SERVICE_LINES: usize = 5;

/// Whether most lines start with a time, a level or the name of a service.
pub fn detect(text: &str) -> bool {
    let sample = &text.as_bytes()[..SAMPLE_BYTES.min(text.len())];
    let (mut lines, mut marked, mut spoken, mut from_services) = (0, 0, 0, 0);
    let (mut cells, mut rows) = (None, 0);
    for line in sample.split(|byte| *byte == b'\n').take(SAMPLE_LINES) {
        let is_continued = line.first().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
        if line.trim_ascii().is_empty() || is_continued && lines > 0 {
            continue;
        }
        lines += 1;
        if marked == 0 && line.starts_with(b"```") {
            // A document that shows a log.
            return false;
        }
        if let Some(stamp) = stamp::stamp(line) {
            marked += 1;
            spoken += usize::from(is_spoken(&line[stamp.place.end..]));
            rows += usize::from(has_cells(&line[stamp.place.end..], &mut cells));
        } else if starts_with_level(line) {
            marked += 1;
        }
        from_services += usize::from(is_from_service(line));
    }
    let is_conversation = marked > 0 && spoken * 100 >= marked * SPEAKERS_SHARE;
    let is_table = rows > 0 && rows * 100 >= marked * ROWS_SHARE;
    marked > 0 && marked * 100 >= lines * SHARE && !is_conversation && !is_table
        || lines >= LEAST_SERVICE_LINES && from_services * 100 >= lines * SERVICES_SHARE
}

/// `[WARN] …`, `INFO:name:…`, `level=info …`, `E0314 …`.
fn starts_with_level(line: &[u8]) -> bool {
    let start = line.strip_prefix(b"level=").or(line.strip_prefix(b"[")).unwrap_or(line);
    let is_bare = start.len() == line.len();
    let length = start.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (word, behind) = start.split_at(length);
    let is_capital = word.iter().all(u8::is_ascii_uppercase);
    level::of_word(word).is_some()
        && match behind {
            [b':', rest @ ..] if is_bare => is_capital && rest.contains(&b':'),
            [b' ' | b'\t', ..] if is_bare => is_capital,
            [b']' | b' ', ..] => !is_bare,
            _ => false,
        }
}

/// Whether cells follow a time, as many as in the first such line. The first may have been taken for a fraction of the second, in part.
fn has_cells(behind: &[u8], cells: &mut Option<(u8, usize)>) -> bool {
    let is_delimiter = |byte: &&u8| matches!(byte, b',' | b';' | b'\t');
    let Some(&delimiter) = behind.iter().find(is_delimiter) else { return false };
    let found = (delimiter, behind.iter().filter(|byte| **byte == delimiter).count());
    matches!(behind[0], b',' | b';' | b'\t' | b'.') && *cells.get_or_insert(found) == found
}

/// ` Mina: …` behind a time: a name with a capital, and what it says.
fn is_spoken(behind: &[u8]) -> bool {
    let behind = behind.strip_prefix(b"]").unwrap_or(behind).trim_ascii_start();
    let behind = behind.strip_prefix(b"-").unwrap_or(behind).trim_ascii_start();
    let behind = behind.strip_prefix(b"<").unwrap_or(behind);
    let Some(colon) = behind.iter().take(40).position(|byte| matches!(byte, b':' | b'>')) else { return false };
    let name = &behind[..colon];
    let is_name = name.first().is_some_and(|byte| byte.is_ascii_uppercase() || *byte >= 0x80)
        && name.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80 || matches!(byte, b' ' | b'.' | b'-'));
    is_name && behind.get(colon + 1) == Some(&b' ') && level::of_word(name).is_none()
}

/// `web-1  | …`, coloured or not.
fn is_from_service(line: &[u8]) -> bool {
    let Some(bar) = line.iter().take(60).position(|byte| *byte == b'|') else { return false };
    let name = line[..bar].trim_ascii_end();
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0
        && name.len() > digits + 1
        && matches!(name[name.len() - digits - 1], b'-' | b'_')
        && line.get(bar + 1) == Some(&b' ')
        && !name.contains(&b' ')
}
