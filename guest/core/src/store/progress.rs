//! How far a sweep got: a hint for the next call. Two that write it at once repeat some work, and nothing else.

use super::eviction::Pass;
use super::{During, GRACE_MS, Store, names, value};
use crate::error::Result;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Progress {
    /// When the last step was begun or ended.
    pub at_ms: u64,
    /// Where the next step goes on, as the start of a digest; from the first content without it.
    pub next: Option<String>,
    /// What the steps until then have seen.
    pub pass: Pass,
}

impl Progress {
    /// Whether the last step is long ago. After a clock that went backwards nobody knows, so it is.
    pub fn is_due(&self, now_ms: u64) -> bool {
        now_ms < self.at_ms || self.at_ms.saturating_add(GRACE_MS) <= now_ms
    }
}

impl Store<'_> {
    /// Nothing where there is none, or one that cannot be read.
    pub(super) fn progress(&self) -> Result<Progress> {
        let stored = self.place.records.get(names::SWEEP).during("reading how far the last sweep got")?;
        Ok(stored.and_then(|stored| value::decode(names::SWEEP, &stored)).unwrap_or_default())
    }

    /// Nothing is written into a store that nobody has put anything into.
    pub(super) fn save_progress(&self, progress: &Progress) -> Result<()> {
        if self.is_new {
            return Ok(());
        }
        self.place
            .records
            .set_unsynced(names::SWEEP, &value::encode(names::SWEEP, progress))
            .during("writing how far the sweep got")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_due_after_ten_minutes_and_after_a_clock_that_went_backwards() {
        let progress = Progress { at_ms: GRACE_MS, ..Progress::default() };
        assert!(!progress.is_due(GRACE_MS));
        assert!(!progress.is_due(2 * GRACE_MS - 1));
        assert!(progress.is_due(2 * GRACE_MS));
        assert!(progress.is_due(GRACE_MS - 1));
    }
}
