//! A line as a row of small numbers: its words by hash, its numbers by how many digits they have.

use std::ops::Range;

/// Ends a line.
pub const END: u32 = 0;
/// A token with digits that is no plain number, such as an id.
pub const MIXED: u32 = 1;
/// A number of so many digits is this and their number.
const NUMBER: u32 = MIXED;
const MOST_DIGITS: usize = 30;
/// A number below 1,000 that stands alone is this and its value.
const SMALL: u32 = 64;
/// The first code of a word.
const WORD: u32 = 2_048;

pub fn is_word(code: u32) -> bool {
    code >= WORD
}

/// Whether a word names what stands behind an equals sign.
pub fn is_key(code: u32) -> bool {
    is_word(code) && code & 1 == 1
}

/// The value of a number below 1,000 that stands alone.
pub fn small(code: u32) -> Option<u32> {
    (SMALL..WORD).contains(&code).then(|| code - SMALL)
}

/// How many digits a plain number has.
pub fn digits(code: u32) -> Option<u32> {
    match code {
        0..=NUMBER => None,
        code if code < SMALL => Some(code - NUMBER),
        code => small(code).map(|value| value.max(1).ilog10() + 1),
    }
}

/// The code of a word that is no key.
pub const fn word(bytes: &[u8]) -> u32 {
    let (mut hash, mut at) = (SEED, 0);
    while at < bytes.len() {
        hash = mixed(hash, bytes[at]);
        at += 1;
    }
    finished(hash)
}

const SEED: u32 = 0x811c_9dc5;

const fn mixed(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

const fn finished(hash: u32) -> u32 {
    let hash = (hash ^ hash >> 15).wrapping_mul(0x85eb_ca6b);
    let hash = hash ^ hash >> 13;
    (if hash < WORD { hash + WORD } else { hash }) & !1
}

const LETTER: u8 = 1;
const DIGIT: u8 = 2;

/// What each byte is: a letter, a digit, or what stands between words.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' => DIGIT,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => LETTER,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// The tokens of a part of a text, with their places in it. Colours are passed over.
pub struct Tokens<'t> {
    text: &'t [u8],
    at: usize,
    end: usize,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t [u8], part: &Range<usize>) -> Tokens<'t> {
        Tokens { text, at: part.start, end: part.end.min(text.len()) }
    }

    fn code_of_number(&self, place: &Range<usize>) -> u32 {
        let before = place.start.checked_sub(1).map_or(b' ', |at| self.text[at]);
        let behind = self.text.get(place.end).copied().unwrap_or(b' ');
        let alone = matches!(before, b' ' | b'\t' | b'=' | b'"' | b'\'' | b'(')
            && matches!(behind, b' ' | b'\t' | b'"' | b'\'' | b',' | b';' | b')' | b'\n' | b'\r');
        match place.len() {
            ..=3 if alone => {
                SMALL + self.text[place.clone()].iter().fold(0, |value, byte| value * 10 + u32::from(byte - b'0'))
            }
            _ if matches!(before, b'.' | b',' | b':' | b'-') || is_date(&self.text[place.clone()]) => MIXED,
            digits => NUMBER + digits.min(MOST_DIGITS) as u32,
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = (u32, Range<usize>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let text = &self.text[..self.end];
        let mut at = self.at;
        loop {
            match *text.get(at)? {
                byte if CLASSES[byte as usize] != 0 => break,
                0x1b => at = behind_escape(text, at),
                _ => at += 1,
            }
        }
        let (start, mut hash, mut seen) = (at, SEED, 0);
        while let Some(&byte) = text.get(at)
            && CLASSES[byte as usize] != 0
        {
            hash = mixed(hash, byte);
            seen |= CLASSES[byte as usize];
            at += 1;
        }
        self.at = at;
        let code = match seen {
            LETTER => finished(hash) | u32::from(names_a_value(&text[at..])),
            DIGIT => self.code_of_number(&(start..at)),
            _ => MIXED,
        };
        Some((code, start..at))
    }
}

/// Whether digits are a day, as in `20230628`, and may be its time, so that how many they are says nothing.
fn is_date(digits: &[u8]) -> bool {
    let two = |at: usize| (digits[at] - b'0') * 10 + digits[at + 1] - b'0';
    matches!(digits.len(), 8 | 14)
        && matches!(two(0), 19 | 20)
        && (1..=12).contains(&two(4))
        && (1..=31).contains(&two(6))
}

/// `=` with a value behind, and not the end of base64.
fn names_a_value(behind: &[u8]) -> bool {
    matches!(behind, [b'=', value, ..] if !matches!(value, b'=' | b' ' | b'&' | b'"' | b'\\'))
        || matches!(behind, [b'=', b'"', value, ..] if *value != b'"')
}

/// Behind a colour or the like that starts at `at`.
fn behind_escape(text: &[u8], at: usize) -> usize {
    if text.get(at + 1) != Some(&b'[') {
        return at + 1;
    }
    let end = text[at + 2..].iter().take(30).position(|byte| matches!(byte, 0x40..=0x7e));
    end.map_or(at + 1, |end| at + 3 + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<u32> {
        Tokens::new(text.as_bytes(), &(0..text.len())).map(|(code, _)| code).collect()
    }

    #[test]
    fn words_are_known_by_their_letters_and_numbers_by_their_digits() {
        assert_eq!(codes("é_a x"), [word("é_a".as_bytes()), word(b"x")]);
        assert_eq!(codes("a=b a= QQ=="), [word(b"a") | 1, word(b"b"), word(b"a"), word(b"QQ")]);
        assert_eq!(codes("status=404, in 94217 ms")[1..4], [SMALL + 404, word(b"in"), NUMBER + 5]);
        assert_eq!(codes("ssh2 10.0.6.159"), [MIXED, NUMBER + 2, MIXED, MIXED, MIXED]);
        assert_eq!(codes("20230628 20231328 20230628120000"), [MIXED, NUMBER + 8, MIXED]);
        assert_eq!([SMALL + 404, NUMBER + 5, SMALL, MIXED].map(digits), [Some(3), Some(5), Some(1), None]);
    }

    #[test]
    fn colours_are_passed_over() {
        assert_eq!(codes("\u{1b}[1;31merror\u{1b}[0m \u{1b}"), [word(b"error")]);
    }
}
