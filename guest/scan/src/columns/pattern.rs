//! What a text looks like: `u-123@x.com` as `a-0@a.a`.

use super::tally::{Entry, Tally};

/// Bytes of a pattern; what goes beyond is not looked at.
const LENGTH: usize = 32;
/// Texts of more bytes have no pattern.
const LONGEST_TEXT: usize = 96;
/// Patterns beyond which there is none that texts share.
const PATTERNS: usize = 64;

/// Runs of small letters are `a`, of capital letters `A`, of digits `0`, of others beyond Latin `U`; words that follow one another
/// are one. Punctuation stays.
struct Pattern {
    bytes: [u8; LENGTH],
    length: usize,
    /// Whether letters and digits, or small and capital letters, follow one another within a word.
    mixed: bool,
}

impl Pattern {
    fn of(text: &str) -> Pattern {
        Pattern::collect(text.as_bytes().iter().map(|byte| CLASSES[usize::from(*byte)]))
    }

    /// Two table look-ups for a class, and no branch by what hexadecimal numbers make unforeseeable: runs.
    #[inline(always)]
    fn collect(classes: impl Iterator<Item = u8>) -> Pattern {
        let (mut bytes, mut length, mut mixed) = ([0; LENGTH], 0, 0);
        let mut last = Sort::Nothing as u8;
        for class in classes {
            let sort = SORTS[usize::from(class)];
            if sort == Sort::Nothing as u8 {
                continue;
            }
            if last == Sort::Space as u8 && class == b'a' && length > 1 && bytes[length - 2] == b'a' {
                (length, last) = (length - 1, sort);
                continue;
            }
            let step = STEPS[usize::from(last << 3 | sort) % STEPS.len()];
            bytes[length % LENGTH] = class;
            length += usize::from(step & NEW);
            mixed |= step;
            last = sort;
            if length == LENGTH {
                break;
            }
        }
        Pattern { bytes, length, mixed: mixed & MIXED != 0 }
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// A pattern with each word, whatever it is made of, as `x`.
fn coarse(pattern: &[u8]) -> Pattern {
    Pattern::collect(pattern.iter().map(|class| if is_word(*class) { b'x' } else { *class }))
}

fn is_word(class: u8) -> bool {
    matches!(class, b'0' | b'A' | b'U' | b'a' | b'x')
}

/// Stands for bytes that continue a character.
const CONTINUES: u8 = 0xff;

/// The class of each byte.
const CLASSES: [u8; 256] = {
    let mut classes = [b'U'; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' | 0xc2..=0xc9 => b'a',
            b'A'..=b'Z' => b'A',
            b'0'..=b'9' => b'0',
            b'\t' | b' ' => b' ',
            0x80..=0xbf => CONTINUES,
            0xc0..=0xff => b'U',
            other => other,
        };
        byte += 1;
    }
    classes
};

/// What matters of a class for the one behind it.
enum Sort {
    /// It is not there.
    Nothing,
    Small,
    Capital,
    Digit,
    Other,
    Coarse,
    Space,
    Punctuation,
}

/// The sort of each class.
const SORTS: [u8; 256] = {
    let mut sorts = [Sort::Punctuation as u8; 256];
    sorts[CONTINUES as usize] = Sort::Nothing as u8;
    sorts[b'a' as usize] = Sort::Small as u8;
    sorts[b'A' as usize] = Sort::Capital as u8;
    sorts[b'0' as usize] = Sort::Digit as u8;
    sorts[b'U' as usize] = Sort::Other as u8;
    sorts[b'x' as usize] = Sort::Coarse as u8;
    sorts[b' ' as usize] = Sort::Space as u8;
    sorts
};

/// A step to a class that is no run of the last, and one that mixes a word.
const NEW: u8 = 1;
const MIXED: u8 = 2;

/// The step from one sort to the next, by eight times the one and the other.
const STEPS: [u8; 64] = {
    let (space, coarse) = (Sort::Space as usize, Sort::Coarse as usize);
    let mut steps = [NEW; 64];
    let mut step = 0;
    while step < 64 {
        let (last, next) = (step / 8, step % 8);
        if last == next && 1 <= last && last <= space {
            steps[step] = 0;
        } else if 1 <= last && last <= coarse && 1 <= next && next <= coarse {
            steps[step] = NEW | MIXED;
        }
        step += 1;
    }
    steps[8 * Sort::Capital as usize + Sort::Small as usize] = NEW;
    steps
};

/// The patterns of a column's texts: coarse ones where there are too many, or where letters and digits are mixed, as in
/// hexadecimal numbers.
#[derive(Debug)]
pub struct Patterns {
    tally: Tally,
    /// The first text of each, by its place.
    examples: Vec<(usize, Box<str>)>,
    coarse: bool,
    texts: u64,
    mixed: u64,
}

impl Default for Patterns {
    fn default() -> Self {
        Patterns { tally: Tally::new(PATTERNS), examples: Vec::new(), coarse: false, texts: 0, mixed: 0 }
    }
}

impl Patterns {
    pub fn add(&mut self, text: &str, at: usize) {
        if self.tally.is_full() || text.len() > LONGEST_TEXT {
            return;
        }
        let pattern = Pattern::of(text);
        self.texts += 1;
        self.mixed += u64::from(pattern.mixed);
        if !self.coarse {
            if let Some(is_new) = self.tally.add_where_there_is_room(pattern.bytes(), at, 1) {
                return self.keep(is_new, text, at);
            }
            self.tally = self.coarsened();
            self.coarse = true;
        }
        let is_new = self.tally.add(coarse(pattern.bytes()).bytes(), at);
        self.keep(is_new, text, at);
    }

    #[inline]
    fn keep(&mut self, is_new: bool, text: &str, at: usize) {
        if is_new {
            self.examples.push((at, text.into()));
        }
    }

    /// The first text of a pattern.
    pub fn example(&self, pattern: &Entry) -> &str {
        self.examples.iter().find(|(at, _)| *at == pattern.at).map_or("", |(_, text)| text)
    }

    /// Whether letters and digits are mixed in most texts, as in hexadecimal numbers.
    pub fn are_mixed(&self) -> bool {
        self.mixed * 2 > self.texts
    }

    /// The patterns that texts share; full where they share none.
    pub fn shared(&self) -> Tally {
        let most = self.tally.entries().iter().map(|entry| entry.count).max().unwrap_or(0);
        match self.coarse || self.mixed * 20 > self.texts && most * 10 < self.texts * 9 {
            true => self.coarsened(),
            false => self.tally.clone(),
        }
    }

    fn coarsened(&self) -> Tally {
        let mut tally = Tally::new(PATTERNS);
        for entry in self.tally.entries() {
            tally.add_many(coarse(entry.key()).bytes(), entry.at, entry.count);
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fine(text: &str) -> String {
        String::from_utf8(Pattern::of(text).bytes().to_vec()).unwrap()
    }

    #[test]
    fn runs_are_one() {
        assert_eq!(fine("u-123@x.com"), "a-0@a.a");
        assert_eq!(fine("Ada Lovelace"), "Aa Aa");
        assert_eq!(fine("routine settlement batch entry"), "a");
        assert_eq!(fine("José"), "Aa");
        assert_eq!(fine("漢字 2"), "U 0");
        assert_eq!(fine(&"-".repeat(99)).len(), LENGTH);
    }

    #[test]
    fn mixed_words_are_known_and_alike_when_coarse() {
        let (hex, word) = (Pattern::of("3fa9-bc"), Pattern::of("abc-12"));
        assert!(hex.mixed && !word.mixed && !Pattern::of("Ada").mixed);
        assert_eq!([hex, word].map(|pattern| coarse(pattern.bytes()).bytes().to_vec()), [b"x-x", b"x-x"]);
    }

    #[test]
    fn too_many_patterns_become_coarse() {
        let mut patterns = Patterns::default();
        let texts = (0..500_u64).map(|number| format!("{:08x}", number.wrapping_mul(0x9e37_79b9)));
        texts.enumerate().for_each(|(at, text)| patterns.add(&text, at));
        patterns.add("not-at-all", 500);
        let shared = patterns.shared();
        let counts: Vec<u64> = shared.entries().iter().map(|entry| entry.count).collect();
        assert_eq!(counts, [500, 1]);
        let examples: Vec<&str> = shared.entries().iter().map(|entry| patterns.example(entry)).collect();
        assert_eq!(examples, ["00000000", "not-at-all"]);
    }
}
