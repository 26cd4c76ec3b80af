//! Finds `tla:<id>` in a text.

use crate::error::Result;
use crate::store::Id;
use crate::words;
use memchr::memchr_iter;
use std::ops::Range;

const MARK: &str = "tla:";
/// What has the mark, in whatever case, and this many hexadecimal digits or more after it is meant as a token.
const MEANT_DIGITS: usize = 8;

/// A token, by its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub range: Range<usize>,
    pub id: Id,
}

impl Reference {
    /// The same token where `bytes` more stand before it.
    pub fn moved_by(self, bytes: usize) -> Reference {
        Reference { range: self.range.start + bytes..self.range.end + bytes, id: self.id }
    }
}

/// The tokens of a text, from its start to its end.
///
/// # Errors
///
/// [`crate::error::Error::Invalid`] for what is meant as a token and is none: it must not reach a tool unexpanded.
pub fn references(text: &str) -> Result<Vec<Reference>> {
    marks(text)
        .filter(|mark| leading_digits(&text[mark.end..]) >= MEANT_DIGITS)
        .map(|mark| reference(text, mark))
        .collect()
}

/// Where the mark stands, in whatever case.
fn marks(text: &str) -> impl Iterator<Item = Range<usize>> {
    let ends = memchr_iter(b':', text.as_bytes()).map(|colon| colon + 1);
    ends.filter(|end| ends_with_mark(&text[..*end])).map(|end| end - MARK.len()..end)
}

fn ends_with_mark(text: &str) -> bool {
    let end = text.len().saturating_sub(MARK.len());
    text.as_bytes()[end..].eq_ignore_ascii_case(MARK.as_bytes())
}

fn leading_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_hexdigit).count()
}

fn reference(text: &str, mark: Range<usize>) -> Result<Reference> {
    let (before, after) = (&text[..mark.start], &text[mark.end..]);
    let word = &after[..after.find(|char| !is_of_word(char)).unwrap_or(after.len())];
    let end = mark.end + word.len();
    let alone = !before.ends_with(is_of_word) && !ends_with_mark(before);
    match Id::parse(word) {
        Ok(id) if alone && &text[mark.clone()] == MARK => Ok(Reference { range: mark.start..end, id }),
        _ => {
            let start = before.trim_end_matches(|char| is_of_word(char) || char == ':').len();
            Err(words::token_malformed(&text[start..end]))
        }
    }
}

fn is_of_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<String> {
        references(text).unwrap().into_iter().map(|reference| reference.id.to_string()).collect()
    }

    #[test]
    fn tokens_are_found_alone_and_among_words() {
        assert_eq!(ids("tla:0123456789ab"), ["0123456789ab"]);
        assert_eq!(ids("(see tla:0123456789ab, a:tla:0123456789abcdef.)"), ["0123456789ab", "0123456789abcdef"]);
    }

    #[test]
    fn a_token_has_a_place() {
        let text = "é tla:0123456789ab.";
        assert_eq!(&text[references(text).unwrap()[0].range.clone()], "tla:0123456789ab");
    }

    #[test]
    fn what_only_looks_alike_is_text() {
        assert_eq!(ids("tla:<id> tla: : la: atlas: éla:0123456789ab tla:design tla:0123456 TLA:x tla:é"), [""; 0]);
    }

    #[test]
    fn a_token_that_was_cut_or_changed_is_an_error() {
        for text in [
            "tla:0123456789",
            "tla:0123456789abc",
            "tla:0123456789AB",
            "tla:0123456789ab_x",
            "tla:0123456789abzz",
            "tla:0123456789abé",
            "tla:01234567-89ab",
            "TLA:0123456789ab",
            "tLa:0123456789ab",
            "tla:tla:0123456789ab",
            "TLA:tla:0123456789ab",
            "xtla:0123456789ab",
        ] {
            let shown = text.strip_suffix("-89ab").unwrap_or(text);
            assert_eq!(references(text), Err(words::token_malformed(shown)), "{text}");
        }
        let glued = "tla:0123456789abtla:0123456789ab";
        assert_eq!(references(glued), Err(words::token_malformed("tla:0123456789abtla")));
    }
}
