//! What was rescued: blobs named by their SHA-256, and records that say which session may read which blob under which id.
//!
//! Nothing shared is ever read, changed and written back, and any storage operation may be the last one:
//! - Only [`Store::put`] writes a record; only [`Store::forget`] and the end of a tombstone's time delete one.
//! - The record comes before the blob, so that whoever deletes a blob and then looks again sees who needs it ([`removal`]).
//! - A tombstone is not written: it is a record whose time is over or whose blob is gone.
//! - A directory remembers where its records are and is never opened without them ([`whereabouts`]).
//! - Putting and reading never list records or blobs: their cost does not grow with the store.
//!
//! Every failure of the host's storage is [`Error::Storage`] with a sentence that says at which step.

mod blobs;
mod bucket_blobs;
mod census;
mod directory_blobs;
mod directory_bucket;
mod doctor;
mod entry;
mod eviction;
mod forget;
mod heat;
mod inventory;
mod last;
mod lines;
mod mark;
mod mending;
mod names;
mod place;
mod progress;
mod put;
mod read;
mod record;
mod removal;
mod scan;
mod strays;
mod sums;
mod sweep;
mod value;
mod whereabouts;

pub use doctor::Describe;
pub use entry::{Entry, Held};
pub use names::{INCOMING, Id};
pub use record::{Draft, Record, Usage};

use crate::error::{Error, Result};
use crate::ports::{Directory, Host, PortResult};
use crate::settings::Settings;
use crate::words;
use place::Place;
use sha2::{Digest, Sha256};
use std::rc::Rc;
use whereabouts::Whereabouts;

/// The version of what is stored where. A store of a newer one is refused.
const FORMAT: u64 = 1;

/// How long everything keeps off what another process may be at work on: fresh temporary files, blobs just written or
/// just expired, and content that is being swept.
const GRACE_MS: u64 = 10 * 60 * 1_000;

const HOUR_MS: u64 = 60 * 60 * 1_000;

/// Names a blob by its bytes: 64 lower-case hexadecimal digits.
pub type Hash = fn(&[u8]) -> String;

fn sha256(bytes: &[u8]) -> String {
    crate::hex(&Sha256::digest(bytes))
}

/// The store of one call.
pub struct Store<'a> {
    host: &'a dyn Host,
    settings: &'a Settings,
    place: Place<'a>,
    hash: Hash,
    is_new: bool,
    /// Whether the store directory, if there is one, says where its records are.
    is_settled: bool,
}

impl<'a> Store<'a> {
    /// Opens the store where the host has room for it; nothing is written before the first put.
    ///
    /// - Blobs are in the directory that the setting `store` names, else in the first one, else in the bucket.
    /// - Records are in the bucket that the setting `bucket` names; where the host has none of that name, in the directory;
    ///   without a directory, in the default bucket.
    ///
    /// A directory remembers where its records are, from the first put on. Cost: four or five operations.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] where the host gives neither, fails to open one, or has the records of the directory in another
    /// place; and where the store's format is a newer one.
    pub fn open(host: &'a dyn Host, settings: &'a Settings) -> Result<Store<'a>> {
        let place = Place::open(host, settings)?;
        let said = whereabouts::read(&place)?;
        let is_new = match place.records.get(names::FORMAT).during("reading the store's format")? {
            None => true,
            Some(text) => refuse_newer_format(&text).map(|()| false)?,
        };
        whereabouts::check(&place, said, is_new)?;
        let is_settled = said != Some(Whereabouts::Unsettled);
        Ok(Store { host, settings, place, hash: sha256, is_new, is_settled })
    }

    /// The same store with another hash, for tests of what happens when two contents share the start of their digests.
    pub fn with_hash(self, hash: Hash) -> Store<'a> {
        Store { hash, ..self }
    }

    /// The store directory, if the host gives one.
    pub fn directory(&self) -> Option<&Rc<dyn Directory>> {
        self.place.directory.as_ref()
    }

    /// Its name, as the host gives it.
    pub fn directory_name(&self) -> Option<&str> {
        self.place.directory_name.as_deref()
    }
}

fn refuse_newer_format(text: &[u8]) -> Result<()> {
    let version = std::str::from_utf8(text).ok().and_then(|text| text.trim().parse::<u64>().ok());
    match version {
        None => Err(Error::Storage(words::unreadable_format())),
        Some(version) if version > FORMAT => Err(Error::Storage(words::newer_format(version))),
        Some(_) => Ok(()),
    }
}

/// Says at which step the host's storage failed, such as `reading the blob`.
pub(crate) trait During<T> {
    fn during(self, step: &str) -> Result<T>;
}

impl<T> During<T> for PortResult<T> {
    fn during(self, step: &str) -> Result<T> {
        self.map_err(|error| Error::Storage(words::storage_failed(step, &error.to_string())))
    }
}
