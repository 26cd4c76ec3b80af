//! The body of a JSON string (what is between its quotes) and the text that it stands for.
//!
//! A lone surrogate has no text: its escape sequence stays as it is. So every body decodes, and any run of whole units of a
//! body decodes to the same text alone as it does within the body.

use memchr::memchr;

/// One unit of a body: how long it is there, and what it stands for.
struct Unit {
    len: usize,
    text: Option<char>,
}

/// Appends the text that `body` stands for to `out`. `body` is what the tokenizer accepted.
pub fn unescape_into(body: &str, out: &mut String) {
    let mut rest = body;
    while let Some(plain) = memchr(b'\\', rest.as_bytes()) {
        let unit = escaped_unit(&rest[plain..]);
        out.push_str(&rest[..plain]);
        match unit.text {
            Some(char) => out.push(char),
            None => out.push_str(&rest[plain..plain + unit.len]),
        }
        rest = &rest[plain + unit.len..];
    }
    out.push_str(rest);
}

/// The text that `body` stands for.
pub fn unescape(body: &str) -> String {
    let mut out = String::with_capacity(body.len());
    unescape_into(body, &mut out);
    out
}

/// Turns rising offsets in the text that `body` stands for into offsets in `body`. Each must be at the start of a unit or at the end.
pub fn offsets_in_body(body: &str, offsets: &mut [usize]) {
    let (mut in_body, mut in_text) = (0, 0);
    for offset in offsets {
        while in_text < *offset && in_body < body.len() {
            let rest = &body[in_body..];
            let plain = memchr(b'\\', rest.as_bytes()).unwrap_or(rest.len());
            let step = plain.min(*offset - in_text);
            if step > 0 {
                in_body += step;
                in_text += step;
                continue;
            }
            let unit = escaped_unit(rest);
            in_body += unit.len;
            in_text += unit.text.map_or(unit.len, char::len_utf8);
        }
        *offset = in_body;
    }
}

/// Appends `text` as it stands between the quotes of a JSON string.
pub fn escape_into(text: &str, out: &mut String) {
    let quoted = serde_json::Value::from(text).to_string();
    out.push_str(&quoted[1..quoted.len() - 1]);
}

/// The unit at the start of `rest`, which starts with a backslash. What is no escape sequence is a unit of itself.
fn escaped_unit(rest: &str) -> Unit {
    let simple = |char| Unit { len: 2, text: Some(char) };
    match rest.as_bytes().get(1) {
        Some(b'n') => simple('\n'),
        Some(b't') => simple('\t'),
        Some(b'r') => simple('\r'),
        Some(b'b') => simple('\u{8}'),
        Some(b'f') => simple('\u{c}'),
        Some(&byte @ (b'"' | b'\\' | b'/')) => simple(char::from(byte)),
        Some(b'u') => unicode_unit(rest),
        _ => Unit { len: 1, text: Some('\\') },
    }
}

fn unicode_unit(rest: &str) -> Unit {
    let Some(high) = code_unit(rest) else {
        return Unit { len: 1, text: Some('\\') };
    };
    let paired = (0xd800..0xdc00)
        .contains(&high)
        .then(|| code_unit(rest.get(6..)?))
        .flatten()
        .filter(|low| (0xdc00..0xe000).contains(low));
    match paired {
        Some(low) => Unit { len: 12, text: char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)) },
        None => Unit { len: 6, text: char::from_u32(high) },
    }
}

/// The number of the `\uXXXX` at the start of `text`.
fn code_unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(unescape(r#"a\n\"\\\/\u00e9\ud83d\ude00z"#), "a\n\"\\/é😀z");
    }

    #[test]
    fn a_lone_surrogate_stays_as_it_is() {
        assert_eq!(unescape(r"a\ud800b\udc00\ud800\n"), "a\\ud800b\\udc00\\ud800\n");
    }

    #[test]
    fn offsets_follow_the_units() {
        let body = r"ab\n\ud83d\ude00c\ud800d";
        let text = unescape(body);
        let mut offsets = vec![0, 2, 3, 7, 8, 14, text.len()];
        offsets_in_body(body, &mut offsets);
        assert_eq!(offsets, [0, 2, 4, 16, 17, 23, body.len()]);
    }
}
