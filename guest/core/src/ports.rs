//! The core's only door to the outside: a [`Host`], and the [`Directory`] and [`Bucket`] that it opens.
//!
//! Each method is one storage operation. The store's protocol (what is written in which order, and read back) is built
//! from these operations in [`crate::store`], so that a test can stop it after any of them. [`memory`] is the
//! implementation that the tests use.

pub mod memory;

use std::fmt;
use std::rc::Rc;

/// Why an operation did not work. As text it is a bare reason, lower-case and without a period, such as
/// `access denied`: no path, no key, no content. [`crate::store`] makes a sentence of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PortError {
    /// What is there is no regular file, or a part of its path is no directory: a link, for example. Trying again is no use.
    NotRegular,
    /// The host's storage failed, for this reason.
    Failed(String),
}

impl fmt::Display for PortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PortError::NotRegular => "what is in its place is no regular file",
            PortError::Failed(reason) => reason,
        })
    }
}

pub type PortResult<T> = Result<T, PortError>;

/// Everything that the core needs from outside.
pub trait Host {
    /// The directories that the host gives, by name, in the host's order.
    fn directories(&self) -> PortResult<Vec<(String, Rc<dyn Directory>)>>;

    /// Opens a bucket afresh. `None` is the host's "no such store", any other failure an error.
    fn bucket(&self, name: &str) -> PortResult<Option<Rc<dyn Bucket>>>;

    /// Milliseconds since 1970-01-01T00:00:00Z.
    fn now_ms(&self) -> u64;

    /// A number that other processes do not draw at the same time.
    fn random(&self) -> u64;

    /// A setting's text, or `None` where the host sets nothing.
    fn setting(&self, name: &str) -> PortResult<Option<String>>;

    /// The names of all settings that the host sets.
    fn setting_names(&self) -> PortResult<Vec<String>>;
}

/// What is under a name in a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStat {
    pub bytes: u64,
    /// Milliseconds since 1970-01-01T00:00:00Z; 0 where the host does not tell.
    pub modified_ms: u64,
}

/// A directory and what is below it.
///
/// Paths are relative, their parts separated by `/`; the core never passes a `..` or an empty part. No part of a path
/// is followed when it is a symbolic link, and what is no regular file is [`PortError::NotRegular`], never read.
pub trait Directory {
    /// `None` where nothing is.
    fn stat(&self, path: &str) -> PortResult<Option<FileStat>>;

    /// The whole file, or `None` where nothing is.
    fn read(&self, path: &str) -> PortResult<Option<Vec<u8>>>;

    /// At most `count` bytes from `start`; fewer only at the end of the file. `None` where nothing is.
    fn read_range(&self, path: &str, start: u64, count: usize) -> PortResult<Option<Vec<u8>>>;

    /// Writes a new file and brings it to the disk. Parents are made. Fails where something is already.
    /// A failure can leave a part of the file behind.
    fn create(&self, path: &str, bytes: &[u8]) -> PortResult<()>;

    /// Moves a file within this directory, replacing what is at `to`, and brings the change to the disk as far as the host can.
    /// Parents are made. `false` where nothing is at `from`.
    fn rename(&self, from: &str, to: &str) -> PortResult<bool>;

    /// As [`Directory::create`], but other processes see the file before it is on the disk: after a power cut it may be
    /// empty or gone. Waiting for the disk takes a hundred times as long.
    fn create_unsynced(&self, path: &str, bytes: &[u8]) -> PortResult<()> {
        self.create(path, bytes)
    }

    /// As [`Directory::rename`], in the same way.
    fn rename_unsynced(&self, from: &str, to: &str) -> PortResult<bool> {
        self.rename(from, to)
    }

    /// Deletes a file. `false` where nothing was.
    fn remove(&self, path: &str) -> PortResult<bool>;

    /// The names in a directory, sorted; sub-directories end with `/`. Empty where nothing is.
    fn list(&self, path: &str) -> PortResult<Vec<String>>;
}

/// A page of a bucket's keys, in the bucket's order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyPage {
    pub keys: Vec<String>,
    /// Present when there are more.
    pub cursor: Option<u64>,
}

/// A key-value bucket. A write that returned is seen by every bucket opened afterwards.
pub trait Bucket {
    fn get(&self, key: &str) -> PortResult<Option<Vec<u8>>>;

    fn set(&self, key: &str, value: &[u8]) -> PortResult<()>;

    /// The same for a value that may be lost in a power cut, if that is cheaper.
    fn set_unsynced(&self, key: &str, value: &[u8]) -> PortResult<()> {
        self.set(key, value)
    }

    /// Nothing happens where nothing is.
    fn delete(&self, key: &str) -> PortResult<()>;

    fn exists(&self, key: &str) -> PortResult<bool>;

    fn list_keys(&self, cursor: Option<u64>) -> PortResult<KeyPage>;
}
