//! What a store directory knows of where its records are: blobs whose records are not seen would be swept.
//!
//! The file `records-in` is created by the first put, once the format is where the records go, and never changed. Only one
//! process can create it. A process that is stopped while it writes those few bytes leaves a part of them; it has stored
//! nothing, so the file is created anew after the time in which it could still be at work.

use super::place::Place;
use super::{During, GRACE_MS, names};
use crate::error::{Error, Result};
use crate::ports::{Directory, FileStat};
use crate::words;

const DIRECTORY: &str = "directory";
const BUCKET: &str = "bucket";

/// How often a process looks that finds the file of another one empty.
const LOOKS: usize = 20;

/// What the file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whereabouts {
    /// Nothing, or a part of a word.
    Unsettled,
    Directory,
    Bucket,
}

/// What the store directory says; without one there is nothing to tell apart.
pub(super) fn read(place: &Place) -> Result<Option<Whereabouts>> {
    place.directory.as_deref().map(said).transpose()
}

fn said(directory: &dyn Directory) -> Result<Whereabouts> {
    let text = directory.read(names::RECORDS_IN).during("reading where the records are")?;
    match text.as_deref() {
        None => Ok(Whereabouts::Unsettled),
        Some(text) if text == DIRECTORY.as_bytes() => Ok(Whereabouts::Directory),
        Some(text) if text == BUCKET.as_bytes() => Ok(Whereabouts::Bucket),
        Some(text) if DIRECTORY.as_bytes().starts_with(text) || BUCKET.as_bytes().starts_with(text) => {
            Ok(Whereabouts::Unsettled)
        }
        Some(_) => Err(Error::Storage(words::unreadable_whereabouts())),
    }
}

/// Refuses a place that is not where the records are. `said` must have been read before it was seen that there `is_new` format.
pub(super) fn check(place: &Place, said: Option<Whereabouts>, is_new: bool) -> Result<()> {
    let Some(directory) = &place.directory else { return Ok(()) };
    let name = place.directory_name.as_deref().unwrap_or_default();
    match (said, &place.bucket_name) {
        (Some(Whereabouts::Bucket), None) => Err(Error::Storage(words::records_in_bucket(name))),
        (Some(Whereabouts::Bucket), Some(bucket)) if is_new => {
            Err(Error::Storage(words::records_in_other_bucket(name, bucket)))
        }
        (Some(Whereabouts::Directory), Some(bucket)) => Err(Error::Storage(words::records_in_directory(name, bucket))),
        // A put was stopped before it could say so, or an earlier version has not said it.
        (Some(Whereabouts::Unsettled), Some(bucket)) => {
            match directory.stat(names::FORMAT).during("reading the store's format")? {
                Some(_) => Err(Error::Storage(words::records_in_directory(name, bucket))),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Has the store directory say that its records are in this place, unless another process was first.
pub(super) fn settle(place: &Place, now_ms: u64) -> Result<()> {
    let Some(directory) = place.directory.as_deref() else { return Ok(()) };
    remove_leftover(directory, now_ms)?;
    let word = if place.bucket_name.is_some() { BUCKET } else { DIRECTORY };
    let created = directory.create(names::RECORDS_IN, word.as_bytes());
    match said_in_time(directory)? {
        Whereabouts::Unsettled => {
            created.during("writing where the records are")?;
            Err(Error::Storage(words::being_set_up()))
        }
        said => check(place, Some(said), false),
    }
}

/// What the store directory says, once whoever has just created the file has also written it: that takes as long as a few looks.
fn said_in_time(directory: &dyn Directory) -> Result<Whereabouts> {
    for _ in 1..LOOKS {
        let said = said(directory)?;
        if said != Whereabouts::Unsettled {
            return Ok(said);
        }
    }
    said(directory)
}

/// Removes the part of a word that a process has left that was stopped. One that may still be at work is left to it.
fn remove_leftover(directory: &dyn Directory, now_ms: u64) -> Result<()> {
    let stat = directory.stat(names::RECORDS_IN).during("reading where the records are")?;
    let Some(FileStat { modified_ms, .. }) = stat else { return Ok(()) };
    if said(directory)? != Whereabouts::Unsettled {
        return Ok(());
    }
    if now_ms < modified_ms.saturating_add(GRACE_MS) {
        return Err(Error::Storage(words::being_set_up()));
    }
    directory.remove(names::RECORDS_IN).during("writing where the records are").map(drop)
}
