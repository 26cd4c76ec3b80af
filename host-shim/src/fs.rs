//! Directories and files that only this user can read, the store's first of all.

use std::fs::{DirBuilder, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::Error;

/// The directory of the store where the host puts what the component is to move in.
const INCOMING: &str = "incoming";

/// The store directory, which the component gets as `/store`.
#[derive(Debug, Clone)]
pub(crate) struct StoreDir(PathBuf);

impl StoreDir {
    /// Makes the directory if there is none, and closes it to others.
    ///
    /// Errors: `Storage` if the path is a symbolic link or no directory, belongs to another user, or cannot be made.
    pub(crate) fn open(path: &Path) -> Result<StoreDir, Error> {
        own_directory(path).map_err(|e| Error::storage(path, e))?;
        Ok(StoreDir(path.into()))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The path `<store>.<suffix>`, out of the component's reach.
    pub(crate) fn beside(&self, suffix: &str) -> PathBuf {
        self.0.with_added_extension(suffix)
    }

    /// Puts what `content` gives into a new private file of `incoming/`, which is deleted on drop if it is still there. It
    /// is on the disk afterwards: the component only renames the file, and a handle is a promise.
    pub(crate) fn spool(&self, mut content: impl Read) -> Result<Spooled, Error> {
        let incoming = self.0.join(INCOMING);
        let mut spool = || -> io::Result<NamedTempFile> {
            own_directory(&incoming)?;
            let mut file = tempfile::Builder::new().prefix("").rand_bytes(24).tempfile_in(&incoming)?;
            io::copy(&mut content, file.as_file_mut())?;
            file.as_file().sync_data()?;
            Ok(file)
        };
        spool().map(Spooled).map_err(|e| Error::storage(&incoming, e))
    }
}

/// A file in `incoming/` that the component has not yet taken.
pub(crate) struct Spooled(NamedTempFile);

impl Spooled {
    /// The path as the component knows it.
    pub(crate) fn guest_path(&self) -> String {
        let name = self.0.path().file_name().unwrap_or_default();
        format!("{INCOMING}/{}", name.to_string_lossy())
    }
}

/// Makes `path` with mode 0700, and its parents with what the umask gives.
pub(crate) fn make_private_directory(path: &Path) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    match DirBuilder::new().mode(0o700).create(path) {
        Err(e) if e.kind() == ErrorKind::AlreadyExists => Ok(()),
        other => other,
    }
}

/// Fails unless `path` is this user's directory, itself and not by a link, that nobody else can enter.
pub(crate) fn check_private(path: &Path) -> io::Result<()> {
    check_owned(path)?;
    match is_private(&path.symlink_metadata()?) {
        true => Ok(()),
        false => Err(io::Error::other("is open to other users")),
    }
}

/// Whether this user owns it and nobody else may do anything with it.
pub(crate) fn is_private(metadata: &Metadata) -> bool {
    is_mine(metadata) && metadata.mode() & 0o077 == 0
}

/// Makes `path` if there is no such file, with mode 0600.
///
/// Fails if it is not a regular file, or another user's.
pub(crate) fn make_private_file(path: &Path) -> io::Result<()> {
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Err(e) if e.kind() == ErrorKind::AlreadyExists => {
            let metadata = path.symlink_metadata()?;
            match metadata.is_file() && is_mine(&metadata) {
                true if metadata.mode() & 0o777 == 0o600 => Ok(()),
                true => std::fs::set_permissions(path, Permissions::from_mode(0o600)),
                false => Err(io::Error::other("is not a regular file of this user")),
            }
        }
        other => other.map(drop),
    }
}

fn own_directory(path: &Path) -> io::Result<()> {
    make_private_directory(path)?;
    check_owned(path)?;
    match path.symlink_metadata()?.mode() & 0o777 {
        // A store on a medium that cannot be written can still be read.
        0o700 | 0o500 => Ok(()),
        _ => std::fs::set_permissions(path, Permissions::from_mode(0o700)),
    }
}

fn check_owned(path: &Path) -> io::Result<()> {
    // A trailing slash would follow a link.
    let metadata = path.components().collect::<PathBuf>().symlink_metadata()?;
    if metadata.is_symlink() {
        return Err(io::Error::other("is a symbolic link: name the directory itself"));
    }
    if !metadata.is_dir() {
        return Err(io::Error::other("is not a directory"));
    }
    if !is_mine(&metadata) {
        return Err(io::Error::other("belongs to another user"));
    }
    Ok(())
}

fn is_mine(metadata: &Metadata) -> bool {
    metadata.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn mode(path: &Path) -> u32 {
        path.symlink_metadata().unwrap().mode() & 0o777
    }

    #[test]
    fn a_store_is_closed_to_others_even_if_it_was_open() {
        let root = tempfile::tempdir().unwrap();
        std::fs::set_permissions(root.path(), Permissions::from_mode(0o755)).unwrap();
        StoreDir::open(root.path()).unwrap();
        assert_eq!(mode(root.path()), 0o700);
    }

    #[test]
    fn a_store_that_is_closed_already_is_left_alone() {
        let root = tempfile::tempdir().unwrap();
        std::fs::set_permissions(root.path(), Permissions::from_mode(0o500)).unwrap();
        StoreDir::open(root.path()).unwrap();
        assert_eq!(mode(root.path()), 0o500);
    }

    #[test]
    fn a_link_is_no_store() {
        let root = tempfile::tempdir().unwrap();
        let link = root.path().join("link");
        symlink(root.path(), &link).unwrap();
        for path in [link.clone(), link.join("")] {
            let error = StoreDir::open(&path).unwrap_err();
            assert!(error.to_string().contains("is a symbolic link"), "{error}");
        }
    }

    #[test]
    fn a_spooled_file_is_private_and_gone_afterwards() {
        let root = tempfile::tempdir().unwrap();
        let store = StoreDir::open(&root.path().join("store")).unwrap();
        let spooled = store.spool(&b"result"[..]).unwrap();
        let path = store.path().join(spooled.guest_path());
        assert_eq!(std::fs::read(&path).unwrap(), b"result");
        assert_eq!(mode(&path), 0o600);
        drop(spooled);
        assert!(!path.exists());
    }

    #[test]
    fn a_spooled_file_that_was_moved_in_stays() {
        let root = tempfile::tempdir().unwrap();
        let store = StoreDir::open(root.path()).unwrap();
        let spooled = store.spool(&b"result"[..]).unwrap();
        let blob = store.path().join("blob");
        std::fs::rename(store.path().join(spooled.guest_path()), &blob).unwrap();
        drop(spooled);
        assert!(blob.exists());
    }

    #[test]
    fn incoming_as_a_link_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let store = StoreDir::open(&root.path().join("store")).unwrap();
        symlink(root.path(), store.path().join(INCOMING)).unwrap();
        assert!(store.spool(&b"result"[..]).is_err());
    }
}
