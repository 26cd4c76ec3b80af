//! What was done to lines: of a removed line and the added one in its place only what differs, so that the same renaming in a
//! thousand lines is one edit.

use crate::kind::columns::tally::Tally;
use crate::kind::columns::{Oddity, rare};
use crate::words::diff as words;

/// Edits that are told apart; where there are more, none is the rule.
const EDITS: usize = 2_000;
/// Of a hundred changed lines so many are of the most frequent edits where there is a rule.
const RULE_SHARE: u64 = 80;
/// Edits that make up the rule.
const RULES: usize = 5;
/// Fewer changed lines have no rule.
const LEAST: u64 = 20;

/// A changed line: what it says, and where.
type Line = (String, usize);

#[derive(Debug)]
pub struct Edits {
    tally: Tally,
    total: u64,
    /// Of the changes that follow one another now.
    removed: Vec<Line>,
    added: Vec<Line>,
}

impl Default for Edits {
    fn default() -> Self {
        Edits { tally: Tally::new(EDITS), total: 0, removed: Vec::new(), added: Vec::new() }
    }
}

impl Edits {
    pub fn removed(&mut self, body: &str, at: usize) {
        if !self.added.is_empty() {
            self.end_of_run();
        }
        self.removed.push((body.trim().to_owned(), at));
    }

    pub fn added(&mut self, body: &str, at: usize) {
        self.added.push((body.trim().to_owned(), at));
    }

    /// Changes that followed one another are over.
    pub fn end_of_run(&mut self) {
        let (removed, added) = (std::mem::take(&mut self.removed), std::mem::take(&mut self.added));
        let pairs = removed.len().min(added.len());
        for ((old, _), (new, at)) in removed.iter().zip(&added) {
            let (old, new) = difference(old, new);
            self.count(&format!("{} → {}", shape(old), shape(new)), *at);
        }
        for (line, at) in removed.iter().skip(pairs) {
            self.count(&format!("- {}", shape(line)), *at);
        }
        for (line, at) in added.iter().skip(pairs) {
            self.count(&format!("+ {}", shape(line)), *at);
        }
    }

    fn count(&mut self, edit: &str, at: usize) {
        self.total += 1;
        self.tally.add(edit.as_bytes(), at);
    }

    /// How many changes are of the edits that make up the rule, if there is one.
    fn rule(&self) -> Option<u64> {
        let entries = self.tally.by_count();
        let frequent: u64 = entries.iter().rev().take(RULES).map(|entry| entry.count).sum();
        (self.total >= LEAST && frequent * 100 >= self.total * RULE_SHARE).then_some(frequent)
    }

    /// Edits that are rare where nearly all others are of a few.
    pub fn oddities(&self) -> Vec<Oddity> {
        if self.rule().is_none() {
            return Vec::new();
        }
        let entries = self.tally.by_count();
        let counts: Vec<u64> = entries.iter().map(|entry| entry.count).collect();
        let odd = entries.iter().take(rare(&counts)).map(|entry| Oddity {
            at: entry.at,
            count: entry.count,
            path: String::new(),
            reason: words::rare_edit(entry.count, self.total),
        });
        odd.collect()
    }

    /// The edit that most lines have, where one has.
    pub fn frequent(&self) -> Option<String> {
        self.rule()?;
        let entries = self.tally.by_count();
        let most = entries.last().filter(|entry| entry.is_whole())?;
        (most.count * 2 > self.total).then(|| words::frequent_edit(&most.text(), most.count, self.total))
    }
}

/// What of two lines is not the same at their start and end, by whole words.
fn difference<'l>(old: &'l str, new: &'l str) -> (&'l str, &'l str) {
    let same = |(one, other): &(char, char)| one == other;
    let start: usize = old.chars().zip(new.chars()).take_while(same).map(|(char, _)| char.len_utf8()).sum();
    let start = word_start(old, start);
    let (old, new) = (&old[start..], &new[start..]);
    let end: usize = old.chars().rev().zip(new.chars().rev()).take_while(same).map(|(char, _)| char.len_utf8()).sum();
    let end = word_end(old, end);
    (&old[..old.len() - end], &new[..new.len() - end])
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// The start of the word that `at` stands in.
fn word_start(text: &str, at: usize) -> usize {
    text[..at].trim_end_matches(is_word).len()
}

/// Bytes from the end of the word in which `from_end` stands to the end.
fn word_end(text: &str, from_end: usize) -> usize {
    text[text.len() - from_end..].trim_start_matches(is_word).len()
}

/// A text with each of its numbers as one, so that what was done alike in many places looks alike.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    for char in text.chars() {
        match char {
            '0'..='9' if shape.ends_with('0') => {}
            '0'..='9' => shape.push('0'),
            char => shape.push(char),
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_an_edit() {
        assert_eq!(difference("let x = old_name(a1);", "let x = new_name(a1);"), ("old_name", "new_name"));
        assert_eq!(difference("é1", "é2"), ("é1", "é2"));
        assert_eq!(difference("a b", "a b c"), ("b", "b c"));
        assert_eq!(difference("limit = 30", "limit = 3000"), ("30", "3000"));
    }

    #[test]
    fn changes_without_a_rule_have_no_oddity() {
        let mut edits = Edits::default();
        for (at, word) in
            ["a", "bc", "d e", "f", "gh(x)", "i", "j", "k!", "l", "m", "n", "o"].iter().cycle().take(60).enumerate()
        {
            edits.added(word, at);
        }
        edits.added("odd", 99);
        edits.end_of_run();
        assert_eq!(edits.oddities(), []);
    }
}
