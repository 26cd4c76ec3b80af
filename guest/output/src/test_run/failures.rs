//! Failed tests: each once, however often a runner names it, at the line that says best what went wrong.

/// Failures that are kept; those beyond are counted.
pub const KEPT: usize = 1_000;

/// Where a test is named: a runner names it at most once in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mention {
    /// In the list of all tests.
    Status = 1,
    /// In a list of the failed ones.
    Summary = 2,
    /// Above what is said of it alone.
    Section = 4,
}

/// How well a line says what went wrong.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    #[default]
    Named,
    Headed,
    Summarised,
    Guessed,
    Said,
}

#[derive(Debug, Clone)]
pub struct Failure {
    key: String,
    mentions: u8,
    /// As a runner names it at most length.
    pub name: String,
    pub rank: Rank,
    /// The line that says what went wrong, in the view's text.
    pub at: usize,
    /// What it says.
    pub message: String,
    /// `file:line`, where that is told.
    pub place: String,
    /// What was expected and what came.
    pub detail: Vec<String>,
}

impl Failure {
    /// Takes a line as what went wrong, unless a better one is known.
    pub fn say(&mut self, rank: Rank, at: usize, message: &str) {
        if rank > self.rank {
            (self.rank, self.at, self.message) = (rank, at, message.to_owned());
        }
    }

    pub fn locate(&mut self, place: Option<&str>) {
        if let (Some(place), true) = (place, self.place.is_empty()) {
            place.clone_into(&mut self.place);
        }
    }
}

#[derive(Debug, Default)]
pub struct Failures {
    pub kept: Vec<Failure>,
    /// Mentions of tests that were one too many.
    pub more: u64,
}

impl Failures {
    /// The failure of a test that is named here, by a key that is the same wherever it is named.
    pub fn mention(&mut self, mention: Mention, key: &str, name: &str, at: usize) -> Option<usize> {
        let bit = mention as u8;
        let known = self.kept.iter().position(|failure| failure.mentions & bit == 0 && failure.key == key);
        let number = match known {
            Some(known) => known,
            None if self.kept.len() == KEPT => {
                self.more += u64::from(mention == Mention::Status);
                return None;
            }
            None => {
                let (name, message, place) = (name.to_owned(), String::new(), String::new());
                let detail = Vec::new();
                self.kept.push(Failure {
                    key: key.to_owned(),
                    mentions: 0,
                    name,
                    rank: Rank::Named,
                    at,
                    message,
                    place,
                    detail,
                });
                self.kept.len() - 1
            }
        };
        let failure = &mut self.kept[number];
        failure.mentions |= bit;
        if name.len() > failure.name.len() {
            name.clone_into(&mut failure.name);
        }
        if mention == Mention::Section {
            failure.say(Rank::Headed, at, name);
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_is_named_three_times_failed_once_and_two_of_one_name_twice() {
        let mut failures = Failures::default();
        for (mention, name) in [
            (Mention::Status, "a.py::x"),
            (Mention::Status, "b.py::x"),
            (Mention::Section, "x"),
            (Mention::Section, "x"),
            (Mention::Summary, "a.py::x"),
        ] {
            failures.mention(mention, "x", name, 0);
        }
        let names: Vec<&str> = failures.kept.iter().map(|failure| failure.name.as_str()).collect();
        assert_eq!(names, ["a.py::x", "b.py::x"]);
    }
}
