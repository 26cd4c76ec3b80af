//! The import that the component sees.

use std::sync::Arc;

use wasmtime::component::{HasData, Resource, ResourceTable, ResourceTableError};

use super::{Backend, BackendError, OpenBucket};
use crate::bindings::wasi::keyvalue::store;

/// One call's view of the back end. Without one every `open` answers `no-such-store`.
pub(crate) struct KeyValue<'a> {
    pub backend: Option<&'a dyn Backend>,
    pub table: &'a mut ResourceTable,
}

impl HasData for KeyValue<'static> {
    type Data<'a> = KeyValue<'a>;
}

impl KeyValue<'_> {
    fn bucket(&self, bucket: &Resource<OpenBucket>) -> Result<OpenBucket, store::Error> {
        Ok(Arc::clone(self.table.get(bucket)?))
    }
}

impl store::Host for KeyValue<'_> {
    fn open(&mut self, identifier: String) -> Result<Resource<OpenBucket>, store::Error> {
        let bucket = match self.backend {
            Some(backend) => backend.open(&identifier)?,
            None => None,
        };
        Ok(self.table.push(bucket.ok_or(store::Error::NoSuchStore)?)?)
    }
}

impl store::HostBucket for KeyValue<'_> {
    fn get(&mut self, bucket: Resource<OpenBucket>, key: String) -> Result<Option<Vec<u8>>, store::Error> {
        Ok(self.bucket(&bucket)?.get(&key)?)
    }

    fn set(&mut self, bucket: Resource<OpenBucket>, key: String, value: Vec<u8>) -> Result<(), store::Error> {
        Ok(self.bucket(&bucket)?.set(&key, &value)?)
    }

    fn delete(&mut self, bucket: Resource<OpenBucket>, key: String) -> Result<(), store::Error> {
        Ok(self.bucket(&bucket)?.delete(&key)?)
    }

    fn exists(&mut self, bucket: Resource<OpenBucket>, key: String) -> Result<bool, store::Error> {
        Ok(self.bucket(&bucket)?.exists(&key)?)
    }

    fn list_keys(
        &mut self,
        bucket: Resource<OpenBucket>,
        cursor: Option<u64>,
    ) -> Result<store::KeyResponse, store::Error> {
        let page = self.bucket(&bucket)?.list_keys(cursor)?;
        Ok(store::KeyResponse { keys: page.keys, cursor: page.cursor })
    }

    fn drop(&mut self, bucket: Resource<OpenBucket>) -> wasmtime::Result<()> {
        self.table.delete(bucket)?;
        Ok(())
    }
}

impl From<BackendError> for store::Error {
    fn from(error: BackendError) -> store::Error {
        match error {
            BackendError::AccessDenied => store::Error::AccessDenied,
            BackendError::Other(reason) => store::Error::Other(reason),
        }
    }
}

impl From<ResourceTableError> for store::Error {
    fn from(error: ResourceTableError) -> store::Error {
        store::Error::Other(error.to_string())
    }
}
