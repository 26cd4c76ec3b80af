//! What a text looks like: `u-123@x.com` as `a-0@a.a`.

/// Bytes of a pattern; what goes beyond is not looked at.
const LENGTH: usize = 32;

/// A text's patterns.
pub struct Pattern {
    fine: [u8; LENGTH],
    length: usize,
    /// Whether letters and digits, or small and capital letters, follow one another within a word.
    pub mixed: bool,
}

impl Pattern {
    /// Runs of small letters are `a`, of capital letters `A`, of digits `0`, of others beyond ASCII `U`; words that follow one
    /// another are one. Punctuation stays.
    pub fn of(text: &str) -> Pattern {
        let mut pattern = Pattern { fine: [0; LENGTH], length: 0, mixed: false };
        for char in text.chars() {
            if !pattern.push(class(char)) {
                break;
            }
        }
        pattern
    }

    /// `false` where there is no more room.
    fn push(&mut self, class: u8) -> bool {
        let last = self.length.checked_sub(1).map(|at| self.fine[at]);
        if last == Some(class) && (class.is_ascii_alphanumeric() || class == b' ') {
            return true;
        }
        let word = |class: u8| class.is_ascii_alphanumeric();
        self.mixed |= word(class) && last.is_some_and(word) && !(class == b'a' && last == Some(b'A'));
        if let ([.., b'a', b' '], b'a') = (&self.fine[..self.length], class) {
            self.length -= 1;
            return true;
        }
        if self.length == LENGTH {
            return false;
        }
        self.fine[self.length] = class;
        self.length += 1;
        true
    }

    pub fn fine(&self) -> &[u8] {
        &self.fine[..self.length]
    }

    /// The pattern with each word, whatever it is made of, as `x`.
    pub fn coarse(&self) -> Pattern {
        let mut coarse = Pattern { fine: [0; LENGTH], length: 0, mixed: self.mixed };
        for &class in self.fine() {
            coarse.push(if class.is_ascii_alphanumeric() { b'x' } else { class });
        }
        coarse
    }
}

fn class(char: char) -> u8 {
    match char {
        'a'..='z' | '\u{80}'..='\u{24f}' => b'a',
        'A'..='Z' => b'A',
        '0'..='9' => b'0',
        '\t' | ' ' => b' ',
        '\0'..='\u{7f}' => char as u8,
        _ => b'U',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fine(text: &str) -> String {
        String::from_utf8(Pattern::of(text).fine().to_vec()).unwrap()
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
        assert_eq!((hex.coarse().fine(), word.coarse().fine()), (&b"x-x"[..], &b"x-x"[..]));
    }
}
