//! Deleting what has outlived its time, and what there is no room for.
//!
//! A pass looks at all contents in the order of their digests. It is made at once, or in steps of which each rescue may make
//! one; where it stands is kept in the store ([`progress`](super::progress)).

use super::blobs::Listed;
use super::eviction::{self, Candidate};
use super::inventory::Inventory;
use super::mark;
use super::names;
use super::progress::Progress;
use super::removal::Removed;
use super::scan::Scan;
use super::{During, Entry, GRACE_MS, Store};
use crate::error::{Error, Result};
use crate::model::SweepReport;
use crate::words;
use std::collections::{BTreeMap, BTreeSet};

/// Contents that one rescue looks at: a tenth of a second at the most.
const STEP: usize = 1_000;

impl Store<'_> {
    /// Deletes tombstones whose time is over, blobs that no live record names, what there is no room for, and what stopped
    /// calls left behind.
    ///
    /// With a limit it looks at no more than so many contents, from the first one or from the `next` of the call before;
    /// tidying up belongs to the last step. Where there is more than there is room for, it goes round once more.
    ///
    /// Cost: a list of all names, and linear in the number of contents that are looked at.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] where `after` cannot be such a `next`; [`Error::Storage`]; what was done until then stays done.
    pub fn sweep(&self, limit: Option<u32>, after: Option<&str>) -> Result<SweepReport> {
        if let Some(after) = after.filter(|after| !names::is_prefix(after)) {
            return Err(Error::Invalid(words::no_place_to_go_on_from(after)));
        }
        let limit = limit.map_or(usize::MAX, |limit| limit.try_into().unwrap_or(usize::MAX));
        self.sweep_step(self.progress()?.at(after), limit)
    }

    /// Makes a step of a sweep if the last is more than 10 minutes ago, or a minute while there is more than there is room for, so
    /// that no host has to think of it.
    ///
    /// It is of no consequence for the call that does it, so no failure is returned.
    pub fn sweep_if_due(&self) {
        let _ = self.try_sweep_if_due();
    }

    fn try_sweep_if_due(&self) -> Result<()> {
        let (progress, now_ms) = (self.progress()?, self.host.now_ms());
        if progress.is_due(now_ms, self.most_bytes()) && !self.is_new {
            // First, so that a step that is stopped each time does not stop every call.
            self.save_progress(&Progress { at_ms: now_ms, ..progress.clone() })?;
            let next = progress.next.clone();
            self.sweep_step(progress.at(next.as_deref()), STEP)?;
        }
        Ok(())
    }

    fn sweep_step(&self, progress: Progress, limit: usize) -> Result<SweepReport> {
        let now_ms = self.host.now_ms();
        let inventory = self.inventory()?;
        let (step, rest) = inventory.split(progress.next.as_deref().unwrap_or_default(), limit.max(1));
        let (mut report, candidates) = self.sweep_contents(&step, now_ms)?;
        let step_bytes = eviction::total(&candidates);
        let is_all = progress.next.is_none() && rest.shelves.is_empty();
        let known_bytes = if is_all { Some(step_bytes) } else { progress.store_bytes };
        let evicted = self.evict(candidates, known_bytes.unwrap_or_default())?;
        let evicted_bytes = evicted.bytes + self.remove_sidecars(&step, &evicted.digests)?;
        report.blobs_evicted = evicted.digests.len() as u64;
        report.bytes_freed += evicted_bytes;
        report.contents_left = rest.shelves.len() as u64;
        report.next = rest.shelves.into_keys().next();
        let stays = step_bytes.saturating_sub(evicted_bytes);
        let mut progress = Progress {
            at_ms: now_ms,
            next: report.next.clone(),
            seen_bytes: progress.seen_bytes.map(|seen| seen.saturating_add(stays)),
            ..progress
        };
        if report.next.is_none() {
            self.tidy_up(now_ms)?;
            progress = progress.after_pass(known_bytes, self.most_bytes());
            report.next = progress.next.clone();
            report.contents_left = report.next.as_ref().map_or(Ok(0), |_| self.count_contents())?;
        }
        self.save_progress(&progress)?;
        Ok(report)
    }

    fn count_contents(&self) -> Result<u64> {
        Ok(self.inventory()?.shelves.len() as u64)
    }

    fn tidy_up(&self, now_ms: u64) -> Result<()> {
        self.remove_stray_lasts()?;
        self.remove_leftovers(now_ms)
    }

    pub(super) fn remove_leftovers(&self, now_ms: u64) -> Result<()> {
        let leftovers = self.place.blobs.leftovers(now_ms.saturating_sub(GRACE_MS))?;
        leftovers.iter().try_for_each(|leftover| self.place.blobs.remove_leftover(leftover))
    }

    /// Sweeps some contents, and says what stays of them.
    pub(super) fn sweep_contents(&self, step: &Inventory, now_ms: u64) -> Result<(SweepReport, Vec<Candidate>)> {
        let scan = self.look_at_all(step.records())?;
        scan.entries.iter().filter(|entry| entry.usage.is_made_up()).for_each(|entry| self.touch(entry));
        let tombstones_deleted = self.delete_tombstones(&scan, now_ms)?;
        let blobs = self.look_at_blobs(step)?;
        let held = |scan: &Scan| scan.held_by(|_| true, self.host.now_ms());
        let removed = self.remove_unheld(self.dead_blobs(&blobs, &scan, now_ms)?, held)?;
        let candidates = self.candidates(step, &blobs, &scan, &removed)?;
        let sidecar_bytes = self.remove_strays(step, now_ms)? + self.remove_sidecars(step, &removed.digests)?;
        let became_tombstone =
            |entry: &&Entry| entry.forgotten_at_ms > now_ms && removed.digests.contains(&entry.record.digest);
        let report = SweepReport {
            blobs_deleted: removed.digests.len() as u64,
            bytes_freed: removed.bytes + sidecar_bytes,
            records_expired: scan.entries.iter().filter(became_tombstone).count() as u64,
            tombstones_deleted,
            ..SweepReport::default()
        };
        Ok((report, candidates))
    }

    /// A put may renew a record at any moment, so its deletion is announced, and the record looked at again ([`mark`]).
    fn delete_tombstones(&self, scan: &Scan, now_ms: u64) -> Result<u64> {
        let over = |entry: &Entry, now_ms: u64| entry.forgotten_at_ms <= now_ms;
        let records = &*self.place.records;
        let mut deleted = 0;
        for entry in scan.entries.iter().filter(|entry| over(entry, now_ms)) {
            let Entry { owner, id, record, .. } = entry;
            let mark = mark::set(records, &record.digest, self.host.now_ms())?;
            let still_over = self.look_up(owner, id)?.is_some_and(|entry| over(&entry, now_ms));
            if still_over && mark.allows_deletion(self.host.now_ms()) {
                records.delete(&names::record(owner, id)).during("deleting a tombstone")?;
                records.delete(&names::usage(owner, id)).during("deleting a tombstone")?;
                deleted += 1;
            }
        }
        Ok(deleted)
    }

    /// What the host does not give is left alone.
    fn look_at_blobs(&self, step: &Inventory) -> Result<Vec<Listed>> {
        let mut blobs = Vec::new();
        for digest in step.blobs() {
            match self.place.blobs.look(digest) {
                Ok(found) => blobs.extend(found),
                Err(error) => self.is_only_withheld(error)?,
            }
        }
        Ok(blobs)
    }

    /// Blobs that were not just written and that nothing held at that look, and what earlier sweeps left aside.
    fn dead_blobs(&self, blobs: &[Listed], scan: &Scan, now_ms: u64) -> Result<BTreeSet<String>> {
        let held = scan.held_by(|_| true, now_ms);
        let dead = blobs
            .iter()
            .filter(|blob| !held.contain(&blob.digest) && blob.written_ms.saturating_add(GRACE_MS) <= now_ms);
        let mut digests: BTreeSet<String> = dead.map(|blob| blob.digest.clone()).collect();
        digests.extend(self.place.blobs.set_aside_before()?.into_iter().map(|aside| aside.digest));
        Ok(digests)
    }

    /// What stays and takes room.
    fn candidates(&self, step: &Inventory, blobs: &[Listed], scan: &Scan, removed: &Removed) -> Result<Vec<Candidate>> {
        let demand = Demand::of(&scan.entries);
        let stays = |blob: &&Listed| !removed.digests.contains(&blob.digest);
        let candidate = |Listed { digest, bytes, written_ms }: &Listed| {
            let Demand { is_hot, last_ms } = demand.get(digest.as_str()).copied().unwrap_or_default();
            let bytes = bytes + self.sidecar_bytes(step, digest)?;
            Ok(Candidate { is_hot, last_ms: last_ms.max(*written_ms), digest: digest.clone(), bytes })
        };
        blobs.iter().filter(stays).map(candidate).collect()
    }

    fn sidecar_bytes(&self, step: &Inventory, digest: &str) -> Result<u64> {
        let shelf = step.shelves.get(names::prefix(digest));
        let sidecars = shelf.into_iter().flat_map(|shelf| &shelf.sidecars).filter(|name| name.starts_with(digest));
        sidecars.map(|name| Ok(self.place.blobs.sidecar_bytes(name)?.unwrap_or_default())).sum()
    }
}

/// How much the sessions together ask for a content.
#[derive(Debug, Clone, Copy, Default)]
struct Demand {
    is_hot: bool,
    last_ms: u64,
}

impl Demand {
    fn of(entries: &[Entry]) -> BTreeMap<&str, Demand> {
        let mut demand: BTreeMap<&str, Demand> = BTreeMap::new();
        for entry in entries {
            let Demand { is_hot, last_ms } = demand.entry(&entry.record.digest).or_default();
            *is_hot |= entry.is_hot;
            *last_ms = entry.last_ms().max(*last_ms);
        }
        demand
    }
}
