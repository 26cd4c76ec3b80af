//! Figures over the strings of a column.

use super::Lines;
use crate::characters::{count, first, thousands, visible};
use std::collections::BTreeMap;

/// Distinct strings up to which each is counted.
const COUNTED_STRINGS: usize = 12;
/// Bytes of a string that is still counted by its value.
const COUNTED_STRING_BYTES: usize = 64;
/// Characters of a value that are shown.
const VALUE_CHARACTERS: usize = 32;
/// Values rarer than this are named with their line.
const RARE: u64 = 3;

#[derive(Debug, Default)]
pub struct Strings {
    count: u64,
    /// Counts and first places, or `None` when there are too many values, or too long ones.
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

    /// `body` is what stands between the quotes.
    pub fn add(&mut self, body: &str, at: usize) {
        self.count += 1;
        let Values::Few(values) = &mut self.values else {
            return;
        };
        if let Some((count, _)) = values.get_mut(body) {
            *count += 1;
        } else if values.len() < COUNTED_STRINGS && body.len() <= COUNTED_STRING_BYTES {
            values.insert(body.to_owned(), (1, at));
        } else {
            self.values = Values::Many;
        }
    }

    /// `[ok ×1,500, failed ×1 (line 1234)]`, or `None` where values are many or single.
    pub fn describe(&self, lines: Lines) -> Option<String> {
        let Values::Few(values) = &self.values else {
            return None;
        };
        if values.len() as u64 == self.count && self.count > 1 {
            return None;
        }
        let mut by_count: Vec<_> = values.iter().collect();
        by_count.sort_by_key(|(_, (count, at))| (std::cmp::Reverse(*count), *at));
        let named = by_count.into_iter().map(|(value, (count, at))| {
            let value = shortened(value);
            match *count {
                1 if self.count == 1 => value,
                ..=RARE => format!("{value} ×{count} (line {})", lines(*at)),
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
    fn few_strings_are_counted_and_rare_ones_located() {
        let mut strings = Strings::default();
        for line in 0..1000 {
            strings.add(if line == 700 { "failed" } else { "ok" }, line);
        }
        assert_eq!(strings.describe(&|at| at).unwrap(), "[ok ×999, failed ×1 (line 700)]");
    }

    #[test]
    fn many_strings_are_not() {
        let mut strings = Strings::default();
        for line in 0..1000 {
            strings.add(&line.to_string(), line);
        }
        assert_eq!((strings.count(), strings.describe(&|at| at)), (1000, None));
    }
}
