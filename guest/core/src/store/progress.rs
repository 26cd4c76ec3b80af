//! How far a sweep got: a hint for the next call. Two that write it at once repeat some work, and nothing else.

use super::{During, GRACE_MS, Store, names, value};
use crate::error::Result;
use serde::{Deserialize, Serialize};

/// Between two steps while there is more than there is room for.
const PAUSE_ABOVE_CAP_MS: u64 = 60_000;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Progress {
    /// When the last step was begun or ended.
    pub at_ms: u64,
    /// Where the next step goes on, as the start of a digest; from the first content without it.
    pub next: Option<String>,
    /// Bytes that stayed in all steps of this pass; nothing where one was left out or repeated.
    pub seen_bytes: Option<u64>,
    /// Bytes of the store after the last complete pass.
    pub store_bytes: Option<u64>,
}

impl Progress {
    /// What a step that goes on at a place, or begins a pass, can rely on.
    pub fn at(self, after: Option<&str>) -> Progress {
        let seen_bytes = match after {
            None => Some(0),
            Some(after) if self.next.as_deref() == Some(after) => self.seen_bytes,
            Some(_) => None,
        };
        Progress { next: after.map(str::to_owned), seen_bytes, ..self }
    }

    /// What to keep once all contents were seen. Where it turns out only now that there is more than there is room for, another
    /// round has to evict.
    pub fn after_pass(self, known_bytes: Option<u64>, most_bytes: u64) -> Progress {
        let is_above = |bytes: Option<u64>| bytes.is_some_and(|bytes| bytes > most_bytes);
        let once_more = is_above(self.seen_bytes) && !is_above(known_bytes);
        Progress {
            next: once_more.then(|| names::FIRST_PREFIX.to_owned()),
            seen_bytes: Some(0),
            store_bytes: self.seen_bytes.or(self.store_bytes),
            ..self
        }
    }

    /// Whether the last step is long ago. After a clock that went backwards nobody knows, so it is.
    pub fn is_due(&self, now_ms: u64, most_bytes: u64) -> bool {
        let is_above_cap = self.store_bytes.is_some_and(|bytes| bytes > most_bytes);
        let pause_ms = if is_above_cap { PAUSE_ABOVE_CAP_MS } else { GRACE_MS };
        now_ms < self.at_ms || self.at_ms.saturating_add(pause_ms) <= now_ms
    }
}

impl Store<'_> {
    /// Nothing where there is none, or one that cannot be read.
    pub(super) fn progress(&self) -> Result<Progress> {
        let stored = match self.place.records.get(names::SWEEP).during("reading how far the last sweep got") {
            Ok(stored) => stored,
            Err(error) => return self.is_only_withheld(error).map(|()| Progress::default()),
        };
        Ok(stored.and_then(|stored| value::decode(names::SWEEP, &stored)).unwrap_or_default())
    }

    /// Nothing is written into a store that nobody has put anything into.
    pub(super) fn save_progress(&self, progress: &Progress) -> Result<()> {
        if self.is_new {
            return Ok(());
        }
        let stored = value::encode(names::SWEEP, progress);
        let saved = self.place.records.set_unsynced(names::SWEEP, &stored).during("writing how far the sweep got");
        self.given(saved).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(at_ms: u64, store_bytes: u64) -> Progress {
        Progress { at_ms, store_bytes: Some(store_bytes), ..Progress::default() }
    }

    #[test]
    fn a_step_is_due_after_ten_minutes_and_after_a_clock_that_went_backwards() {
        let progress = at(GRACE_MS, 0);
        assert!(!progress.is_due(GRACE_MS, 0));
        assert!(!progress.is_due(2 * GRACE_MS - 1, 0));
        assert!(progress.is_due(2 * GRACE_MS, 0));
        assert!(progress.is_due(GRACE_MS - 1, 0));
    }

    #[test]
    fn above_the_cap_a_step_is_due_after_a_minute() {
        assert!(!at(0, 11).is_due(PAUSE_ABOVE_CAP_MS - 1, 10));
        assert!(at(0, 11).is_due(PAUSE_ABOVE_CAP_MS, 10));
        assert!(!at(0, 10).is_due(PAUSE_ABOVE_CAP_MS, 10));
    }

    #[test]
    fn only_steps_that_follow_one_another_measure_the_store() {
        let progress = Progress { next: Some("b".to_owned()), seen_bytes: Some(7), ..Progress::default() };
        assert_eq!(progress.clone().at(None).seen_bytes, Some(0));
        assert_eq!(progress.clone().at(Some("b")).seen_bytes, Some(7));
        assert_eq!(progress.at(Some("a")).seen_bytes, None);
    }
}
