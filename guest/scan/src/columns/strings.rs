//! Figures over the strings of a column.

use super::ends::Ends;
use super::pattern::Patterns;
use super::spread::{Side, Spread};
use super::steps::Steps;
use super::tally::{Entry, Tally};
use super::{Lines, times};
use crate::characters::{count, first, visible};
use crate::order;
use crate::words::outline as words;

/// Distinct strings up to which they are counted.
const DISTINCT: usize = 10_000;
/// Distinct strings up to which each is named.
const NAMED: usize = 12;
/// Bytes of a string that is named.
const NAMED_BYTES: usize = 64;
/// Those that are named in brief.
const NAMED_IN_BRIEF: usize = 5;
/// Characters of a value that are shown.
const VALUE_CHARACTERS: usize = 32;
/// Values rarer than this are named with their line.
const RARE: u64 = 3;

#[derive(Debug)]
pub struct Strings {
    count: u64,
    pub(super) values: Tally,
    /// In characters, of distinct values.
    pub(super) lengths: Spread,
    pub(super) few_lengths: Tally,
    pub(super) patterns: Patterns,
    pub(super) ends: Ends,
    /// As seconds since 1970, of distinct values, while all are times.
    pub(super) times: Spread,
    /// While all are numbers, or all are durations, in seconds.
    pub(super) numbers: Spread,
    pub(super) durations: bool,
    /// Of distinct values, as times or numbers.
    pub(super) steps: Steps,
    no_numbers: bool,
    earliest: String,
    latest: String,
    no_times: bool,
}

impl Default for Strings {
    fn default() -> Self {
        Strings {
            count: 0,
            values: Tally::new(DISTINCT),
            lengths: Spread::default(),
            few_lengths: Tally::new(2),
            patterns: Patterns::default(),
            ends: Ends::default(),
            times: Spread::default(),
            numbers: Spread::default(),
            durations: false,
            steps: Steps::default(),
            no_numbers: false,
            earliest: String::new(),
            latest: String::new(),
            no_times: false,
        }
    }
}

impl Strings {
    pub fn count(&self) -> u64 {
        self.count
    }

    /// `text` is what the string stands for.
    pub fn add(&mut self, text: &str, at: usize) {
        self.count += 1;
        // What is not new has the length and the looks that it had.
        if !self.values.add(text.as_bytes(), at) {
            return;
        }
        let length = count(text);
        self.lengths.add(length as f64, at);
        self.few_lengths.add(&(length as u64).to_le_bytes(), at);
        self.patterns.add(text, at);
        self.ends.add(text, at);
        if !self.no_times {
            self.add_time(text, at);
        }
        if !self.no_numbers {
            self.add_number(text, at);
        }
    }

    fn add_time(&mut self, text: &str, at: usize) {
        let Some(time) = times::seconds(text) else {
            self.no_times = true;
            self.times = Spread::default();
            return;
        };
        let [low, high] = [Side::Low, Side::High].map(|side| self.times.end(side).map(|end| end.value));
        if low.is_none_or(|low| time < low) {
            text.clone_into(&mut self.earliest);
        }
        if high.is_none_or(|high| time > high) {
            text.clone_into(&mut self.latest);
        }
        self.times.add(time, at);
        self.steps.add(time, at);
    }

    fn add_number(&mut self, text: &str, at: usize) {
        let is_first = self.numbers.end(Side::Low).is_none();
        let number = match text.as_bytes().first() {
            Some(b'P') if self.durations || is_first => {
                self.durations = true;
                times::seconds_of_duration(text)
            }
            Some(b'0'..=b'9' | b'-') if !self.durations => text.parse::<f64>().ok().filter(|number| number.is_finite()),
            _ => None,
        };
        match number {
            Some(number) => {
                self.numbers.add(number, at);
                self.steps.add(number, at);
            }
            None => {
                self.no_numbers = true;
                self.numbers = Spread::default();
            }
        }
    }

    /// Whether values repeat, ten times in the mean, or are very few.
    pub(super) fn is_categorical(&self) -> bool {
        let distinct = self.values.entries().len() as u64;
        !self.values.is_full() && (distinct * 10 <= self.count || distinct <= 3)
    }

    /// `[ok ×1,500, failed ×1 (line 1234)]`, or how many distinct there are, of what length; `None` where there is none.
    pub fn describe(&self, lines: Lines) -> Option<String> {
        let named = self.named(NAMED, lines).map(|(named, _)| named.join(", "));
        let figures = named.or_else(|| self.figures(lines))?;
        Some(format!("[{figures}]"))
    }

    /// The same in fewer words.
    pub fn brief(&self, lines: Lines) -> Option<String> {
        if let Some((named, more)) = self.named(NAMED_IN_BRIEF, lines) {
            return Some(words::list_of(&named, more));
        }
        match self.range(lines) {
            Some(_) => Some(words::between(&self.earliest, &self.latest)),
            None if self.count > 0 => Some(self.distinct()),
            None => None,
        }
    }

    /// The value, where there is one.
    pub fn only(&self) -> Option<String> {
        match self.values.entries() {
            [only] => Some(shown(&only.text())),
            _ => None,
        }
    }

    /// Values by count, where they are few and short and not each of them single; and how many more there are.
    fn named(&self, most: usize, lines: Lines) -> Option<(Vec<String>, usize)> {
        let entries = self.values.entries();
        let all_single = entries.len() as u64 == self.count && self.count > 1;
        let short = |entry: &Entry| entry.is_whole() && entry.text().len() <= NAMED_BYTES;
        if entries.is_empty() || entries.len() > NAMED || all_single || !entries.iter().all(short) {
            return None;
        }
        if let ([only], 2..) = (entries, self.count) {
            return Some((vec![words::always_text(&shown(&only.text()))], 0));
        }
        let mut by_count: Vec<&Entry> = entries.iter().collect();
        order::by(&mut by_count, |entry| (!entry.count, entry.at as u64));
        let named = by_count.iter().take(most).map(|entry| {
            let value = shown(&entry.text());
            match entry.count {
                1 if self.count == 1 => value,
                ..=RARE => words::times_at(&value, entry.count, lines(entry.at)),
                count => words::times(&value, count),
            }
        });
        Some((named.collect(), entries.len().saturating_sub(most)))
    }

    /// Distinct values, their range as times, their lengths.
    fn figures(&self, lines: Lines) -> Option<String> {
        let [short, long] = [Side::Low, Side::High].map(|side| self.lengths.end(side));
        let (short, long) = (short?, long?);
        let ends = [(short.value as u64, lines(short.at)), (long.value as u64, lines(long.at))];
        let parts = [(self.count > 1).then(|| self.distinct()), self.range(lines), Some(words::lengths(ends))];
        Some(parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
    }

    /// The range of times.
    fn range(&self, lines: Lines) -> Option<String> {
        let [low, high] = [Side::Low, Side::High].map(|side| self.times.end(side));
        let (low, high) = (low?, high?);
        Some(words::time_range((&self.earliest, lines(low.at)), (&self.latest, lines(high.at))))
    }

    fn distinct(&self) -> String {
        match (self.values.is_full(), self.values.entries().len() as u64) {
            (true, _) => words::distinct_beyond(DISTINCT as u64),
            (false, distinct) => words::distinct(distinct, self.count),
        }
    }
}

/// The start of a value, in at most `VALUE_CHARACTERS`; empty ones as quotes.
pub(super) fn shown(value: &str) -> String {
    let value = visible(value);
    match count(&value) {
        0 => "\"\"".to_owned(),
        1..=VALUE_CHARACTERS => value,
        _ => format!("{}…", first(&value, VALUE_CHARACTERS - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<String> {
        let mut strings = Strings::default();
        texts.into_iter().enumerate().for_each(|(line, text)| strings.add(text, line));
        strings.describe(&|at| at)
    }

    #[test]
    fn few_strings_are_counted_and_rare_ones_located() {
        let texts = (0..1_000).map(|line| if line == 700 { "failed" } else { "ok" });
        assert_eq!(described(texts).unwrap(), "[ok ×999, failed ×1 (line 700)]");
    }

    #[test]
    fn many_strings_are_counted_with_their_lengths() {
        let texts: Vec<String> = (0..1_000).map(|line| line.to_string()).collect();
        assert_eq!(
            described(texts.iter().map(String::as_str)).unwrap(),
            "[all distinct; 1 (line 0) to 3 (line 100) characters]"
        );
        assert_eq!(described([]), None);
    }

    #[test]
    fn more_distinct_strings_than_are_counted_are_said_to_be() {
        let texts: Vec<String> = (0..=DISTINCT).map(|line| format!("{line:06}")).collect();
        let described = described(texts.iter().map(String::as_str)).unwrap();
        assert_eq!(described, "[more than 10,000 distinct; 6 characters]");
    }

    #[test]
    fn times_have_a_range() {
        let texts = ["2026-03-01T12:00:00+02:00", "2026-03-01T11:00:00Z", "2026-02-01"];
        let range = "times 2026-02-01 (line 2) to 2026-03-01T11:00:00Z (line 1)";
        assert_eq!(
            described(texts).unwrap(),
            format!("[all distinct; {range}; 10 (line 2) to 25 (line 0) characters]")
        );
    }
}
