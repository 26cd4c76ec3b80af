//! What a text looks like: `u-123@x.com` as `a-0@a.a`.

use super::tally::Tally;

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
    const EMPTY: Pattern = Pattern { bytes: [0; LENGTH], length: 0, mixed: false };

    fn of(text: &str) -> Pattern {
        let mut pattern = Pattern::EMPTY;
        let mut last = CONTINUES;
        for &byte in text.as_bytes() {
            let class = CLASSES[usize::from(byte)];
            let repeats = class == last && (class.is_ascii_alphanumeric() || class == b' ');
            if repeats || class == CONTINUES {
                continue;
            }
            last = class;
            if !pattern.push(class) {
                break;
            }
        }
        pattern
    }

    /// `false` where there is no more room.
    fn push(&mut self, class: u8) -> bool {
        let word = |class: u8| class.is_ascii_alphanumeric();
        match (&self.bytes[..self.length], class) {
            ([.., last], _) if *last == class && (word(class) || class == b' ') => return true,
            ([.., b'a', b' '], b'a') => {
                self.length -= 1;
                return true;
            }
            ([.., last], _) => self.mixed |= word(class) && word(*last) && (*last, class) != (b'A', b'a'),
            _ => {}
        }
        if self.length == LENGTH {
            return false;
        }
        self.bytes[self.length] = class;
        self.length += 1;
        true
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// A pattern with each word, whatever it is made of, as `x`.
fn coarse(pattern: &[u8]) -> Pattern {
    let mut coarse = Pattern::EMPTY;
    for &class in pattern {
        coarse.push(if class.is_ascii_alphanumeric() { b'x' } else { class });
    }
    coarse
}

/// Stands for bytes that continue a character.
const CONTINUES: u8 = 0xff;

const CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
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
}

/// The patterns of a column's texts: coarse ones where there are too many, or where letters and digits are mixed, as in
/// hexadecimal numbers.
#[derive(Debug)]
pub struct Patterns {
    tally: Tally,
    coarse: bool,
    texts: u64,
    mixed: u64,
}

impl Default for Patterns {
    fn default() -> Self {
        Patterns { tally: Tally::new(PATTERNS), coarse: false, texts: 0, mixed: 0 }
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
        if !self.coarse && self.tally.has_no_room_for(pattern.bytes()) {
            self.tally = self.coarsened();
            self.coarse = true;
        }
        match self.coarse {
            true => self.tally.add(coarse(pattern.bytes()).bytes(), at),
            false => self.tally.add(pattern.bytes(), at),
        };
    }

    /// Whether letters and digits are mixed in most texts, as in hexadecimal numbers.
    pub fn are_mixed(&self) -> bool {
        self.mixed * 2 > self.texts
    }

    /// The patterns that texts share; full where they share none.
    pub fn shared(&self) -> Tally {
        match self.coarse || self.mixed * 20 > self.texts {
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
    }
}
