//! Making room: above `max_store_mb`, what was used least recently goes first, and what is hot last.

use super::removal::Removed;
use super::scan::Scan;
use super::{GRACE_MS, Store};
use crate::error::Result;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const MEGABYTE: u64 = 1_000_000;

/// How many contents are remembered from one step of a sweep to the next.
const REMEMBERED: usize = 1_000;

/// A content in the order in which contents are evicted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Candidate {
    pub is_hot: bool,
    /// When a session last put or used it.
    pub last_ms: u64,
    pub digest: String,
    /// Of the blob and its sidecars.
    pub bytes: u64,
}

/// What one pass over the store has seen that stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Pass {
    pub bytes: u64,
    pub candidates: Vec<Candidate>,
}

impl Pass {
    pub fn add(&mut self, candidates: Vec<Candidate>) {
        self.bytes += candidates.iter().map(|candidate| candidate.bytes).sum::<u64>();
        self.candidates.extend(candidates);
        self.candidates.sort_unstable();
    }

    /// Forgets all but those that go first.
    pub fn shorten(&mut self) {
        self.candidates.truncate(REMEMBERED);
    }

    /// The contents to evict so that no more than `most` bytes stay, as far as they are known and not in use just now, and
    /// when each was last used.
    fn surplus(&self, most: u64, now_ms: u64) -> BTreeMap<String, u64> {
        let mut left = self.bytes;
        let mut surplus = BTreeMap::new();
        for Candidate { last_ms, digest, bytes, .. } in &self.candidates {
            if left <= most {
                break;
            }
            if last_ms.saturating_add(GRACE_MS) <= now_ms {
                left = left.saturating_sub(*bytes);
                surplus.insert(digest.clone(), *last_ms);
            }
        }
        surplus
    }
}

impl Store<'_> {
    /// Evicts what is above the cap. What was put or used in the last 10 minutes, or since it was looked at, stays,
    /// whatever the cap; records stay and become tombstones.
    pub(super) fn evict(&self, pass: &Pass) -> Result<Removed> {
        let most = self.settings.max_store_mb.saturating_mul(MEGABYTE);
        let surplus = pass.surplus(most, self.host.now_ms());
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

    fn surplus(most: u64) -> Vec<String> {
        let mut pass = Pass::default();
        pass.add(vec![candidate("hot", true, 0), candidate("late", false, 2), candidate("early", false, 1)]);
        pass.add(vec![candidate("fresh", false, 3)]);
        pass.surplus(most, GRACE_MS + 2).into_keys().collect()
    }

    #[test]
    fn what_was_used_least_recently_goes_first_and_what_is_hot_last() {
        assert_eq!(surplus(40), [""; 0]);
        assert_eq!(surplus(39), ["early"]);
        assert_eq!(surplus(20), ["early", "late"]);
        assert_eq!(surplus(19), ["early", "hot", "late"]);
    }

    #[test]
    fn what_is_in_use_stays_whatever_the_cap() {
        assert_eq!(surplus(0), ["early", "hot", "late"]);
    }
}
