//! Counting and cutting in characters (Unicode scalar values), never within one.

/// How many characters there are.
pub fn count(text: &str) -> usize {
    // By so many that a sum of them is a byte, of which a vector holds sixteen.
    let of_chunk = |chunk: &[u8]| chunk.iter().map(|byte| u8::from(!is_continuation(*byte))).sum::<u8>();
    text.as_bytes().chunks(240).map(|chunk| usize::from(of_chunk(chunk))).sum()
}

/// The next word, and what follows it and the white space behind it.
pub fn word(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let start = bytes.iter().position(|byte| !is_blank(byte))?;
    let end = bytes[start..].iter().position(is_blank).map_or(bytes.len(), |length| start + length);
    let next = bytes[end..].iter().position(|byte| !is_blank(byte)).map_or(bytes.len(), |length| end + length);
    Some((&text[start..end], &text[next..]))
}

/// The longest start of `text` with at most `characters` characters.
pub fn first(text: &str, characters: usize) -> &str {
    &text[..offset(text, characters)]
}

/// The longest end of `text` with at most `characters` characters.
pub fn last(text: &str, characters: usize) -> &str {
    let mut left = characters;
    let mut start = text.len();
    while left > 0 && start > 0 {
        start = floor(text, start - 1);
        left -= 1;
    }
    &text[start..]
}

/// Where the character of this number starts; the end where there are fewer.
pub fn offset(text: &str, characters: usize) -> usize {
    if text.len() <= characters {
        return text.len();
    }
    text.char_indices().nth(characters).map_or(text.len(), |(at, _)| at)
}

/// The nearest start of a character at or before `byte`.
pub fn floor(text: &str, byte: usize) -> usize {
    text.floor_char_boundary(byte)
}

/// At most `characters` characters: all, or the start and the end with the number of those between in brackets.
pub fn clip(text: &str, characters: usize) -> String {
    let total = count(text);
    if total <= characters {
        return text.to_owned();
    }
    let shown = characters.saturating_sub(count(&gap(total)) + 2);
    if shown < 8 {
        return first(text, characters).to_owned();
    }
    let tail = shown / 4;
    format!("{} {} {}", first(text, shown - tail), gap(total - shown), last(text, tail))
}

/// Stands for characters that are left out.
pub fn gap(characters: usize) -> String {
    format!("[…{} characters…]", thousands(characters as u64))
}

/// A line without the line break that ends it.
pub fn without_end(line: &str) -> &str {
    line.strip_suffix('\n').map_or(line, |line| line.strip_suffix('\r').unwrap_or(line))
}

/// Control characters made visible, one character for one; tabs stay.
pub fn visible(text: &str) -> String {
    let picture = |char: char| match char {
        '\t' => '\t',
        '\u{7f}' => '␡',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + char as u32).unwrap_or(char),
        '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '�',
        _ => char,
    };
    text.chars().map(picture).collect()
}

/// `1234567` as `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_are_between_characters() {
        let text = "a😀é漢";
        assert_eq!(count(text), 4);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|n| first(text, n)), ["", "a", "a😀", "a😀é", text, text]);
        assert_eq!([0, 1, 2, 4, 9].map(|n| last(text, n)), ["", "漢", "é漢", text, text]);
    }

    #[test]
    fn a_clip_says_how_much_is_between_and_keeps_its_cap() {
        let text = "x".repeat(1000);
        assert_eq!(clip(&text, 1000), text);
        let clipped = clip(&text, 100);
        assert!(clipped.contains("x […922 characters…] x"), "{clipped}");
        assert_eq!(count(&clipped), 98);
        assert_eq!(clip("😀😀😀😀", 3), "😀😀😀");
    }

    #[test]
    fn one_line_break_is_taken_off() {
        assert_eq!(["a\n", "a\r\n", "a\r", "a\n\n"].map(without_end), ["a", "a", "a\r", "a\n"]);
    }

    #[test]
    fn control_characters_show() {
        assert_eq!(visible("a\0\u{1b}[1m\r\tb\u{202e}"), "a␀␛[1m␍\tb�");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 1234567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
