//! The lines that depart from the templates of the rest.

use super::table::Entry;
use super::tokens::{self, Tokens};
use super::{Context, Parts, Templates, Walk};
use toolaria_scan::columns::rare;
use toolaria_scan::order;

/// What follows so many times is looked at, and one in so many of all lines.
const LEAST: u64 = 20;
const LEAST_SHARE: u64 = 100;
/// The same for numbers at one place.
const LEAST_NUMBERS: u64 = 50;
/// Digits by which a number is far from the rest.
const FAR_DIGITS: u64 = 2;
/// One in so many lines may depart, and this many in any text; where more do, that is how the text is.
const DEPARTING_SHARE: u64 = 25;
const DEPARTING: u64 = 20;

/// How a line is unlike the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unlike {
    /// Something follows that hardly ever does; of so many lines in which the same comes before.
    Follows { of: u64 },
    /// A number has so many digits, of so many numbers at its place, the rest at most this many.
    Digits { digits: u64, of: u64, rest: u64 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Departure {
    /// Where the first such line starts.
    pub line_at: usize,
    /// Where in it what is unlike the rest stands.
    pub at: usize,
    /// How many there are.
    pub count: u64,
    pub unlike: Unlike,
    context: u32,
    symbol: u32,
}

impl Templates {
    /// Lines that depart from the templates, each once, rarest first; none where no templates are the rule. The first and the last line
    /// may be as they like. `parts_at` gives the parts of the line that starts there.
    #[inline(never)]
    pub fn departures(&self, text: &str, parts_at: &dyn Fn(usize) -> Parts) -> Vec<Departure> {
        if !self.are_the_rule() || self.steps.is_full() {
            return Vec::new();
        }
        let mut found = self.steps_that_are_rare();
        found.extend(self.figures_that_are_large());
        // Of the departures of a line the rarest; then the rarest lines.
        order::by(&mut found, |departure| (departure.line_at as u64, departure.count));
        found.dedup_by_key(|departure| departure.line_at);
        found.retain(|departure| !self.ends.contains(&departure.line_at));
        let lines: u64 = found.iter().map(|departure| departure.count).sum();
        if lines > (self.lines / DEPARTING_SHARE).max(DEPARTING) {
            return Vec::new();
        }
        for departure in &mut found {
            departure.at = self.place(text, &parts_at(departure.line_at), departure).unwrap_or(departure.line_at);
        }
        order::by(&mut found, |departure| (departure.count, departure.line_at as u64));
        found
    }

    fn steps_that_are_rare(&self) -> Vec<Departure> {
        let mut found = Vec::new();
        let all = by_context(self.steps.entries(), true);
        for followers in all.chunk_by(|one, other| one.context == other.context) {
            let counts: Vec<u64> = followers.iter().map(|follower| follower.count).collect();
            let of: u64 = counts.iter().sum();
            if of >= (self.lines / LEAST_SHARE).max(LEAST) {
                let rare = followers.iter().take(rare(&counts));
                // What comes twice in a line counts as often there.
                let of = of.min(self.lines);
                found.extend(rare.map(|follower| follower.departs(Unlike::Follows { of })));
            }
        }
        found
    }

    fn figures_that_are_large(&self) -> Vec<Departure> {
        let mut found = Vec::new();
        let all = by_context(self.figures.entries(), false);
        for followers in all.chunk_by(|one, other| one.context == other.context) {
            let of: u64 = followers.iter().map(|follower| follower.count).sum();
            let [.., next, most] = followers else { continue };
            let (digits, rest) = (u64::from(most.symbol), u64::from(next.symbol));
            let is_rare = most.count <= (of / 500).max(1);
            if of >= (self.lines / LEAST_SHARE).max(LEAST_NUMBERS) && is_rare && digits >= rest + FAR_DIGITS {
                found.push(most.departs(Unlike::Digits { digits, of, rest }));
            }
        }
        found
    }

    /// Where in its line a departure stands.
    fn place(&self, text: &str, parts: &Parts, departure: &Departure) -> Option<usize> {
        let mut walk = Walk::new(&self.constants, Context::before(parts));
        for (code, place) in parts.iter().flat_map(|part| Tokens::new(text.as_bytes(), part)) {
            let step = walk.step(code);
            let is_it = match departure.unlike {
                Unlike::Follows { .. } => step.context == departure.context && step.symbol == Some(departure.symbol),
                Unlike::Digits { .. } => {
                    step.place == departure.context && tokens::digits(code) == Some(departure.symbol)
                }
            };
            if is_it {
                return Some(place.start);
            }
        }
        None
    }
}

/// What came behind each context, with the contexts in order, and the symbols of each by their count or by themselves.
fn by_context(entries: &[Entry], by_count: bool) -> Vec<Follower> {
    let follower = |entry: &Entry| {
        let (context, symbol) = ((entry.key >> 32) as u32, entry.key as u32);
        Follower { context, symbol, count: entry.count, at: entry.at }
    };
    let mut followers: Vec<Follower> = entries.iter().map(follower).collect();
    order::by(&mut followers, |follower| {
        let second = if by_count { follower.count } else { u64::from(follower.symbol) };
        (u64::from(follower.context), second)
    });
    followers
}

/// What came behind a context.
struct Follower {
    context: u32,
    symbol: u32,
    count: u64,
    at: usize,
}

impl Follower {
    fn departs(&self, unlike: Unlike) -> Departure {
        let Follower { context, symbol, count, at } = *self;
        Departure { line_at: at, at, count, unlike, context, symbol }
    }
}
