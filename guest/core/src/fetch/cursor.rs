//! Cursors: where an incomplete answer ended. A cursor names its mode, the view's version and a hash of content and query, so that
//! it can only continue the query that gave it.

use crate::error::Result;
use crate::model::Query;
use crate::view;
use crate::words;
use sha2::{Digest, Sha256};

/// Hexadecimal digits of the hash: enough to tell a caller's mistake.
const HASH_DIGITS: usize = 8;

/// The cursors of one query on one content.
pub struct Cursor {
    mode: &'static str,
    hash: String,
}

impl Cursor {
    pub fn new(query: &Query, digest: &str) -> Cursor {
        let mode = query.mode();
        let (text, numbers) = parameters(query);
        let [first, second] = numbers.map(|number| number.map_or("-".to_owned(), |number| number.to_string()));
        let hash = Sha256::digest(format!("{digest} {mode} {first} {second} {text}").as_bytes());
        Cursor { mode, hash: crate::hex(&hash)[..HASH_DIGITS].to_owned() }
    }

    /// The cursor for a position: `range-1-0123abcd-4000`.
    pub fn at(&self, position: usize) -> String {
        format!("{}-{}-{}-{position}", self.mode, view::VERSION, self.hash)
    }

    /// The position of a cursor.
    ///
    /// # Errors
    ///
    /// [`crate::error::Error::Invalid`] for what is no cursor, or that of another query, content or view version.
    pub fn position(&self, cursor: &str) -> Result<usize> {
        let malformed = || words::cursor_malformed(cursor);
        let parts: Vec<&str> = cursor.trim().split('-').collect();
        let &[mode, version, hash, position] = parts.as_slice() else {
            return Err(malformed());
        };
        let version: u32 = version.parse().map_err(|_| malformed())?;
        let position: usize = position.parse().map_err(|_| malformed())?;
        if mode != self.mode || hash != self.hash {
            return Err(words::cursor_of_another_query());
        }
        if version != view::VERSION {
            return Err(words::cursor_outdated());
        }
        Ok(position)
    }
}

/// What makes a query this one, besides its mode.
fn parameters(query: &Query) -> (&str, [Option<u64>; 2]) {
    match query {
        Query::Outline | Query::Stat | Query::Full => ("", [None, None]),
        Query::Range { start, count } => ("", [Some(*start), *count]),
        Query::Grep { pattern } => (pattern, [None, None]),
        Query::Chain { pattern, context_lines } => (pattern, [Some(*context_lines), None]),
        Query::Search { text, top } => (text, [*top, None]),
        Query::Raw { start_byte, count_bytes } => ("", [Some(*start_byte), *count_bytes]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cursor(start: u64) -> Cursor {
        Cursor::new(&Query::Range { start, count: None }, "00")
    }

    #[test]
    fn a_cursor_gives_its_position_back_to_its_query_only() {
        let text = cursor(0).at(4000);
        assert_eq!(cursor(0).position(&text), Ok(4000));
        assert_eq!(cursor(1).position(&text), Err(words::cursor_of_another_query()));
        assert_eq!(Cursor::new(&Query::Outline, "00").position(&text), Err(words::cursor_of_another_query()));
        assert_eq!(
            Cursor::new(&Query::Range { start: 0, count: None }, "01").position(&text),
            Err(words::cursor_of_another_query())
        );
    }

    #[test]
    fn every_parameter_counts() {
        let text = |pattern: &str| pattern.to_owned();
        let queries = [
            Query::Outline,
            Query::Range { start: 1, count: None },
            Query::Range { start: 1, count: Some(2) },
            Query::Range { start: 12, count: None },
            Query::Raw { start_byte: 1, count_bytes: None },
            Query::Raw { start_byte: 1, count_bytes: Some(2) },
            Query::Grep { pattern: text("a") },
            Query::Grep { pattern: text("- a") },
            Query::Chain { pattern: text("a"), context_lines: 1 },
            Query::Chain { pattern: text("a"), context_lines: 2 },
            Query::Search { text: text("a"), top: None },
            Query::Search { text: text("a"), top: Some(1) },
        ];
        let cursors: std::collections::BTreeSet<String> =
            queries.iter().map(|query| Cursor::new(query, "00").at(0)).collect();
        assert_eq!(cursors.len(), queries.len());
    }

    #[test]
    fn a_cursor_stays_good_across_builds() {
        assert_eq!(cursor(0).at(4000), "range-4-075b39c4-4000");
    }

    #[test]
    fn what_is_no_cursor_is_said() {
        for text in ["", "range", "range-1-00", "range-x-0-1", "range-1-00000000-99999999999999999999"] {
            assert_eq!(cursor(0).position(text), Err(words::cursor_malformed(text)), "{text}");
        }
    }

    #[test]
    fn a_cursor_of_another_view_version_is_outdated() {
        let text = cursor(0).at(7).replacen(&format!("-{}-", view::VERSION), "-0-", 1);
        assert_eq!(cursor(0).position(&text), Err(words::cursor_outdated()));
    }
}
