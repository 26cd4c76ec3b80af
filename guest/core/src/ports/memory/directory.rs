use super::{Contents, File, MemoryHost};
use crate::ports::{Directory, FileStat, PortError, PortResult};
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct MemoryDirectory {
    host: MemoryHost,
    name: String,
}

impl MemoryDirectory {
    pub(super) fn new(host: &MemoryHost, name: String) -> MemoryDirectory {
        MemoryDirectory { host: host.clone(), name }
    }

    fn with_files<T>(&self, operation: impl FnOnce(&mut BTreeMap<String, File>) -> T) -> PortResult<T> {
        self.host.operate(|contents| Ok(operation(contents.files(&self.name))))
    }

    fn with_file<T>(&self, path: &str, operation: impl FnOnce(&File) -> T) -> PortResult<Option<T>> {
        self.host.operate(|contents| {
            let files = contents.files(&self.name);
            match files.get(path) {
                Some(file) if file.is_link => Err(PortError::NotRegular),
                None => no_folder(files, path).map(|()| None),
                file => Ok(file.map(operation)),
            }
        })
    }

    fn insert(&self, contents: &mut Contents, path: &str, bytes: &[u8]) -> PortResult<()> {
        let modified_ms = contents.now_ms;
        let files = contents.files(&self.name);
        if files.contains_key(path) {
            return Err(PortError::Failed("the file is there already".to_owned()));
        }
        files.insert(path.to_owned(), File { bytes: bytes.to_vec(), modified_ms, is_link: false });
        Ok(())
    }
}

/// Refuses a path below which there are files.
fn no_folder(files: &BTreeMap<String, File>, path: &str) -> PortResult<()> {
    let below = format!("{path}/");
    match files.range(below.clone()..).next() {
        Some((first, _)) if first.starts_with(&below) => Err(PortError::NotRegular),
        _ => Ok(()),
    }
}

impl Directory for MemoryDirectory {
    fn stat(&self, path: &str) -> PortResult<Option<FileStat>> {
        let stat = |file: &File| FileStat { bytes: file.bytes.len() as u64, modified_ms: file.modified_ms };
        self.with_file(path, stat)
    }

    fn read(&self, path: &str) -> PortResult<Option<Vec<u8>>> {
        self.host.counted(self.with_file(path, |file| file.bytes.clone()))
    }

    fn read_range(&self, path: &str, start: u64, count: usize) -> PortResult<Option<Vec<u8>>> {
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let part = |file: &File| file.bytes.iter().skip(start).take(count).copied().collect();
        self.host.counted(self.with_file(path, part))
    }

    fn create(&self, path: &str, bytes: &[u8]) -> PortResult<()> {
        let created = self.host.operate(|contents| self.insert(contents, path, bytes));
        if created.is_err() && self.host.fuse.leaves_partial_files.get() {
            // What was there stays: only a new file can be half written.
            let _ = self.insert(&mut self.host.storage.lock(), path, &bytes[..bytes.len() / 2]);
        }
        created
    }

    fn rename(&self, from: &str, to: &str) -> PortResult<bool> {
        self.host.operate(|contents| {
            let files = contents.files(&self.name);
            if files.get(from).is_some_and(|file| file.is_link) {
                return Err(PortError::NotRegular);
            }
            no_folder(files, from)?;
            no_folder(files, to)?;
            Ok(files.remove(from).map(|file| files.insert(to.to_owned(), file)).is_some())
        })
    }

    /// A link is deleted, not what it leads to.
    fn remove(&self, path: &str) -> PortResult<bool> {
        self.host.operate(|contents| {
            let files = contents.files(&self.name);
            no_folder(files, path)?;
            Ok(files.remove(path).is_some())
        })
    }

    fn list(&self, path: &str) -> PortResult<Vec<String>> {
        let prefix = if path.is_empty() { String::new() } else { format!("{path}/") };
        let name = |path: &String| {
            let rest = path.strip_prefix(&prefix)?;
            Some(rest.split_inclusive('/').next().unwrap_or(rest).to_owned())
        };
        self.with_files(|files| files.keys().filter_map(name).collect::<BTreeSet<_>>().into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::ports::memory::MemoryHost;
    use crate::ports::{Host, PortError};

    #[test]
    fn a_listing_has_names_and_folders_of_one_level() {
        let host = MemoryHost::new();
        for path in ["a", "b/c", "b/d/e"] {
            host.set_file("/store", path, b"");
        }
        let directory = &host.directories().unwrap()[0].1;
        assert_eq!(directory.list("").unwrap(), ["a", "b/"]);
        assert_eq!(directory.list("b").unwrap(), ["c", "d/"]);
        assert_eq!(directory.list("z").unwrap(), [""; 0]);
    }

    #[test]
    fn what_is_no_file_is_neither_read_nor_moved() {
        let host = MemoryHost::new();
        host.set_file("/store", "link", b"x");
        host.make_link("/store", "link");
        host.set_file("/store", "folder/x", b"x");
        let directory = &host.directories().unwrap()[0].1;
        for path in ["link", "folder"] {
            assert_eq!(directory.stat(path), Err(PortError::NotRegular));
            assert_eq!(directory.rename(path, "other"), Err(PortError::NotRegular));
        }
        assert_eq!(directory.remove("folder"), Err(PortError::NotRegular));
        assert_eq!(directory.remove("link"), Ok(true));
    }

    #[test]
    fn a_create_that_fails_can_leave_a_part() {
        let host = MemoryHost::new();
        let directory = &host.directories().unwrap()[0].1;
        host.leave_partial_files();
        host.fail_after(0);
        assert!(directory.create("a", b"1234").is_err());
        assert_eq!(host.file("/store", "a").unwrap(), b"12");
    }

    #[test]
    fn create_never_replaces_and_rename_does() {
        let host = MemoryHost::new();
        let directory = &host.directories().unwrap()[0].1;
        directory.create("a", b"1").unwrap();
        assert!(directory.create("a", b"2").is_err());
        directory.create("b", b"3").unwrap();
        assert!(directory.rename("b", "a").unwrap());
        assert!(!directory.rename("b", "a").unwrap());
        assert_eq!(directory.read("a").unwrap().unwrap(), b"3");
    }
}
