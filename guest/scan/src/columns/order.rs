//! What is odd about an order, and about the starts and endings of texts.

use super::numbers::round;
use super::oddities::{Found, NAMED};
use super::rarity::rare;
use super::steps::Steps;
use super::strings::{Strings, shown};
use super::times;
use crate::words::oddity as words;

impl Found<'_> {
    /// What breaks the order of a column that rises or falls. The unit is that of times, in seconds.
    pub(super) fn order(&mut self, steps: &Steps, unit: Option<f64>, named: &dyn Fn(f64) -> String) {
        let size = |step: f64| match unit {
            Some(unit) => times::span(step * unit),
            None => round(step),
        };
        for found in steps.breaks() {
            let words =
                words::out_of_order(&named(found.value), &named(found.beside), found.follows, steps.are_rising());
            self.push_new(found.at, 1, words);
        }
        if let Some((end, count)) = steps.repeat()
            && rare(&[count, steps.count()]) > 0
        {
            self.push_new(end.at, count, words::again(&named(end.value), count, steps.are_rising()));
        }
        let any = !self.oddities.is_empty();
        if let Some((ends, usual)) = steps.jumps() {
            for end in ends.iter().filter(|end| !any || !steps.is_first(end.at)) {
                self.push_new(end.at, 1, words::jump(&size(end.value), &size(usual.value)));
            }
        }
    }

    /// Addresses of another scheme or host, names with another extension or domain.
    pub(super) fn ends(&mut self, strings: &Strings) {
        let starts = if strings.ends.origins.is_full() { &strings.ends.schemes } else { &strings.ends.origins };
        for (tally, words) in
            [(starts, words::other_start as fn(&str, &str) -> String), (&strings.ends.endings, words::other_ending)]
        {
            let keys = tally.by_count();
            let counts: Vec<u64> = keys.iter().map(|key| key.count).collect();
            let usual = keys.last().map_or(String::new(), |key| shown(&key.text()));
            for key in keys[..rare(&counts)].iter().take(NAMED) {
                self.push_new(key.at, key.count, words(&shown(&key.text()), &usual));
            }
        }
    }
}
