//! How the bytes of a line become the line.

use crate::characters::without_end;
use crate::json::string;
use memchr::{memchr2, memchr2_iter};
use toolaria_markup::html::{self, Role};

/// Applied in this order: JSON strings unescaped, brought into a form, a line feed added. The default is the identity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Transform {
    /// In how many JSON strings, one within the other, the line stands.
    pub unescape: u8,
    pub form: Form,
    /// Whether the line had no line feed of its own.
    pub newline: bool,
}

/// How what stands on several lines becomes one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Form {
    /// It stands on one.
    #[default]
    AsItIs,
    /// JSON: the white space between its tokens is dropped.
    Compact,
    /// A record of a table: the line breaks in its quoted fields show as `␊` and `␍`, one character for one.
    Record,
    /// HTML: a heading, a paragraph, an item or a row as text.
    Html(Role),
}

impl Transform {
    /// The line that `bytes` of the stored text stand for.
    pub fn decode(&self, bytes: &str) -> String {
        let mut inner = bytes.to_owned();
        for _ in 0..self.unescape {
            inner = string::unescape(&inner);
        }
        let mut line = String::with_capacity(inner.len() + 1);
        self.lay_out(&inner, &mut line);
        line
    }

    /// Appends a line to `out`; `inner` is already unescaped.
    pub(super) fn lay_out(&self, inner: &str, out: &mut String) {
        match self.form {
            Form::AsItIs => out.push_str(inner),
            Form::Compact => compact_into(inner, out),
            Form::Record => record_into(inner, out),
            Form::Html(role) => html::show(inner, role, out),
        }
        if self.newline {
            out.push('\n');
        }
    }
}

/// Appends a record to `out`; the line break that ends it stays.
fn record_into(record: &str, out: &mut String) {
    let body = without_end(record);
    let mut start = 0;
    for at in memchr2_iter(b'\n', b'\r', body.as_bytes()) {
        out.push_str(&body[start..at]);
        out.push(if body.as_bytes()[at] == b'\n' { '␊' } else { '␍' });
        start = at + 1;
    }
    out.push_str(&body[start..]);
    out.push_str(&record[body.len()..]);
}

/// Appends a run of JSON tokens to `out`, without the white space between them.
pub(super) fn compact_into(json: &str, out: &mut String) {
    let mut rest = json;
    while let Some(quote) = memchr::memchr(b'"', rest.as_bytes()) {
        push_without_space(&rest[..quote], out);
        let end = quote + 1 + body_len(&rest[quote + 1..]);
        out.push_str(&rest[quote..end]);
        rest = &rest[end..];
    }
    push_without_space(rest, out);
}

fn push_without_space(tokens: &str, out: &mut String) {
    let mut start = 0;
    for (at, byte) in tokens.bytes().enumerate() {
        if matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
            if at > start {
                out.push_str(&tokens[start..at]);
            }
            start = at + 1;
        }
    }
    out.push_str(&tokens[start..]);
}

/// The length of a string's body and its closing quote.
fn body_len(rest: &str) -> usize {
    let mut at = 0;
    while let Some(found) = rest.get(at..).and_then(|tail| memchr2(b'"', b'\\', tail.as_bytes())) {
        at += found;
        match rest.as_bytes()[at] {
            b'"' => return at + 1,
            _ => at += 2,
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_dropped_between_tokens_only() {
        let mut out = String::new();
        compact_into("{ \"a \\\" b\" :\n\t[ 1 , \" \" ] }", &mut out);
        assert_eq!(out, "{\"a \\\" b\":[1,\" \"]}");
    }

    #[test]
    fn line_breaks_within_a_record_show_and_the_one_at_its_end_stays() {
        let record = Transform { form: Form::Record, ..Transform::default() };
        assert_eq!(record.decode("1,\"a\r\nb\n\"\r\n"), "1,\"a␍␊b␊\"\r\n");
        assert_eq!(record.decode("\"é\n漢\""), "\"é␊漢\"");
    }

    #[test]
    fn the_identity_is_the_default() {
        assert_eq!(Transform::default().decode("a\\n b"), "a\\n b");
    }
}
