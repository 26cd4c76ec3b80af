//! Deleting what belongs to nothing any more.

use super::mark::Mark;
use super::names;
use super::scan::Scan;
use super::{During, Store};
use crate::error::Result;

impl Store<'_> {
    /// Deletes uses without a record, labels without a record and a blob, and marks that have lapsed. A put writes its
    /// record first, so whatever belongs to the keys of the first look is in the second.
    pub(super) fn remove_stray_keys(&self, first: &Scan, now_ms: u64) -> Result<()> {
        let second = self.scan()?;
        let (named, present) = (second.named(), self.present()?);
        let strays = |key: &&String| match names::session_and_id(names::USES, key) {
            Some((owner, id)) => !second.keys.contains(&names::record(&owner, &id)),
            None => match names::below(names::LABELS, key).and_then(names::digest_and_rest) {
                Some((digest, _)) => !named.contain(digest) && !present.contains(digest),
                None => Mark::is_over(key, now_ms),
            },
        };
        for key in first.keys.iter().filter(strays) {
            self.place.records.delete(key).during("deleting a key that belongs to nothing")?;
        }
        Ok(())
    }

    /// Deletes the sidecars whose blob is gone and says how many bytes they had.
    pub(super) fn remove_stray_sidecars(&self) -> Result<u64> {
        let sidecars = self.place.blobs.sidecars()?;
        let present = self.present()?;
        let mut bytes_freed = 0;
        for (name, bytes) in sidecars {
            let strays = names::digest_and_rest(&name).is_none_or(|(digest, _)| !present.contains(digest));
            if strays {
                self.place.blobs.remove_sidecar(&name)?;
                bytes_freed += bytes;
            }
        }
        Ok(bytes_freed)
    }
}
