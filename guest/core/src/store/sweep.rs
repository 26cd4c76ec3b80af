//! Deleting what has outlived its time.

use super::mark;
use super::names;
use super::scan::Scan;
use super::{During, Entry, GRACE_MS, Store};
use crate::error::Result;
use crate::model::SweepReport;
use std::collections::BTreeSet;

impl Store<'_> {
    /// Deletes tombstones whose time is over, blobs that no live record names, and what stopped calls left behind.
    ///
    /// Cost: linear in the number of records and blobs.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`](crate::error::Error::Storage); what was done until then stays done.
    pub fn sweep(&self) -> Result<SweepReport> {
        let now_ms = self.host.now_ms();
        let scan = self.scan()?;
        let tombstones_deleted = self.delete_tombstones(&scan, now_ms)?;
        let held = || Ok(self.scan()?.held_by(|_| true, self.host.now_ms()));
        let removed = self.remove_unheld(self.dead_blobs(&scan, now_ms)?, held)?;
        let sidecar_bytes = self.remove_stray_sidecars()?;
        self.place.blobs.remove_leftovers(now_ms.saturating_sub(GRACE_MS))?;
        self.remove_stray_keys(&scan, now_ms)?;
        let became_tombstone =
            |entry: &&Entry| entry.forgotten_at_ms > now_ms && removed.digests.contains(&entry.record.digest);
        Ok(SweepReport {
            blobs_deleted: removed.digests.len() as u64,
            bytes_freed: removed.bytes + sidecar_bytes,
            records_expired: scan.entries.iter().filter(became_tombstone).count() as u64,
            tombstones_deleted,
        })
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

    /// Blobs that were not just written and that nothing held at that look, and what earlier sweeps left aside.
    fn dead_blobs(&self, scan: &Scan, now_ms: u64) -> Result<BTreeSet<String>> {
        let held = scan.held_by(|_| true, now_ms);
        let listed = self.place.blobs.list()?.into_iter();
        let dead =
            listed.filter(|blob| !held.contain(&blob.digest) && blob.written_ms.saturating_add(GRACE_MS) <= now_ms);
        let mut digests: BTreeSet<String> = dead.map(|blob| blob.digest).collect();
        digests.extend(self.place.blobs.set_aside_before()?.into_iter().map(|aside| aside.digest));
        Ok(digests)
    }
}
