//! From a path to an open directory and a name in it. Each part is opened by itself, with nothing followed, so that a
//! link in any part of a path fails instead of leading elsewhere.

use std::ops::Deref;

use super::{Failure, present};
use crate::bindings::wasi::filesystem::types::{Descriptor, DescriptorFlags, ErrorCode, OpenFlags, PathFlags};

/// What the directories of a path are opened for. A read-only preopen refuses [`Access::Mutate`].
#[derive(Clone, Copy)]
pub enum Access {
    Read,
    Mutate,
}

impl Access {
    fn flags(self) -> DescriptorFlags {
        match self {
            Self::Read => DescriptorFlags::READ,
            Self::Mutate => DescriptorFlags::READ | DescriptorFlags::MUTATE_DIRECTORY,
        }
    }
}

/// An open directory: the preopen itself or one below it.
pub enum Folder<'a> {
    Root(&'a Descriptor),
    Below(Descriptor),
}

impl Deref for Folder<'_> {
    type Target = Descriptor;

    fn deref(&self) -> &Descriptor {
        match self {
            Self::Root(descriptor) => descriptor,
            Self::Below(descriptor) => descriptor,
        }
    }
}

/// A name in an open directory, whether something is there or not.
pub struct Place<'a> {
    pub folder: Folder<'a>,
    pub name: &'a str,
}

/// Opens the directory at `path`, the empty path being `root` itself. `None` where nothing is.
pub fn enter<'a>(root: &'a Descriptor, path: &str, access: Access) -> Result<Option<Folder<'a>>, Failure> {
    let mut folder = Folder::Root(root);
    for part in parts(path) {
        match present(open(&folder, part, access))? {
            Some(below) => folder = Folder::Below(below),
            None => return Ok(None),
        }
    }
    Ok(Some(folder))
}

/// The place that `path` names. `None` where one of its directories is missing.
pub fn find<'a>(root: &'a Descriptor, path: &'a str, access: Access) -> Result<Option<Place<'a>>, Failure> {
    let (parents, name) = split(path);
    let folder = enter(root, parents, access)?;
    Ok(folder.map(|folder| Place { folder, name }))
}

/// The place that `path` names, after making the directories that are missing.
pub fn make<'a>(root: &'a Descriptor, path: &'a str) -> Result<Place<'a>, Failure> {
    let (parents, name) = split(path);
    let mut folder = Folder::Root(root);
    for part in parts(parents) {
        let below = match present(open(&folder, part, Access::Mutate))? {
            Some(below) => below,
            None => make_directory(&folder, part)?,
        };
        folder = Folder::Below(below);
    }
    Ok(Place { folder, name })
}

/// Brings the names in a directory to the disk, as far as the host can: some refuse it for directories, and the names
/// are then as durable as that host makes them.
pub fn sync(folder: &Descriptor) {
    let _unsupported = folder.sync();
}

fn make_directory(folder: &Descriptor, name: &str) -> Result<Descriptor, ErrorCode> {
    match folder.create_directory_at(name) {
        // Another process made it first.
        Ok(()) | Err(ErrorCode::Exist) => {}
        Err(code) => return Err(code),
    }
    sync(folder);
    open(folder, name, Access::Mutate)
}

fn open(folder: &Descriptor, name: &str, access: Access) -> Result<Descriptor, ErrorCode> {
    let opened = |flags| folder.open_at(PathFlags::empty(), name, OpenFlags::DIRECTORY, flags);
    match opened(access.flags()) {
        // Hosts that do not know the flag, as in JavaScript, change directories without it.
        Err(ErrorCode::Unsupported) => opened(DescriptorFlags::READ),
        opened => opened,
    }
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}
