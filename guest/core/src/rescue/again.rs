//! The same again: what a tool gave last in a session, but for a few lines.

use crate::session::Session;
use crate::store::{Entry, Store};
use crate::view::View;
use imara_diff::{Algorithm, Diff, Hunk, InternedInput};
use std::ops::Range;

/// Lines that may differ, removed and added ones together.
const MOST_EDITS: usize = 40;
/// One in so many of all lines at the most.
const LINES_PER_EDIT: usize = 10;
/// Results whose sizes differ by more than one part in so many are not compared.
const SIZE_PARTS: u64 = 10;

/// How a result differs from the last one of its tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    /// The id of the last one.
    pub id: String,
    /// Empty where they are the same to the byte.
    pub changes: Vec<Change>,
}

/// Lines in the place of others. One of both may be none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// In the last result, with their numbers there.
    pub before: Vec<(usize, String)>,
    /// Lines of this result.
    pub lines: Range<usize>,
}

impl Again {
    /// `None` where this is another result, or where there is nothing to compare it with.
    ///
    /// Cost: reads the last result where it has about the same size.
    pub fn of(store: &Store, session: &Session, tool: &str, bytes: &[u8], view: &View) -> Option<Again> {
        let entry = store.last(session, tool).filter(|entry| are_near(entry, bytes.len() as u64))?;
        let last = store.read(session, &entry.id).ok()?.bytes;
        let id = entry.id.to_string();
        if last == bytes {
            return Some(Again { id, changes: Vec::new() });
        }
        let last = std::str::from_utf8(&last).ok()?;
        let changes = changes(&View::of(last), view)?;
        (!changes.is_empty()).then_some(Again { id, changes })
    }

    /// How many lines of this result are not in the last one, and how many of that are gone.
    pub fn counts(&self) -> (usize, usize) {
        let added = self.changes.iter().map(|change| change.lines.len()).sum();
        (added, self.changes.iter().map(|change| change.before.len()).sum())
    }
}

fn are_near(entry: &Entry, bytes: u64) -> bool {
    entry.record.bytes.abs_diff(bytes) <= bytes / SIZE_PARTS
}

/// `None` where too many lines differ.
fn changes(before: &View, after: &View) -> Option<Vec<Change>> {
    let most = MOST_EDITS.min(after.line_count() / LINES_PER_EDIT);
    let mut input = InternedInput::default();
    input.update_before((0..before.line_count()).map(|line| before.line(line)));
    input.update_after((0..after.line_count()).map(|line| after.line(line)));
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    if (diff.count_additions() + diff.count_removals()) as usize > most {
        return None;
    }
    diff.postprocess_no_heuristic(&input);
    let line = |line: u32| (line as usize, before.line(line as usize).to_owned());
    let change = |hunk: Hunk| Change {
        before: hunk.before.map(line).collect(),
        lines: hunk.after.start as usize..hunk.after.end as usize,
    };
    Some(diff.hunks().map(change).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(before: &str, after: &str) -> Option<Vec<(Vec<usize>, Range<usize>)>> {
        let changes = changes(&View::of(before), &View::of(after))?;
        let numbers = |change: Change| (change.before.into_iter().map(|(line, _)| line).collect(), change.lines);
        Some(changes.into_iter().map(numbers).collect())
    }

    fn lines(count: usize) -> String {
        (0..count).map(|line| format!("line {line}\n")).collect()
    }

    #[test]
    fn changed_added_and_removed_lines_are_told_apart() {
        let before = lines(100);
        let after =
            before.replace("line 7\n", "new\n").replace("line 50\n", "line 50\nmore\n").replace("line 90\n", "");
        assert_eq!(of(&before, &after), Some(vec![(vec![7], 7..8), (vec![], 51..52), (vec![90], 91..91)]));
    }

    #[test]
    fn a_result_with_more_than_a_tenth_of_other_lines_is_another() {
        let before = lines(20);
        assert!(of(&before, &before.replace("line 7\n", "new\n")).is_some());
        assert_eq!(of(&before, &before.replace("line 7\n", "new\n").replace("line 9\n", "new\n")), None);
        assert_eq!(of("one line", "another"), None);
    }

    #[test]
    fn the_elements_of_an_array_are_lines() {
        let rows = |status: &str| format!("[{}{{\"id\":60,\"status\":\"{status}\"}}]", "{\"id\":1},".repeat(60));
        assert_eq!(of(&rows("ok"), &rows("off")), Some(vec![(vec![60], 60..61)]));
    }
}
