//! Figures over the numbers of a column.

use super::spread::{Side, Spread};
use super::steps::Steps;
use super::tally::Tally;
use super::{Lines, times};
use crate::json::tokens::{TokenKind, Tokens};
use crate::words::outline as words;
use std::cmp::Ordering;

/// Distinct numbers up to which each is counted.
const COUNTED_NUMBERS: usize = 32;

/// Sums are kept this much smaller, so that no number of finite values overflows them. A power of two: nothing is rounded.
const SUM_SCALE: f64 = 1.0 / 18_446_744_073_709_551_616.0;

/// A number as it is written, with its place.
#[derive(Debug)]
struct Extreme {
    value: f64,
    text: String,
    at: usize,
}

impl Extreme {
    fn set(&mut self, value: f64, text: &str, at: usize) {
        (self.value, self.at) = (value, at);
        self.text.clear();
        self.text.push_str(text);
    }

    /// How a number compares to this one: integers exactly, others in the precision of `f64`.
    fn compare(&self, value: f64, text: &str) -> Ordering {
        let exactly = || match (integer(text), integer(&self.text)) {
            (Some(number), Some(this)) if number.0 == this.0 => {
                let size = (number.1.len(), number.1).cmp(&(this.1.len(), this.1));
                if number.0 { size.reverse() } else { size }
            }
            _ => Ordering::Equal,
        };
        value.partial_cmp(&self.value).unwrap_or(Ordering::Equal).then_with(exactly)
    }
}

/// Whether an integer is negative, and its digits.
fn integer(text: &str) -> Option<(bool, &str)> {
    let digits = text.strip_prefix('-');
    let number = (digits.is_some(), digits.unwrap_or(text));
    number.1.bytes().all(|byte| byte.is_ascii_digit()).then_some(number)
}

/// Whether a text is a number that columns can take in: what JSON allows.
pub fn is_number(text: &str) -> bool {
    if !matches!(text.as_bytes().first(), Some(b'-' | b'0'..=b'9' | b'N' | b'I')) {
        return false;
    }
    let mut tokens = Tokens::new(text);
    matches!((tokens.next(), tokens.next()), (Some(Ok(token)), None) if token.kind == TokenKind::Number && token.range() == (0..text.len()))
}

#[derive(Debug)]
pub struct Numbers {
    count: u64,
    /// Values too large for `f64`, `NaN` and `Infinity`. No other figure holds them.
    pub(super) not_finite: u64,
    /// Where the first of those stands.
    pub(super) not_finite_at: usize,
    /// The sum, times `SUM_SCALE`.
    sum: f64,
    min: Option<Extreme>,
    max: Option<Extreme>,
    /// Some number is written differently than the first.
    differ: bool,
    pub(super) spread: Spread,
    pub(super) steps: Steps,
    /// As they are written, where they are few.
    pub(super) values: Tally,
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers {
            count: 0,
            not_finite: 0,
            not_finite_at: 0,
            sum: 0.0,
            min: None,
            max: None,
            differ: false,
            spread: Spread::default(),
            steps: Steps::default(),
            values: Tally::new(COUNTED_NUMBERS),
        }
    }
}

impl Numbers {
    /// `text` is a number that starts at `at`. Returns whether it is an integer.
    pub fn add(&mut self, text: &str, at: usize) -> bool {
        let (value, is_integer) = read(text);
        if !value.is_finite() {
            self.not_finite_at = if self.not_finite == 0 { at } else { self.not_finite_at };
            self.not_finite += 1;
            return is_integer;
        }
        self.count += 1;
        self.sum += value * SUM_SCALE;
        self.spread.add(value, at);
        self.steps.add(value, at);
        self.values.add(text.as_bytes(), at);
        let (Some(min), Some(max)) = (&mut self.min, &mut self.max) else {
            let extreme = || Some(Extreme { value, text: text.to_owned(), at });
            (self.min, self.max) = (extreme(), extreme());
            return is_integer;
        };
        if value > min.value && value < max.value {
            self.differ = true;
            return is_integer;
        }
        self.differ = self.differ || text != min.text;
        if min.compare(value, text).is_lt() {
            min.set(value, text, at);
        }
        if max.compare(value, text).is_gt() {
            max.set(value, text, at);
        }
        is_integer
    }

    /// How many are finite.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// `[min=0 (line 0) max=1999 (line 1999) mean=999.5]`, or `None` where there is no number.
    pub fn describe(&self, lines: Lines) -> Option<String> {
        self.figures(|min, max, mean| {
            words::number_range([min, max].map(|extreme| (&*extreme.text, lines(extreme.at))), mean)
        })
        .map(|figures| format!("[{figures}]"))
    }

    /// `0 to 1999`, or `None` where there is no number.
    pub fn brief(&self) -> Option<String> {
        self.figures(|min, max, _| words::between(&min.text, &max.text))
    }

    /// The number, where there is one.
    pub fn brief_only(&self) -> Option<String> {
        let only = self.min.as_ref().filter(|_| !self.differ)?;
        Some(words::number(&only.text))
    }

    fn figures(&self, range: impl Fn(&Extreme, &Extreme, &str) -> String) -> Option<String> {
        match (self.finite(range), self.not_finite) {
            (figures, 0) => figures,
            (None, numbers) => Some(words::not_finite(numbers)),
            (Some(figures), numbers) => Some(words::but_for(&figures, numbers)),
        }
    }

    fn finite(&self, range: impl Fn(&Extreme, &Extreme, &str) -> String) -> Option<String> {
        let (min, max) = (self.min.as_ref()?, self.max.as_ref()?);
        if !self.differ {
            return Some(words::always(&min.text));
        }
        if min.value == max.value {
            return Some(words::about(&min.text));
        }
        let mean = (self.sum / self.count as f64 / SUM_SCALE).max(min.value).min(max.value);
        Some(range(min, max, &round(mean)))
    }

    /// The range in times, where the numbers count seconds or milliseconds since 1970.
    pub fn times(&self, name: &str) -> Option<String> {
        let ends = [Side::Low, Side::High].map(|side| self.spread.end(side));
        let [Some(min), Some(max)] = ends else {
            return None;
        };
        let unit = times::unit(name, min.value, max.value)?;
        Some(words::since_1970(&times::shown(min.value * unit), &times::shown(max.value * unit)))
    }
}

/// What a number is, and whether it is an integer.
fn read(text: &str) -> (f64, bool) {
    short(text.as_bytes()).unwrap_or_else(|| (text.parse().unwrap_or(f64::NAN), integer(text).is_some()))
}

/// The same of a number without exponent of at most 15 digits: those and the power of ten are exact in `f64`, so their quotient
/// is what rounding the number itself gives.
fn short(text: &[u8]) -> Option<(f64, bool)> {
    const POWERS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    if digits.is_empty() || digits.len() > 16 {
        return None;
    }
    let (mut whole, mut point) = (0_u64, None);
    for (at, &byte) in digits.iter().enumerate() {
        match byte {
            b'0'..=b'9' => whole = whole * 10 + u64::from(byte - b'0'),
            b'.' if point.is_none() => point = Some(digits.len() - 1 - at),
            _ => return None,
        }
    }
    if point.is_none() && digits.len() == 16 {
        return None;
    }
    let value = whole as f64 / POWERS[point.unwrap_or(0)];
    Some((if digits.len() < text.len() { -value } else { value }, point.is_none()))
}

/// All digits, so that a search for it finds it, in most of the forms in which numbers are written.
pub(super) fn written(number: f64) -> String {
    match number.abs() {
        0.0 | 1e-5..1e15 => number.to_string(),
        _ => format!("{number:e}"),
    }
}

/// At most four decimals, none that are zero.
pub(super) fn round(number: f64) -> String {
    if number.abs() >= 1e15 {
        return format!("{number:e}");
    }
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_name_their_extremes() {
        let mut numbers = Numbers::default();
        for (line, text) in ["3", "-1.50", "10", "NaN", "10"].into_iter().enumerate() {
            numbers.add(text, line);
        }
        assert_eq!(
            numbers.describe(&|at| at).unwrap(),
            "[min=-1.50 (line 1) max=10 (line 2) mean=5.375 but for 1 not finite]"
        );
    }

    fn described(texts: &[&str]) -> Option<String> {
        let mut numbers = Numbers::default();
        for (line, text) in texts.iter().enumerate() {
            numbers.add(text, line);
        }
        numbers.describe(&|at| at)
    }

    #[test]
    fn long_numbers_are_whole_or_say_how_long_they_are() {
        let sevens = "7".repeat(25);
        assert_eq!(described(&[&sevens]).unwrap(), format!("[always {sevens}]"));
        let precise = format!("1.{}e-123", "3".repeat(33));
        assert_eq!(described(&[&precise]).unwrap(), format!("[always {precise}]"));
        let long = "7".repeat(41);
        assert_eq!(
            described(&["0", &long]).unwrap(),
            format!("[min=0 (line 0) max={}…(41 characters) (line 1) mean={:e}]", "7".repeat(30), 7.0e41_f64 / 18.0)
        );
    }

    #[test]
    fn numbers_are_the_same_only_where_they_are_written_alike() {
        let ids = ["1234567890123456700", "1234567890123456701", "1234567890123456702"];
        assert_eq!(described(&ids).unwrap(), "[about 1234567890123456700, too close to compare]");
        assert_eq!(described(&["7", "7"]).unwrap(), "[always 7]");
    }

    #[test]
    fn extremes_of_large_integers_are_exact() {
        let ids = ["1234567890123456702", "1234567890123456701", "9", "-1234567890123456701", "-1234567890123456702"];
        let described = described(&ids).unwrap();
        assert!(
            described.contains("min=-1234567890123456702 (line 4) max=1234567890123456702 (line 0)"),
            "{described}"
        );
    }

    #[test]
    fn numbers_are_what_the_standard_library_reads() {
        for text in [
            "0",
            "-0",
            "-0.0",
            "7.",
            "0.1",
            "-12.75",
            "999999999999999",
            "9999999999999999",
            "0.30000000000000",
            "123456789.012345",
            "0.000000000000001",
            "12345678901234.5",
            "-0.000123456789012",
            "1e5",
            "1.5E-3",
        ] {
            assert_eq!(read(text).0.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
        let mut number = 1_u64;
        for length in (1..=16).cycle().take(20_000) {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mut text = (number >> 11).to_string();
            text.truncate(length);
            text.insert(number as usize % (text.len() + 1), '.');
            assert_eq!(read(&text).0.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
    }

    #[test]
    fn what_is_not_finite_is_counted() {
        assert_eq!(described(&["1e400", "NaN", "-Infinity"]).unwrap(), "[3 not finite]");
        assert_eq!(described(&["5", "1e400", "5"]).unwrap(), "[always 5 but for 1 not finite]");
        assert_eq!(described(&[]), None);
    }

    #[test]
    fn the_mean_of_finite_numbers_is_finite() {
        assert!(described(&["1e308", "1.5e308"]).unwrap().ends_with("mean=1.25e308]"));
        assert!(described(&["-1e308", "1e308"]).unwrap().ends_with("mean=0]"));
        let largest = format!("{:e}", f64::MAX);
        assert!(!described(&[&largest, &largest, "1e308"]).unwrap().contains("inf"));
    }
}
