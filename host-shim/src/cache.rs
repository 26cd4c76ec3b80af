//! Compiled components on disk.
//!
//! A file here is native code: who can write it owns the process. So it is only loaded from a directory, and as a
//! file, that nobody but this user can write. A cache that cannot be used is passed over, never an error.

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FlockOperation, Mode, OFlags};
use rustix::io::Errno;
use wasmtime::Engine;
use wasmtime::component::Component;

use crate::fs;

/// What the names of files start with that are being written.
const UNFINISHED: &str = "unfinished-";

/// A process that was stopped in its turn, but not ended, shall not stop all others.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(20);

/// The right to compile, given back on drop, and by the system when the process ends.
pub(crate) struct Turn(#[expect(dead_code, reason = "holds the lock")] OwnedFd);

/// The place of one component, compiled for one engine.
pub(crate) struct Cache {
    directory: PathBuf,
    file: PathBuf,
}

impl Cache {
    /// `None` if `directory` cannot be made, is a link, belongs to somebody else or is open to others.
    pub(crate) fn open(directory: &Path, engine: &Engine, component_digest: &[u8; 32]) -> Option<Cache> {
        fs::make_private_directory(directory).ok()?;
        fs::check_private(directory).ok()?;
        let component: String = component_digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut compatibility = DefaultHasher::new();
        engine.precompile_compatibility_hash().hash(&mut compatibility);
        let file = directory.join(format!("{component}-{:016x}.cwasm", compatibility.finish()));
        Some(Cache { directory: directory.into(), file })
    }

    /// `None` if there is nothing usable.
    pub(crate) fn load(&self, engine: &Engine) -> Option<Component> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut file = File::from(rustix::fs::openat(CWD, &self.file, flags, Mode::empty()).ok()?);
        let metadata = file.metadata().ok()?;
        if !metadata.is_file() || !fs::is_private(&metadata) {
            return None;
        }
        let mut compiled = Vec::new();
        file.read_to_end(&mut compiled).ok()?;
        // SAFETY: the file lies in a directory, and is one, that only this user can write: `store` wrote it.
        unsafe { Component::deserialize(engine, compiled) }.ok()
    }

    /// Waits until no other process compiles: it takes seconds of all cores, and of processes that start at once the others
    /// then load what the first has stored. `None` where that cannot be had, or takes too long; then all compile.
    pub(crate) fn wait_for_turn(&self) -> Option<Turn> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let directory = rustix::fs::openat(CWD, &self.directory, flags, Mode::empty()).ok()?;
        let start = Instant::now();
        loop {
            match rustix::fs::flock(&directory, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Some(Turn(directory)),
                Err(Errno::AGAIN) if start.elapsed() < LONGEST_WAIT => thread::sleep(PAUSE),
                Err(_) => return None,
            }
        }
    }

    /// Written beside and renamed, so that no reader sees half of it. What is still there of processes that were killed while
    /// they wrote is removed, if it is this one's turn.
    pub(crate) fn store(&self, component: &Component, turn: Option<&Turn>) {
        // Whatever fails, the next process compiles again.
        if turn.is_some() {
            let _ = self.remove_unfinished();
        }
        if let Ok(compiled) = component.serialize() {
            let _ = self.write(&compiled);
        }
    }

    fn remove_unfinished(&self) -> std::io::Result<()> {
        for entry in self.directory.read_dir()? {
            let entry = entry?;
            if entry.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes()) {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    fn write(&self, compiled: &[u8]) -> std::io::Result<()> {
        let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&self.directory)?;
        file.write_all(compiled)?;
        file.as_file().sync_all()?;
        file.persist(&self.file)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;
    use crate::engine::engine;

    fn open(directory: &Path) -> Option<Cache> {
        Cache::open(directory, engine().unwrap(), &[7; 32])
    }

    fn compiled() -> Component {
        Component::new(engine().unwrap(), b"\0asm\x0d\0\x01\0").unwrap()
    }

    #[test]
    fn what_was_stored_is_loaded_again() {
        let root = tempfile::tempdir().unwrap();
        let cache = open(&root.path().join("cache")).unwrap();
        assert!(cache.load(engine().unwrap()).is_none());
        cache.store(&compiled(), None);
        assert!(cache.load(engine().unwrap()).is_some());
    }

    #[test]
    fn a_directory_that_a_group_can_write_is_passed_over() {
        let root = tempfile::tempdir().unwrap();
        std::fs::set_permissions(root.path(), PermissionsExt::from_mode(0o770)).unwrap();
        assert!(open(root.path()).is_none());
    }

    #[test]
    fn a_link_to_a_directory_is_passed_over() {
        let root = tempfile::tempdir().unwrap();
        let link = root.path().join("link");
        std::fs::create_dir(root.path().join("real")).unwrap();
        symlink(root.path().join("real"), &link).unwrap();
        assert!(open(&link).is_none());
    }

    #[test]
    fn a_file_that_others_can_write_is_not_loaded() {
        let root = tempfile::tempdir().unwrap();
        let cache = open(&root.path().join("cache")).unwrap();
        cache.store(&compiled(), None);
        std::fs::set_permissions(&cache.file, PermissionsExt::from_mode(0o666)).unwrap();
        assert!(cache.load(engine().unwrap()).is_none());
    }

    #[test]
    fn a_link_in_place_of_the_file_is_not_loaded() {
        let root = tempfile::tempdir().unwrap();
        let cache = open(&root.path().join("cache")).unwrap();
        cache.store(&compiled(), None);
        let elsewhere = root.path().join("elsewhere");
        std::fs::rename(&cache.file, &elsewhere).unwrap();
        symlink(&elsewhere, &cache.file).unwrap();
        assert!(cache.load(engine().unwrap()).is_none());
    }

    #[test]
    fn a_turn_is_one_processs_and_its_end_is_anothers() {
        let root = tempfile::tempdir().unwrap();
        let cache = open(&root.path().join("cache")).unwrap();
        let turn = cache.wait_for_turn().unwrap();
        std::thread::scope(|scope| {
            let other = scope.spawn(|| cache.wait_for_turn().map(drop));
            std::thread::sleep(2 * PAUSE);
            assert!(!other.is_finished());
            drop(turn);
            assert!(other.join().unwrap().is_some());
        });
    }

    #[test]
    fn what_a_killed_process_left_is_removed_in_a_turn_only() {
        let root = tempfile::tempdir().unwrap();
        let cache = open(&root.path().join("cache")).unwrap();
        let left = cache.directory.join("unfinished-x");
        std::fs::write(&left, "half").unwrap();
        cache.store(&compiled(), None);
        assert!(left.exists());
        cache.store(&compiled(), cache.wait_for_turn().as_ref());
        assert!(!left.exists() && cache.file.exists());
    }

    #[test]
    fn garbage_is_not_loaded() {
        let root = tempfile::tempdir().unwrap();
        let cache = open(&root.path().join("cache")).unwrap();
        cache.write(b"not code").unwrap();
        assert!(cache.load(engine().unwrap()).is_none());
    }
}
