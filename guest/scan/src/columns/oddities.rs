//! What is unlike the rest.

use super::column::Column;
use super::numbers::written;
use super::pattern::Patterns;
use super::rarity::rare;
use super::spread::{End, Side, Spread};
use super::strings::{Strings, shown};
use super::tally::Entry;
use super::{ANY_MEMBER, Columns, ELEMENT, times};
use crate::characters::clip;
use crate::order;
use crate::words::oddity as words;

/// Rare values of one column that are named; those beyond are told as one.
pub(super) const NAMED: usize = 3;
/// Characters of a path.
const PATH_CHARACTERS: usize = 40;
/// Lengths that differ by less than this are alike.
const LENGTH_STEP: f64 = 3.0;
/// Characters from which on letters and digits are a hash or the like.
const LONG_CODE: u64 = 16;
/// Distinct values beyond which one that comes twice is odd.
const MANY: usize = 20;
/// Distinct numbers up to which they may be codes.
const CODES: usize = 12;

/// Values, or a row, that a reader would want to see unasked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Oddity {
    /// Where the first of them stands, in the view's text.
    pub at: usize,
    /// How many there are.
    pub count: u64,
    /// The path of its column within a row; empty for the row itself, or where there are no rows.
    pub path: String,
    /// What is odd about it, in words that follow the path.
    pub reason: String,
}

/// The oddities of one column.
pub(super) struct Found<'c> {
    pub(super) column: &'c Column,
    pub(super) oddities: Vec<Oddity>,
}

impl Columns {
    /// Rarest first, then by place.
    pub fn oddities(&self) -> Vec<Oddity> {
        let mut all = Vec::new();
        let rare_members = self.rare_members();
        for (number, column) in self.columns.iter().enumerate() {
            let mut found = Found { column, oddities: Vec::new() };
            if !self.is_position(number) {
                found.presence(self.holder_count(number), rare_members[column.parent]);
            }
            if column.count() > NAMED as u64 {
                found.all();
            }
            if column.any_member.is_some() {
                found.patterns(&column.keys, words::key_of_other_pattern);
            }
            if !found.oddities.is_empty() {
                let path = self.short_path(number);
                let is_held = !path.is_empty() && *column.name == *ELEMENT;
                let named = |oddity: Oddity| Oddity {
                    path: path.clone(),
                    reason: if is_held { words::held(&oddity.reason) } else { oddity.reason },
                    ..oddity
                };
                all.extend(found.oddities.into_iter().map(named));
            }
        }
        order::by(&mut all, |oddity| (oddity.count, oddity.at as u64));
        all
    }

    /// The path within a row; that of a list for its elements.
    fn short_path(&self, number: usize) -> String {
        let path = self.path(number);
        let mut whole = path.as_str();
        while let Some(list) = whole.strip_suffix(ELEMENT).or_else(|| whole.strip_suffix(ANY_MEMBER)) {
            whole = list;
        }
        let row = [ELEMENT, ANY_MEMBER].into_iter().filter_map(|mark| whole.rfind(mark)).max();
        let within = row.map_or(whole, |row| whole[row + 2..].trim_start_matches('.'));
        let list = row.map_or("", |row| whole[..row].trim_end_matches(ELEMENT));
        match (self.repeated_holder(number), within.starts_with('[')) {
            (Some(row), _) => clip(path[self.path(row).len()..].trim_start_matches('.'), PATH_CHARACTERS),
            // A position tells little without the name of its array.
            (_, true) => clip(&format!("{}{within}", list.rsplit('.').next().unwrap_or(list)), PATH_CHARACTERS),
            _ => clip(within, PATH_CHARACTERS),
        }
    }
}

impl Found<'_> {
    pub(super) fn push(&mut self, at: usize, count: u64, reason: String) {
        self.oddities.push(Oddity { at, count, path: String::new(), reason });
    }

    fn all(&mut self) {
        self.types();
        self.booleans();
        let column = self.column;
        // What is the lesser part of a column is odd by its type, if at all: some hexadecimal numbers read as decimal ones.
        let usual = |count: u64| count * 2 >= column.count() - column.nulls;
        if usual(column.numbers.count()) {
            self.numbers();
            self.order(&column.numbers.steps, self.time_unit(), &written);
        }
        if usual(column.strings.count()) {
            self.strings();
            if column.strings.times.end(Side::Low).is_some() {
                self.order(&column.strings.steps, Some(1.0), &times::shown);
            } else if column.strings.numbers.end(Side::Low).is_some() {
                let durations = column.strings.durations;
                let named = if durations { times::span } else { written };
                self.order(&column.strings.steps, durations.then_some(1.0), &named);
            }
        }
        self.lengths(&column.lengths, words::elements);
        self.empty_lists();
    }

    fn types(&mut self) {
        let column = self.column;
        let mut classes = column.classes();
        order::by(&mut classes, |class| (class.count, 0));
        let counts: Vec<u64> = classes.iter().map(|class| class.count).collect();
        let usual = classes.last().map_or("", |class| class.name);
        for class in &classes[..rare(&counts)] {
            self.push(class.at, class.count, words::other_type(class.name, class.count, column.count(), usual));
        }
        let (floats, integers) = (column.floats - column.numbers.not_finite.min(column.floats), column.integers);
        if floats > 0 && rare(&[floats, integers]) > 0 {
            self.push(column.firsts[3], floats, words::other_type("float", floats, floats + integers, "int"));
        }
        let not_finite = column.numbers.not_finite;
        if not_finite > 0 && rare(&[not_finite, column.numbers.count()]) > 0 {
            let all = not_finite + column.numbers.count();
            self.push(column.numbers.not_finite_at, not_finite, words::not_finite(not_finite, all));
        }
    }

    fn booleans(&mut self) {
        let column = self.column;
        let falses = column.booleans - column.trues;
        for (word, class, count, other) in [("true", 5, column.trues, falses), ("false", 6, falses, column.trues)] {
            if count > 0 && rare(&[count, other]) > 0 {
                self.push(column.firsts[class], count, words::rare_value(word, count, column.booleans));
            }
        }
    }

    fn numbers(&mut self) {
        let column = self.column;
        let outside = self.outside(&column.numbers.spread, &written);
        let values = column.numbers.values.by_count();
        let counts: Vec<u64> = values.iter().map(|value| value.count).collect();
        if outside || column.numbers.values.is_full() {
            return;
        }
        let mut rare = values[..rare(&counts)].to_vec();
        if !is_code(&values) {
            let ends = [Side::Low, Side::High].map(|side| column.numbers.spread.end(side).map(|end| end.value));
            rare.retain(|value| !ends.contains(&value.text().parse().ok()));
        }
        self.rare_values(&rare, column.numbers.count());
    }

    /// The unit in which the usual numbers count from 1970.
    fn time_unit(&self) -> Option<f64> {
        let spread = &self.column.numbers.spread;
        let usual = spread.middle()?;
        times::unit(&self.column.name, usual, usual)
    }

    /// Numbers far from the rest; whether there are any.
    fn outside(&mut self, spread: &Spread, named: &dyn Fn(f64) -> String) -> bool {
        let before = self.oddities.len();
        for side in [Side::Low, Side::High] {
            let Some((ends, next)) = spread.outside(side) else {
                continue;
            };
            for end in ends {
                self.push(end.at, 1, words::far(&named(end.value), side == Side::High, &named(next.value)));
            }
        }
        self.oddities.len() > before
    }

    /// Unless something is said of that place.
    pub(super) fn push_new(&mut self, at: usize, count: u64, reason: String) {
        if !self.oddities.iter().any(|known| known.at == at) {
            self.push(at, count, reason);
        }
    }

    fn strings(&mut self) {
        let strings = &self.column.strings;
        let named = if strings.durations { times::span } else { written };
        if self.outside(&strings.numbers, &named) {
            return;
        }
        if strings.is_categorical() {
            let values = strings.values.by_count();
            let counts: Vec<u64> = values.iter().map(|value| value.count).collect();
            return match rare(&counts) {
                0 => self.ends(strings),
                rare => self.rare_values(&values[..rare], strings.count()),
            };
        }
        if strings.times.end(Side::Low).is_some() {
            self.outside(&strings.times, &times::shown);
            return self.patterns(&strings.patterns, words::other_pattern);
        }
        self.lengths(&strings.lengths, words::characters);
        self.patterns(&strings.patterns, words::other_pattern);
        self.ends(strings);
        self.other_length(strings);
        self.twice(strings);
    }

    /// A long text of letters and digits that has another length than all others, such as a hash that was cut.
    fn other_length(&mut self, strings: &Strings) {
        let lengths = strings.few_lengths.by_count();
        if let [few, most] = lengths[..]
            && rare(&[few.count, most.count]) > 0
            && strings.patterns.are_mixed()
            && length(most) >= LONG_CODE
            && !self.oddities.iter().any(|known| known.at == few.at)
        {
            self.push(few.at, few.count, words::characters(length(few), length(most)));
        }
    }

    /// A long text of letters and digits that comes twice where each other comes once.
    fn twice(&mut self, strings: &Strings) {
        let distinct = strings.values.entries();
        let twice =
            distinct.len() as u64 + 1 == strings.count() && distinct.len() > MANY && strings.patterns.are_mixed();
        let entry = distinct.iter().find(|entry| twice && entry.count == 2 && entry.text().len() as u64 >= LONG_CODE);
        if let Some(entry) = entry {
            self.push(entry.at, 2, words::twice(&shown(&entry.text())));
        }
    }

    fn rare_values(&mut self, rare: &[&Entry], all: u64) {
        let (named, rest) = rare.split_at(rare.len().min(NAMED));
        for value in named {
            self.push_new(value.at, value.count, words::rare_value(&told(&value.text()), value.count, all));
        }
        if let Some(first) = rest.iter().map(|value| value.at).min() {
            let count = rest.iter().map(|value| value.count).sum();
            self.push(first, count, words::rare_values(rest.len(), count, all));
        }
    }

    fn lengths(&mut self, lengths: &Spread, words: fn(u64, u64) -> String) {
        for side in [Side::Low, Side::High] {
            let Some((ends, next)) = lengths.outside(side) else {
                continue;
            };
            let unlike = |end: &&End| {
                let (short, long) = (end.value.min(next.value), end.value.max(next.value));
                long - short >= LENGTH_STEP && long >= short * 1.5
            };
            for end in ends.iter().filter(unlike) {
                self.push(end.at, 1, words(end.value as u64, next.value as u64));
            }
        }
    }

    /// Texts that look unlike all others.
    fn patterns(&mut self, patterns: &Patterns, words: fn(&str, &str) -> String) {
        let shared = patterns.shared();
        let by_count = shared.by_count();
        let counts: Vec<u64> = by_count.iter().map(|pattern| pattern.count).collect();
        let rare = &by_count[..rare(&counts)];
        let usual = by_count.last().map_or("", |usual| patterns.example(usual));
        if rare.len() <= NAMED {
            for pattern in rare {
                self.push_new(pattern.at, pattern.count, words(&told(patterns.example(pattern)), &told(usual)));
            }
        }
    }
}

/// A value in few characters, in quotes where it would else not show where it ends.
fn told(text: &str) -> String {
    match shown(text) {
        value if value.trim().len() == value.len() => value,
        value => format!("\"{value}\""),
    }
}

/// A key of lengths.
pub(super) fn length(entry: &Entry) -> u64 {
    entry.key().first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// Whether numbers stand for something else than how many: few of them, with gaps. What counts falls off by and by at its ends.
fn is_code(values: &[&Entry]) -> bool {
    let mut numbers: Vec<f64> = values.iter().filter_map(|value| value.text().parse().ok()).collect();
    order::floats(&mut numbers);
    let even = numbers.windows(3).all(|three| three[2] - three[1] == three[1] - three[0]);
    numbers.len() <= CODES && !even
}
