//! What was kept out of the context, and what that cost in it.

use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Debug, Default, Clone, Copy)]
struct Tool {
    results: u64,
    rescued: u64,
    /// Of what was rescued.
    characters: u64,
    /// Of the handles in its place.
    shown: u64,
}

/// Counts in characters, by tool.
#[derive(Debug, Default)]
pub struct Savings {
    tools: BTreeMap<String, Tool>,
    /// Our own tool's definitions and answers.
    definitions: u64,
    retrieved: u64,
}

impl Savings {
    pub fn result(&mut self, tool: &str) {
        self.tools.entry(tool.to_owned()).or_default().results += 1;
    }

    /// A part of a result was replaced by a handle.
    pub fn rescued(&mut self, tool: &str, characters: usize, shown: usize) {
        let tool = self.tools.entry(tool.to_owned()).or_default();
        tool.rescued += 1;
        tool.characters += characters as u64;
        tool.shown += shown as u64;
    }

    pub fn defined(&mut self, definition: &str) {
        self.definitions += definition.chars().count() as u64;
    }

    pub fn retrieved(&mut self, answer: &str) {
        self.retrieved += answer.chars().count() as u64;
    }

    /// For stderr, at the end.
    pub fn summary(&self) -> String {
        let sum = |of: fn(&Tool) -> u64| self.tools.values().map(of).sum::<u64>();
        let (results, rescued) = (sum(|tool| tool.results), sum(|tool| tool.rescued));
        let (characters, shown) = (sum(|tool| tool.characters), sum(|tool| tool.shown));
        let spent = shown + self.definitions + self.retrieved;
        let mut text = format!(
            "toolaria: {results} results seen, {rescued} rescued: {} characters kept out of the context ({characters} of results, less \
             {shown} of handles, {} retrieved, {} for the definition of the tool)",
            i128::from(characters) - i128::from(spent),
            self.retrieved,
            self.definitions
        );
        for (name, tool) in self.tools.iter().filter(|(_, tool)| tool.rescued > 0) {
            let _ = write!(
                text,
                "\ntoolaria:   {name}: {} results, {} rescued, {} characters as {}",
                tool.results, tool.rescued, tool.characters, tool.shown
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_spent_is_taken_off() {
        let mut savings = Savings::default();
        savings.result("a");
        savings.result("b");
        savings.rescued("a", 10_000, 1_500);
        savings.defined("défini");
        savings.retrieved("a slice");
        assert_eq!(
            savings.summary(),
            "toolaria: 2 results seen, 1 rescued: 8487 characters kept out of the context (10000 of results, less 1500 of handles, \
             7 retrieved, 6 for the definition of the tool)\ntoolaria:   a: 1 results, 1 rescued, 10000 characters as 1500"
        );
    }
}
