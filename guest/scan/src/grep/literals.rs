//! Literals of which every match holds at least one: where none stands, the regular expression need not look.

use super::skim::{BLOCK, Skim};
use crate::sets::set_of;
use std::cmp::Reverse;
use std::collections::BTreeSet;

use aho_corasick::automaton::Automaton;
use aho_corasick::dfa::DFA;
use aho_corasick::{Input, MatchKind};
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, literal::Extractor};

/// Shorter literals stand everywhere: looking for them costs more than it saves.
const MIN_BYTES: usize = 2;

/// Beyond this length a longer literal is no rarer, and fewer are better.
const ENOUGH_BYTES: usize = 8;

/// A class of at most so many characters is taken as a letter in its cases, not as a break between literals.
const MAX_CASES: usize = 4;

/// Finds the literals, in any case of ASCII.
#[derive(Debug)]
pub(super) struct Literals {
    automaton: DFA,
    /// Bytes of the longest.
    longest: usize,
    /// Four times as quick as the automaton where no literal begins.
    skim: Option<Skim>,
}

impl Literals {
    /// The best set of required literals, or `None` where the pattern has no useful one.
    pub(super) fn required_by(hir: &Hir) -> Option<Literals> {
        let literals = best(hir)?;
        let automaton =
            DFA::builder().ascii_case_insensitive(true).match_kind(MatchKind::LeftmostFirst).build(&literals).ok()?;
        let longest = literals.iter().map(Vec::len).max().unwrap_or(0);
        Some(Literals { automaton, longest, skim: Skim::of(&literals) })
    }

    /// Where the first literal at or after `from` begins.
    fn find(&self, text: &str, from: usize) -> Option<usize> {
        let Some(skim) = &self.skim else {
            return self.find_between(text, from, text.len());
        };
        let mut at = from;
        loop {
            at = skim.next(text.as_bytes(), at);
            let end = text.len().min(at + BLOCK + self.longest);
            match self.find_between(text, at, end) {
                None if end < text.len() => at += BLOCK,
                found => return found,
            }
        }
    }

    // An automaton refuses what it was not built for, such as anchored searches. This is what it was built for.
    fn find_between(&self, text: &str, from: usize, end: usize) -> Option<usize> {
        let found = self.automaton.try_find(&Input::new(text).range(from..end)).ok()??;
        Some(found.start())
    }
}

/// Long before few: a rare literal leaves the least to verify.
fn best(hir: &Hir) -> Option<BTreeSet<Vec<u8>>> {
    suffixes(lower(hir))
        .iter()
        .filter_map(prefixes)
        .max_by_key(|literals| (shortest(literals).min(ENOUGH_BYTES), Reverse(literals.len())))
}

/// The pattern without the ASCII capitals whose small letters it also takes. The automaton ignores their case, and
/// `[Ee][Rr]` becomes the literal `er`: else a word of eight letters is 256 literals.
fn lower(hir: &Hir) -> Hir {
    match hir.kind() {
        HirKind::Class(Class::Unicode(class)) => Hir::class(Class::Unicode(without_capitals(class))),
        HirKind::Concat(parts) => Hir::concat(parts.iter().map(lower).collect()),
        HirKind::Alternation(parts) => Hir::alternation(parts.iter().map(lower).collect()),
        HirKind::Repetition(repetition) => Hir::repetition(repetition.with(lower(&repetition.sub))),
        _ => hir.clone(),
    }
}

fn without_capitals(class: &ClassUnicode) -> ClassUnicode {
    let holds = |c| class.iter().any(|range| range.start() <= c && c <= range.end());
    let pairs = ('A'..='Z').filter(|capital| holds(capital.to_ascii_lowercase()));
    let mut rest = class.clone();
    rest.difference(&ClassUnicode::new(pairs.map(|capital| ClassUnicodeRange::new(capital, capital))));
    rest
}

/// The whole pattern, and what remains of its top-level concatenation behind each part that breaks a literal.
fn suffixes(hir: Hir) -> Vec<Hir> {
    let HirKind::Concat(parts) = hir.kind() else {
        return vec![hir];
    };
    (0..parts.len())
        .filter(|&first| first == 0 || !joins(&parts[first - 1]))
        .map(|first| Hir::concat(parts[first..].to_vec()))
        .collect()
}

/// Whether literals go on through this part: it is one, or a letter in its cases.
fn joins(part: &Hir) -> bool {
    match part.kind() {
        HirKind::Literal(_) => true,
        HirKind::Class(Class::Unicode(class)) => class.iter().map(|range| range.len()).sum::<usize>() <= MAX_CASES,
        _ => false,
    }
}

/// The literals with one of which every match begins, without those that differ only by ASCII case.
fn prefixes(hir: &Hir) -> Option<BTreeSet<Vec<u8>>> {
    let sequence = Extractor::new().limit_class(MAX_CASES).extract(hir);
    let literals = set_of(sequence.literals()?.iter().map(|literal| literal.as_bytes().to_ascii_lowercase()));
    (shortest(&literals) >= MIN_BYTES).then_some(literals)
}

/// 0 where there is none.
fn shortest(literals: &BTreeSet<Vec<u8>>) -> usize {
    literals.iter().map(Vec::len).min().unwrap_or(0)
}

/// Walks over the places where a literal stands, and remembers the next one.
#[derive(Debug)]
pub(super) struct Candidates<'p> {
    literals: &'p Literals,
    /// The first place at or after the last position asked for; the text's length where there is none.
    next: Option<usize>,
}

impl<'p> Candidates<'p> {
    pub(super) fn new(literals: &'p Literals) -> Candidates<'p> {
        Candidates { literals, next: None }
    }

    /// Where the first literal at or after `at` begins, or the text's length; and how many bytes were skimmed for it.
    /// The positions asked for must not fall.
    pub(super) fn next(&mut self, text: &str, at: usize) -> (usize, usize) {
        if let Some(next) = self.next.filter(|&next| next >= at) {
            return (next, 0);
        }
        let next = self.literals.find(text, at).unwrap_or(text.len());
        self.next = Some(next);
        (next, next - at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grep::syntax::parse;

    fn literals(pattern: &str) -> Option<Vec<String>> {
        let best = best(&parse(pattern).unwrap())?;
        Some(best.into_iter().map(|literal| String::from_utf8(literal).unwrap()).collect())
    }

    #[test]
    fn a_word_in_any_case_is_one_literal() {
        assert_eq!(literals("Fatal").unwrap(), ["fatal"]);
        assert_eq!(literals(r"\d+ FATAL: .*").unwrap(), [" fatal: "]);
    }

    #[test]
    fn letters_that_fold_beyond_ascii_keep_all_their_forms() {
        assert_eq!(literals("ok!").unwrap(), ["ok!", "o\u{212a}!"]);
        assert_eq!(literals("(?-i)ok!").unwrap(), ["ok!"]);
    }

    #[test]
    fn long_words_stay_whole() {
        assert_eq!(literals("Connection timed out").unwrap(), ["connection timed out"]);
    }

    #[test]
    fn the_longest_part_is_taken() {
        assert_eq!(literals(r"ab\d+timeout\w*").unwrap(), ["timeout"]);
        assert_eq!(literals("(warn|fatal) [0-9]").unwrap(), ["fatal ", "warn "]);
    }

    #[test]
    fn patterns_without_a_required_literal_have_none() {
        for pattern in [r"\d+", "a?b?", "x", "abc|", ".*", "^$"] {
            assert_eq!(literals(pattern), None, "{pattern}");
        }
    }
}
