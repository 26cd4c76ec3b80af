//! The text that stands in for a result.

use super::excerpt::{Excerpt, excerpt};
use crate::characters::count;
use crate::settings::Settings;
use crate::view::View;
use crate::words::{self, Notice};

/// Hosts take a result for a failed call when its first characters hold one of these words in quotes.
const ALARMING: [&str; 2] = ["\"error\"", "\"failed\""];
const ALARM_CHARACTERS: usize = 500;

/// An excerpt of fewer characters is not worth a handle.
const LEAST_EXCERPT: usize = 200;
/// Stands for an id of the usual length.
pub const SHORTEST_ID: &str = "000000000000";

/// What is rescued, as far as the handle tells it.
pub struct Subject<'s> {
    pub tool: Option<&'s str>,
    pub view: &'s View<'s>,
    pub characters: u64,
}

/// A handle that only lacks its id.
pub struct Handle<'h> {
    subject: &'h Subject<'h>,
    settings: &'h Settings,
    excerpt: Excerpt,
}

impl<'h> Handle<'h> {
    /// The handle, its excerpt as long as the settings and the result's own length allow. `None` where it would not be shorter
    /// than the result.
    pub fn preview(subject: &'h Subject, settings: &'h Settings) -> Option<Handle<'h>> {
        let budget = settings.excerpt_max_chars as usize;
        let whole = Handle { subject, settings, excerpt: excerpt(subject.view, settings, budget) };
        let excess = (count(&whole.text(SHORTEST_ID)) + 1).saturating_sub(subject.characters as usize);
        if excess == 0 {
            return Some(whole);
        }
        let smaller = count(&whole.excerpt.text).checked_sub(excess).filter(|budget| *budget >= LEAST_EXCERPT)?;
        Some(Handle { excerpt: excerpt(subject.view, settings, smaller), ..whole })
    }

    /// The handle; `None` where it is not shorter than the result.
    pub fn with_id(&self, id: &str) -> Option<String> {
        let text = self.text(id);
        (count(&text) < self.subject.characters as usize).then_some(text)
    }

    fn text(&self, id: &str) -> String {
        let lines = self.subject.view.line_count();
        let notice = words::notice(&Notice {
            tool: self.subject.tool,
            label: &self.excerpt.label,
            id,
            characters: self.subject.characters,
            lines,
            lines_shown: self.excerpt.lines_shown,
            lines_in_part: self.excerpt.lines_in_part,
        });
        let mut head = vec![notice, words::fetch_hint(id, lines)];
        if self.settings.passref_enabled {
            head.push(words::expand_hint(id));
        }
        join_calmly(head.join("\n"), &self.excerpt.text)
    }
}

/// Puts the excerpt below the head, and far enough down that its data cannot be taken for a failed call.
fn join_calmly(head: String, excerpt: &str) -> String {
    let joined = format!("{head}\n{excerpt}");
    let start: String = joined.chars().take(ALARM_CHARACTERS).collect::<String>().to_lowercase();
    if !ALARMING.iter().any(|word| start.contains(word)) {
        return joined;
    }
    let rule = ALARM_CHARACTERS.saturating_sub(count(&head) + 1);
    format!("{head}\n{}\n{excerpt}", "-".repeat(rule))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_that_alarms_stands_below_the_first_500_characters() {
        let joined = join_calmly("[notice]".to_owned(), "0| {\"status\":\"FAILED\"}");
        assert!(count(&joined[..joined.find("FAILED").unwrap()]) > 500);
        assert_eq!(join_calmly("a".to_owned(), "failed"), "a\nfailed");
    }
}
