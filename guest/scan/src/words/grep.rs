//! The sentences that refuse a pattern. Each says what to change.

use crate::error::Error;

pub fn pattern_empty() -> Error {
    invalid("The pattern is empty. Give the characters to look for.")
}

pub fn pattern_too_long(chars: usize, max_chars: usize) -> Error {
    invalid(format!(
        "The pattern has {chars} characters, the limit is {max_chars} (setting grep_max_pattern_len). Shorten it."
    ))
}

pub fn pattern_unreadable(character: usize, reason: &dyn std::fmt::Display) -> Error {
    invalid(format!(
        "The pattern cannot be read at its character {character}: {reason}. \
         Write \\ before a character that is meant literally, for example \\[ or \\(."
    ))
}

pub fn pattern_with_property() -> Error {
    invalid(
        "The pattern uses \\p, but Unicode property classes are not available. \
         Write the characters, or a range such as [а-я].",
    )
}

pub fn pattern_with_line_break() -> Error {
    invalid(
        "The pattern contains a line break, but one line is matched at a time. \
         Look for a part of one line.",
    )
}

pub fn pattern_unusable(reason: &dyn std::fmt::Display) -> Error {
    invalid(format!("The pattern cannot be compiled: {reason}. Use a smaller or simpler one."))
}

fn invalid(sentence: impl Into<String>) -> Error {
    Error::Invalid(sentence.into())
}
