//! Mending what [`doctor`](super::doctor) found.

use super::doctor::Describe;
use super::eviction::Pass;
use super::inventory::{Inventory, Shelf};
use super::names::{self, Id};
use super::{During, Record, Store, value};
use crate::error::{Error, Result};
use crate::model::{Ailment, Finding};

impl Store<'_> {
    pub(super) fn mend(&self, step: &Inventory, findings: &[Finding], describe: Describe) -> Result<()> {
        for Finding { ailment, name, .. } in findings {
            let shelf = names::prefix_of_name(name).and_then(|prefix| step.shelves.get(prefix));
            match (ailment, shelf) {
                (Ailment::DamagedBlob, Some(_)) => self.remove_damaged_blob(name)?,
                (Ailment::DamagedRecord, Some(shelf)) => self.renew_record(name, shelf, describe)?,
                (Ailment::StaleSidecar, _) => self.remove_sidecar(name)?,
                _ => {}
            }
        }
        let now_ms = self.host.now_ms();
        self.sweep_contents(step, &mut Pass::default(), now_ms)?;
        self.remove_leftovers(now_ms)
    }

    /// Deletes a blob that is still not what its name says once it is out of the way: somebody may have put it again.
    fn remove_damaged_blob(&self, name: &str) -> Result<()> {
        let Some(digest) = names::below(names::BLOBS, name) else { return Ok(()) };
        let Some(aside) = self.place.blobs.set_aside(digest)? else { return Ok(()) };
        let is_right = match self.place.blobs.read_aside(&aside) {
            Ok(found) => found.is_some_and(|bytes| (self.hash)(&bytes) == digest),
            Err(Error::Corrupt(_)) => false,
            Err(error) => return Err(error),
        };
        match is_right {
            true => self.place.blobs.bring_back(&aside),
            false => self.place.blobs.discard(&aside).map(drop),
        }
    }

    /// A cache: whoever needs it makes it anew.
    fn remove_sidecar(&self, name: &str) -> Result<()> {
        names::below(names::SIDECARS, name).map_or(Ok(()), |name| self.place.blobs.remove_sidecar(name))
    }

    /// Makes a record anew from its blob, of which it loses the tool and the time. Where there is no such blob, nothing can
    /// ever be read under it, and it is deleted; where there are two, nobody knows which.
    fn renew_record(&self, key: &str, shelf: &Shelf, describe: Describe) -> Result<()> {
        let Some((_, id)) = names::session_and_id(names::RECORDS, key) else { return Ok(()) };
        let records = &self.place.records;
        match &self.contents_of(shelf, &id)?[..] {
            [] => records.delete(key).during("deleting a damaged record"),
            [(digest, bytes)] => {
                let record = Record::new(describe(bytes), digest.clone(), bytes.len() as u64, self.host.now_ms());
                records.set(key, &value::encode(key, &record)).during("writing a record anew")
            }
            _ => Ok(()),
        }
    }

    /// The contents, and not damaged ones, whose digest an id starts.
    fn contents_of(&self, shelf: &Shelf, id: &Id) -> Result<Vec<(String, Vec<u8>)>> {
        let mut contents = Vec::new();
        for digest in shelf.blobs.iter().filter(|digest| digest.starts_with(id.as_str())) {
            match self.place.blobs.read(digest) {
                Ok(bytes) => contents
                    .extend(bytes.filter(|bytes| (self.hash)(bytes) == *digest).map(|bytes| (digest.clone(), bytes))),
                Err(Error::Corrupt(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(contents)
    }
}
