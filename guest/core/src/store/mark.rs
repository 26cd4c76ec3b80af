//! Announcing a deletion where nothing can be moved out of the way.
//!
//! Who deletes sets a mark, looks at the records again, and deletes only in the period of the mark. Who puts writes its record,
//! then looks for marks of this and the last period. So either the one sees the record, or the other sees the mark.
//! A mark is a key of its own for each period: it is never taken away while it can matter, and lapses by itself. A power cut may
//! take it: that ends the deletion, too.

use super::{During, GRACE_MS, names};
use crate::error::Result;
use crate::ports::Bucket;

const PERIOD_MS: u64 = GRACE_MS;

/// Periods after which a mark is deleted.
const KEPT_PERIODS: u64 = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    pub period: u64,
}

impl Mark {
    fn at(now_ms: u64) -> Mark {
        Mark { period: now_ms / PERIOD_MS }
    }

    /// Whether the period is still on. Puts heed the mark for one period more: time to finish the deletion.
    pub(super) fn allows_deletion(self, now_ms: u64) -> bool {
        self == Mark::at(now_ms)
    }

    /// Whether a mark of that key can matter no more. `false` for what is no key of a mark.
    pub(super) fn is_over(key: &str, now_ms: u64) -> bool {
        let period = names::below(names::MARKS, key)
            .and_then(|rest| rest.rsplit_once('.'))
            .and_then(|(_, period)| period.parse::<u64>().ok());
        period.is_some_and(|period| period.saturating_add(KEPT_PERIODS) < Mark::at(now_ms).period)
    }
}

pub(super) fn set(bucket: &dyn Bucket, digest: &str, now_ms: u64) -> Result<Mark> {
    let mark = Mark::at(now_ms);
    bucket.set_unsynced(&names::mark(digest, mark.period), b"").during("announcing a deletion")?;
    Ok(mark)
}

/// Whether content may be deleted just now.
pub(super) fn is_set(bucket: &dyn Bucket, digest: &str, now_ms: u64) -> Result<bool> {
    let Mark { period } = Mark::at(now_ms);
    for period in [period, period.saturating_sub(1)] {
        if bucket.exists(&names::mark(digest, period)).during("looking for a sweep")? {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deletion_has_its_period_and_puts_wait_one_more() {
        let mark = Mark::at(7 * PERIOD_MS);
        assert!(mark.allows_deletion(8 * PERIOD_MS - 1));
        assert!(!mark.allows_deletion(8 * PERIOD_MS));
    }

    #[test]
    fn a_mark_is_over_after_some_periods() {
        assert!(!Mark::is_over("mark/d.7", 13 * PERIOD_MS));
        assert!(Mark::is_over("mark/d.7", 14 * PERIOD_MS));
        assert!(!Mark::is_over("record/d.7", 14 * PERIOD_MS));
    }
}
