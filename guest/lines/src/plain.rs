//! Lines as a terminal would leave them: without colours and redraws, and without the times that CI services put before them.

use memchr::{memchr, memchr2};

/// Shows a visitor each line with where it starts in the text, less what is no part of what a program wrote.
pub fn each(text: &str, see: &mut dyn FnMut(usize, &str)) {
    let is_plain = memchr2(0x1b, b'\r', text.as_bytes()).is_none();
    let mut buffer = String::new();
    let mut at = 0;
    while at < text.len() {
        let end = memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |length| at + length);
        let mut line = &text[at..end];
        if !is_plain {
            line = line.trim_end_matches('\r');
            line = line.rsplit('\r').next().unwrap_or(line);
            if memchr(0x1b, line.as_bytes()).is_some() {
                buffer.clear();
                uncolour(line, &mut buffer);
                line = &buffer;
            }
        }
        if at == 0 {
            line = line.trim_start_matches('\u{feff}');
        }
        see(at, behind_stamp(line).trim_ascii_end());
        at = end + 1;
    }
}

/// A sample of a text to recognise it by: its start, and its end where that is not in it.
pub fn sample(text: &str, start: usize, end: usize) -> [&str; 2] {
    let first = text.floor_char_boundary(start);
    let last = text.floor_char_boundary(text.len().saturating_sub(end)).max(first);
    let whole = |from: usize| memchr(b'\n', &text.as_bytes()[from..]).map_or(text.len(), |length| from + length + 1);
    match last == first {
        true => [text, ""],
        false => [&text[..first], &text[whole(last)..]],
    }
}

/// Leaves out control sequences.
fn uncolour(line: &str, out: &mut String) {
    let mut parts = line.split('\u{1b}');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let rest = match part.as_bytes().first() {
            Some(b'[') => part[1..].trim_start_matches(|char: char| ('\x20'..='\x3f').contains(&char)).get(1..),
            Some(b']') => part.split_once(['\u{7}', '\\']).map(|(_, rest)| rest),
            _ => part.get(1..),
        };
        out.push_str(rest.unwrap_or_default());
    }
}

/// Behind `2026-11-30T06:37:47.1234567Z ` of GitHub Actions, with or without job and step, or `#12 3.456 ` of BuildKit.
fn behind_stamp(line: &str) -> &str {
    let bytes = line.as_bytes();
    match bytes.first() {
        Some(b'#') => behind_step(line).unwrap_or(line),
        Some(b'0'..=b'9') => behind_time(line).unwrap_or(line),
        Some(_) => {
            let job = memchr(b'\t', bytes).filter(|&job| job < 200);
            let step = job.and_then(|job| memchr(b'\t', &bytes[job + 1..]).map(|step| job + step + 2));
            step.and_then(|step| behind_time(&line[step..])).unwrap_or(line)
        }
        None => line,
    }
}

fn behind_time(line: &str) -> Option<&str> {
    let bytes = line.as_bytes();
    let is_time = bytes.len() >= 28
        && [bytes[4], bytes[7], bytes[10], bytes[13], bytes[19], bytes[27]] == *b"--T:.Z"
        && bytes[20..27].iter().all(u8::is_ascii_digit);
    is_time.then(|| line.get(29..).unwrap_or_default())
}

fn behind_step(line: &str) -> Option<&str> {
    let (seconds, rest) = line[1..].split_once(' ')?.1.split_once(' ')?;
    let is_seconds = seconds.contains('.') && seconds.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    is_seconds.then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<(usize, String)> {
        let mut lines = Vec::new();
        each(text, &mut |at, line| lines.push((at, line.to_owned())));
        lines
    }

    #[test]
    fn colours_redraws_and_stamps_are_left_out() {
        let text =
            "\u{feff}a\n\u{1b}[1;31mFAIL\u{1b}[0m x\r\n 1%\r 99%\rdone\n2026-11-30T06:37:47.1234567Z ##[error]e\n";
        assert_eq!(
            lines(text),
            [(0, "a"), (5, "FAIL x"), (24, "done"), (38, "##[error]e")].map(|(at, line)| (at, line.to_owned()))
        );
        assert_eq!(lines("job\tstep\t2026-11-30T06:37:47.1234567Z ok")[0].1, "ok");
        assert_eq!(lines("#12 3.456 error: x")[0].1, "error: x");
        assert_eq!(lines("# heading 1")[0].1, "# heading 1");
        assert_eq!(lines("\u{1b}\n\u{1b}[\n\u{1b}]0;title\u{7}x\n\u{1b}[é")[2].1, "x");
    }

    #[test]
    fn a_sample_has_whole_lines_at_its_end() {
        assert_eq!(sample("ab\ncd\n", 9, 9), ["ab\ncd\n", ""]);
        assert_eq!(sample("ab\ncd\nef\ngh\n", 2, 5), ["ab", "gh\n"]);
    }
}
