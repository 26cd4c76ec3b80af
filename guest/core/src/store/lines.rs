//! Where the lines of a large blob's view are, so that a few of them are read without the whole.
//!
//! A sidecar, `sidecars/<sha256>.lines`, and a cache as the sums are ([`super::sums`]). The store does not look into it: it stands behind
//! a checksum of the blob's digest, the versions of view and index, and itself, so that no other content's and no other
//! version's is read as this one's.

use super::{Record, Store, sums, value};
use crate::view::{VERSION, index};

fn name(digest: &str) -> String {
    format!("{digest}.lines")
}

fn key(name: &str) -> String {
    format!("{name}.{VERSION}.{}", index::FORMAT)
}

/// Whether a sidecar holds lines that were kept by this version. `None` for a sidecar of another kind.
pub(super) fn are_sound(name_of_sidecar: &str, digest: &str, stored: &[u8]) -> Option<bool> {
    (name_of_sidecar == name(digest)).then(|| value::open(&key(name_of_sidecar), stored).is_some())
}

impl Store<'_> {
    /// The index that [`Store::keep_lines`] was given. `None` on any doubt.
    pub fn lines(&self, record: &Record) -> Option<Vec<u8>> {
        if record.bytes < sums::FROM_BYTES {
            return None;
        }
        let name = name(&record.digest);
        let stored = self.place.blobs.sidecar(&name).ok()??;
        value::open(&key(&name), &stored).map(<[u8]>::to_vec)
    }

    /// Keeps the index of a blob's view, if the blob is large enough and there is none. Without it a fetch is slower, so no failure
    /// is returned.
    pub fn keep_lines(&self, record: &Record, index: &dyn Fn() -> Option<Vec<u8>>) {
        if record.bytes >= sums::FROM_BYTES
            && self.lines(record).is_none()
            && let Some(index) = index()
        {
            let name = name(&record.digest);
            let _ = self.place.blobs.write_sidecar(&name, &value::seal(&key(&name), &index));
        }
    }
}
