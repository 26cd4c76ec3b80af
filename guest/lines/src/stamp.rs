//! The time of a line of a log, in the usual forms.

use crate::level;
use std::ops::Range;

/// Bytes of a line in which its time is looked for.
const REACH: usize = 100;
const MONTHS: &[u8; 36] = b"janfebmaraprmayjunjulaugsepoctnovdec";
const DAY: i64 = 86_400_000;

/// A time and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    /// Milliseconds, from 1970 where the date is whole, and to be compared with those of the same form only.
    pub at: i64,
    /// In the line.
    pub place: Range<usize>,
}

/// The time of a line; `None` where it does not start with one, but for what loggers and tools put before.
#[inline(never)]
pub fn stamp(line: &[u8]) -> Option<Stamp> {
    clocked(line).or_else(|| counted(line))
}

/// A time of day with or without a date before it.
fn clocked(line: &[u8]) -> Option<Stamp> {
    let colon = line.iter().take(REACH).enumerate().position(|(at, byte)| *byte == b':' && is_clock(line, at))?;
    let clock = colon - 2;
    let part = |at: usize| i64::from(number(&line[at..at + 2]).unwrap_or(0));
    let mut time = ((part(clock) * 60 + part(clock + 3)) * 60 + part(clock + 6)) * 1_000;
    let mut end = clock + 8;
    if let Some(b'.' | b',') = line.get(end) {
        let digits = line[end + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let shown = &line[end + 1..end + 1 + digits.min(3)];
        time += i64::from(number(shown).unwrap_or(0)) * [1_000, 100, 10, 1][shown.len()];
        end += if digits > 0 { digits + 1 } else { 0 };
    }
    let (date, start) = date(line, clock, end);
    let (zone, end) = zone(line, end);
    let is_first = starts_lines(&line[..start]) && !matches!(line.get(end), Some(b',' | b';'));
    is_first.then_some(Stamp { at: date * DAY + time - zone, place: start..end })
}

/// Whether the first of the colons of `12:30:45` stands there.
fn is_clock(line: &[u8], colon: usize) -> bool {
    let Some(clock) = colon.checked_sub(2).and_then(|start| line.get(start..start + 8)) else { return false };
    let digits = [0, 1, 3, 4, 6, 7].iter().all(|at| clock[*at].is_ascii_digit());
    let is_whole = colon < 3 || !line[colon - 3].is_ascii_digit();
    digits && is_whole && clock[5] == b':' && clock[0] < b'3' && clock[3] < b'6' && clock[6] < b'7'
}

/// The day before a time of day that ends at `end`, as a number of days, and where it starts.
fn date(line: &[u8], clock: usize, end: usize) -> (i64, usize) {
    let before = |bytes: usize| clock.checked_sub(bytes).map(|start| &line[start..clock]);
    let parts = |[year, month, day]: [Option<u32>; 3]| Some(days(year?, month?, day?));
    if let Some(&[ref year @ .., b'-' | b'/', m1, m2, b'-' | b'/', d1, d2, _]) = before(11)
        && let Some(days) = parts([number(year), number(&[m1, m2]), number(&[d1, d2])])
    {
        return (days, clock - 11);
    }
    if let Some(&[d1, d2, b'/' | b'-' | b' ', m1, m2, m3, b'/' | b'-' | b' ', ref year @ .., b':' | b' ']) = before(12)
        && let Some(days) = parts([number(year), month([m1, m2, m3]), number(&[d1, d2])])
    {
        return (days, clock - 12);
    }
    if let Some(&[m1, m2, m3, b' ', d1, d2, b' ']) = before(7) {
        let day = if d1 == b' ' { number(&[d2]) } else { number(&[d1, d2]) };
        let year = match line.get(end..) {
            Some([b' ', year @ ..]) if year.len() > 3 => number(&year[..4]),
            _ => None,
        };
        // A year that has a 29th of February, where none is given.
        if let Some(days) = parts([year.or(Some(1972)), month([m1, m2, m3]), day]) {
            return (days, clock - 7);
        }
    }
    if let Some(&[m1, m2, b'-' | b'/', d1, d2, b' ']) = before(6)
        && let Some(days) = parts([Some(1972), number(&[m1, m2]), number(&[d1, d2])])
    {
        return (days, clock - 6);
    }
    if let Some(&[b'I' | b'W' | b'E' | b'F' | b'D', m1, m2, d1, d2, b' ']) = before(6)
        && let Some(days) = parts([Some(1972), number(&[m1, m2]), number(&[d1, d2])])
    {
        return (days, clock - 5);
    }
    (0, clock)
}

/// Milliseconds that a zone is ahead of UTC, and where it ends.
fn zone(line: &[u8], end: usize) -> (i64, usize) {
    let behind = line.get(end..).unwrap_or_default();
    let space = usize::from(behind.first() == Some(&b' '));
    match &behind[space..] {
        [b'Z', ..] if space == 0 => (0, end + 1),
        [b'U', b'T', b'C', ..] | [b'G', b'M', b'T', ..] => (0, end + space + 3),
        [sign @ (b'+' | b'-'), rest @ ..] => {
            let digits: Vec<u8> = rest.iter().take(5).copied().filter(u8::is_ascii_digit).collect();
            let colon = usize::from(rest.get(2) == Some(&b':'));
            match number(&digits) {
                Some(zone) if digits.len() == 4 => {
                    let minutes = i64::from(zone / 100 * 60 + zone % 100);
                    (if *sign == b'-' { -minutes } else { minutes } * 60_000, end + space + 5 + colon)
                }
                _ => (0, end),
            }
        }
        // `Sat Mar 14 09:00:00 2026`
        [d1, d2, d3, d4, ..]
            if space == 1
                && [d1, d2, d3, d4].iter().all(|digit| digit.is_ascii_digit())
                && behind.get(5) == Some(&b']') =>
        {
            (0, end + 5)
        }
        _ => (0, end),
    }
}

/// Whether what stands before a time is what stands before the time of a line of a log.
fn starts_lines(before: &[u8]) -> bool {
    if before.contains(&0x1b) {
        return starts_lines(&without_colours(before));
    }
    let before = match before {
        [start @ .., b'[' | b'('] => start,
        [start @ .., b'=', b'"'] => &before[..start.len() + 1],
        whole => whole,
    };
    let trimmed = before.trim_ascii();
    match trimmed {
        [] => true,
        [b'\xef', b'\xbb', b'\xbf'] => true,
        // A level or a priority alone, a weekday.
        word if word.len() <= 9
            && word.iter().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'[' | b']' | b'<')) =>
        {
            level::of_word(word.trim_ascii_start()).is_some() || is_weekday(word) || word.len() == 1
        }
        [b'<', .., b'>'] | [b'<', .., b'>', b'1'] => trimmed.len() < 8,
        // `ts="`
        [.., b'='] => trimmed.iter().all(|byte| !matches!(byte, b',' | b';' | b'\t' | b'&' | b'?')),
        // `web-1 |`, `[pod/web/app]`, `10.0.0.1 - - [`
        [name @ .., b'|'] => name.len() < 60 && !name.contains(&b'|'),
        [b'[', name @ .., b']'] => !name.contains(&b']') || name.len() < 60,
        _ => is_client(trimmed),
    }
}

fn without_colours(text: &[u8]) -> Vec<u8> {
    let plain = text.split(|byte| *byte == 0x1b).enumerate().flat_map(|(number, part)| {
        let colour = part.iter().position(|byte| *byte == b'm').map_or(part.len(), |end| end + 1);
        &part[if number > 0 { colour } else { 0 }..]
    });
    plain.copied().collect()
}

fn is_weekday(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"[").unwrap_or(word);
    ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].iter().any(|day| word.eq_ignore_ascii_case(day.as_bytes()))
}

/// `address identity user`, as access logs begin.
fn is_client(before: &[u8]) -> bool {
    let mut words = before.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let is_address = first.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b':' | b'-' | b'_'));
    is_address
        && first.iter().any(|byte| matches!(byte, b'.' | b':' | b'-'))
        && words.next() == Some(b"-")
        && words.count() == 1
}

/// `[ 44.507904]` since the machine started, and seconds or milliseconds since 1970.
fn counted(line: &[u8]) -> Option<Stamp> {
    let open = usize::from(line.first() == Some(&b'['));
    let start = open + line[open..].iter().take_while(|byte| **byte == b' ').count();
    let whole = line[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let point = start + whole;
    let fraction = match line.get(point) {
        Some(b'.') => line[point + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count(),
        _ => 0,
    };
    let end = point + if fraction > 0 { fraction + 1 } else { 0 };
    let closes = line.get(end) == Some(&b']');
    let is_time = match whole {
        10 => matches!(line[start], b'1' | b'2'),
        13 => line[start] == b'1',
        1..=9 => open == 1 && fraction >= 3,
        _ => false,
    };
    let is_alone = closes || open == 0 && matches!(line.get(end), Some(b' ' | b':'));
    if !is_time || !is_alone || open == 0 && start > 0 {
        return None;
    }
    let digits = |part: &[u8]| part.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0'));
    let seconds = digits(&line[start..point]);
    let thousandth = &line[point + 1..][..fraction.min(3)];
    let at = match whole {
        13 => seconds,
        _ => seconds * 1_000 + digits(thousandth) * [1_000, 100, 10, 1][thousandth.len()],
    };
    Some(Stamp { at, place: start..end })
}

fn number(digits: &[u8]) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

fn month(name: [u8; 3]) -> Option<u32> {
    let name = name.map(|byte| byte.to_ascii_lowercase());
    Some(MONTHS.chunks(3).position(|month| month == name)? as u32 + 1)
}

/// Days from 1970-01-01.
fn days(year: u32, month: u32, day: u32) -> i64 {
    let year = i64::from(year) - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year - era * 400;
    let day_of_year = (153 * ((i64::from(month) + 9) % 12) + 2) / 5 + i64::from(day) - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<(i64, &str)> {
        stamp(line.as_bytes()).map(|stamp| (stamp.at, &line[stamp.place]))
    }

    #[test]
    fn whole_dates_are_one_time_in_every_form() {
        for line in [
            "2026-03-14T09:00:03.250Z INFO x",
            "2026-03-14 09:00:03,250 INFO x",
            "[2026-03-14 10:00:03.250 +01:00] x",
            "2026/03/14 09:00:03.250 [error] 7#7: x",
            "time=\"2026-03-14T09:00:03.25Z\" level=info",
            "level=info ts=2026-03-14T09:00:03.250Z x",
            "web-1  | 2026-03-14T09:00:03.250Z x",
            "[pod/web-1/app] 2026-03-14T09:00:03.250Z x",
            "<34>1 2026-03-14T09:00:03.250Z web x",
            "INFO 2026-03-14 09:00:03.250 x",
            "[Sat Mar 14 09:00:03.250 2026] [core:notice] x",
            "10.0.0.1 - mina [14/Mar/2026:09:00:03.250 +0000] \"GET / HTTP/1.1\" 200 5",
            "1773478803.250 x",
            "[1773478803.25] x",
            "1773478803250 x",
        ] {
            assert_eq!(of(line).map(|(at, _)| at), Some(1_773_478_803_250), "{line}");
        }
    }

    #[test]
    fn times_without_a_year_or_a_day_are_times() {
        for (line, time) in [
            ("Mar  4 09:00:31 web sshd[1]: x", "Mar  4 09:00:31"),
            ("E0314 09:00:01.333815       1 event.go:389] x", "0314 09:00:01.333815"),
            ("03-14 09:00:00.120  1201  1222 W X: y", "03-14 09:00:00.120"),
            ("[09:00:23] x", "09:00:23"),
            ("[   44.507904] IPv6: x", "44.507904"),
        ] {
            assert_eq!(of(line).map(|(_, shown)| shown), Some(time), "{line}");
        }
    }

    #[test]
    fn other_lines_have_no_time() {
        for line in [
            "",
            "x",
            "7,2026-03-14 09:00:03,x",
            "2026-03-14T09:00:03Z,x",
            "the train of 09:00:03 left",
            "-rw-r--r-- 1 root 7 Jul 24 12:00 x",
            "Date:   Sat Mar 14 09:00:00 2026",
            "[1] x",
            "1. x",
            "12345678901 x",
            "key: 2026-03-14 09:00:03",
            "::::::::",
            "\"2026-03-14 09:00:03,250\",INFO,x",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
    }
}
