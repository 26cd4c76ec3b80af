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
        Err(error) => Err(failure("open the bucket", name, &error)),
    }
}

/// A bucket that the host opened.
struct HostBucket(store::Bucket);

impl Bucket for HostBucket {
    fn get(&self, key: &str) -> PortResult<Option<Vec<u8>>> {
        self.0.get(key).map_err(|error| failure("get", key, &error))
    }

    fn set(&self, key: &str, value: &[u8]) -> PortResult<()> {
        self.0.set(key, value).map_err(|error| failure("set", key, &error))
    }

    fn delete(&self, key: &str) -> PortResult<()> {
        self.0.delete(key).map_err(|error| failure("delete", key, &error))
    }

    fn exists(&self, key: &str) -> PortResult<bool> {
        self.0.exists(key).map_err(|error| failure("look for", key, &error))
    }

    fn list_keys(&self, cursor: Option<u64>) -> PortResult<KeyPage> {
        let page = self.0.list_keys(cursor);
        page.map(|store::KeyResponse { keys, cursor }| KeyPage { keys, cursor })
            .map_err(|error| failure("list", "the keys", &error))
    }
}

/// The host's own text is left out: it may name what a model must not read, such as the address of a database.
fn failure(operation: &str, name: &str, error: &store::Error) -> PortError {
    let reason = match error {
        store::Error::NoSuchStore => "the bucket is gone",
        store::Error::AccessDenied => "access denied",
        store::Error::Other(_) => "its key-value store failed",
    };
    PortError(format!("The host could not {operation} {name}: {reason}."))
}
