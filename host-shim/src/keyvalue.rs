//! `wasi:keyvalue/store` over a back end of the host's choice.
//!
//! A bucket must be linearizable: once `set` has returned, every later `get`, `exists` and `list_keys` sees it, in this
//! process and in every other that shares the back end.

mod import;
mod memory;
mod sqlite;

use std::fmt::Display;
use std::sync::Arc;

pub(crate) use import::KeyValue;
pub use memory::Memory;
pub use sqlite::Sqlite;

/// A bucket that a component holds open.
pub type OpenBucket = Arc<dyn Bucket>;

/// Keys of one page of [`Bucket::list_keys`].
pub const KEYS_PER_PAGE: usize = 1_000;

/// Something that holds buckets.
pub trait Backend: Send + Sync {
    /// The bucket of that name, or `None` if this back end has none: then the component falls back to the store directory.
    fn open(&self, name: &str) -> Result<Option<OpenBucket>, BackendError>;

    /// Makes that nothing of the keys and values that were deleted or replaced is left on any disk, once a session was forgotten.
    fn erase_deleted(&self) -> Result<(), BackendError> {
        Ok(())
    }
}

/// Keys and their values.
pub trait Bucket: Send + Sync {
    /// The value, or `None` if there is no such key.
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, BackendError>;

    /// Writes the value, durably where the back end is durable, in place of an earlier one.
    fn set(&self, key: &str, value: &[u8]) -> Result<(), BackendError>;

    /// Removes the key; no error if there is none.
    fn delete(&self, key: &str) -> Result<(), BackendError>;

    /// Whether there is such a key.
    fn exists(&self, key: &str) -> Result<bool, BackendError>;

    /// Up to [`KEYS_PER_PAGE`] keys after `cursor`, from the start without one. A key that is there from the first page to
    /// the last is listed once, whatever happens to others meanwhile.
    fn list_keys(&self, cursor: Option<u64>) -> Result<KeyPage, BackendError>;
}

/// One page of keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyPage {
    /// In the order in which they were first set.
    pub keys: Vec<String>,
    /// Present when there may be more.
    pub cursor: Option<u64>,
}

impl KeyPage {
    /// From numbered keys in ascending order, at most [`KEYS_PER_PAGE`].
    fn from_numbered(numbered: Vec<(u64, String)>) -> KeyPage {
        let full = numbered.len() == KEYS_PER_PAGE;
        let cursor = numbered.last().map(|(number, _)| *number).filter(|_| full);
        KeyPage { keys: numbered.into_iter().map(|(_, key)| key).collect(), cursor }
    }
}

/// Why a back end did not answer. The component reports it as a `storage` error.
#[derive(Debug, thiserror::Error)]
pub enum BackendError {
    /// This host may not use the bucket.
    #[error("access denied")]
    AccessDenied,
    /// Anything else, in the back end's words.
    #[error("{0}")]
    Other(String),
}

impl BackendError {
    fn other(error: impl Display) -> BackendError {
        BackendError::Other(error.to_string())
    }
}

#[cfg(test)]
mod laws {
    //! What every back end must do.

    use super::*;

    pub(super) fn hold(backend: &dyn Backend) {
        values_are_replaced_and_deleted(backend);
        buckets_are_apart(backend);
        pages_list_every_key_once(backend);
    }

    fn bucket(backend: &dyn Backend, name: &str) -> OpenBucket {
        backend.open(name).unwrap().unwrap()
    }

    fn values_are_replaced_and_deleted(backend: &dyn Backend) {
        let bucket = bucket(backend, "values");
        assert_eq!(bucket.get("k").unwrap(), None);
        bucket.delete("k").unwrap();
        bucket.set("k", b"one").unwrap();
        bucket.set("k", b"\0\xff").unwrap();
        assert_eq!(bucket.get("k").unwrap().unwrap(), b"\0\xff");
        assert!(bucket.exists("k").unwrap());
        bucket.delete("k").unwrap();
        assert!(!bucket.exists("k").unwrap());
    }

    fn buckets_are_apart(backend: &dyn Backend) {
        bucket(backend, "a").set("k", b"a").unwrap();
        assert!(!bucket(backend, "b").exists("k").unwrap());
        assert_eq!(bucket(backend, "a").get("k").unwrap().unwrap(), b"a");
    }

    fn pages_list_every_key_once(backend: &dyn Backend) {
        let bucket = bucket(backend, "pages");
        let expected: Vec<String> = (0..KEYS_PER_PAGE + 1).map(|i| format!("key/{i}")).collect();
        for key in &expected {
            bucket.set(key, b"").unwrap();
        }
        let first = bucket.list_keys(None).unwrap();
        bucket.delete("key/0").unwrap();
        bucket.set("key/1", b"again").unwrap();
        let second = bucket.list_keys(first.cursor).unwrap();
        assert_eq!([first.keys, second.keys].concat(), expected);
        assert_eq!(second.cursor, None);
        assert_eq!(bucket.list_keys(Some(u64::MAX)).unwrap(), KeyPage { keys: vec![], cursor: None });
    }
}
