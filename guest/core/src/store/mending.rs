//! Mending what [`doctor`](super::doctor) found.

use super::doctor::Describe;
use super::inventory::Inventory;
use super::names;
use super::{During, Record, Store};
use crate::error::{Error, Result};
use crate::model::{Ailment, Finding};

impl Store<'_> {
    /// Leftovers belong to no content: they are for one of several calls to remove.
    pub(super) fn mend(
        &self,
        step: &Inventory,
        findings: &[Finding],
        describe: Describe,
        leftovers_too: bool,
    ) -> Result<()> {
        for Finding { ailment, name, .. } in findings {
            match ailment {
                Ailment::DamagedRecord => self.renew_record(name, step, describe)?,
                Ailment::StaleSidecar => self.remove_sidecar(name)?,
                _ => {}
            }
        }
        let now_ms = self.host.now_ms();
        self.sweep_contents(step, now_ms)?;
        if leftovers_too { self.remove_leftovers(now_ms) } else { Ok(()) }
    }

    /// A cache: whoever needs it makes it anew.
    fn remove_sidecar(&self, name: &str) -> Result<()> {
        names::below(names::SIDECARS, name).map_or(Ok(()), |name| self.place.blobs.remove_sidecar(name))
    }

    /// Makes a record anew from its blob, of which it loses the tool and the times, if what is left of it names that blob. Where
    /// there is no blob that it could name, it is deleted: nothing can ever be read under it.
    fn renew_record(&self, key: &str, step: &Inventory, describe: Describe) -> Result<()> {
        let Some((_, id)) = names::session_and_id(names::RECORDS, key) else { return Ok(()) };
        let records = &self.place.records;
        let Some(damaged) = records.get(key).during("reading a damaged record")? else { return Ok(()) };
        if !step.blobs().any(|digest| digest.starts_with(id.as_str())) {
            return records.delete(key).during("deleting a damaged record");
        }
        let named = Record::digest_of_damaged(key, &damaged).filter(|digest| digest.starts_with(id.as_str()));
        let intact = named.map(|digest| self.intact(digest)).transpose();
        // One that the host withholds keeps its record as it is.
        let Some((digest, bytes)) = self.given(intact)?.flatten().flatten() else { return Ok(()) };
        let written_ms = self.place.blobs.look(&digest)?.map_or(0, |blob| blob.written_ms);
        let stored_at_ms = if written_ms > 0 { written_ms } else { self.host.now_ms() };
        let record = Record::new(describe(&bytes), digest, bytes.len() as u64, stored_at_ms);
        // Its session may have been forgotten meanwhile, or somebody else has made it anew.
        match records.get(key).during("reading a damaged record")? {
            Some(found) if found == damaged => records.set(key, &record.encode(key)).during("writing a record anew"),
            _ => Ok(()),
        }
    }

    /// A content that is there and is what its name says.
    fn intact(&self, digest: String) -> Result<Option<(String, Vec<u8>)>> {
        match self.place.blobs.read(&digest) {
            Ok(bytes) => Ok(bytes.filter(|bytes| (self.hash)(bytes) == digest).map(|bytes| (digest, bytes))),
            Err(Error::Corrupt(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
