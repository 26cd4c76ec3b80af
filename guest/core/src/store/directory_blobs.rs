//! Blobs as files: written under a temporary name and renamed, set aside by renaming.

use super::blobs::{Aside, Blobs, Leftover, Listed};
use super::scan::Names;
use super::{During, names};
use crate::error::Result;
use crate::ports::{Directory, FileStat, Host, PortError};
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

/// How often a reader looks for a blob that is being moved to and fro. Each further look needs a further sweep in the way.
const LOOKS: usize = 3;

/// What is compared at once. A blob may be so large that there is no room for a second copy of it.
const BLOCK_BYTES: usize = 1 << 20;

pub(super) struct DirectoryBlobs<'a> {
    pub directory: Rc<dyn Directory>,
    pub host: &'a dyn Host,
}

impl DirectoryBlobs<'_> {
    /// What `look` finds of a blob, after bringing it back as often as a sweep has it aside.
    fn find<T>(&self, digest: &str, look: impl Fn(&str) -> Result<Option<T>>) -> Result<Option<T>> {
        let path = names::blob(digest);
        for _ in 1..LOOKS {
            if let Some(found) = look(&path)? {
                return Ok(Some(found));
            }
            for aside in self.set_aside_before()?.iter().filter(|aside| aside.digest == digest) {
                self.bring_back(aside)?;
            }
        }
        look(&path)
    }

    fn stat(&self, path: &str) -> Result<Option<FileStat>> {
        self.directory.stat(path).during("looking at a blob")
    }

    /// Whether a file has these bytes. `None` where nothing is.
    fn has(&self, path: &str, bytes: &[u8]) -> Result<Option<bool>> {
        match self.stat(path)? {
            None => return Ok(None),
            Some(stat) if stat.bytes != bytes.len() as u64 => return Ok(Some(false)),
            Some(_) => {}
        }
        for (number, block) in bytes.chunks(BLOCK_BYTES).enumerate() {
            let start = (number * BLOCK_BYTES) as u64;
            match self.directory.read_range(path, start, block.len()).during("reading the blob")? {
                None => return Ok(None),
                Some(found) if found != block => return Ok(Some(false)),
                Some(_) => {}
            }
        }
        Ok(Some(true))
    }

    /// The names in a folder; a folder in it is none of ours.
    fn files(&self, folder: &str) -> Result<Vec<String>> {
        let mut names = self.directory.list(folder).during("listing the store directory")?;
        names.retain(|name| !name.ends_with('/'));
        Ok(names)
    }

    /// Whether what is there is no file, such as a link.
    fn is_no_file(&self, path: &str) -> bool {
        matches!(self.directory.stat(path), Err(PortError::NotRegular))
    }

    /// Moves what is a file and leaves alone what is not. Whether anything was moved.
    fn move_file(&self, from: &str, to: &str, step: &str) -> Result<bool> {
        match self.directory.rename(from, to) {
            Err(PortError::NotRegular) if self.is_no_file(from) => Ok(false),
            moved => moved.during(step),
        }
    }

    fn remove(&self, path: &str) -> Result<bool> {
        self.directory.remove(path).during("deleting a file of the store")
    }
}

impl Blobs for DirectoryBlobs<'_> {
    fn read(&self, digest: &str) -> Result<Option<Vec<u8>>> {
        self.find(digest, |path| self.directory.read(path).during("reading the blob"))
    }

    fn read_range(&self, digest: &str, range: &Range<u64>) -> Result<Option<Vec<u8>>> {
        let count = usize::try_from(range.end.saturating_sub(range.start)).unwrap_or(usize::MAX);
        self.find(digest, |path| self.directory.read_range(path, range.start, count).during("reading the blob"))
    }

    fn holds(&self, digest: &str, bytes: &[u8]) -> Result<bool> {
        Ok(self.find(digest, |path| self.has(path, bytes))?.unwrap_or_default())
    }

    fn size(&self, digest: &str) -> Result<Option<u64>> {
        self.find(digest, |path| Ok(self.stat(path)?.map(|stat| stat.bytes)))
    }

    fn write(&self, digest: &str, bytes: &[u8]) -> Result<()> {
        let temporary = names::temporary(self.host.random());
        self.directory.create(&temporary, bytes).during("writing the blob")?;
        self.adopt(digest, &temporary)
    }

    fn adopt(&self, digest: &str, path: &str) -> Result<()> {
        self.directory.rename(path, &names::blob(digest)).during("moving the blob to its place").map(drop)
    }

    fn digests(&self) -> Result<BTreeSet<String>> {
        Ok(self.files(names::BLOBS)?.into_iter().filter(|name| names::is_digest(name)).collect())
    }

    fn look(&self, digest: &str) -> Result<Option<Listed>> {
        let listed =
            |FileStat { bytes, modified_ms }| Listed { digest: digest.to_owned(), bytes, written_ms: modified_ms };
        Ok(self.stat(&names::blob(digest))?.map(listed))
    }

    fn set_aside(&self, digest: &str) -> Result<Option<Aside>> {
        // The name is random: whoever set it aside never deletes what another sweep set aside later.
        let token = names::aside(digest, self.host.random());
        let moved = self.move_file(&names::blob(digest), &token, "setting a blob aside")?;
        Ok(moved.then(|| Aside { digest: digest.to_owned(), token }))
    }

    fn set_aside_before(&self) -> Result<Vec<Aside>> {
        let aside = |name: &String| {
            let (digest, _) = names::digest_and_rest(name)?;
            Some(Aside { digest: digest.to_owned(), token: format!("{}/{name}", names::ASIDE) })
        };
        Ok(self.files(names::ASIDE)?.iter().filter_map(aside).collect())
    }

    fn bring_back(&self, aside: &Aside) -> Result<()> {
        // A blob that was put again in the meantime was compared with its content then; this one was not.
        let path = names::blob(&aside.digest);
        match self.directory.stat(&path) {
            Err(PortError::NotRegular) => Ok(()),
            Err(error) => Err(error).during("looking at a blob"),
            Ok(Some(_)) => self.remove(&aside.token).map(drop),
            Ok(None) => self.move_file(&aside.token, &path, "moving the blob to its place").map(drop),
        }
    }

    fn discard(&self, aside: &Aside) -> Result<Option<u64>> {
        let bytes = self.stat(&aside.token)?.map(|stat| stat.bytes);
        Ok(if self.remove(&aside.token)? { bytes } else { None })
    }

    fn is_withheld(&self, aside: &Aside) -> bool {
        self.is_no_file(&aside.token)
    }

    fn sidecars(&self) -> Result<BTreeSet<String>> {
        Ok(self.files(names::SIDECARS)?.into_iter().filter(|name| names::digest_and_rest(name).is_some()).collect())
    }

    fn sidecar_bytes(&self, name: &str) -> Result<Option<u64>> {
        match self.directory.stat(&names::sidecar(name)) {
            Err(PortError::NotRegular) => Ok(None),
            found => Ok(found.during("looking at a sidecar")?.map(|stat| stat.bytes)),
        }
    }

    fn sidecar(&self, name: &str) -> Result<Option<Vec<u8>>> {
        self.directory.read(&names::sidecar(name)).during("reading a sidecar")
    }

    fn write_sidecar(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let temporary = names::temporary(self.host.random());
        self.directory.create(&temporary, bytes).during("writing a sidecar")?;
        self.directory.rename(&temporary, &names::sidecar(name)).during("writing a sidecar").map(drop)
    }

    fn remove_sidecar(&self, name: &str) -> Result<()> {
        self.remove(&names::sidecar(name)).map(drop)
    }

    fn read_aside(&self, aside: &Aside) -> Result<Option<Vec<u8>>> {
        self.directory.read(&aside.token).during("reading a blob that is set aside")
    }

    fn leftovers(&self, before_ms: u64) -> Result<Vec<Leftover>> {
        let mut leftovers = Vec::new();
        for folder in [names::TEMPORARY, names::INCOMING, names::SIDECARS] {
            let files = self.files(folder)?.into_iter();
            let files = files.filter(|name| folder != names::SIDECARS || names::digest_and_rest(name).is_none());
            for name in files.map(|name| format!("{folder}/{name}")) {
                // What is no file, such as a link, is nothing that a call of ours has left.
                let stat = self.stat(&name).ok().flatten();
                let old = stat.filter(|stat| (1..before_ms).contains(&stat.modified_ms));
                leftovers.extend(old.map(|FileStat { bytes, .. }| Leftover { name, bytes }));
            }
        }
        Ok(leftovers)
    }

    fn remove_leftover(&self, leftover: &Leftover) -> Result<()> {
        self.remove(&leftover.name).map(drop)
    }

    /// A file has no parts.
    fn remove_orphans(&self, _: &dyn Fn() -> Result<Names>) -> Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::memory::MemoryHost;

    const DIGEST: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    fn with_blobs(test: impl FnOnce(&MemoryHost, &DirectoryBlobs)) {
        let host = MemoryHost::new();
        let directory = Rc::clone(&host.directories().unwrap()[0].1);
        test(&host, &DirectoryBlobs { directory, host: &host });
    }

    #[test]
    fn a_blob_is_compared_to_its_last_byte_in_blocks() {
        with_blobs(|host, blobs| {
            let bytes = vec![7; 2 * BLOCK_BYTES + 1];
            assert!(!blobs.holds(DIGEST, &bytes).unwrap());
            blobs.write(DIGEST, &bytes).unwrap();
            let before = host.operations();
            assert!(blobs.holds(DIGEST, &bytes).unwrap());
            assert_eq!(host.operations() - before, 4);
            for (position, byte) in [(0, 8), (BLOCK_BYTES, 8), (2 * BLOCK_BYTES, 8)] {
                let mut other = bytes.clone();
                other[position] = byte;
                assert!(!blobs.holds(DIGEST, &other).unwrap(), "byte {position}");
            }
            assert!(!blobs.holds(DIGEST, &bytes[1..]).unwrap());
        });
    }

    #[test]
    fn a_comparison_brings_back_what_is_set_aside() {
        with_blobs(|_, blobs| {
            blobs.write(DIGEST, b"x").unwrap();
            blobs.set_aside(DIGEST).unwrap();
            assert!(blobs.holds(DIGEST, b"x").unwrap());
            assert_eq!(blobs.set_aside_before().unwrap(), []);
        });
    }

    #[test]
    fn a_reader_brings_back_what_is_set_aside() {
        with_blobs(|host, blobs| {
            blobs.write(DIGEST, b"x").unwrap();
            let aside = blobs.set_aside(DIGEST).unwrap().unwrap();
            assert_eq!(blobs.look(DIGEST).unwrap(), None);
            assert!(blobs.digests().unwrap().is_empty());
            assert_eq!(blobs.read(DIGEST).unwrap().unwrap(), b"x");
            assert_eq!(blobs.discard(&aside).unwrap(), None);
            assert_eq!(host.files("/store"), [names::blob(DIGEST)]);
        });
    }

    #[test]
    fn what_comes_back_does_not_replace_what_was_put_again() {
        with_blobs(|host, blobs| {
            blobs.write(DIGEST, b"old").unwrap();
            let aside = blobs.set_aside(DIGEST).unwrap().unwrap();
            blobs.write(DIGEST, b"new").unwrap();
            blobs.bring_back(&aside).unwrap();
            assert_eq!(host.file("/store", &names::blob(DIGEST)).unwrap(), b"new");
            assert_eq!(blobs.set_aside_before().unwrap(), []);
        });
    }

    #[test]
    fn only_old_files_of_stopped_calls_are_left_over() {
        with_blobs(|host, blobs| {
            host.set_file("/store", "tmp/a", b"");
            host.set_file("/store", "incoming/b", b"");
            assert_eq!(blobs.leftovers(host.now_ms()).unwrap(), []);
            let names = blobs.leftovers(host.now_ms() + 1).unwrap().into_iter().map(|leftover| leftover.name);
            assert_eq!(names.collect::<Vec<_>>(), ["tmp/a", "incoming/b"]);
        });
    }
}
