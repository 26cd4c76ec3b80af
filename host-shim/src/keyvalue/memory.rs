use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Backend, BackendError, Bucket, KEYS_PER_PAGE, KeyPage, OpenBucket};

/// Buckets in this process's memory, gone with the value. Any name can be opened.
#[derive(Debug, Default)]
pub struct Memory {
    buckets: Mutex<HashMap<String, Arc<MemoryBucket>>>,
}

#[derive(Debug, Default)]
struct MemoryBucket(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    values: HashMap<String, Entry>,
    keys: BTreeMap<u64, String>,
    last_number: u64,
}

#[derive(Debug)]
struct Entry {
    number: u64,
    value: Vec<u8>,
}

impl Backend for Memory {
    fn open(&self, name: &str) -> Result<Option<OpenBucket>, BackendError> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket: Arc<MemoryBucket> = Arc::clone(buckets.entry(name.into()).or_default());
        Ok(Some(bucket))
    }
}

impl MemoryBucket {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bucket for MemoryBucket {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, BackendError> {
        Ok(self.entries().values.get(key).map(|entry| entry.value.clone()))
    }

    fn set(&self, key: &str, value: &[u8]) -> Result<(), BackendError> {
        let mut entries = self.entries();
        if let Some(entry) = entries.values.get_mut(key) {
            entry.value = value.into();
            return Ok(());
        }
        entries.last_number += 1;
        let number = entries.last_number;
        entries.keys.insert(number, key.into());
        entries.values.insert(key.into(), Entry { number, value: value.into() });
        Ok(())
    }

    fn delete(&self, key: &str) -> Result<(), BackendError> {
        let mut entries = self.entries();
        if let Some(entry) = entries.values.remove(key) {
            entries.keys.remove(&entry.number);
        }
        Ok(())
    }

    fn exists(&self, key: &str) -> Result<bool, BackendError> {
        Ok(self.entries().values.contains_key(key))
    }

    fn list_keys(&self, cursor: Option<u64>) -> Result<KeyPage, BackendError> {
        let entries = self.entries();
        let first = cursor.map_or(0, |number| number.saturating_add(1));
        let page = entries.keys.range(first..).take(KEYS_PER_PAGE);
        Ok(KeyPage::from_numbered(page.map(|(number, key)| (*number, key.clone())).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laws_hold() {
        super::super::laws::hold(&Memory::default());
    }

    #[test]
    fn a_bucket_is_shared_by_all_that_open_it() {
        let memory = Memory::default();
        let earlier = memory.open("b").unwrap().unwrap();
        memory.open("b").unwrap().unwrap().set("k", b"v").unwrap();
        assert!(earlier.exists("k").unwrap());
    }
}
