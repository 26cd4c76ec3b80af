//! What was kept out of the context, and what that cost in it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::mem;

use serde_json::{Value, json};
use toolaria::counts::Count;

/// What is counted of a tool: its results, the parts of them that were rescued, the characters of those, and of what stands for them.
const RESULTS: &str = "results";
const RESCUED: &str = "rescued";
const CHARACTERS: &str = "characters";
const SHOWN: &str = "shown";
/// What is counted of our own tool: the characters of its definition, each time that it is listed, and of its answers.
const DEFINED: &str = "defined";
const RETRIEVED: &str = "retrieved";
/// Of no tool of a server.
const OWN: &str = "";

type Counts = BTreeMap<String, BTreeMap<&'static str, u64>>;

/// Counts in characters, by tool.
#[derive(Debug, Default)]
pub struct Savings {
    all: Counts,
    /// Those of them that are not in the store's counts yet.
    unsaved: Counts,
}

impl Savings {
    /// What was counted in the store so far, by all processes.
    pub fn saved(counts: Vec<Count>) -> Savings {
        let mut savings = Savings::default();
        for Count { of, what, count } in counts {
            let known =
                [RESULTS, RESCUED, CHARACTERS, SHOWN, DEFINED, RETRIEVED].into_iter().find(|known| *known == what);
            if let Some(what) = known {
                *savings.all.entry(of).or_default().entry(what).or_default() += count;
            }
        }
        savings
    }

    /// What has not been taken before.
    pub fn take_unsaved(&mut self) -> Vec<Count> {
        let counts = mem::take(&mut self.unsaved).into_iter();
        counts
            .flat_map(|(of, counts)| {
                counts.into_iter().map(move |(what, count)| Count { of: of.clone(), what: what.to_owned(), count })
            })
            .collect()
    }

    pub fn result(&mut self, tool: &str) {
        self.add(tool, RESULTS, 1);
    }

    /// A part of a result was replaced.
    pub fn rescued(&mut self, tool: &str, characters: usize, shown: usize) {
        self.add(tool, RESCUED, 1);
        self.add(tool, CHARACTERS, characters);
        self.add(tool, SHOWN, shown);
    }

    pub fn defined(&mut self, definition: &str) {
        self.add(OWN, DEFINED, definition.chars().count());
    }

    pub fn retrieved(&mut self, answer: &str) {
        self.add(OWN, RETRIEVED, answer.chars().count());
    }

    fn add(&mut self, of: &str, what: &'static str, count: usize) {
        for counts in [&mut self.all, &mut self.unsaved] {
            *counts.entry(of.to_owned()).or_default().entry(what).or_default() += count as u64;
        }
    }

    fn sum(&self, what: &str) -> u64 {
        self.all.values().filter_map(|counts| counts.get(what)).sum()
    }

    /// Negative where handles and answers were more than they stand for.
    fn kept_out(&self) -> i128 {
        let spent = [SHOWN, RETRIEVED, DEFINED].map(|what| i128::from(self.sum(what)));
        i128::from(self.sum(CHARACTERS)) - spent.iter().sum::<i128>()
    }

    /// The tools of servers of which a result was rescued, by name.
    fn tools(&self) -> impl Iterator<Item = (&str, [u64; 4])> {
        let tools = self.all.iter().filter(|(_, counts)| counts.contains_key(RESCUED));
        tools.map(|(tool, counts)| {
            let of = |what: &str| counts.get(what).copied().unwrap_or_default();
            (tool.as_str(), [RESULTS, RESCUED, CHARACTERS, SHOWN].map(of))
        })
    }

    /// For stderr, at the end.
    pub fn summary(&self) -> String {
        let [results, rescued, characters, shown] = [RESULTS, RESCUED, CHARACTERS, SHOWN].map(|what| self.sum(what));
        let [retrieved, defined] = [RETRIEVED, DEFINED].map(|what| self.sum(what));
        let mut text = format!(
            "toolaria: {results} results seen, {rescued} rescued: {} characters kept out of the context ({characters} of results, less \
             {shown} of handles, {retrieved} retrieved, {defined} for the definition of the tool)",
            self.kept_out(),
        );
        for (tool, [results, rescued, characters, shown]) in self.tools() {
            let _ = write!(
                text,
                "\ntoolaria:   {tool}: {results} results, {rescued} rescued, {characters} characters as {shown}"
            );
        }
        text
    }

    /// For `toolaria status`.
    pub fn json(&self) -> Value {
        let tools: serde_json::Map<String, Value> = self
            .tools()
            .map(|(tool, [results, rescued, characters, shown])| {
                let counts = json!({
                    "results": results, "rescued": rescued, "characters": characters, "handle_characters": shown,
                });
                (tool.to_owned(), counts)
            })
            .collect();
        json!({
            "mcp_results": self.sum(RESULTS),
            "mcp_rescued": self.sum(RESCUED),
            "mcp_characters": self.sum(CHARACTERS),
            "mcp_handle_characters": self.sum(SHOWN),
            "mcp_retrieved_characters": self.sum(RETRIEVED),
            "mcp_definition_characters": self.sum(DEFINED),
            "mcp_kept_out_characters": i64::try_from(self.kept_out()).unwrap_or(i64::MAX),
            "mcp_tools": tools,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_spent_is_taken_off() {
        let mut savings = Savings::default();
        savings.result("mcp-files/a");
        savings.result("mcp-files/b");
        savings.rescued("mcp-files/a", 10_000, 1_500);
        savings.defined("défini");
        savings.retrieved("a slice");
        let summary = "toolaria: 2 results seen, 1 rescued: 8487 characters kept out of the context (10000 of results, less 1500 of handles, \
             7 retrieved, 6 for the definition of the tool)\ntoolaria:   mcp-files/a: 1 results, 1 rescued, 10000 characters as 1500";
        assert_eq!(savings.summary(), summary);
        let saved = savings.take_unsaved();
        assert_eq!(Savings::saved(saved).summary(), summary);
        assert_eq!(savings.take_unsaved(), []);
    }
}
