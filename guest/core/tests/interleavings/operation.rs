//! A storage operation and what came of it, as data.

use std::fmt;
use toolaria_core::ports::memory::{MemoryHost, MemoryStorage};
use toolaria_core::ports::{Bucket, Directory, FileStat, Host, KeyPage, PortError, PortResult};

/// The only directory and the only bucket of the layouts here.
pub const DIRECTORY: &str = "/store";
pub const BUCKET: &str = "toolaria";

/// What a process asks of the storage.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operation {
    Directories,
    OpenBucket(String),
    Now,
    Stat(String),
    Read(String),
    ReadRange(String, u64, usize),
    Create(String, Vec<u8>),
    Rename(String, String),
    Remove(String),
    List(String),
    Get(String),
    Set(String, Vec<u8>),
    Delete(String),
    Exists(String),
    ListKeys(Option<u64>),
}

/// What a storage answers when it works.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Found {
    Nothing,
    Is(bool),
    Time(u64),
    Names(Vec<String>),
    Stat(Option<(u64, u64)>),
    Bytes(Option<Vec<u8>>),
    Page(Vec<String>, Option<u64>),
}

/// What a storage answers, or its reason.
pub type Outcome = Result<Found, String>;

impl Operation {
    /// Does it on a storage.
    pub fn perform(&self, storage: &MemoryStorage) -> Outcome {
        self.on(&MemoryHost::on(storage), || ()).map_err(|error| error.to_string())
    }

    /// Leaves behind what a process does that is killed in the middle of a `create`. Every other operation is whole or not at all.
    pub fn perform_half(&self, storage: &MemoryStorage) {
        let host = MemoryHost::on(storage);
        host.leave_partial_files();
        let _ = self.on(&host, || host.fail_after(0));
    }

    /// `opened` is called once the place is open, right before the operation itself.
    fn on(&self, host: &MemoryHost, opened: impl FnOnce()) -> PortResult<Found> {
        match self {
            Operation::Directories => {
                let names = host.directories()?.into_iter().map(|(name, _)| name).collect();
                return Ok(Found::Names(names));
            }
            Operation::Now => return Ok(Found::Time(host.now_ms())),
            Operation::OpenBucket(name) => return Ok(Found::Is(host.bucket(name)?.is_some())),
            _ => {}
        }
        let directory = host.directories()?.into_iter().find(|(name, _)| name == DIRECTORY).map(|(_, found)| found);
        let bucket = host.bucket(BUCKET)?;
        opened();
        match (directory, bucket) {
            (Some(directory), None) => self.in_directory(&*directory),
            (None, Some(bucket)) => self.in_bucket(&*bucket),
            (Some(directory), Some(bucket)) if self.is_of_files() => {
                drop(bucket);
                self.in_directory(&*directory)
            }
            (_, Some(bucket)) => self.in_bucket(&*bucket),
            (None, None) => Err(PortError::Failed("no place".to_owned())),
        }
    }

    fn is_of_files(&self) -> bool {
        use Operation::{Delete, Exists, Get, ListKeys, Set};
        !matches!(self, Get(..) | Set(..) | Delete(..) | Exists(..) | ListKeys(..))
    }

    fn in_directory(&self, directory: &dyn Directory) -> PortResult<Found> {
        let stat = |stat: FileStat| (stat.bytes, stat.modified_ms);
        Ok(match self {
            Operation::Stat(path) => Found::Stat(directory.stat(path)?.map(stat)),
            Operation::Read(path) => Found::Bytes(directory.read(path)?),
            Operation::ReadRange(path, start, count) => Found::Bytes(directory.read_range(path, *start, *count)?),
            Operation::Create(path, bytes) => directory.create(path, bytes).map(|()| Found::Nothing)?,
            Operation::Rename(from, to) => Found::Is(directory.rename(from, to)?),
            Operation::Remove(path) => Found::Is(directory.remove(path)?),
            Operation::List(path) => Found::Names(directory.list(path)?),
            _ => unreachable!("{self} is no operation of a directory"),
        })
    }

    fn in_bucket(&self, bucket: &dyn Bucket) -> PortResult<Found> {
        Ok(match self {
            Operation::Get(key) => Found::Bytes(bucket.get(key)?),
            Operation::Set(key, value) => bucket.set(key, value).map(|()| Found::Nothing)?,
            Operation::Delete(key) => bucket.delete(key).map(|()| Found::Nothing)?,
            Operation::Exists(key) => Found::Is(bucket.exists(key)?),
            Operation::ListKeys(cursor) => {
                let KeyPage { keys, cursor } = bucket.list_keys(*cursor)?;
                Found::Page(keys, cursor)
            }
            _ => unreachable!("{self} is no operation of a bucket"),
        })
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operation::Directories => write!(f, "open directory"),
            Operation::OpenBucket(name) => write!(f, "open bucket {name}"),
            Operation::Now => write!(f, "what is the time"),
            Operation::Stat(path) => write!(f, "stat {path}"),
            Operation::Read(path) => write!(f, "read {path}"),
            Operation::ReadRange(path, start, count) => write!(f, "read {path} from {start}, {count} bytes"),
            Operation::Create(path, bytes) => write!(f, "create {path}, {} bytes", bytes.len()),
            Operation::Rename(from, to) => write!(f, "rename {from} to {to}"),
            Operation::Remove(path) => write!(f, "remove {path}"),
            Operation::List(path) => write!(f, "list {path}/"),
            Operation::Get(key) => write!(f, "get {key}"),
            Operation::Set(key, value) => write!(f, "set {key}, {} bytes", value.len()),
            Operation::Delete(key) => write!(f, "delete {key}"),
            Operation::Exists(key) => write!(f, "exists {key}"),
            Operation::ListKeys(None) => write!(f, "list keys"),
            Operation::ListKeys(Some(cursor)) => write!(f, "list keys from {cursor}"),
        }
    }
}

/// An outcome in a few words.
pub fn told(outcome: &Outcome) -> String {
    match outcome {
        Err(reason) => format!("error: {reason}"),
        Ok(Found::Nothing) => "done".to_owned(),
        Ok(Found::Is(is)) => if *is { "yes" } else { "no" }.to_owned(),
        Ok(Found::Time(time)) => format!("{time} ms"),
        Ok(Found::Names(names) | Found::Page(names, _)) => format!("[{}]", names.join(", ")),
        Ok(Found::Stat(Some((bytes, _)))) => format!("{bytes} bytes"),
        Ok(Found::Bytes(Some(bytes))) => format!("{} bytes", bytes.len()),
        Ok(Found::Stat(None) | Found::Bytes(None)) => "nothing there".to_owned(),
    }
}
