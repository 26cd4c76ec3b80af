//! What there is, for the people who run a host.

use super::scan::{self, Look};
use super::{Entry, Store};
use crate::error::Result;
use crate::model::{HandlePage, StoreStatus};
use crate::session::Session;
use std::collections::BTreeSet;
use toolaria_content::sets::set_of;

/// Handles of one page.
const PAGE_SIZE: usize = 1_000;

impl Store<'_> {
    /// The live handles of a session by id, those after `after`. Records that cannot be read are left out.
    ///
    /// Cost: linear in the number of keys of the store.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`](crate::error::Error::Storage).
    pub fn list(&self, session: &Session, after: Option<&str>) -> Result<HandlePage> {
        let keys = self.keys()?;
        let mut page = HandlePage::default();
        let own = scan::records(&keys).filter(|(owner, _)| owner == session.key());
        for (owner, id) in own.filter(|(_, id)| after.is_none_or(|after| id.as_str() > after)) {
            let Look::Found(entry) = self.look_at(&owner, &id)? else { continue };
            let Some(entry) = self.given(self.live(*entry))?.flatten() else { continue };
            if page.handles.len() == PAGE_SIZE {
                page.next = page.handles.last().map(|last| last.id.clone());
                break;
            }
            page.handles.push(entry.to_stored_record());
        }
        Ok(page)
    }

    /// Counts what is there. Damaged records are counted as records; what the host does not give is not counted.
    ///
    /// Cost: linear in the number of records and blobs.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`](crate::error::Error::Storage).
    pub fn status(&self) -> Result<StoreStatus> {
        let scan = self.scan()?;
        let (now_ms, present) = (self.host.now_ms(), self.present()?);
        let is_live = |entry: &&Entry| now_ms < entry.expires_at_ms && present.contains(&entry.record.digest);
        let live: Vec<&Entry> = scan.entries.iter().filter(is_live).collect();
        let (blobs, sidecars) = (self.sizes_of_blobs()?, self.sizes_of_sidecars()?);
        let found = scan.entries.iter().map(|entry| &entry.owner);
        let sessions: BTreeSet<&String> = set_of(found.chain(scan.damaged.iter().map(|(owner, _)| owner)));
        let stored_at_ms = || scan.entries.iter().map(|entry| entry.record.stored_at_ms);
        Ok(StoreStatus {
            blobs_in: self.place.of_blobs(),
            records_in: self.place.of_records(),
            blobs: blobs.len() as u64,
            blob_bytes: blobs.iter().sum(),
            sidecars: sidecars.len() as u64,
            sidecar_bytes: sidecars.iter().sum(),
            records: (scan.entries.len() + scan.damaged.len()) as u64,
            tombstones: (scan.entries.len() - live.len()) as u64,
            hot: live.iter().filter(|entry| entry.is_hot).count() as u64,
            sessions: sessions.len() as u64,
            oldest_at_ms: stored_at_ms().min(),
            newest_at_ms: stored_at_ms().max(),
            last_used_at_ms: scan.entries.iter().map(Entry::last_ms).max(),
            swept_at_ms: Some(self.progress()?.at_ms).filter(|at_ms| *at_ms > 0),
        })
    }

    fn sizes_of_blobs(&self) -> Result<Vec<u64>> {
        let mut sizes = Vec::new();
        for digest in self.place.blobs.digests()? {
            sizes.extend(self.given(self.place.blobs.look(&digest))?.flatten().map(|blob| blob.bytes));
        }
        Ok(sizes)
    }

    fn sizes_of_sidecars(&self) -> Result<Vec<u64>> {
        let mut sizes = Vec::new();
        for name in self.place.blobs.sidecars()? {
            sizes.extend(self.given(self.place.blobs.sidecar_bytes(&name))?.flatten());
        }
        Ok(sizes)
    }

    /// With its highest label, unless it is a tombstone.
    fn live(&self, entry: Entry) -> Result<Option<Entry>> {
        if entry.expires_at_ms <= self.host.now_ms() || self.blob_is_gone(&entry.record.digest)? {
            return Ok(None);
        }
        self.with_highest_label(entry).map(Some)
    }
}
