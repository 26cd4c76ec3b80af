//! Finds `tla:<id>` in a text.

use crate::error::Result;
use crate::store::Id;
use crate::words;

const MARK: &str = "tla:";
/// What starts like a token with this many hexadecimal digits or more is meant as one.
const MEANT_DIGITS: usize = 8;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    Reference(Id),
}

/// A text cut at its tokens.
///
/// # Errors
///
/// [`crate::error::Error::Invalid`] for what is meant as a token and is none: it must not reach a tool unexpanded.
pub fn pieces(text: &str) -> Result<Vec<Piece>> {
    let mut pieces = Vec::new();
    let (mut copied, mut at) = (0, 0);
    while let Some(mark) = text[at..].find(MARK).map(|found| at + found) {
        let start = mark + MARK.len();
        let word = word(&text[start..]);
        at = start + word.len();
        let alone = !text[..mark].ends_with(|char: char| char.is_alphanumeric() || char == '_');
        if !alone || word.len() < MEANT_DIGITS || !word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            continue;
        }
        let id = Id::parse(word).map_err(|_| words::token_malformed(&text[mark..at]))?;
        pieces.push(Piece::Text(text[copied..mark].to_owned()));
        pieces.push(Piece::Reference(id));
        copied = at;
    }
    pieces.push(Piece::Text(text[copied..].to_owned()));
    Ok(pieces)
}

/// The letters, digits and underscores at the start.
fn word(text: &str) -> &str {
    let end = text.find(|char: char| !char.is_alphanumeric() && char != '_');
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references(text: &str) -> Vec<String> {
        let reference = |piece| match piece {
            Piece::Reference(id) => Some(id.to_string()),
            Piece::Text(_) => None,
        };
        pieces(text).unwrap().into_iter().filter_map(reference).collect()
    }

    #[test]
    fn tokens_are_found_alone_and_among_words() {
        assert_eq!(references("tla:0123456789ab"), ["0123456789ab"]);
        assert_eq!(references("(see tla:0123456789ab, tla:0123456789abcdef.)"), ["0123456789ab", "0123456789abcdef"]);
    }

    #[test]
    fn what_only_looks_alike_is_text() {
        let text = "tla:<id> tla: atlas xtla:0123456789ab tla:design tla:0123456789abx TLA:0123456789ab";
        assert_eq!(references(text), [""; 0]);
    }

    #[test]
    fn a_token_that_was_cut_or_changed_is_an_error() {
        for text in ["tla:0123456789", "tla:0123456789abc", "tla:0123456789AB"] {
            assert_eq!(pieces(text), Err(words::token_malformed(text)), "{text}");
        }
    }
}
