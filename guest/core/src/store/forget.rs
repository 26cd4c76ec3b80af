//! Erasing what a session holds.

use super::names;
use super::removal::Removed;
use super::scan::{self, Names, Scan};
use super::{During, Store};
use crate::error::Result;
use crate::model::ForgetReport;
use crate::session::Session;
use std::collections::BTreeSet;

impl Store<'_> {
    /// Erases a session's records, and each blob that no other session holds, with its sidecars, labels and copies set aside.
    ///
    /// Cost: linear in the number of records and blobs.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`](crate::error::Error::Storage); what was done until then stays done, and it can be called again.
    pub fn forget(&self, session: &Session) -> Result<ForgetReport> {
        let doomed = self.scan_where(|owner, _| owner == session.key())?.named();
        // Blobs first: if this is stopped, the records still tell the next call what to erase.
        let mut removed = self.remove_doomed(session, &doomed)?;
        let records_deleted = self.remove_records(session)?;
        removed.merge(self.remove_unneeded(&doomed)?);
        let now_ms = self.host.now_ms();
        let sidecar_bytes = self.remove_strays(&self.inventory()?, now_ms)?;
        self.remove_leftovers(now_ms)?;
        Ok(ForgetReport {
            records_deleted,
            blobs_deleted: removed.digests.len() as u64,
            bytes_freed: removed.bytes + sidecar_bytes,
        })
    }

    fn remove_doomed(&self, session: &Session, doomed: &Names) -> Result<Removed> {
        let held_by_others = |scan: &Scan| scan.held_by(|owner| owner != session.key(), self.host.now_ms());
        let mut digests = self.present()?;
        digests.retain(|digest| doomed.contain(digest));
        let held = held_by_others(&self.scan_of(&digests)?);
        digests.retain(|digest| !held.contain(digest));
        self.remove_unheld(digests, held_by_others)
    }

    /// Once more, for what was put or brought back until its record was gone, and for what stopped calls have left: blobs that
    /// no record names, however new. A put writes its record first, so none of them is one that somebody will rely on, and one
    /// that came after the records were deleted keeps its blob.
    fn remove_unneeded(&self, doomed: &Names) -> Result<Removed> {
        let held = |scan: &Scan| scan.held_by(|_| true, self.host.now_ms());
        let mut digests = self.present()?;
        let prefixes: BTreeSet<String> =
            scan::records(&self.keys()?).map(|(_, id)| names::prefix(id.as_str()).to_owned()).collect();
        let held_now = held(&self.scan_of(&digests.iter().filter(|digest| doomed.contain(digest)).cloned().collect())?);
        let is_doomed = |digest: &str| doomed.contain(digest) && !held_now.contain(digest);
        digests.retain(|digest| !prefixes.contains(names::prefix(digest)) || is_doomed(digest));
        let removed = self.remove_unheld(digests, held)?;
        self.place.blobs.remove_orphans(&|| Ok(self.scan()?.named()))?;
        Ok(removed)
    }

    fn remove_records(&self, session: &Session) -> Result<u64> {
        let mut records_deleted = 0;
        for key in self.keys()?.iter().filter(|key| names::session_of(key) == Some(session.key())) {
            self.place.records.delete(key).during("deleting a record")?;
            records_deleted += u64::from(names::below(names::RECORDS, key).is_some());
        }
        Ok(records_deleted)
    }
}
