//! Figures over all values at one path.

use crate::characters::{clip, count, first, thousands, visible};
use std::collections::BTreeMap;

/// Distinct strings up to which each is counted.
const COUNTED_STRINGS: usize = 12;
/// Bytes of a string that is still counted by its value.
const COUNTED_STRING_BYTES: usize = 64;
/// Characters of a value that are shown.
const VALUE_CHARACTERS: usize = 32;
/// Values rarer than this are named with their line.
const RARE: u64 = 3;

/// A number as it is written, with its line.
#[derive(Debug, Clone)]
struct Extreme {
    value: f64,
    text: String,
    line: usize,
}

#[derive(Debug, Default)]
pub struct Numbers {
    count: u64,
    sum: f64,
    min: Option<Extreme>,
    max: Option<Extreme>,
}

impl Numbers {
    /// `text` is a JSON number; `line` is asked for only when it is needed.
    pub fn add(&mut self, text: &str, line: impl Fn() -> usize) {
        let Ok(value) = text.parse::<f64>() else {
            return;
        };
        if !value.is_finite() {
            return;
        }
        self.count += 1;
        self.sum += value;
        let extreme = || Extreme { value, text: text.to_owned(), line: line() };
        if self.min.as_ref().is_none_or(|min| value < min.value) {
            self.min = Some(extreme());
        }
        if self.max.as_ref().is_none_or(|max| value > max.value) {
            self.max = Some(extreme());
        }
    }

    /// `[min=0 (line 0) max=1999 (line 1999) mean=999.5]`, or `None` where there is no finite number.
    pub fn describe(&self) -> Option<String> {
        let (min, max) = (self.min.as_ref()?, self.max.as_ref()?);
        let show = |extreme: &Extreme| format!("{} (line {})", clip(&extreme.text, 24), extreme.line);
        if min.value == max.value {
            return Some(format!("[always {}]", clip(&min.text, 24)));
        }
        let mean = round(self.sum / self.count as f64);
        Some(format!("[min={} max={} mean={mean}]", show(min), show(max)))
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
        assert_eq!(numbers.describe().unwrap(), "[min=-1.50 (line 1) max=10 (line 2) mean=5.375]");
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
