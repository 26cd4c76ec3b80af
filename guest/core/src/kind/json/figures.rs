//! Figures over all values at one path.

use crate::characters::{count, first, thousands, visible};
use crate::words::outline as words;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Distinct strings up to which each is counted.
const COUNTED_STRINGS: usize = 12;
/// Bytes of a string that is still counted by its value.
const COUNTED_STRING_BYTES: usize = 64;
/// Characters of a value that are shown.
const VALUE_CHARACTERS: usize = 32;
/// Values rarer than this are named with their line.
const RARE: u64 = 3;

/// Sums are kept this much smaller, so that no number of finite values overflows them. A power of two: nothing is rounded.
const SUM_SCALE: f64 = 1.0 / 18_446_744_073_709_551_616.0;

/// A number as it is written, with its line.
#[derive(Debug)]
struct Extreme {
    value: f64,
    text: Box<str>,
    line: usize,
}

impl Extreme {
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

#[derive(Debug, Default)]
pub struct Numbers {
    count: u64,
    /// Values too large for `f64`, `NaN` and `Infinity`. No other figure holds them.
    not_finite: u64,
    /// The sum, times `SUM_SCALE`.
    sum: f64,
    min: Option<Extreme>,
    max: Option<Extreme>,
    /// Some number is written differently than the first.
    differ: bool,
}

impl Numbers {
    /// `text` is a JSON number; `line` is asked for only when it is needed.
    pub fn add(&mut self, text: &str, line: impl Fn() -> usize) {
        let Some(value) = text.parse::<f64>().ok().filter(|value| value.is_finite()) else {
            self.not_finite += 1;
            return;
        };
        self.count += 1;
        self.sum += value * SUM_SCALE;
        let extreme = || Some(Extreme { value, text: text.into(), line: line() });
        let (Some(min), Some(max)) = (&self.min, &self.max) else {
            self.min = extreme();
            self.max = extreme();
            return;
        };
        self.differ |= *text != *min.text;
        let (below, above) = (min.compare(value, text).is_lt(), max.compare(value, text).is_gt());
        if below {
            self.min = extreme();
        }
        if above {
            self.max = extreme();
        }
    }

    /// `[min=0 (line 0) max=1999 (line 1999) mean=999.5]`, or `None` where there is no number.
    pub fn describe(&self) -> Option<String> {
        let figures = match (self.finite(), self.not_finite) {
            (None, 0) => return None,
            (None, numbers) => words::not_finite(numbers),
            (Some(figures), 0) => figures,
            (Some(figures), numbers) => words::but_for(&figures, numbers),
        };
        Some(format!("[{figures}]"))
    }

    fn finite(&self) -> Option<String> {
        let (min, max) = (self.min.as_ref()?, self.max.as_ref()?);
        if !self.differ {
            return Some(words::always(&min.text));
        }
        if min.value == max.value {
            return Some(words::about(&min.text));
        }
        let mean = (self.sum / self.count as f64 / SUM_SCALE).max(min.value).min(max.value);
        let shown = [min, max].map(|extreme| (&*extreme.text, extreme.line));
        Some(words::number_range(shown, &round(mean)))
    }
}

/// At most four decimals, none that are zero.
fn round(number: f64) -> String {
    if number.abs() >= 1e15 {
        return format!("{number:e}");
    }
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[derive(Debug, Default)]
pub struct Strings {
    count: u64,
    /// Counts and first lines, or `None` when there are too many values, or too long ones.
    values: Values,
}

#[derive(Debug)]
enum Values {
    Few(BTreeMap<String, (u64, usize)>),
    Many,
}

impl Default for Values {
    fn default() -> Self {
        Values::Few(BTreeMap::new())
    }
}

impl Strings {
    pub fn count(&self) -> u64 {
        self.count
    }

    /// `body` is what stands between the quotes; `line` is asked for only when it is needed.
    pub fn add(&mut self, body: &str, line: impl Fn() -> usize) {
        self.count += 1;
        let Values::Few(values) = &mut self.values else {
            return;
        };
        if let Some((count, _)) = values.get_mut(body) {
            *count += 1;
        } else if values.len() < COUNTED_STRINGS && body.len() <= COUNTED_STRING_BYTES {
            values.insert(body.to_owned(), (1, line()));
        } else {
            self.values = Values::Many;
        }
    }

    /// `[ok ×1,500, failed ×1 (line 1234)]`, or `None` where values are many or single.
    pub fn describe(&self) -> Option<String> {
        let Values::Few(values) = &self.values else {
            return None;
        };
        if values.len() as u64 == self.count && self.count > 1 {
            return None;
        }
        let mut by_count: Vec<_> = values.iter().collect();
        by_count.sort_by_key(|(_, (count, line))| (std::cmp::Reverse(*count), *line));
        let named = by_count.into_iter().map(|(value, (count, line))| {
            let value = shortened(value);
            match *count {
                1 if self.count == 1 => value,
                ..=RARE => format!("{value} ×{count} (line {line})"),
                _ => format!("{value} ×{}", thousands(*count)),
            }
        });
        let list = named.collect::<Vec<_>>().join(", ");
        (!list.is_empty()).then(|| format!("[{list}]"))
    }
}

/// The start of a value, in at most `VALUE_CHARACTERS`.
fn shortened(value: &str) -> String {
    let value = visible(value);
    match count(&value) > VALUE_CHARACTERS {
        true => format!("{}…", first(&value, VALUE_CHARACTERS - 1)),
        false => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_name_their_extremes() {
        let mut numbers = Numbers::default();
        for (line, text) in ["3", "-1.50", "10", "NaN", "10"].into_iter().enumerate() {
            numbers.add(text, || line);
        }
        assert_eq!(numbers.describe().unwrap(), "[min=-1.50 (line 1) max=10 (line 2) mean=5.375 but for 1 not finite]");
    }

    fn described(texts: &[&str]) -> Option<String> {
        let mut numbers = Numbers::default();
        for (line, text) in texts.iter().enumerate() {
            numbers.add(text, || line);
        }
        numbers.describe()
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

    #[test]
    fn few_strings_are_counted_and_rare_ones_located() {
        let mut strings = Strings::default();
        for line in 0..1000 {
            strings.add(if line == 700 { "failed" } else { "ok" }, || line);
        }
        assert_eq!(strings.describe().unwrap(), "[ok ×999, failed ×1 (line 700)]");
    }

    #[test]
    fn many_strings_are_not() {
        let mut strings = Strings::default();
        for line in 0..1000 {
            strings.add(&line.to_string(), || line);
        }
        assert_eq!((strings.count(), strings.describe()), (1000, None));
    }
}
