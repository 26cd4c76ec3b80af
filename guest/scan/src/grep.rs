//! Grep over a view's text: one line at a time, in linear time, within a budget that is counted and not timed.
//!
//! `regex-syntax` reads the pattern and folds case; literals that every match must hold are looked for first
//! ([`literals`]), and only the places where one stands are given to regex-lite ([`scan`]).

mod lines;
mod literals;
mod scan;
mod skim;
mod syntax;

use regex_lite::{Regex, RegexBuilder};
use regex_syntax::hir::{Hir, HirKind, Look};

use crate::error::Result;
use crate::words;
use literals::Literals;
pub use scan::{Hit, Limits, Scan};

/// A compiled pattern of more bytes is refused. It holds any pattern of 80 characters without large repetition counts.
const MAX_COMPILED_BYTES: usize = 1 << 20;

/// The printed form nests deeper than the pattern: each of its parts may stand in a group of its own.
const MAX_PRINTED_NESTING: u32 = 2 * syntax::MAX_NESTING;

/// States of a compiled pattern that one unit of work pays for, per byte searched.
const STATES_PER_UNIT: u64 = 32;

/// A regular expression, ready to scan.
///
/// Case is ignored, by Unicode's simple folding, except where the pattern says `(?-i)`. `\d`, `\w`, `\s` and `\b` know
/// ASCII only. `^` and `$` are the ends of a line.
#[derive(Debug)]
pub struct Pattern {
    regex: Regex,
    literals: Option<Literals>,
    /// Matches the empty string somewhere.
    nullable: bool,
    /// Holds `$`, `\b` or the like: where the text is cut, a match that ends at the cut may be none.
    looks_ahead: bool,
    /// The most bytes that a match can have, where that is bounded.
    reach: Option<usize>,
    /// Units of work per byte.
    weight: u64,
    ascii_classes: bool,
}

impl Pattern {
    /// Compiles a pattern of at most `max_chars` characters.
    ///
    /// # Errors
    ///
    /// [`crate::error::Error::Invalid`] where the pattern is empty, too long, not a regular expression, holds a line break or a
    /// Unicode property class, or is too large once compiled. The sentence says what to change.
    pub fn compile(pattern: &str, max_chars: usize) -> Result<Pattern> {
        check_length(pattern, max_chars)?;
        let hir = syntax::parse(pattern)?;
        let regex = RegexBuilder::new(&hir.to_string())
            .size_limit(MAX_COMPILED_BYTES)
            .nest_limit(MAX_PRINTED_NESTING)
            .build()
            .map_err(|error| words::pattern_unusable(&error))?;
        let properties = hir.properties();
        Ok(Pattern {
            regex,
            literals: Literals::required_by(&hir),
            nullable: properties.minimum_len() == Some(0),
            looks_ahead: properties.look_set().iter().any(looks_ahead),
            reach: properties.maximum_len(),
            weight: states(&hir).div_ceil(STATES_PER_UNIT).max(1),
            ascii_classes: holds_ascii_classes(pattern),
        })
    }

    /// Whether the pattern holds `\d`, `\w`, `\s`, `\b` or one of their opposites, which take other letters for no letters.
    pub fn has_ascii_classes(&self) -> bool {
        self.ascii_classes
    }
}

fn check_length(pattern: &str, max_chars: usize) -> Result<()> {
    let chars = pattern.chars().count();
    match chars {
        0 => Err(words::pattern_empty()),
        _ if chars > max_chars => Err(words::pattern_too_long(chars, max_chars)),
        _ => Ok(()),
    }
}

fn holds_ascii_classes(pattern: &str) -> bool {
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        if c == '\\' && chars.next().is_some_and(|escaped| "dDwWsSbB".contains(escaped)) {
            return true;
        }
    }
    false
}

/// Whether the assertion depends on what follows it.
fn looks_ahead(look: Look) -> bool {
    !matches!(look, Look::Start | Look::StartLF)
}

/// About how many states regex-lite has to follow at once, at worst.
fn states(hir: &Hir) -> u64 {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) | HirKind::Class(_) => 1,
        HirKind::Literal(literal) => literal.0.len() as u64,
        HirKind::Capture(capture) => states(&capture.sub),
        HirKind::Repetition(repetition) => {
            let times = repetition.max.unwrap_or(repetition.min).max(1);
            states(&repetition.sub).saturating_mul(u64::from(times))
        }
        HirKind::Concat(subs) | HirKind::Alternation(subs) => subs.iter().map(states).fold(0, u64::saturating_add),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(pattern: &str) -> String {
        Pattern::compile(pattern, 80).unwrap_err().to_string()
    }

    #[test]
    fn an_empty_pattern_is_refused() {
        assert_eq!(refusal(""), "The pattern is empty. Give the characters to look for.");
    }

    #[test]
    fn a_long_pattern_is_refused_by_its_characters() {
        assert!(Pattern::compile(&"я".repeat(80), 80).is_ok());
        assert_eq!(
            refusal(&"я".repeat(81)),
            "The pattern has 81 characters, the limit is 80 (setting grep_max_pattern_len). Shorten it."
        );
    }

    #[test]
    fn what_does_not_parse_is_refused_in_one_line() {
        assert_eq!(
            refusal("я["),
            "The pattern cannot be read at its character 2: unclosed character class. \
             Write \\ before a character that is meant literally, for example \\[ or \\(."
        );
        assert_eq!(
            refusal("a(?=b)"),
            "The pattern cannot be read at its character 2: look-around, including look-ahead and look-behind, \
             is not supported. Write \\ before a character that is meant literally, for example \\[ or \\(."
        );
    }

    #[test]
    fn property_classes_are_refused_with_a_way_out() {
        let sentence = "The pattern uses \\p, but Unicode property classes are not available. \
                        Write the characters, or a range such as [а-я].";
        assert_eq!(refusal(r"\p{Cyrillic}+"), sentence);
        assert_eq!(refusal(r"[\PL]"), sentence);
    }

    #[test]
    fn a_line_break_is_refused_because_it_cannot_match() {
        let sentence = "The pattern contains a line break, but one line is matched at a time. \
                        Look for a part of one line.";
        assert_eq!(refusal(r"a\nb"), sentence);
        assert_eq!(refusal("a\nb"), sentence);
        assert!(Pattern::compile(r"[^\n]+", 80).is_ok());
    }

    #[test]
    fn what_is_too_large_once_compiled_is_refused() {
        assert_eq!(
            refusal("(?:a{900}){900}"),
            "The pattern cannot be compiled: compiled regex exceeded size limit. Use a smaller or simpler one."
        );
    }

    #[test]
    fn deep_nesting_is_refused_or_compiles() {
        assert!(Pattern::compile(&format!("{}a{}", "(b|".repeat(30), ")".repeat(30)), 500).is_ok());
        let deep = format!("{}a{}", "(".repeat(200), ")".repeat(200));
        let refusal = Pattern::compile(&deep, 500).unwrap_err().to_string();
        assert!(refusal.contains("exceed the maximum number of nested parentheses"), "{refusal}");
    }

    #[test]
    fn classes_that_know_ascii_only_are_noticed() {
        let has = |pattern| Pattern::compile(pattern, 80).unwrap().has_ascii_classes();
        assert!([r"\bя", r"[\w-]+", r"\\\S", "a\\B"].into_iter().all(has));
        assert!(![r"\\b", "w", r"\.d", "[а-я]"].into_iter().any(has));
    }

    #[test]
    fn large_repetitions_weigh_more() {
        let weight = |pattern| Pattern::compile(pattern, 80).unwrap().weight;
        assert_eq!(weight("fatal|error"), 1);
        assert_eq!(weight("[a-y]{640}"), 20);
    }
}
