//! Where blobs are kept, whichever place that is.

use super::scan::Names;
use crate::error::{Error, Result};
use std::collections::BTreeSet;
use std::ops::Range;

/// A blob as a listing has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Listed {
    pub digest: String,
    pub bytes: u64,
    /// 0 where the host does not tell.
    pub written_ms: u64,
}

/// A blob that is out of the way, or announced to be deleted, until somebody has looked at the records again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Aside {
    pub digest: String,
    /// What its place needs to find it again.
    pub token: String,
}

/// What a stopped call left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Leftover {
    /// Path or key.
    pub name: String,
    pub bytes: u64,
}

pub(super) trait Blobs {
    /// The whole blob, brought back if it was set aside; `None` where there is none. Nothing is checked but that it is complete.
    fn read(&self, digest: &str) -> Result<Option<Vec<u8>>>;

    /// Bytes of a blob, brought back if it was set aside; fewer where it ends before. `None` where there is none. Nothing is checked.
    /// Cost: reads little more than these bytes.
    fn read_range(&self, digest: &str, range: &Range<u64>) -> Result<Option<Vec<u8>>>;

    /// Whether the blob is there, brought back if it was set aside, and is these bytes. A damaged one is not.
    fn holds(&self, digest: &str, bytes: &[u8]) -> Result<bool> {
        match self.read(digest) {
            Ok(found) => Ok(found.is_some_and(|found| found == bytes)),
            Err(Error::Corrupt(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The size of a blob, without reading it; brought back if it was set aside.
    fn size(&self, digest: &str) -> Result<Option<u64>>;

    /// Writes a blob, or replaces what is there; seen by nobody before it is complete.
    fn write(&self, digest: &str, bytes: &[u8]) -> Result<()>;

    /// Makes a file of the store directory the blob of that name. Nothing happens where there is no such file.
    fn adopt(&self, digest: &str, path: &str) -> Result<()>;

    /// The digests of all blobs that are not set aside. Cost: linear in their number.
    fn digests(&self) -> Result<BTreeSet<String>>;

    /// What is to be known of a blob that is not set aside; nothing is brought back.
    fn look(&self, digest: &str) -> Result<Option<Listed>>;

    /// Takes a blob out of the way. `None` where there is none, or something that is no file.
    fn set_aside(&self, digest: &str) -> Result<Option<Aside>>;

    /// What was set aside and is still so, perhaps by a sweep that was killed.
    fn set_aside_before(&self) -> Result<Vec<Aside>>;

    /// Puts a blob back where it was. What is no file is left alone, as is what is set aside from its place.
    fn bring_back(&self, aside: &Aside) -> Result<()>;

    /// Deletes a blob that was set aside, and says how many bytes it had. `None` where somebody has brought it back, or where it
    /// must be set aside again because that was too long ago.
    fn discard(&self, aside: &Aside) -> Result<Option<u64>>;

    /// Whether what is set aside is no file, such as a link: nobody can discard it.
    fn is_withheld(&self, aside: &Aside) -> bool;

    /// The names of all sidecars, `<digest>.<name>`. What has another name is a leftover.
    fn sidecars(&self) -> Result<BTreeSet<String>>;

    /// `None` where there is none, or something that is no file.
    fn sidecar_bytes(&self, name: &str) -> Result<Option<u64>>;

    /// A sidecar by its name, as it is.
    fn sidecar(&self, name: &str) -> Result<Option<Vec<u8>>>;

    /// Writes a sidecar, or replaces what is there; seen by nobody before it is complete. Its blob must have been written before.
    fn write_sidecar(&self, name: &str, bytes: &[u8]) -> Result<()>;

    fn remove_sidecar(&self, name: &str) -> Result<()>;

    /// The bytes of a blob that was set aside and is still so, as they are.
    fn read_aside(&self, aside: &Aside) -> Result<Option<Vec<u8>>>;

    /// What calls that were stopped have left behind before a time, in milliseconds: temporary files, results that a host put
    /// into `incoming/`, parts of blobs. And what is among the sidecars and is none.
    fn leftovers(&self, before_ms: u64) -> Result<Vec<Leftover>>;

    fn remove_leftover(&self, leftover: &Leftover) -> Result<()>;

    /// Deletes parts of blobs that are of no use and whose digest no record names, however new they are. `look` is called once
    /// they are listed: a put writes its record first.
    fn remove_orphans(&self, look: &dyn Fn() -> Result<Names>) -> Result<()>;
}
