//! The core's [`Bucket`] over `wasi:keyvalue/store`. The only file that names that package: a host that speaks another
//! of its drafts is served by another version of this file.

use std::rc::Rc;

use toolaria_core::ports::{Bucket, KeyPage, PortError, PortResult};

use crate::bindings::wasi::keyvalue::store;

/// Opens the bucket `name`; `None` where the host has no such store.
pub fn open(name: &str) -> PortResult<Option<Rc<dyn Bucket>>> {
    match store::open(name) {
        Ok(bucket) => Ok(Some(Rc::new(HostBucket(bucket)))),
        Err(store::Error::NoSuchStore) => Ok(None),
        Err(error) => Err(failure(&error)),
    }
}

/// A bucket that the host opened.
struct HostBucket(store::Bucket);

impl Bucket for HostBucket {
    fn get(&self, key: &str) -> PortResult<Option<Vec<u8>>> {
        self.0.get(key).map_err(|error| failure(&error))
    }

    fn set(&self, key: &str, value: &[u8]) -> PortResult<()> {
        self.0.set(key, value).map_err(|error| failure(&error))
    }

    fn delete(&self, key: &str) -> PortResult<()> {
        self.0.delete(key).map_err(|error| failure(&error))
    }

    fn exists(&self, key: &str) -> PortResult<bool> {
        self.0.exists(key).map_err(|error| failure(&error))
    }

    fn list_keys(&self, cursor: Option<u64>) -> PortResult<KeyPage> {
        let page = self.0.list_keys(cursor);
        page.map(|store::KeyResponse { keys, cursor }| KeyPage { keys, cursor }).map_err(|error| failure(&error))
    }
}

/// The bare reason. The key is left out, because a session's key may be in it; and so is the host's own text: it may name
/// what a model must not read, such as the address of a database.
fn failure(error: &store::Error) -> PortError {
    let reason = match error {
        store::Error::NoSuchStore => "the bucket is gone",
        store::Error::AccessDenied => "access denied",
        store::Error::Other(_) => "its key-value store failed",
    };
    PortError::Failed(reason.to_owned())
}
