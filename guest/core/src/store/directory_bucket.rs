//! A bucket in the store directory: one small file per key.

use super::names;
use crate::ports::{Bucket, Directory, Host, KeyPage, PortError, PortResult};
use std::rc::Rc;

/// Whoever was held up for so long that its temporary file was swept as a leftover writes it once more.
const WRITES: usize = 2;

pub(super) struct DirectoryBucket<'a> {
    pub directory: Rc<dyn Directory>,
    pub host: &'a dyn Host,
}

impl DirectoryBucket<'_> {
    /// `write` says whether its temporary file was still there.
    fn replace(&self, write: impl Fn(&str) -> PortResult<bool>) -> PortResult<()> {
        for _ in 0..WRITES {
            if write(&names::temporary(self.host.random()))? {
                return Ok(());
            }
        }
        Err(PortError::Failed("the temporary file is gone".to_owned()))
    }
}

impl Bucket for DirectoryBucket<'_> {
    fn get(&self, key: &str) -> PortResult<Option<Vec<u8>>> {
        self.directory.read(key)
    }

    fn set(&self, key: &str, value: &[u8]) -> PortResult<()> {
        self.replace(|temporary| {
            self.directory.create(temporary, value)?;
            self.directory.rename(temporary, key)
        })
    }

    fn set_unsynced(&self, key: &str, value: &[u8]) -> PortResult<()> {
        self.replace(|temporary| {
            self.directory.create_unsynced(temporary, value)?;
            self.directory.rename_unsynced(temporary, key)
        })
    }

    fn delete(&self, key: &str) -> PortResult<()> {
        self.directory.remove(key).map(drop)
    }

    fn exists(&self, key: &str) -> PortResult<bool> {
        Ok(self.directory.stat(key)?.is_some())
    }

    /// All keys in one page.
    fn list_keys(&self, _: Option<u64>) -> PortResult<KeyPage> {
        let mut keys = Vec::new();
        for folder in names::KEY_FOLDERS {
            let names = self.directory.list(folder)?;
            // A folder is none of ours.
            let files = names.iter().filter(|name| !name.ends_with('/'));
            keys.extend(files.map(|name| format!("{folder}/{name}")));
        }
        Ok(KeyPage { keys, cursor: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::memory::MemoryHost;

    #[test]
    fn keys_are_files_and_nothing_else_is_listed() {
        let host = MemoryHost::new();
        host.set_file("/store", "blobs/x", b"");
        host.set_file("/store", "record/folder/x", b"");
        let directory = Rc::clone(&host.directories().unwrap()[0].1);
        let bucket = DirectoryBucket { directory, host: &host };
        bucket.set("record/s.a", b"1").unwrap();
        bucket.set("record/s.a", b"2").unwrap();
        bucket.set("use/s.a", b"3").unwrap();
        assert_eq!(bucket.get("record/s.a").unwrap().unwrap(), b"2");
        assert_eq!(bucket.list_keys(None).unwrap().keys, ["record/s.a", "use/s.a"]);
        bucket.delete("use/s.a").unwrap();
        assert!(!bucket.exists("use/s.a").unwrap());
        assert_eq!(host.files("/store"), ["blobs/x", "record/folder/x", "record/s.a"]);
    }
}
