//! Making room: above `max_store_mb`, what was used least recently goes first, and what is hot last.
//!
//! A sweep in steps evicts from each step its share, so that it has to remember nothing but how many bytes the store held after
//! the last pass: a step looks at contents in the order of their digests, which is a fair sample of all.

use super::removal::Removed;
use super::scan::Scan;
use super::{GRACE_MS, Store};
use crate::error::Result;
use std::collections::BTreeMap;

const MEGABYTE: u64 = 1_000_000;

/// A content that could be evicted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub digest: String,
    /// Of the blob and its sidecars.
    pub bytes: u64,
    /// When a session last put or used it.
    pub last_ms: u64,
    pub is_hot: bool,
}

impl Candidate {
    /// Whether its time is one that has not come, so that it says nothing: the clock was ahead.
    fn is_from_the_future(&self, now_ms: u64) -> bool {
        now_ms.saturating_add(GRACE_MS) < self.last_ms
    }

    fn is_idle(&self, now_ms: u64) -> bool {
        self.last_ms.saturating_add(GRACE_MS) <= now_ms || self.is_from_the_future(now_ms)
    }
}

/// Bytes of some contents.
pub(super) fn total(candidates: &[Candidate]) -> u64 {
    candidates.iter().fold(0, |sum, candidate| sum.saturating_add(candidate.bytes))
}

/// What may stay of some bytes, where `most` may stay of `all`.
fn share(bytes: u64, most: u64, all: u64) -> u64 {
    let share = u128::from(bytes) * u128::from(most) / u128::from(all.max(1));
    share.try_into().unwrap_or(u64::MAX)
}

/// The contents to evict so that no more than `most` bytes stay, as far as they are not in use just now, and when each was
/// last used.
fn surplus(mut candidates: Vec<Candidate>, most: u64, now_ms: u64) -> BTreeMap<String, u64> {
    candidates.sort_unstable_by(|one, other| {
        let key = |candidate: &Candidate| (!candidate.is_from_the_future(now_ms), candidate.is_hot, candidate.last_ms);
        key(one).cmp(&key(other)).then_with(|| one.digest.cmp(&other.digest))
    });
    let mut left = total(&candidates);
    let mut surplus = BTreeMap::new();
    for candidate in candidates.into_iter().filter(|candidate| candidate.is_idle(now_ms)) {
        if left <= most {
            break;
        }
        left = left.saturating_sub(candidate.bytes);
        surplus.insert(candidate.digest, candidate.last_ms);
    }
    surplus
}

impl Store<'_> {
    /// The bytes that blobs and sidecars may have.
    pub(super) fn most_bytes(&self) -> u64 {
        self.settings.max_store_mb.saturating_mul(MEGABYTE)
    }

    /// Evicts from some contents their share of what is above the cap, of a store of so many bytes. What was put or used in
    /// the last 10 minutes, or since it was looked at, stays, whatever the cap; records stay and become tombstones.
    pub(super) fn evict(&self, candidates: Vec<Candidate>, store_bytes: u64) -> Result<Removed> {
        let most = self.most_bytes();
        if store_bytes <= most {
            return Ok(Removed::default());
        }
        let most = share(total(&candidates), most, store_bytes);
        let surplus = surplus(candidates, most, self.host.now_ms());
        let since_ms = |digest: &str| surplus.get(digest).copied().unwrap_or_default();
        self.remove_unheld(surplus.keys().cloned().collect(), |scan: &Scan| scan.used_since(since_ms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(digest: &str, is_hot: bool, last_ms: u64) -> Candidate {
        Candidate { is_hot, last_ms, digest: digest.to_owned(), bytes: 10 }
    }

    fn surplus_of_four(most: u64) -> Vec<String> {
        let candidates = vec![
            candidate("hot", true, 0),
            candidate("late", false, 2),
            candidate("early", false, 1),
            candidate("fresh", false, 3),
        ];
        surplus(candidates, most, GRACE_MS + 2).into_keys().collect()
    }

    #[test]
    fn what_was_used_least_recently_goes_first_and_what_is_hot_last() {
        assert_eq!(surplus_of_four(40), [""; 0]);
        assert_eq!(surplus_of_four(39), ["early"]);
        assert_eq!(surplus_of_four(20), ["early", "late"]);
        assert_eq!(surplus_of_four(19), ["early", "hot", "late"]);
    }

    #[test]
    fn what_is_in_use_stays_whatever_the_cap() {
        assert_eq!(surplus_of_four(0), ["early", "hot", "late"]);
    }

    #[test]
    fn a_time_that_has_not_come_goes_first() {
        let candidates = vec![candidate("old", false, 0), candidate("next year", true, u64::MAX)];
        assert_eq!(surplus(candidates, 10, GRACE_MS).into_keys().collect::<Vec<_>>(), ["next year"]);
    }

    #[test]
    fn a_step_keeps_its_share() {
        assert_eq!(share(1_000, 250, 1_000), 250);
        assert_eq!(share(u64::MAX, u64::MAX, u64::MAX), u64::MAX);
        assert_eq!(share(0, 1, 0), 0);
    }
}
