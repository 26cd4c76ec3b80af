//! What a process does: one call of the store, opened as every call opens it.

use super::world::{draft, session};
use std::fmt;
use toolaria_core::error::Error;
use toolaria_core::ports::Host;
use toolaria_core::settings::Settings;
use toolaria_core::store::{Hash, Id, Store};

#[derive(Clone)]
pub enum Program {
    Put {
        of: &'static str,
        bytes: &'static [u8],
        /// A file of the store directory that holds the bytes, too.
        file: Option<&'static str>,
    },
    /// Puts, and fetches what was put right away.
    PutAndFetch {
        of: &'static str,
        bytes: &'static [u8],
    },
    /// Reads, and notes the use.
    Fetch {
        of: &'static str,
        id: Id,
    },
    Sweep,
    Forget {
        of: &'static str,
    },
}

/// What the call returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Put(Result<Id, Error>),
    Fetch(Result<Vec<u8>, Error>),
    Sweep(Result<(), Error>),
    Forget(Result<(), Error>),
}

impl Program {
    /// Session and content of a put.
    pub fn put(&self) -> Option<(&'static str, &'static [u8])> {
        match self {
            Program::Put { of, bytes, .. } | Program::PutAndFetch { of, bytes } => Some((of, bytes)),
            _ => None,
        }
    }

    pub fn run(&self, host: &dyn Host, hash: Option<Hash>) -> Answer {
        match self {
            Program::Put { of, bytes, file } => Answer::Put(put(host, hash, of, bytes, *file)),
            Program::PutAndFetch { of, bytes } => put_and_fetch(host, hash, of, bytes),
            Program::Fetch { of, id } => Answer::Fetch(fetch(host, hash, of, id)),
            Program::Sweep => Answer::Sweep(opened(host, hash, |store| store.sweep(None, None).map(drop))),
            Program::Forget { of } => Answer::Forget(opened(host, hash, |store| store.forget(&session(of)).map(drop))),
        }
    }
}

/// The answer of the put, unless what it returned does not resolve.
fn put_and_fetch(host: &dyn Host, hash: Option<Hash>, of: &str, bytes: &[u8]) -> Answer {
    let put = put(host, hash, of, bytes, None);
    match put.as_ref().map(|id| fetch(host, hash, of, id)) {
        Ok(found) if found.as_deref() != Ok(bytes) => Answer::Fetch(found),
        _ => Answer::Put(put),
    }
}

fn opened<T>(host: &dyn Host, hash: Option<Hash>, call: impl FnOnce(&Store) -> Result<T, Error>) -> Result<T, Error> {
    let settings = Settings::default();
    let store = Store::open(host, &settings)?;
    match hash {
        Some(hash) => call(&store.with_hash(hash)),
        None => call(&store),
    }
}

pub fn put(host: &dyn Host, hash: Option<Hash>, of: &str, bytes: &[u8], file: Option<&str>) -> Result<Id, Error> {
    opened(host, hash, |store| store.put(&session(of), bytes, file, draft()).map(|(id, _)| id))
}

pub fn fetch(host: &dyn Host, hash: Option<Hash>, of: &str, id: &Id) -> Result<Vec<u8>, Error> {
    opened(host, hash, |store| {
        let held = store.read(&session(of), id)?;
        store.touch(&held.entry);
        Ok(held.bytes)
    })
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Program::Put { of, .. } => write!(f, "put of {of}"),
            Program::PutAndFetch { of, .. } => write!(f, "put and fetch of {of}"),
            Program::Fetch { of, .. } => write!(f, "fetch of {of}"),
            Program::Sweep => write!(f, "sweep"),
            Program::Forget { of } => write!(f, "forget of {of}"),
        }
    }
}
