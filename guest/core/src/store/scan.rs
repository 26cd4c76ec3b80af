//! Looking at all records: only for sweep, forget, status, lists and unscoped access.

use super::names::{self, Id};
use super::{During, Entry, GRACE_MS, Store};
use crate::error::{Error, Result};
use crate::ports::Bucket;
use std::collections::BTreeSet;
use toolaria_content::sets::set_of;

/// All keys of a bucket.
pub(super) fn keys(bucket: &dyn Bucket) -> Result<BTreeSet<String>> {
    let mut keys = BTreeSet::new();
    let mut cursor = None;
    loop {
        let page = bucket.list_keys(cursor).during("listing the bucket")?;
        keys.extend(page.keys);
        match page.cursor {
            None => return Ok(keys),
            next => cursor = next,
        }
    }
}

/// The records as one look found them. What was written before the look is in it.
#[derive(Default)]
pub(super) struct Scan {
    pub entries: Vec<Entry>,
    /// Owner and id of the records that are damaged.
    pub damaged: Vec<(String, Id)>,
    /// Owner and id of the records that the host does not give, such as a link in the place of a file.
    pub withheld: Vec<(String, Id)>,
}

/// What one look at a record found.
pub(super) enum Look {
    Found(Box<Entry>),
    Gone,
    Damaged,
    Withheld,
}

impl Scan {
    /// What all records name, whatever their age.
    pub fn named(&self) -> Names {
        self.names(|_| true, |_| true)
    }

    /// What must not be deleted for the sake of some owners: what a record names that is live or expired just now.
    pub fn held_by(&self, owner: impl Fn(&str) -> bool, now_ms: u64) -> Names {
        self.names(owner, |entry| now_ms < entry.expires_at_ms.saturating_add(GRACE_MS))
    }

    /// What was put or used since some time, which depends on the digest, and what a record that cannot be read may name.
    pub fn used_since(&self, since_ms: impl Fn(&str) -> u64) -> Names {
        self.names(|_| true, |entry| since_ms(&entry.record.digest) < entry.last_ms())
    }

    fn names(&self, owner: impl Fn(&str) -> bool, counts: impl Fn(&Entry) -> bool) -> Names {
        let entries = self.entries.iter().filter(|entry| owner(&entry.owner) && counts(entry));
        let unreadable = self.damaged.iter().chain(&self.withheld).filter(|(of, _)| owner(of));
        Names {
            digests: entries.map(|entry| entry.record.digest.clone()).collect(),
            ids: set_of(unreadable.map(|(_, id)| id.clone())),
        }
    }
}

/// The contents that records name. One that cannot be read still has its id, which may be that of any digest it starts.
pub(super) struct Names {
    digests: BTreeSet<String>,
    ids: BTreeSet<Id>,
}

impl Names {
    pub fn contain(&self, digest: &str) -> bool {
        self.digests.contains(digest) || self.ids.iter().any(|id| digest.starts_with(id.as_str()))
    }
}

/// Owners and ids of the records among some keys.
pub(super) fn records(keys: &BTreeSet<String>) -> impl Iterator<Item = (String, Id)> {
    keys.iter().filter_map(|key| names::session_and_id(names::RECORDS, key))
}

impl Store<'_> {
    pub(super) fn keys(&self) -> Result<BTreeSet<String>> {
        keys(&*self.place.records)
    }

    pub(super) fn scan(&self) -> Result<Scan> {
        self.scan_where(|_, _| true)
    }

    /// Looks at the records that may name some contents. An id tells which: it starts the digest.
    pub(super) fn scan_of(&self, digests: &BTreeSet<String>) -> Result<Scan> {
        let prefixes: BTreeSet<&str> = set_of(digests.iter().map(|digest| names::prefix(digest)));
        self.scan_where(|_, id| prefixes.contains(names::prefix(id.as_str())))
    }

    /// Looks at the records of some owners and ids.
    pub(super) fn scan_where(&self, wanted: impl Fn(&str, &Id) -> bool) -> Result<Scan> {
        let keys = self.keys()?;
        self.look_at_all(records(&keys).filter(|(owner, id)| wanted(owner, id)))
    }

    pub(super) fn look_at_all(&self, records: impl IntoIterator<Item = (String, Id)>) -> Result<Scan> {
        let mut scan = Scan::default();
        for (owner, id) in records {
            match self.look_at(&owner, &id)? {
                Look::Found(entry) => scan.entries.push(*entry),
                Look::Gone => {}
                Look::Damaged => scan.damaged.push((owner, id)),
                Look::Withheld => scan.withheld.push((owner, id)),
            }
        }
        Ok(scan)
    }

    /// Looks at one of many records: what is wrong with it must not hide the others.
    pub(super) fn look_at(&self, owner: &str, id: &Id) -> Result<Look> {
        match self.look_up(owner, id) {
            Ok(entry) => Ok(entry.map_or(Look::Gone, |entry| Look::Found(Box::new(entry)))),
            Err(Error::Corrupt(_)) => Ok(Look::Damaged),
            Err(error) => self.is_only_withheld(error).map(|()| Look::Withheld),
        }
    }

    /// What the host gives of one name among many; `None` where it withholds just that.
    pub(super) fn given<T>(&self, result: Result<T>) -> Result<Option<T>> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) => self.is_only_withheld(error).map(|()| None),
        }
    }

    /// Whether an error is about one name, such as a link in the place of a file; otherwise the storage gives nothing any more.
    pub(super) fn is_only_withheld(&self, error: Error) -> Result<()> {
        self.place.records.get(names::FORMAT).map(drop).map_err(|_| error)
    }
}
