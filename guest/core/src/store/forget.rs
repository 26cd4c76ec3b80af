//! Erasing what a session holds.

use super::names;
use super::removal::Removed;
use super::scan::Names;
use super::{During, Store};
use crate::error::Result;
use crate::model::ForgetReport;
use crate::session::Session;

impl Store<'_> {
    /// Erases a session's records, and each blob that no other session holds, with its sidecars, labels and copies set aside.
    ///
    /// Cost: linear in the number of records and blobs.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`](crate::error::Error::Storage); what was done until then stays done, and it can be called again.
    pub fn forget(&self, session: &Session) -> Result<ForgetReport> {
        let scan = self.scan()?;
        let doomed = scan.named_by(|owner| owner == session.key());
        // Blobs first: if this is stopped, the records still tell the next call what to erase.
        let mut removed = self.remove_doomed(session, &doomed)?;
        let records_deleted = self.remove_records(session)?;
        removed.merge(self.remove_unneeded(&doomed)?);
        let sidecar_bytes = self.remove_stray_sidecars()?;
        self.remove_stray_keys(&scan, self.host.now_ms())?;
        Ok(ForgetReport {
            records_deleted,
            blobs_deleted: removed.digests.len() as u64,
            bytes_freed: removed.bytes + sidecar_bytes,
        })
    }

    fn remove_doomed(&self, session: &Session, doomed: &Names) -> Result<Removed> {
        let held_by_others = || Ok(self.scan()?.held_by(|owner| owner != session.key(), self.host.now_ms()));
        let mut digests = self.present()?;
        let held = held_by_others()?;
        digests.retain(|digest| doomed.contain(digest) && !held.contain(digest));
        self.remove_unheld(digests, held_by_others)
    }

    /// Once more, for what was put or brought back until its record was gone, and for what stopped calls have left: blobs that
    /// no record names, however new. A put writes its record first, so none of them is one that somebody will rely on, and one
    /// that came after the records were deleted keeps its blob.
    fn remove_unneeded(&self, doomed: &Names) -> Result<Removed> {
        let mut digests = self.present()?;
        let scan = self.scan()?;
        let (named, held) = (scan.named(), scan.held_by(|_| true, self.host.now_ms()));
        digests.retain(|digest| !named.contain(digest) || doomed.contain(digest) && !held.contain(digest));
        let removed = self.remove_unheld(digests, || Ok(self.scan()?.held_by(|_| true, self.host.now_ms())))?;
        self.place.blobs.remove_orphans(&|| Ok(self.scan()?.named()))?;
        Ok(removed)
    }

    fn remove_records(&self, session: &Session) -> Result<u64> {
        let mut records_deleted = 0;
        for key in self.keys()? {
            let is_record =
                names::session_and_id(names::RECORDS, &key).is_some_and(|(owner, _)| owner == session.key());
            let is_usage = names::session_and_id(names::USES, &key).is_some_and(|(owner, _)| owner == session.key());
            if is_record || is_usage {
                self.place.records.delete(&key).during("deleting a record")?;
                records_deleted += u64::from(is_record);
            }
        }
        Ok(records_deleted)
    }
}
