//! A host in memory, for tests: a storage that several hosts share, and hosts that stop working where a test says.
//!
//! Every storage operation of a host passes through `MemoryHost::operate`, which counts it, calls the test's hook and
//! decides whether it still works. The storage is shared by `Arc` and `Mutex`, so that each "process" of a test can be
//! a thread that its hook stops and lets go on.

mod bucket;
mod directory;

use super::{Bucket, Directory, Host, PortError, PortResult};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A file and when it was written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct File {
    bytes: Vec<u8>,
    modified_ms: u64,
    is_link: bool,
}

/// A value and its place in the order of the bucket's keys, which later writes leave as it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Entry {
    value: Vec<u8>,
    place: u64,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Contents {
    directories: Vec<(String, BTreeMap<String, File>)>,
    buckets: BTreeMap<String, BTreeMap<String, Entry>>,
    settings: BTreeMap<String, String>,
    now_ms: u64,
    drawn: u64,
}

impl Contents {
    /// The files of a directory that is there, or is made now.
    fn files(&mut self, directory: &str) -> &mut BTreeMap<String, File> {
        let index = self.directories.iter().position(|(name, _)| name == directory).unwrap_or(self.directories.len());
        if index == self.directories.len() {
            self.directories.push((directory.to_owned(), BTreeMap::new()));
        }
        &mut self.directories[index].1
    }

    fn existing_files(&self, directory: &str) -> Option<&BTreeMap<String, File>> {
        self.directories.iter().find(|(name, _)| name == directory).map(|(_, files)| files)
    }
}

/// What the hosts of a test have in common. A clone is the same storage.
#[derive(Debug, Clone, Default)]
pub struct MemoryStorage(Arc<Mutex<Contents>>);

impl MemoryStorage {
    /// What is in it now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.lock().clone())
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a storage held at one moment. Equal snapshots look alike to every process, from then on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Snapshot(Contents);

impl Snapshot {
    /// A storage of its own that starts with this.
    pub fn to_storage(&self) -> MemoryStorage {
        MemoryStorage(Arc::new(Mutex::new(self.0.clone())))
    }

    /// The same, some time later.
    pub fn later(&self, milliseconds: u64) -> Snapshot {
        let mut contents = self.0.clone();
        contents.now_ms += milliseconds;
        Snapshot(contents)
    }

    pub fn now_ms(&self) -> u64 {
        self.0.now_ms
    }

    /// The paths of all files and the keys of all values, with the bytes.
    pub fn contents(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let files = self.0.directories.iter().flat_map(|(_, files)| files);
        let entries = self.0.buckets.values().flatten();
        let files = files.map(|(path, file)| (path.as_str(), file.bytes.as_slice()));
        files.chain(entries.map(|(key, entry)| (key.as_str(), entry.value.as_slice())))
    }
}

/// Is told how many operations there were before the one to come.
type Hook = Box<dyn Fn(u64)>;

/// Where a host stops working.
#[derive(Default)]
struct Fuse {
    operations: Cell<u64>,
    bytes_read: Cell<u64>,
    fails_from: Cell<Option<u64>>,
    fails_until: Cell<Option<u64>>,
    leaves_partial_files: Cell<bool>,
    hides_settings: Cell<bool>,
    hook: RefCell<Option<Hook>>,
}

/// One process on a [`MemoryStorage`]. A clone is the same process.
#[derive(Clone)]
pub struct MemoryHost {
    storage: MemoryStorage,
    fuse: Rc<Fuse>,
}

impl MemoryHost {
    /// A host that gives the directory `/store` and opens no bucket.
    pub fn new() -> MemoryHost {
        MemoryHost::with(&["/store"], &[])
    }

    /// A host that gives these directories and opens these buckets, at the time 1,000,000,000,000 ms.
    pub fn with(directories: &[&str], buckets: &[&str]) -> MemoryHost {
        let storage = MemoryStorage::default();
        let mut contents = storage.lock();
        contents.now_ms = 1_000_000_000_000;
        contents.directories = directories.iter().map(|name| ((*name).to_owned(), BTreeMap::new())).collect();
        contents.buckets = buckets.iter().map(|name| ((*name).to_owned(), BTreeMap::new())).collect();
        drop(contents);
        MemoryHost::on(&storage)
    }

    /// Another process on a storage.
    pub fn on(storage: &MemoryStorage) -> MemoryHost {
        MemoryHost { storage: storage.clone(), fuse: Rc::default() }
    }

    /// The storage, to share it with other processes.
    pub fn storage(&self) -> &MemoryStorage {
        &self.storage
    }

    /// Sets the clock of all processes.
    pub fn set_now_ms(&self, now_ms: u64) {
        self.storage.lock().now_ms = now_ms;
    }

    pub fn set_setting(&self, name: &str, text: &str) {
        self.storage.lock().settings.insert(name.to_owned(), text.to_owned());
    }

    /// Gives a directory, after the others, unless there is one of that name.
    pub fn add_directory(&self, name: &str) {
        self.storage.lock().files(name);
    }

    /// Writes a file, and gives its directory where there is none.
    pub fn set_file(&self, directory: &str, path: &str, bytes: &[u8]) {
        let mut contents = self.storage.lock();
        let modified_ms = contents.now_ms;
        contents.files(directory).insert(path.to_owned(), File { bytes: bytes.to_vec(), modified_ms, is_link: false });
    }

    /// Puts a symbolic link in the place of a file, if there is one.
    pub fn make_link(&self, directory: &str, path: &str) {
        if let Some(file) = self.storage.lock().files(directory).get_mut(path) {
            file.is_link = true;
        }
    }

    pub fn file(&self, directory: &str, path: &str) -> Option<Vec<u8>> {
        Some(self.storage.lock().existing_files(directory)?.get(path)?.bytes.clone())
    }

    /// The paths of all files in a directory and below, sorted.
    pub fn files(&self, directory: &str) -> Vec<String> {
        self.storage.lock().existing_files(directory).into_iter().flat_map(BTreeMap::keys).cloned().collect()
    }

    /// Lets `operations` more storage operations of this process work, and none after them, as if it had been killed.
    pub fn fail_after(&self, operations: u64) {
        self.fuse.fails_from.set(Some(self.fuse.operations.get() + operations));
        self.fuse.fails_until.set(None);
    }

    /// Lets `operations` more storage operations of this process work, and not the one after them.
    pub fn fail_once_after(&self, operations: u64) {
        self.fail_after(operations);
        self.fuse.fails_until.set(Some(self.fuse.operations.get() + operations + 1));
    }

    /// Lets all operations work again.
    pub fn repair(&self) {
        self.fuse.fails_from.set(None);
    }

    /// Makes a `create` that does not work leave the first half of its file behind.
    pub fn leave_partial_files(&self) {
        self.fuse.leaves_partial_files.set(true);
    }

    /// Lets no setting be read from now on.
    pub fn hide_settings(&self) {
        self.fuse.hides_settings.set(true);
    }

    /// How many storage operations this process has started.
    pub fn operations(&self) -> u64 {
        self.fuse.operations.get()
    }

    /// How many bytes of files and values this process has read.
    pub fn bytes_read(&self) -> u64 {
        self.fuse.bytes_read.get()
    }

    /// Counts what an operation read.
    fn counted(&self, read: PortResult<Option<Vec<u8>>>) -> PortResult<Option<Vec<u8>>> {
        let bytes = read.as_ref().ok().and_then(Option::as_ref).map_or(0, |bytes| bytes.len() as u64);
        self.fuse.bytes_read.set(self.fuse.bytes_read.get() + bytes);
        read
    }

    /// Calls `hook` before each storage operation of this process, with the number of those before it.
    pub fn before_each_operation(&self, hook: impl Fn(u64) + 'static) {
        *self.fuse.hook.borrow_mut() = Some(Box::new(hook));
    }

    fn works(&self) -> bool {
        let number = self.fuse.operations.get();
        self.fuse.operations.set(number + 1);
        if let Some(hook) = &*self.fuse.hook.borrow() {
            hook(number);
        }
        let before = self.fuse.fails_from.get().is_none_or(|from| number < from);
        before || self.fuse.fails_until.get().is_some_and(|until| number >= until)
    }

    fn settings<T>(&self, read: impl FnOnce(&BTreeMap<String, String>) -> T) -> PortResult<T> {
        match self.fuse.hides_settings.get() {
            true => Err(PortError::Failed("the settings are gone".to_owned())),
            false => Ok(read(&self.storage.lock().settings)),
        }
    }

    fn operate<T>(&self, operation: impl FnOnce(&mut Contents) -> PortResult<T>) -> PortResult<T> {
        match self.works() {
            true => operation(&mut self.storage.lock()),
            false => Err(PortError::Failed("the storage is gone".to_owned())),
        }
    }
}

impl Default for MemoryHost {
    fn default() -> Self {
        MemoryHost::new()
    }
}

impl Host for MemoryHost {
    fn directories(&self) -> PortResult<Vec<(String, Rc<dyn Directory>)>> {
        let names: Vec<String> =
            self.operate(|contents| Ok(contents.directories.iter().map(|(name, _)| name.clone()).collect()))?;
        let open =
            |name: String| (name.clone(), Rc::new(directory::MemoryDirectory::new(self, name)) as Rc<dyn Directory>);
        Ok(names.into_iter().map(open).collect())
    }

    fn bucket(&self, name: &str) -> PortResult<Option<Rc<dyn Bucket>>> {
        let opens = self.operate(|contents| Ok(contents.buckets.contains_key(name)))?;
        Ok(opens.then(|| Rc::new(bucket::MemoryBucket::new(self, name)) as Rc<dyn Bucket>))
    }

    fn now_ms(&self) -> u64 {
        self.storage.lock().now_ms
    }

    fn random(&self) -> u64 {
        let mut contents = self.storage.lock();
        contents.drawn += 1;
        // An odd factor: no number comes twice.
        contents.drawn.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn setting(&self, name: &str) -> PortResult<Option<String>> {
        self.settings(|settings| settings.get(name).cloned())
    }

    fn setting_names(&self) -> PortResult<Vec<String>> {
        self.settings(|settings| settings.keys().cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_fuse_nothing_works_until_repaired() {
        let host = MemoryHost::with(&[], &["b"]);
        let bucket = host.bucket("b").unwrap().unwrap();
        host.fail_after(1);
        bucket.set("k", b"v").unwrap();
        assert!(bucket.get("k").is_err());
        assert!(host.bucket("b").is_err());
        host.repair();
        assert_eq!(bucket.get("k").unwrap().unwrap(), b"v");
    }

    #[test]
    fn two_processes_share_a_storage_and_fail_apart() {
        let one = MemoryHost::new();
        let two = MemoryHost::on(one.storage());
        one.fail_after(0);
        two.set_file("/store", "a", b"x");
        assert!(one.directories().is_err());
        assert_eq!(one.file("/store", "a").unwrap(), b"x");
        assert_eq!(two.directories().unwrap()[0].1.read("a").unwrap().unwrap(), b"x");
    }

    #[test]
    fn the_hook_sees_every_operation() {
        let host = MemoryHost::new();
        let seen = Rc::new(RefCell::new(Vec::new()));
        let log = Rc::clone(&seen);
        host.before_each_operation(move |number| log.borrow_mut().push(number));
        let directory = Rc::clone(&host.directories().unwrap()[0].1);
        directory.create("a/b", b"x").unwrap();
        assert_eq!(*seen.borrow(), [0, 1]);
    }
}
