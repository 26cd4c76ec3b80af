//! The words of a query, and of a text as the query's tokenizer sees them.

use super::tokenizer::Tokenizer;
use crate::characters;
use crate::error::Result;
use crate::words;
use std::collections::BTreeMap;

/// Characters of a query.
const MAX_CHARS: usize = 1_000;

/// The distinct words of a query, as stems, with their numbers in its order, and the tokenizer that made them.
#[derive(Debug)]
pub(super) struct Terms {
    tokenizer: Tokenizer,
    words: BTreeMap<String, usize>,
}

impl Terms {
    /// Without stop words, unless the query has no others.
    pub(super) fn of(query: &str) -> Result<Terms> {
        let chars = characters::count(query);
        if chars > MAX_CHARS {
            return Err(words::query_too_long(chars, MAX_CHARS));
        }
        [Tokenizer::without_stop_words, Tokenizer::of_all_words]
            .into_iter()
            .map(|tokenizer| Terms::with(query, tokenizer()))
            .find(|terms| !terms.words.is_empty())
            .ok_or_else(words::query_without_words)
    }

    fn with(query: &str, tokenizer: Tokenizer) -> Terms {
        let mut terms = Terms { tokenizer, words: BTreeMap::new() };
        for word in terms.tokenize(query) {
            let number = terms.words.len();
            terms.words.entry(word).or_insert(number);
        }
        terms
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.keys().map(String::as_str)
    }

    /// The number of this word in the query.
    pub(super) fn position(&self, word: &str) -> Option<usize> {
        self.words.get(word).copied()
    }

    /// The words of a text, with identifiers taken apart: by Unicode's rules `user_id`, `error.code` and `errorCode` are one word
    /// each, and a search for `code` would not find them.
    pub(super) fn tokenize(&self, text: &str) -> Vec<String> {
        let mut apart = String::with_capacity(text.len() + text.len() / 16);
        let mut was_small = false;
        for char in text.chars() {
            if was_small && char.is_ascii_uppercase() {
                apart.push(' ');
            }
            was_small = char.is_ascii_lowercase();
            apart.push(if matches!(char, '_' | '.' | ':') { ' ' } else { char });
        }
        self.tokenizer.tokenize(&apart)
    }
}

impl bm25::Tokenizer for &Terms {
    fn tokenize(&self, text: &str) -> Vec<String> {
        Terms::tokenize(self, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(query: &str) -> Vec<String> {
        let mut words: Vec<(String, usize)> = Terms::of(query).unwrap().words.into_iter().collect();
        words.sort_by_key(|(_, number)| *number);
        words.into_iter().map(|(word, _)| word).collect()
    }

    #[test]
    fn words_are_stems_without_stop_words_and_repetition() {
        assert_eq!(words("the connections, connected"), ["connect"]);
    }

    #[test]
    fn identifiers_are_taken_apart() {
        assert_eq!(words("FATAL-NEEDLE-7781"), ["fatal", "needl", "7781"]);
        assert_eq!(words("user_id=42 error.code a::zip"), ["user", "id", "42", "error", "code", "zip"]);
        assert_eq!(words("lockYear HTTPServer"), ["lock", "year", "httpserver"]);
    }

    #[test]
    fn other_scripts_become_words() {
        assert_eq!(words("Ошибка"), ["ошибка"]);
        assert_eq!(words("错误"), ["错", "误"]);
    }

    #[test]
    fn stop_words_count_where_there_are_no_others() {
        assert_eq!(words("to be"), ["to", "be"]);
    }

    #[test]
    fn a_query_without_words_is_refused() {
        assert_eq!(
            Terms::of("--- !?").unwrap_err().to_string(),
            "The query holds no word to search for. Give words or numbers, or use grep for other characters."
        );
    }

    #[test]
    fn a_long_query_is_refused_by_its_characters() {
        assert!(Terms::of(&"я".repeat(1_000)).is_ok());
        assert_eq!(
            Terms::of(&"я".repeat(1_001)).unwrap_err().to_string(),
            "The query has 1,001 characters, search takes at most 1,000. Give the few words that matter."
        );
    }
}
