use super::{Contents, Entry, MemoryHost};
use crate::ports::{Bucket, KeyPage, PortResult};
use std::collections::BTreeMap;

/// Small, so that tests meet more than one page.
const KEYS_PER_PAGE: usize = 16;

pub(super) struct MemoryBucket {
    host: MemoryHost,
    name: String,
}

impl MemoryBucket {
    pub(super) fn new(host: &MemoryHost, name: &str) -> MemoryBucket {
        MemoryBucket { host: host.clone(), name: name.to_owned() }
    }

    fn with_entries<T>(&self, operation: impl FnOnce(&mut BTreeMap<String, Entry>) -> T) -> PortResult<T> {
        let entries = |contents: &mut Contents| Ok(operation(contents.buckets.entry(self.name.clone()).or_default()));
        self.host.operate(entries)
    }
}

impl Bucket for MemoryBucket {
    fn get(&self, key: &str) -> PortResult<Option<Vec<u8>>> {
        self.host.counted(self.with_entries(|entries| entries.get(key).map(|entry| entry.value.clone())))
    }

    fn set(&self, key: &str, value: &[u8]) -> PortResult<()> {
        self.with_entries(|entries| {
            let next = entries.values().map(|entry| entry.place + 1).max().unwrap_or_default();
            let entry = entries.entry(key.to_owned()).or_insert(Entry { value: Vec::new(), place: next });
            entry.value = value.to_vec();
        })
    }

    fn delete(&self, key: &str) -> PortResult<()> {
        self.with_entries(|entries| entries.remove(key)).map(drop)
    }

    fn exists(&self, key: &str) -> PortResult<bool> {
        self.with_entries(|entries| entries.contains_key(key))
    }

    /// Keys in the order of their first writing: a cursor stays good while others write and delete.
    fn list_keys(&self, cursor: Option<u64>) -> PortResult<KeyPage> {
        self.with_entries(|entries| {
            let mut keys: Vec<(u64, &String)> = entries.iter().map(|(key, entry)| (entry.place, key)).collect();
            keys.sort_unstable();
            keys.retain(|(place, _)| *place >= cursor.unwrap_or_default());
            let next = keys.get(KEYS_PER_PAGE).map(|(place, _)| *place);
            KeyPage { keys: keys.into_iter().take(KEYS_PER_PAGE).map(|(_, key)| key.clone()).collect(), cursor: next }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::ports::Host;
    use crate::ports::memory::MemoryHost;

    #[test]
    fn pages_hold_every_key_once_though_keys_go_between_them() {
        let host = MemoryHost::with(&[], &["b"]);
        let bucket = host.bucket("b").unwrap().unwrap();
        for number in 0..40 {
            bucket.set(&format!("k{number:02}"), b"").unwrap();
        }
        let first = bucket.list_keys(None).unwrap();
        bucket.delete("k00").unwrap();
        let second = bucket.list_keys(first.cursor).unwrap();
        let third = bucket.list_keys(second.cursor).unwrap();
        assert_eq!((first.keys.len(), second.keys.len(), third.keys.len()), (16, 16, 8));
        assert_eq!(third.cursor, None);
        assert_eq!(third.keys[7], "k39");
    }
}
