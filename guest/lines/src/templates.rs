//! Lines by their templates: what in them is always the same, with what varies as one, and the lines that depart from it.
//!
//! The lines are read once, into words by hash. A word is part of a template where it comes often at its place; what stands at a place
//! with anything else, be it words or numbers, is a variable. What follows each word is then counted: a line departs where
//! something follows that hardly ever does.

mod counts;
mod departures;
mod table;
mod tokens;

use counts::Counts;
pub use departures::{Departure, Unlike};
use std::ops::Range;
use table::Table;
use tokens::Tokens;
use toolaria_scan::order;

/// Tokens of a line that are looked at.
const MOST_TOKENS: usize = 128;
/// Templates, and what may follow what, that are counted.
const TEMPLATES: usize = 10_000;
const STEPS: usize = 50_000;
/// A word is part of a template where it is one in so many that stand there, or of all lines.
const CONSTANT_SHARE: u32 = 50;
/// Of a hundred lines so many are of templates that come often, in a text that has templates.
const ALIKE_SHARE: u64 = 75;
/// So many lines each have templates that are few.
const LINES_EACH: u64 = 25;
/// Fewer lines have no templates.
const LEAST_LINES: u64 = 20;

/// The symbol of what varies; also marks a context in which something of it came.
const VARIABLE: u32 = 1;
/// The symbol of a key that is none of the constant words.
const UNKNOWN_KEY: u32 = 4;
/// What stands before the first word of a line, and before that of one that goes on with the line before.
const START: u32 = 2;
const CONTINUED: u32 = 3;

/// The parts of a line that its template is made of, in the order of the text; empty where there are fewer.
pub type Parts = [Range<usize>; 3];

/// Takes in lines.
#[derive(Default)]
pub struct Miner {
    counts: Counts,
    /// The codes of all tokens.
    codes: Vec<u32>,
    /// Where each line starts, and what stands before its first word.
    starts: Vec<(usize, u32)>,
}

/// What stands before a token: the last word, and how many tokens came since that vary.
#[derive(Clone, Copy)]
struct Context {
    word: u32,
    passed: u32,
}

impl Context {
    /// What stands before a line. Where nothing was taken out of one, it goes on with the line before.
    fn before(parts: &Parts) -> Context {
        let [first, second, last] = parts;
        let is_whole = first.is_empty() && second.is_empty() && last.start == first.start;
        Context { word: if is_whole { CONTINUED } else { START }, passed: 0 }
    }

    /// For what follows a word, or a variable behind it.
    fn key(self) -> u32 {
        self.word ^ if self.passed > 0 { 0x9e37_79b9 } else { 0 }
    }

    /// For numbers, of which each place has its own.
    fn place(self) -> u32 {
        self.word ^ self.passed << 27
    }

    fn behind(self, code: u32, is_constant: bool) -> Context {
        match is_constant && tokens::is_word(code) {
            true => Context { word: code, passed: 0 },
            false => Context { passed: (self.passed + 1).min(15), ..self },
        }
    }
}

fn together(context: u32, code: u32) -> u32 {
    (context.rotate_left(15) ^ code).wrapping_mul(0x9e37_79b1)
}

impl Miner {
    /// Takes in a line that starts at `at`.
    #[inline(never)]
    pub fn line(&mut self, text: &[u8], parts: &Parts, at: usize) {
        let mut context = Context::before(parts);
        let tokens = parts.iter().flat_map(|part| Tokens::new(text, part)).take(MOST_TOKENS);
        for (code, _) in tokens {
            self.codes.push(code);
            self.counts.add(context.key());
            if tokens::is_word(code) {
                self.counts.add(together(context.key(), code));
            } else if is_telling(context.word, code) {
                self.counts.add(together(context.place(), code));
            }
            context = context.behind(code, true);
        }
        self.counts.add(context.key());
        self.codes.push(tokens::END);
        self.starts.push((at, Context::before(parts).word));
    }

    /// All lines, read again as words.
    #[inline(never)]
    pub fn templates(self) -> Templates {
        let lines = self.starts.len() as u64;
        let (mut templates, mut steps, mut figures) = (Table::new(TEMPLATES), Table::new(STEPS), Table::new(STEPS));
        let constants = Constants { counts: self.counts, lines: lines as u32 };
        let mut words = 0;
        let ends = [self.starts.first(), self.starts.last()].map(|start| start.map_or(0, |(at, _)| *at));
        let mut codes = self.codes.as_slice();
        for (at, word) in self.starts {
            let length = codes.iter().position(|code| *code == tokens::END).unwrap_or(codes.len());
            let (line, rest) = codes.split_at(length);
            let mut walk = Walk::new(&constants, Context { word, passed: 0 });
            let mut template = 0_u64;
            for &code in line {
                let Step { context, symbol, place } = walk.step(code);
                if let Some(digits) = tokens::digits(code) {
                    figures.add(key(place, digits), at);
                }
                if let Some(symbol) = symbol {
                    words += u64::from(tokens::is_word(symbol));
                    let step = key(context, symbol);
                    template = (template.rotate_left(21) ^ step).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    steps.add(step, at);
                }
            }
            steps.add(key(walk.context.key(), tokens::END), at);
            templates.add(template ^ u64::from(walk.context.key()), at);
            codes = rest.get(1..).unwrap_or_default();
        }
        Templates { lines, words, ends, templates, steps, figures, constants }
    }
}

fn key(context: u32, symbol: u32) -> u64 {
    u64::from(context) << 32 | u64::from(symbol)
}

/// Whether a number below 1,000 behind this word tells kinds apart, as a status does.
fn is_telling(word: u32, code: u32) -> bool {
    const CODES: [u32; 6] = [
        tokens::word(b"code"),
        tokens::word(b"status"),
        tokens::word(b"exit"),
        tokens::word(b"rc"),
        tokens::word(b"errno"),
        tokens::word(b"signal"),
    ];
    tokens::small(code).is_some_and(|value| (100..600).contains(&value) || CODES.contains(&word))
}

/// Which words are constant where.
struct Constants {
    counts: Counts,
    lines: u32,
}

impl Constants {
    /// `raw` is what really stands before the token.
    fn has(&self, raw: Context, code: u32) -> bool {
        let is_word = tokens::is_word(code);
        if !is_word && !is_telling(raw.word, code) {
            return false;
        }
        let least = (self.lines / 400).clamp(3, 50);
        let there = self.counts.get(together(if is_word { raw.key() } else { raw.place() }, code));
        there >= least.max(self.counts.get(raw.key()) / CONSTANT_SHARE)
            || is_word && self.counts.get(code) >= least.max(self.lines / CONSTANT_SHARE)
    }
}

/// A token of a line as part of its template.
struct Step {
    /// What it follows.
    context: u32,
    /// `None` for what varies behind something else that does.
    symbol: Option<u32>,
    /// The last constant word, and how many tokens stand between it and this.
    place: u32,
}

struct Walk<'c> {
    constants: &'c Constants,
    /// As it stands there, and with what varies as such.
    raw: Context,
    context: Context,
}

impl Walk<'_> {
    fn new(constants: &Constants, before: Context) -> Walk<'_> {
        Walk { constants, raw: before, context: before }
    }

    fn step(&mut self, code: u32) -> Step {
        let is_constant = self.constants.has(self.raw, code);
        let is_telling = is_telling(self.raw.word, code);
        let before = self.context;
        self.raw = self.raw.behind(code, true);
        self.context = before.behind(code, is_constant);
        let symbol = match is_constant {
            true => Some(code),
            false if tokens::is_key(code) => Some(UNKNOWN_KEY),
            false => (is_telling || before.passed == 0).then_some(VARIABLE),
        };
        let context = if is_telling { before.place() } else { before.key() };
        Step { context, symbol, place: before.place() }
    }
}

/// The templates of a text.
pub struct Templates {
    /// Lines that were taken in.
    lines: u64,
    /// Words of all lines that are part of their templates.
    words: u64,
    /// Where the first and the last line start.
    ends: [usize; 2],
    templates: Table,
    steps: Table,
    /// How many digits numbers have at their places.
    figures: Table,
    constants: Constants,
}

impl Templates {
    /// How many there are; `None` where they are too many.
    pub fn number(&self) -> Option<usize> {
        (!self.templates.is_full()).then(|| self.templates.entries().len())
    }

    pub fn limit(&self) -> usize {
        TEMPLATES
    }

    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Whether what lines have in common is said in words: one in each line or more.
    pub fn have_words(&self) -> bool {
        self.words >= self.lines
    }

    /// How many lines each has, and where the first starts; rarest first.
    #[inline(never)]
    pub fn by_count(&self) -> Vec<(u64, usize)> {
        let mut counts: Vec<(u64, usize)> =
            self.templates.entries().iter().map(|entry| (entry.count, entry.at)).collect();
        order::by(&mut counts, |&(count, at)| (count, at as u64));
        counts
    }

    /// Whether nearly all lines are of templates that come often.
    #[inline(never)]
    pub fn are_the_rule(&self) -> bool {
        let alike: u64 = self.frequent().sum();
        self.lines >= LEAST_LINES && alike * 100 >= self.lines * ALIKE_SHARE
    }

    /// Whether they are few for so many lines: texts that repeat themselves, as documents do, have many.
    #[inline(never)]
    pub fn are_few(&self) -> bool {
        self.frequent().count() as u64 * LINES_EACH <= self.lines
    }

    /// How many lines each of those has that come often.
    fn frequent(&self) -> impl Iterator<Item = u64> {
        let often = (self.lines / 500).max(3);
        self.templates.entries().iter().map(|entry| entry.count).filter(move |count| *count >= often)
    }

    /// A line with an asterisk for what varies.
    #[inline(never)]
    pub fn shown(&self, text: &str, parts: &Parts) -> String {
        let bytes = text.as_bytes();
        let (mut out, mut walk) = (Vec::new(), Walk::new(&self.constants, Context::before(parts)));
        for part in parts {
            let mut shown = part.start;
            for (code, place) in Tokens::new(bytes, part) {
                match walk.step(code).symbol {
                    // What varies behind a variable is one with it.
                    None => {}
                    Some(VARIABLE | UNKNOWN_KEY) => {
                        out.extend(&bytes[shown..place.start]);
                        out.push(b'*');
                    }
                    Some(_) => out.extend(&bytes[shown..place.end]),
                }
                shown = place.end;
            }
            out.extend(&bytes[shown.min(part.end)..part.end]);
        }
        String::from_utf8_lossy(&out).split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests;
