//! Looking for what is wrong, and mending what can be mended without deleting content that lives.
//!
//! What another call may be at work on, because it is younger than 10 minutes, is nothing that is wrong.

use super::blobs::Listed;
use super::inventory::{Inventory, Shelf};
use super::scan::{self, Look};
use super::strays::Owners;
use super::{Draft, GRACE_MS, Id, Store, lines, names, sums};
use crate::error::{Error, Result};
use crate::model::{Ailment, Diagnosis, Finding, FindingState, Treatment};
use crate::words;
use std::collections::BTreeSet;
use toolaria_content::sets::set_of;

/// What a rescue of some bytes would note, for a record that is lost.
pub type Describe = fn(&[u8]) -> Draft;

impl Store<'_> {
    /// Reads and checks all contents, or a limited number of them after the `next` of the call before.
    ///
    /// To mend is to make a damaged record anew from its blob, to delete what belongs to nothing, and to sweep these contents;
    /// whether it helped is looked up afterwards. A damaged blob stays until its time is over, or until it is put again: parts
    /// of it may still be read.
    ///
    /// Cost: reads every blob that it looks at.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] where `after` cannot be such a `next`; [`Error::Storage`].
    pub fn doctor(
        &self,
        treatment: Treatment,
        describe: Describe,
        limit: Option<u32>,
        after: Option<&str>,
    ) -> Result<Diagnosis> {
        if let Some(after) = after.filter(|after| !names::is_prefix(after)) {
            return Err(Error::Invalid(words::no_place_to_go_on_from(after)));
        }
        let limit = limit.map_or(usize::MAX, |limit| limit.max(1).try_into().unwrap_or(usize::MAX));
        let (step, rest) = self.inventory()?.split(after.unwrap_or_default(), limit);
        let mut examination = Examination { store: self, bytes_checked: 0, findings: Vec::new() };
        examination.contents(&step)?;
        if rest.shelves.is_empty() {
            examination.leftovers()?;
        }
        let Examination { bytes_checked, mut findings, .. } = examination;
        if treatment == Treatment::Mend && !findings.is_empty() {
            self.mend(&step, &findings, describe, rest.shelves.is_empty())?;
            self.see_what_helped(&mut findings)?;
        }
        Ok(Diagnosis {
            findings,
            contents_checked: step.shelves.len() as u64,
            bytes_checked,
            contents_left: rest.shelves.len() as u64,
            next: rest.shelves.into_keys().next(),
        })
    }

    /// Examines anew what was not well.
    fn see_what_helped(&self, findings: &mut [Finding]) -> Result<()> {
        let names: BTreeSet<&str> = set_of(findings.iter().map(|finding| finding.name.as_str()));
        let prefixes: BTreeSet<&str> = set_of(names.iter().filter_map(|name| names::prefix_of_name(name)));
        let mut inventory = self.inventory()?;
        inventory.shelves.retain(|prefix, _| prefixes.contains(prefix.as_str()));
        let mut again = Examination { store: self, bytes_checked: 0, findings: Vec::new() };
        again.contents(&inventory)?;
        again.leftovers()?;
        for finding in findings {
            let is_there = |other: &Finding| other.name == finding.name && other.ailment == finding.ailment;
            if !again.findings.iter().any(is_there) {
                finding.state = FindingState::Mended;
            }
        }
        Ok(())
    }
}

struct Examination<'s> {
    store: &'s Store<'s>,
    bytes_checked: u64,
    findings: Vec<Finding>,
}

impl Examination<'_> {
    fn note(&mut self, ailment: Ailment, name: String, bytes: u64) {
        self.findings.push(Finding { ailment, name, bytes, state: FindingState::Open });
    }

    fn is_old(&self, since_ms: u64) -> bool {
        since_ms.saturating_add(GRACE_MS) <= self.store.host.now_ms()
    }

    fn contents(&mut self, inventory: &Inventory) -> Result<()> {
        let asides = self.store.place.blobs.set_aside_before()?;
        let aside: BTreeSet<&str> = set_of(asides.iter().map(|aside| aside.digest.as_str()));
        for shelf in inventory.shelves.values() {
            let named = self.records(shelf, &aside)?;
            for digest in &shelf.blobs {
                match self.store.place.blobs.look(digest) {
                    Ok(None) => {}
                    Ok(Some(blob)) => self.blob(shelf, &blob, &named)?,
                    Err(error) => self.withheld(names::blob(digest), error)?,
                }
            }
            self.strays(shelf)?;
        }
        Ok(())
    }

    /// Notes what is wrong with the records of a shelf; the digests that they name, and the ids of those that cannot be read.
    fn records(&mut self, shelf: &Shelf, aside: &BTreeSet<&str>) -> Result<Named> {
        let mut named = Named::default();
        for (owner, id) in scan::records(&shelf.keys) {
            let key = names::record(&owner, &id);
            let unreadable = match self.store.look_at(&owner, &id)? {
                Look::Gone => continue,
                Look::Damaged => Ailment::DamagedRecord,
                Look::Withheld => Ailment::Withheld,
                Look::Found(entry) => {
                    let digest = &entry.record.digest;
                    let is_there = shelf.blobs.contains(digest) || aside.contains(digest.as_str());
                    let lives = self.store.host.now_ms() < entry.expires_at_ms;
                    if !is_there && lives && self.is_old(entry.record.stored_at_ms) {
                        self.note(Ailment::RecordWithoutBlob, key, entry.record.bytes);
                    }
                    named.digests.insert(digest.clone());
                    continue;
                }
            };
            self.note(unreadable, key, 0);
            named.ids.insert(id);
        }
        Ok(named)
    }

    fn blob(&mut self, shelf: &Shelf, blob: &Listed, named: &Named) -> Result<()> {
        let Listed { digest, bytes, written_ms } = blob;
        if !named.contain(digest) {
            if self.is_old(*written_ms) {
                self.note(Ailment::BlobWithoutRecord, names::blob(digest), *bytes);
            }
            return Ok(());
        }
        match self.store.place.blobs.read(digest) {
            // It has been deleted since.
            Ok(None) => {}
            Ok(Some(content)) => {
                self.bytes_checked += content.len() as u64;
                match (self.store.hash)(&content) == *digest {
                    true => self.sidecars(shelf, digest, &content)?,
                    false => self.note(Ailment::DamagedBlob, names::blob(digest), *bytes),
                }
            }
            Err(Error::Corrupt(_)) => self.note(Ailment::DamagedBlob, names::blob(digest), *bytes),
            Err(error) => self.withheld(names::blob(digest), error)?,
        }
        Ok(())
    }

    fn withheld(&mut self, name: String, error: Error) -> Result<()> {
        self.store.is_only_withheld(error)?;
        self.note(Ailment::Withheld, name, 0);
        Ok(())
    }

    fn sidecars(&mut self, shelf: &Shelf, digest: &str, content: &[u8]) -> Result<()> {
        for name in shelf.sidecars.iter().filter(|name| name.starts_with(digest)) {
            match self.store.place.blobs.sidecar(name) {
                Ok(Some(stored))
                    if sums::are_of(name, digest, &stored, content) == Some(false)
                        || lines::are_sound(name, digest, &stored) == Some(false) =>
                {
                    self.note(Ailment::StaleSidecar, names::sidecar(name), stored.len() as u64);
                }
                Ok(_) => {}
                Err(error) => self.withheld(names::sidecar(name), error)?,
            }
        }
        Ok(())
    }

    fn strays(&mut self, shelf: &Shelf) -> Result<()> {
        let owners = Owners::new(shelf.keys.iter(), shelf.blobs.clone());
        for key in shelf.keys.iter().filter(|key| owners.lack_that_of_key(key)) {
            self.note(Ailment::Leftover, key.clone(), 0);
        }
        for name in shelf.sidecars.iter().filter(|name| owners.lack_that_of_sidecar(name)) {
            match self.store.place.blobs.sidecar(name) {
                Ok(None) => {}
                Ok(Some(stored)) => self.note(Ailment::StaleSidecar, names::sidecar(name), stored.len() as u64),
                Err(error) => self.withheld(names::sidecar(name), error)?,
            }
        }
        Ok(())
    }

    fn leftovers(&mut self) -> Result<()> {
        let blobs = &self.store.place.blobs;
        for aside in blobs.set_aside_before()? {
            match blobs.read_aside(&aside) {
                Ok(bytes) => self.note(Ailment::Leftover, aside.token, bytes.map_or(0, |bytes| bytes.len() as u64)),
                Err(error) => self.withheld(aside.token, error)?,
            }
        }
        for leftover in blobs.leftovers(self.store.host.now_ms().saturating_sub(GRACE_MS))? {
            let is_sidecar = names::below(names::SIDECARS, &leftover.name).is_some();
            let ailment = if is_sidecar { Ailment::StaleSidecar } else { Ailment::Leftover };
            self.note(ailment, leftover.name, leftover.bytes);
        }
        Ok(())
    }
}

/// The contents that the records of a shelf name.
#[derive(Default)]
struct Named {
    digests: BTreeSet<String>,
    ids: BTreeSet<Id>,
}

impl Named {
    fn contain(&self, digest: &str) -> bool {
        self.digests.contains(digest) || self.ids.iter().any(|id| digest.starts_with(id.as_str()))
    }
}
