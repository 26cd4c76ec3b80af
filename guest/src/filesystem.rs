//! The core's [`Directory`] over `wasi:filesystem`.
//!
//! A path is walked part by part and no part is followed when it is a link ([`walk`]); bytes go through positional
//! reads and writes ([`transfer`]), not streams, so that no `wasi:io` is imported.

mod transfer;
mod walk;

use toolaria_core::ports::{Directory, FileStat, PortError, PortResult};

use self::walk::{Access, Place};
use crate::bindings::wasi::filesystem::types::{
    Descriptor, DescriptorFlags, DescriptorStat, DescriptorType, DirectoryEntry, ErrorCode, OpenFlags, PathFlags,
};
use crate::host::milliseconds;

/// A directory that the host gives.
pub struct Preopen {
    root: Descriptor,
}

impl Preopen {
    pub fn new(root: Descriptor) -> Self {
        Self { root }
    }

    fn stat_file(&self, path: &str) -> Result<Option<FileStat>, Failure> {
        match walk::find(&self.root, path, Access::Read)? {
            Some(place) => stat_at(&place),
            None => Ok(None),
        }
    }

    fn read_file(&self, path: &str) -> Result<Option<Vec<u8>>, Failure> {
        match self.open_file(path)? {
            Some(file) => transfer::read_all(&file).map(Some),
            None => Ok(None),
        }
    }

    fn read_file_range(&self, path: &str, start: u64, count: usize) -> Result<Option<Vec<u8>>, Failure> {
        match self.open_file(path)? {
            Some(file) => transfer::read_range(&file, start, count).map(Some),
            None => Ok(None),
        }
    }

    /// The type is asked for before the file is opened, because opening a named pipe can block, and once more
    /// afterwards, because the name may have been given to something else in between.
    fn open_file(&self, path: &str) -> Result<Option<Descriptor>, Failure> {
        let Some(place) = walk::find(&self.root, path, Access::Read)? else {
            return Ok(None);
        };
        if stat_at(&place)?.is_none() {
            return Ok(None);
        }
        let file = place.folder.open_at(PathFlags::empty(), place.name, OpenFlags::empty(), DescriptorFlags::READ);
        let Some(file) = present(file)? else {
            return Ok(None);
        };
        regular(file.get_type()?)?;
        Ok(Some(file))
    }

    fn create_file(&self, path: &str, bytes: &[u8]) -> Result<Descriptor, Failure> {
        let place = walk::make(&self.root, path)?;
        let new = OpenFlags::CREATE | OpenFlags::EXCLUSIVE;
        let file = place.folder.open_at(PathFlags::empty(), place.name, new, DescriptorFlags::WRITE)?;
        transfer::write_all(&file, bytes)?;
        Ok(file)
    }

    /// Where the file went, for whoever wants that on the disk.
    fn rename_file<'p>(&'p self, from: &str, to: &'p str) -> Result<Option<Place<'p>>, Failure> {
        let Some(source) = walk::find(&self.root, from, Access::Mutate)? else {
            return Ok(None);
        };
        if stat_at(&source)?.is_none() {
            return Ok(None);
        }
        let target = walk::make(&self.root, to)?;
        let renamed = present(source.folder.rename_at(source.name, &target.folder, target.name))?;
        Ok(renamed.map(|()| target))
    }

    fn remove_file(&self, path: &str) -> Result<bool, Failure> {
        match walk::find(&self.root, path, Access::Mutate)? {
            Some(place) => Ok(present(place.folder.unlink_file_at(place.name))?.is_some()),
            None => Ok(false),
        }
    }

    fn list_names(&self, path: &str) -> Result<Vec<String>, Failure> {
        let Some(folder) = walk::enter(&self.root, path, Access::Read)? else {
            return Ok(Vec::new());
        };
        let entries = folder.read_directory()?;
        let mut names = Vec::new();
        loop {
            match entries.read_directory_entry() {
                Ok(Some(entry)) => names.push(listed_name(entry)),
                Ok(None) => break,
                // The host looks at each entry, which another process may have taken away since.
                Err(ErrorCode::NoEntry) => {}
                Err(code) => return Err(code.into()),
            }
        }
        names.sort_unstable();
        Ok(names)
    }
}

impl Directory for Preopen {
    fn stat(&self, path: &str) -> PortResult<Option<FileStat>> {
        self.stat_file(path).map_err(Failure::bare)
    }

    fn read(&self, path: &str) -> PortResult<Option<Vec<u8>>> {
        self.read_file(path).map_err(Failure::bare)
    }

    fn read_range(&self, path: &str, start: u64, count: usize) -> PortResult<Option<Vec<u8>>> {
        self.read_file_range(path, start, count).map_err(Failure::bare)
    }

    fn create(&self, path: &str, bytes: &[u8]) -> PortResult<()> {
        let synced = || Ok(self.create_file(path, bytes)?.sync_data()?);
        synced().map_err(Failure::bare)
    }

    fn rename(&self, from: &str, to: &str) -> PortResult<bool> {
        let target = self.rename_file(from, to).map_err(Failure::bare)?;
        Ok(target.inspect(|target| walk::sync(&target.folder)).is_some())
    }

    fn create_unsynced(&self, path: &str, bytes: &[u8]) -> PortResult<()> {
        self.create_file(path, bytes).map(drop).map_err(Failure::bare)
    }

    fn rename_unsynced(&self, from: &str, to: &str) -> PortResult<bool> {
        self.rename_file(from, to).map(|target| target.is_some()).map_err(Failure::bare)
    }

    fn remove(&self, path: &str) -> PortResult<bool> {
        self.remove_file(path).map_err(Failure::bare)
    }

    fn list(&self, path: &str) -> PortResult<Vec<String>> {
        self.list_names(path).map_err(Failure::bare)
    }
}

/// Why an operation failed.
enum Failure {
    Host(ErrorCode),
    NotRegular,
    /// The host accepted no byte of a write and named no error.
    NothingWritten,
    /// The file does not fit into the guest's memory.
    NoMemory,
}

impl Failure {
    /// Without the path: its parts may be a session's key, and the core says at which step it failed.
    fn bare(self) -> PortError {
        let reason = match self {
            Self::NotRegular => return PortError::NotRegular,
            Self::Host(ErrorCode::Io) => {
                "an input or output error, as on a disk that is broken or read-only".to_owned()
            }
            Self::Host(code) => code.name().replace('-', " "),
            Self::NothingWritten => "it accepted no more bytes".to_owned(),
            Self::NoMemory => "it is too large for the memory of the component".to_owned(),
        };
        PortError::Failed(reason)
    }
}

impl From<ErrorCode> for Failure {
    /// Hosts refuse a link on the way in one of two ways.
    fn from(code: ErrorCode) -> Self {
        match code {
            ErrorCode::Loop | ErrorCode::NotDirectory | ErrorCode::IsDirectory => Self::NotRegular,
            code => Self::Host(code),
        }
    }
}

/// `None` where the host says that nothing is there.
fn present<T>(result: Result<T, ErrorCode>) -> Result<Option<T>, ErrorCode> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(ErrorCode::NoEntry) => Ok(None),
        Err(code) => Err(code),
    }
}

/// What the regular file at `place` is like. `None` where nothing is.
fn stat_at(place: &Place<'_>) -> Result<Option<FileStat>, Failure> {
    match present(place.folder.stat_at(PathFlags::empty(), place.name))? {
        Some(stat) => file_stat(&stat).map(Some),
        None => Ok(None),
    }
}

fn file_stat(stat: &DescriptorStat) -> Result<FileStat, Failure> {
    regular(stat.type_)?;
    Ok(FileStat { bytes: stat.size, modified_ms: stat.data_modification_timestamp.map_or(0, milliseconds) })
}

fn regular(kind: DescriptorType) -> Result<(), Failure> {
    match kind {
        DescriptorType::RegularFile => Ok(()),
        _ => Err(Failure::NotRegular),
    }
}

fn listed_name(entry: DirectoryEntry) -> String {
    match entry.type_ {
        DescriptorType::Directory => entry.name + "/",
        _ => entry.name,
    }
}
