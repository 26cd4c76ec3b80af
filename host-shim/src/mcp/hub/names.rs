//! The names of the servers' tools, or prompts, among those of others: `server__name`.
//!
//! Many clients take no more than 64 letters, digits, `_` and `-` for a tool. So the server's part has nothing else and is cut where
//! the whole would be longer, and where two names would be one, it gets a number. A tool's own part stays as it is.

use std::collections::HashMap;

use super::Number;

/// Characters of a whole name.
const LONGEST: usize = 64;
/// Characters of the server's part, however long the other.
const SHORTEST: usize = 4;
const BETWEEN: &str = "__";

/// Names that were given stay, and lead back exactly.
pub struct Names {
    servers: Vec<String>,
    back: HashMap<String, (Number, String)>,
    given: HashMap<(Number, String), String>,
    /// Whether all servers were asked.
    pub listed: bool,
}

impl Names {
    pub fn new(servers: &[&str]) -> Names {
        let mut names: Vec<String> = Vec::new();
        for server in servers {
            let mut plain: String = server.chars().map(|char| if is_plain(char) { char } else { '_' }).collect();
            if plain.is_empty() {
                plain.push_str("server");
            }
            names.push(first_free(
                |number| with_number(&plain, LONGEST, number),
                |name| names.iter().any(|taken| taken == name),
            ));
        }
        Names { servers: names, back: HashMap::new(), given: HashMap::new(), listed: false }
    }

    /// The name of a server's tool here.
    pub fn embed(&mut self, server: Number, tool: &str) -> String {
        let own = (server, tool.to_owned());
        if let Some(given) = self.given.get(&own) {
            return given.clone();
        }
        let room = LONGEST.saturating_sub(tool.chars().count() + BETWEEN.len()).max(SHORTEST);
        let start = self.servers.get(server).map_or("", |name| &**name);
        let name = first_free(
            |number| format!("{}{BETWEEN}{tool}", with_number(start, room, number)),
            |name| self.back.contains_key(name),
        );
        self.back.insert(name.clone(), own.clone());
        self.given.insert(own, name.clone());
        name
    }

    /// The server, and the tool's name there. A name that was not given, as that of a tool which is not listed, is left to the server
    /// that it starts with.
    pub fn leads_to(&self, name: &str) -> Option<(Number, String)> {
        self.find(name).or_else(|| self.guess(name))
    }

    /// The same for a name that was given.
    pub fn find(&self, name: &str) -> Option<(Number, String)> {
        self.back.get(name).cloned()
    }

    fn guess(&self, name: &str) -> Option<(Number, String)> {
        let own = |start: &String| name.strip_prefix(&**start)?.strip_prefix(BETWEEN);
        let found = self.servers.iter().enumerate().filter_map(|(server, start)| Some((server, own(start)?)));
        found.min_by_key(|(_, own)| own.len()).map(|(server, own)| (server, own.to_owned()))
    }
}

fn is_plain(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '_' | '-')
}

/// A name, cut to so many characters with its number, which the first does not show.
fn with_number(name: &str, room: usize, number: usize) -> String {
    let number = if number > 1 { format!("_{number}") } else { String::new() };
    let cut: String = name.chars().take(room.saturating_sub(number.len())).collect();
    cut + &number
}

fn first_free(numbered: impl Fn(usize) -> String, taken: impl Fn(&str) -> bool) -> String {
    (1..).map(numbered).find(|name| !taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_exactly() {
        let mut names = Names::new(&["a", "a__b", "データ", "データ"]);
        let mut embedded = |server, tool: &str| {
            let name = names.embed(server, tool);
            assert_eq!(names.find(&name), Some((server, tool.to_owned())));
            assert_eq!(names.embed(server, tool), name);
            name
        };
        assert_eq!(embedded(0, "b__c"), "a__b__c");
        assert_eq!(embedded(1, "c"), "a__b_2__c");
        assert_eq!(embedded(2, "道具"), "_____道具");
        assert_eq!(embedded(3, "道具"), "____2__道具");
    }

    #[test]
    fn the_part_of_the_server_is_cut() {
        let mut names = Names::new(&["a-server-of-many-words", "a-server-of-more-words"]);
        let tool = "t".repeat(50);
        assert_eq!(names.embed(0, &tool), format!("a-server-of-__{tool}"));
        assert_eq!(names.embed(1, &tool), format!("a-server-o_2__{tool}"));
        assert_eq!(names.embed(0, &"t".repeat(80)), format!("a-se__{}", "t".repeat(80)));
    }

    #[test]
    fn a_name_that_was_not_given_goes_to_the_longest_server() {
        let names = Names::new(&["a", "a__b"]);
        assert_eq!(names.guess("a__b__c"), Some((1, "c".to_owned())));
        assert_eq!(names.guess("a__c"), Some((0, "c".to_owned())));
        assert_eq!(names.guess("b__c"), None);
    }
}
