//! Blobs in a bucket: chunks under a generation that nobody else writes, then a manifest that names it.
//!
//! A bucket cannot move a value, so nothing is set aside: a mark announces the deletion instead ([`mark`]).

use super::blobs::{Aside, Blobs, Leftover, Listed};
use super::mark::{self, Mark};
use super::scan::Names;
use super::{During, names, scan, value};
use crate::error::{Error, Result};
use crate::ports::{Bucket, Host};
use crate::words;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

const CHUNK_BYTES: u64 = 256 * 1024;

/// A blob that is replaced while it is read is read anew, once.
const READS: usize = 2;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    generation: String,
    bytes: u64,
}

impl Manifest {
    fn chunk_keys(&self, digest: &str) -> impl Iterator<Item = String> {
        (0..self.bytes.div_ceil(CHUNK_BYTES)).map(move |number| names::chunk(digest, &self.generation, number))
    }
}

/// When the chunks of a generation were begun: its name starts with that.
fn begun_ms(generation: &str) -> u64 {
    generation.split_once('-').and_then(|(time, _)| u64::from_str_radix(time, 16).ok()).unwrap_or_default()
}

pub(super) struct BucketBlobs<'a> {
    pub bucket: Rc<dyn Bucket>,
    pub host: &'a dyn Host,
}

impl BucketBlobs<'_> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>> {
        self.bucket.get(key).during("reading the blob")
    }

    fn delete(&self, key: &str) -> Result<()> {
        self.bucket.delete(key).during("deleting a blob")
    }

    fn manifest(&self, digest: &str) -> Result<Option<Manifest>> {
        let key = names::blob(digest);
        let Some(stored) = self.get(&key)? else { return Ok(None) };
        value::decode(&key, &stored).map(Some).ok_or_else(|| Error::Corrupt(words::corrupt_blob(digest)))
    }

    /// What chunks hold, one after the other. `None` where one is missing.
    fn joined(&self, keys: impl Iterator<Item = String>) -> Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        for key in keys {
            let Some(chunk) = self.get(&key)? else { return Ok(None) };
            bytes.extend_from_slice(&chunk);
        }
        Ok(Some(bytes))
    }

    fn keys(&self, folder: &str) -> Result<Vec<String>> {
        let rest = |key: String| names::below(folder, &key).map(str::to_owned);
        Ok(scan::keys(&*self.bucket)?.into_iter().filter_map(rest).collect())
    }

    /// The chunks of those generations that belong to no manifest and that `doomed` is true of.
    fn orphans(&self, keys: Vec<String>, doomed: impl Fn(&str, &str) -> bool) -> Result<Vec<String>> {
        let generation = |key: &str| {
            let (digest, rest) = names::digest_and_rest(key)?;
            let (generation, _) = rest.split_once('/')?;
            Some((digest.to_owned(), generation.to_owned()))
        };
        let mut keys_of: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
        for key in keys {
            let of = generation(&key).filter(|(digest, generation)| doomed(digest, generation));
            if let Some(of) = of {
                keys_of.entry(of).or_default().push(format!("{}/{key}", names::CHUNKS));
            }
        }
        let mut orphans = Vec::new();
        for ((digest, generation), keys) in keys_of {
            if self.is_orphan(&digest, &generation)? {
                orphans.extend(keys);
            }
        }
        Ok(orphans)
    }

    /// Whether chunks belong to no manifest; one that cannot be read may name any.
    fn is_orphan(&self, digest: &str, generation: &str) -> Result<bool> {
        match self.manifest(digest) {
            Ok(manifest) => Ok(manifest.is_none_or(|manifest| manifest.generation != generation)),
            Err(Error::Corrupt(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl Blobs for BucketBlobs<'_> {
    fn read(&self, digest: &str) -> Result<Option<Vec<u8>>> {
        for _ in 0..READS {
            let Some(manifest) = self.manifest(digest)? else { return Ok(None) };
            if let Some(bytes) = self.joined(manifest.chunk_keys(digest))? {
                return Ok(Some(bytes));
            }
        }
        Err(Error::Corrupt(words::corrupt_blob(digest)))
    }

    /// Of chunks that have their full length; from others come other bytes.
    fn read_range(&self, digest: &str, range: &Range<u64>) -> Result<Option<Vec<u8>>> {
        let Some(manifest) = self.manifest(digest)? else { return Ok(None) };
        let (first, end) = (range.start / CHUNK_BYTES, range.end.div_ceil(CHUNK_BYTES));
        let position = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let keys = manifest.chunk_keys(digest).take(position(end)).skip(position(first));
        let Some(mut bytes) = self.joined(keys)? else { return Ok(None) };
        let within = |place: u64, bytes: &[u8]| position(place.saturating_sub(first * CHUNK_BYTES)).min(bytes.len());
        bytes.truncate(within(range.end, &bytes));
        Ok(Some(bytes.split_off(within(range.start, &bytes))))
    }

    fn size(&self, digest: &str) -> Result<Option<u64>> {
        Ok(self.manifest(digest)?.map(|manifest| manifest.bytes))
    }

    fn write(&self, digest: &str, bytes: &[u8]) -> Result<()> {
        let generation = format!("{:x}-{:016x}", self.host.now_ms(), self.host.random());
        for (number, chunk) in bytes.chunks(CHUNK_BYTES as usize).enumerate() {
            self.bucket.set(&names::chunk(digest, &generation, number as u64), chunk).during("writing the blob")?;
        }
        let manifest = Manifest { generation, bytes: bytes.len() as u64 };
        let key = names::blob(digest);
        self.bucket.set(&key, &value::encode(&key, &manifest)).during("writing the blob's manifest")
    }

    /// A bucket has no files.
    fn adopt(&self, _: &str, _: &str) -> Result<()> {
        Ok(())
    }

    fn digests(&self) -> Result<BTreeSet<String>> {
        Ok(self.keys(names::BLOBS)?.into_iter().filter(|name| names::is_digest(name)).collect())
    }

    fn look(&self, digest: &str) -> Result<Option<Listed>> {
        let (bytes, written_ms) = match self.manifest(digest) {
            Ok(Some(Manifest { generation, bytes })) => (bytes, begun_ms(&generation)),
            Ok(None) => return Ok(None),
            Err(Error::Corrupt(_)) => (0, 0),
            Err(error) => return Err(error),
        };
        Ok(Some(Listed { digest: digest.to_owned(), bytes, written_ms }))
    }

    fn set_aside(&self, digest: &str) -> Result<Option<Aside>> {
        if self.get(&names::blob(digest))?.is_none() {
            return Ok(None);
        }
        let Mark { period } = mark::set(&*self.bucket, digest, self.host.now_ms())?;
        Ok(Some(Aside { digest: digest.to_owned(), token: period.to_string() }))
    }

    /// Nothing is out of the way: a mark lapses by itself.
    fn set_aside_before(&self) -> Result<Vec<Aside>> {
        Ok(Vec::new())
    }

    fn bring_back(&self, _: &Aside) -> Result<()> {
        Ok(())
    }

    fn discard(&self, aside: &Aside) -> Result<Option<u64>> {
        let in_time = aside.token.parse().is_ok_and(|period| Mark { period }.allows_deletion(self.host.now_ms()));
        if !in_time {
            return Ok(None);
        }
        let manifest = match self.manifest(&aside.digest) {
            Err(Error::Corrupt(_)) => Some(Manifest { generation: String::new(), bytes: 0 }),
            found => found?,
        };
        let Some(manifest) = manifest else { return Ok(None) };
        self.delete(&names::blob(&aside.digest))?;
        for key in manifest.chunk_keys(&aside.digest) {
            self.delete(&key)?;
        }
        Ok(Some(manifest.bytes))
    }

    fn is_withheld(&self, _: &Aside) -> bool {
        false
    }

    fn sidecars(&self) -> Result<BTreeSet<String>> {
        Ok(self.keys(names::SIDECARS)?.into_iter().filter(|name| names::digest_and_rest(name).is_some()).collect())
    }

    fn sidecar_bytes(&self, name: &str) -> Result<Option<u64>> {
        Ok(self.sidecar(name)?.map(|stored| stored.len() as u64))
    }

    fn sidecar(&self, name: &str) -> Result<Option<Vec<u8>>> {
        self.bucket.get(&names::sidecar(name)).during("reading a sidecar")
    }

    fn write_sidecar(&self, name: &str, bytes: &[u8]) -> Result<()> {
        self.bucket.set(&names::sidecar(name), bytes).during("writing a sidecar")
    }

    fn remove_sidecar(&self, name: &str) -> Result<()> {
        self.delete(&names::sidecar(name))
    }

    /// Nothing is out of the way.
    fn read_aside(&self, aside: &Aside) -> Result<Option<Vec<u8>>> {
        self.read(&aside.digest)
    }

    fn leftovers(&self, before_ms: u64) -> Result<Vec<Leftover>> {
        let keys = scan::keys(&*self.bucket)?;
        let below = |folder: &str| keys.iter().filter_map(|key| names::below(folder, key)).map(str::to_owned).collect();
        let mut leftovers = self.orphans(below(names::CHUNKS), |_, generation| begun_ms(generation) < before_ms)?;
        // Nobody knows how old they are.
        let sidecars: Vec<String> = below(names::SIDECARS);
        leftovers.extend(
            sidecars.iter().filter(|name| names::digest_and_rest(name).is_none()).map(|name| names::sidecar(name)),
        );
        let leftover = |name: String| {
            let bytes = self.get(&name)?.map_or(0, |chunk| chunk.len() as u64);
            Ok(Leftover { name, bytes })
        };
        leftovers.into_iter().map(leftover).collect()
    }

    fn remove_leftover(&self, leftover: &Leftover) -> Result<()> {
        self.delete(&leftover.name)
    }

    fn remove_orphans(&self, look: &dyn Fn() -> Result<Names>) -> Result<()> {
        let keys = self.keys(names::CHUNKS)?;
        let named = look()?;
        self.orphans(keys, |digest, _| !named.contain(digest))?.iter().try_for_each(|key| self.delete(key))
    }
}
