//! Text to words, much as the bm25 crate's own tokenizer makes them. That one caches its stop words with a crate that, for
//! this target, needs JavaScript (`cached`, `web-time`, `wasm-bindgen`) and so cannot be linked into a component; and it
//! transliterates other scripts by a table of 480 kB, where we leave them as they are.

use std::collections::BTreeSet;
use std::fmt;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation;

/// Makes English stems. Words of other scripts stay as they are, in lower case; in scripts without spaces each character is one.
pub(super) struct Tokenizer {
    stemmer: Stemmer,
    dropped: BTreeSet<String>,
}

impl Tokenizer {
    /// Drops no word.
    pub(super) fn of_all_words() -> Tokenizer {
        Tokenizer { stemmer: Stemmer::create(Algorithm::English), dropped: BTreeSet::new() }
    }

    /// Drops the words that every English text has.
    pub(super) fn without_stop_words() -> Tokenizer {
        let stop_words = stop_words::get(stop_words::LANGUAGE::English);
        Tokenizer {
            dropped: crate::sets::set_of(stop_words.iter().map(|word| (*word).to_owned())),
            ..Tokenizer::of_all_words()
        }
    }

    pub(super) fn tokenize(&self, text: &str) -> Vec<String> {
        let text = text.to_lowercase();
        let kept = text.unicode_words().filter(|word| !self.dropped.contains(*word));
        kept.map(|word| self.stemmer.stem(word).into_owned()).collect()
    }
}

impl fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokenizer").field("dropped", &self.dropped.len()).finish_non_exhaustive()
    }
}
