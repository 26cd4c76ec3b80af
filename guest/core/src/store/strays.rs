//! Deleting what belongs to nothing any more.

use super::inventory::Inventory;
use super::mark::{self, Mark};
use super::names;
use super::{During, Store, scan};
use crate::error::Result;
use std::collections::BTreeSet;

/// All that keys and sidecars can belong to.
pub(super) struct Owners {
    /// Keys of records.
    records: BTreeSet<String>,
    /// How the ids of records start.
    prefixes: BTreeSet<String>,
    blobs: BTreeSet<String>,
}

impl Owners {
    pub fn new<'k>(keys: impl Iterator<Item = &'k String>, blobs: BTreeSet<String>) -> Owners {
        let is_record = |key: &&String| names::below(names::RECORDS, key).is_some();
        let records: BTreeSet<String> = keys.filter(is_record).cloned().collect();
        let prefixes = scan::records(&records).map(|(_, id)| names::prefix(id.as_str()).to_owned()).collect();
        Owners { records, prefixes, blobs }
    }

    /// Whether it belongs to a use or label that belongs to nothing.
    pub fn lack_that_of_key(&self, key: &str) -> bool {
        if let Some((owner, id)) = names::session_and_id(names::USES, key) {
            return !self.records.contains(&names::record(&owner, &id));
        }
        let labelled = names::below(names::LABELS, key).and_then(names::digest_and_rest);
        let has_none = |digest: &str| !self.blobs.contains(digest) && !self.prefixes.contains(names::prefix(digest));
        labelled.is_some_and(|(digest, _)| has_none(digest))
    }

    pub fn lack_that_of_sidecar(&self, name: &str) -> bool {
        names::digest_and_rest(name).is_none_or(|(digest, _)| !self.blobs.contains(digest))
    }
}

impl Store<'_> {
    /// Deletes uses without a record, labels without a record and a blob, and marks that have lapsed, and sidecars
    /// without a blob, and says how many bytes these had. A put writes its record first, so whatever belongs to the
    /// names of the first look is seen by a second one.
    pub(super) fn remove_strays(&self, first: &Inventory, now_ms: u64) -> Result<u64> {
        for key in first.keys().filter(|key| Mark::is_over(key, now_ms)) {
            self.delete_stray(key)?;
        }
        let owners = Owners::new(first.keys(), first.blobs().cloned().collect());
        let keys: Vec<&String> = first.keys().filter(|key| owners.lack_that_of_key(key)).collect();
        let sidecars: Vec<&String> = first.sidecars().filter(|name| owners.lack_that_of_sidecar(name)).collect();
        if keys.is_empty() && sidecars.is_empty() {
            return Ok(0);
        }
        let marks = keys.iter().map(|key| self.mark_label(key)).collect::<Result<Vec<_>>>()?;
        let owners = Owners::new(self.keys()?.iter(), self.present()?);
        for (key, mark) in keys.into_iter().zip(marks).filter(|(key, _)| owners.lack_that_of_key(key)) {
            if mark.is_none_or(|mark| mark.allows_deletion(self.host.now_ms())) {
                self.delete_stray(key)?;
            }
        }
        let strays = sidecars.into_iter().filter(|name| owners.lack_that_of_sidecar(name));
        strays.map(|name| self.delete_sidecar(name)).sum()
    }

    /// Deletes the sidecars of blobs that were just deleted, and says how many bytes they had.
    pub(super) fn remove_sidecars(&self, step: &Inventory, digests: &BTreeSet<String>) -> Result<u64> {
        let of_them = |name: &&String| names::digest_and_rest(name).is_some_and(|(digest, _)| digests.contains(digest));
        step.sidecars().filter(of_them).map(|name| self.delete_sidecar(name)).sum()
    }

    /// A put writes its label once more, though it is there: so the deletion of a label is announced ([`mark`]).
    fn mark_label(&self, key: &str) -> Result<Option<Mark>> {
        let labelled = names::below(names::LABELS, key).and_then(names::digest_and_rest);
        labelled.map(|(digest, _)| mark::set(&*self.place.records, digest, self.host.now_ms())).transpose()
    }

    fn delete_stray(&self, key: &str) -> Result<()> {
        self.place.records.delete(key).during("deleting a key that belongs to nothing")
    }

    fn delete_sidecar(&self, name: &str) -> Result<u64> {
        let Some(bytes) = self.place.blobs.sidecar_bytes(name)? else { return Ok(0) };
        self.place.blobs.remove_sidecar(name)?;
        Ok(bytes)
    }
}
