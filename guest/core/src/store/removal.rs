//! Deleting blobs that no record holds, while others put and read.
//!
//! A blob is taken out of the way first, then the records are looked at again. A put writes its record before it looks for
//! the blob: so either its record is seen here and the blob brought back, or it misses the blob and writes it anew. Readers and
//! puts that miss a blob look aside and bring it back themselves; then there is nothing to delete, and the whole is repeated.

use super::Store;
use super::blobs::Aside;
use super::scan::{Names, Scan};
use crate::error::Result;
use std::collections::BTreeSet;

/// Each further round needs a reader in flight that brought a blob back.
const ROUNDS: usize = 8;

#[derive(Default)]
pub(super) struct Removed {
    pub digests: BTreeSet<String>,
    pub bytes: u64,
}

impl Removed {
    pub fn merge(&mut self, other: Removed) {
        self.digests.extend(other.digests);
        self.bytes += other.bytes;
    }
}

impl Store<'_> {
    /// Deletes blobs, unless `look` finds in the records that may name them, once they are out of the way, that they are held.
    pub(super) fn remove_unheld(&self, digests: BTreeSet<String>, look: impl Fn(&Scan) -> Names) -> Result<Removed> {
        let mut removed = Removed::default();
        let mut waiting = digests;
        for _ in 0..ROUNDS {
            let asides = self.set_all_aside(&waiting)?;
            if asides.is_empty() {
                break;
            }
            let held = look(&self.scan_of(&waiting)?);
            waiting = self.settle(&asides, &held, &mut removed)?;
        }
        Ok(removed)
    }

    fn set_all_aside(&self, digests: &BTreeSet<String>) -> Result<Vec<Aside>> {
        let blobs = &self.place.blobs;
        let mut asides = Vec::new();
        if !digests.is_empty() {
            asides = blobs.set_aside_before()?;
            asides.retain(|aside| digests.contains(&aside.digest));
        }
        for digest in digests {
            asides.extend(blobs.set_aside(digest)?);
        }
        Ok(asides)
    }

    /// Brings back what is held and deletes the rest. What somebody else brought back is returned.
    fn settle(&self, asides: &[Aside], held: &Names, removed: &mut Removed) -> Result<BTreeSet<String>> {
        let mut brought_back = BTreeSet::new();
        for aside in asides {
            if held.contain(&aside.digest) {
                self.place.blobs.bring_back(aside)?;
                continue;
            }
            match self.place.blobs.discard(aside) {
                Ok(Some(bytes)) => {
                    removed.bytes += bytes;
                    removed.digests.insert(aside.digest.clone());
                }
                Ok(None) => {
                    brought_back.insert(aside.digest.clone());
                }
                // Left alone. Of all other failures whoever forgets must hear.
                Err(_) if self.place.blobs.is_withheld(aside) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(brought_back)
    }

    /// The digests of all blobs, those that are set aside too.
    pub(super) fn present(&self) -> Result<BTreeSet<String>> {
        let mut digests = self.place.blobs.digests()?;
        digests.extend(self.place.blobs.set_aside_before()?.into_iter().map(|aside| aside.digest));
        Ok(digests)
    }
}
