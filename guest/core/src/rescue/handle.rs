//! The text that stands in for a result.

use super::again::Again;
use super::excerpt::{Excerpt, Occasion, excerpt};
use crate::calm;
use crate::characters::count;
use crate::settings::{Settings, cap};
use crate::view::View;
use crate::words::{self, Notice};

/// An excerpt of fewer characters is not worth a handle.
const LEAST_EXCERPT: usize = 200;
/// A shorter excerpt can make the notice longer, so that it takes more than two.
const ATTEMPTS: usize = 4;
/// Stands for the id before it is known: with this one, too, a handle has to be shorter than its result.
pub const LONGEST_ID: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// What is rescued, as far as the handle tells it.
pub struct Subject<'s> {
    pub tool: Option<&'s str>,
    pub view: &'s View<'s>,
    pub characters: u64,
    /// How it differs from the last result of its tool, if it is nearly the same.
    pub again: Option<&'s Again>,
    /// Those of the call.
    pub arguments: Option<&'s str>,
}

/// A handle that only lacks its id.
pub struct Handle<'h> {
    subject: &'h Subject<'h>,
    settings: &'h Settings,
    excerpt: Excerpt,
}

impl<'h> Handle<'h> {
    /// The handle, its excerpt as long as the settings and the result's own length allow. `None` where it would not be shorter
    /// than the result, whatever its id.
    pub fn preview(subject: &'h Subject, settings: &'h Settings) -> Option<Handle<'h>> {
        let mut budget = cap(settings.excerpt_max_chars);
        let occasion = Occasion::of(subject.view, subject.again, subject.arguments);
        for _ in 0..ATTEMPTS {
            let handle = Handle { subject, settings, excerpt: excerpt(subject.view, &occasion, settings, budget) };
            let excess = handle.excess();
            if excess == 0 {
                return Some(handle);
            }
            budget = count(&handle.excerpt.text).checked_sub(excess).filter(|budget| *budget >= LEAST_EXCERPT)?;
        }
        None
    }

    /// Characters by which the handle is not shorter than the result.
    fn excess(&self) -> usize {
        (count(&self.text(LONGEST_ID)) + 1).saturating_sub(self.subject.characters as usize)
    }

    pub fn text(&self, id: &str) -> String {
        let lines = self.subject.view.line_count();
        let notice = words::notice(&Notice {
            tool: self.subject.tool,
            label: &self.excerpt.label,
            id,
            characters: self.subject.characters,
            lines,
            lines_shown: self.excerpt.lines_shown,
            lines_in_part: self.excerpt.lines_in_part,
            characters_cut: self.excerpt.characters_cut,
            is_unwrapped: self.subject.view.is_unwrapped(),
            is_error: self.subject.view.is_error(),
        });
        let full = !self.settings.refuse_full_fetch || self.subject.characters <= self.settings.full_fetch_max_chars;
        let mut head = vec![notice];
        head.extend(self.subject.again.map(|again| words::again(&again.id, again.counts())));
        head.push(words::fetch_hint(id, lines, full));
        if self.settings.passref_enabled && self.subject.characters <= self.settings.passref_max_chars {
            head.push(words::expand_hint(id));
        }
        calm::join(&head.join("\n"), &self.excerpt.text)
    }
}
