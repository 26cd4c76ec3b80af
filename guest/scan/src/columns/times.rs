//! Times: ISO 8601 as text, and seconds or milliseconds since 1970 in columns whose name says so.

const DAY: i64 = 86_400;

/// Seconds since 1970 of `2026-03-01`, `2026-03-01T12:30:45.5Z`, `2026-03-01 12:30+02:00` and the like; `None` for other texts.
/// A time without a zone counts as UTC.
pub fn seconds(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    if bytes.len() < 10 || bytes.len() > 40 || bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    let [year, month, day] = [number(bytes, 0..4)?, number(bytes, 5..7)?, number(bytes, 8..10)?];
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let midnight = (days(year, month, day) * DAY) as f64;
    match bytes.get(10) {
        None => Some(midnight),
        Some(b'T' | b't' | b' ') => Some(midnight + clock(&bytes[11..])?),
        _ => None,
    }
}

/// Seconds of `12:30`, `12:30:45.25Z`, `123045+0200`.
fn clock(bytes: &[u8]) -> Option<f64> {
    let (hour, mut at) = (number(bytes, 0..2)?, 2);
    let part = |at: usize| {
        let colon = usize::from(bytes.get(at) == Some(&b':'));
        Some((number(bytes, at + colon..at + colon + 2)?, at + colon + 2))
    };
    let minute = part(at)?;
    at = minute.1;
    let mut seconds = hour * 3_600 + minute.0 * 60;
    if let Some((second, end)) = part(at) {
        seconds += second;
        at = end;
    }
    if hour > 24 || minute.0 > 59 {
        return None;
    }
    let mut fraction = 0.0;
    if let Some(b'.' | b',') = bytes.get(at) {
        let digits = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let shown = digits.min(9);
        fraction = number(bytes, at + 1..at + 1 + shown)? as f64 / 10_i64.pow(shown as u32) as f64;
        at += 1 + digits;
    }
    Some((seconds - zone(bytes.get(at..)?)?) as f64 + fraction)
}

/// Seconds that a zone is ahead of UTC.
fn zone(bytes: &[u8]) -> Option<i64> {
    let sign = match bytes {
        [] | [b'Z' | b'z'] => return Some(0),
        [b'+', ..] => 1,
        [b'-', ..] => -1,
        _ => return None,
    };
    let hours = number(bytes, 1..3)?;
    let minutes = match &bytes[3..] {
        [] => 0,
        [b':', rest @ ..] | rest if rest.len() == 2 => number(rest, 0..2)?,
        _ => return None,
    };
    Some(sign * (hours * 3_600 + minutes * 60))
}

fn number(bytes: &[u8], range: std::ops::Range<usize>) -> Option<i64> {
    let digits = bytes.get(range).filter(|digits| !digits.is_empty())?;
    digits.iter().try_fold(0, |number, byte| byte.is_ascii_digit().then(|| number * 10 + i64::from(byte - b'0')))
}

/// Days from 1970-01-01 to a date of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year - era * 400;
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// `2026-03-01T12:30:45Z`.
pub fn shown(seconds: f64) -> String {
    let whole = seconds.floor() as i64;
    let (days, clock) = (whole.div_euclid(DAY) + 719_468, whole.rem_euclid(DAY));
    let era = days.div_euclid(146_097);
    let day_of_era = days - era * 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", clock / 3_600, clock / 60 % 60, clock % 60)
}

/// Seconds of `P1DT2H30M`, `PT4.5S` and the like; months and years, which have no length of their own, as 30 and 365 days.
pub fn seconds_of_duration(text: &str) -> Option<f64> {
    let text = text.strip_prefix('P').filter(|text| !text.is_empty() && text.len() < 40)?;
    let (mut seconds, mut start, mut clock) = (0.0, 0, false);
    for (at, unit) in text.bytes().enumerate().filter(|(_, byte)| !byte.is_ascii_digit() && *byte != b'.') {
        let unit = match (unit, clock) {
            (b'T', false) if start == at => {
                (start, clock) = (at + 1, true);
                continue;
            }
            (b'Y', false) => 365 * DAY,
            (b'M', false) => 30 * DAY,
            (b'W', false) => 7 * DAY,
            (b'D', false) => DAY,
            (b'H', true) => 3_600,
            (b'M', true) => 60,
            (b'S', true) => 1,
            _ => return None,
        };
        seconds += text[start..at].parse::<f64>().ok()? * unit as f64;
        start = at + 1;
    }
    (start == text.len()).then_some(seconds)
}

/// `48 min`, in the largest unit of which it is a whole number.
pub fn span(seconds: f64) -> String {
    let units = [(86_400.0, "d"), (3_600.0, "h"), (60.0, "min")];
    let (unit, name) = units.into_iter().find(|(unit, _)| seconds % unit == 0.0).unwrap_or((1.0, "s"));
    format!("{} {name}", super::numbers::round(seconds / unit))
}

/// The unit of numbers between `min` and `max`, in seconds, where they count from 1970 by their size and their name.
pub fn unit(name: &str, min: f64, max: f64) -> Option<f64> {
    const NAMES: [&str; 12] = [
        "time", "date", "created", "updated", "modified", "stamp", "epoch", "expire", "since", "until", "seen", "start",
    ];
    let name = name.to_ascii_lowercase();
    let short = ["ts", "at", "end", "mtime", "ctime", "t"].contains(&name.as_str());
    if !(short || name.ends_with("_at") || name.ends_with("_ts") || NAMES.iter().any(|part| name.contains(part))) {
        return None;
    }
    // The years 2000 to 2100.
    let counts = |unit: f64| min * unit >= 946_684_800.0 && max * unit < 4_102_444_800.0;
    [1.0, 1e-3].into_iter().find(|unit| counts(*unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_iso_8601_are_read() {
        for text in
            ["2026-03-01T12:30:45Z", "2026-03-01 12:30:45", "2026-03-01T14:30:45+02:00", "2026-03-01T123045-0000"]
        {
            assert_eq!(seconds(text).map(shown).as_deref(), Some("2026-03-01T12:30:45Z"), "{text}");
        }
        assert_eq!(seconds("1969-12-31T23:59:59.5Z"), Some(-0.5));
        assert_eq!(seconds("2000-02-29").map(shown).as_deref(), Some("2000-02-29T00:00:00Z"));
    }

    #[test]
    fn what_is_none_is_not() {
        for text in
            ["2026-03-01x", "2026-13-01", "2026-03-1", "12345-3-01", "2026-03-01T", "2026-03-01T9:00", "漢漢漢漢漢"]
        {
            assert_eq!(seconds(text), None, "{text}");
        }
    }

    #[test]
    fn spans_are_whole_where_they_can_be() {
        assert_eq!([2_880.0, 86_400.0, 90.5, 3_601.0].map(span), ["48 min", "1 d", "90.5 s", "3601 s"]);
    }

    #[test]
    fn durations_have_a_length() {
        let read =
            ["P3DT4H", "PT20M1.5S", "P1Y2M", "PT", "P", "PT5", "P5H", "Peter", "PTM", "P漢D"].map(seconds_of_duration);
        assert_eq!(read[..3], [Some(273_600.0), Some(1_201.5), Some(425.0 * 86_400.0)]);
        assert_eq!(read[4..], [None; 6]);
    }

    #[test]
    fn numbers_are_times_by_name_and_size() {
        assert_eq!(unit("created_at", 1.7e9, 1.8e9), Some(1.0));
        assert_eq!(unit("ts", 1.7e12, 1.8e12), Some(1e-3));
        assert_eq!(unit("amount", 1.7e9, 1.8e9), None);
        assert_eq!(unit("ts", 5.0, 1.8e9), None);
    }
}
