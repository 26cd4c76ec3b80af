//! What is wrong with a query.

use crate::characters::thousands;
use crate::error::Error;

pub fn query_without_words() -> Error {
    Error::Invalid(
        "The query holds no word to search for. Give words or numbers, or use grep for other characters.".to_owned(),
    )
}

pub fn query_too_long(characters: usize, limit: usize) -> Error {
    Error::Invalid(format!(
        "The query has {} characters, search takes at most {}. Give the few words that matter.",
        thousands(characters as u64),
        thousands(limit as u64)
    ))
}
