//! The sums of a blob's blocks, so that a few bytes of a large blob are checked without reading the whole of it.
//!
//! They are a sidecar, `sidecars/<sha256>.sums`, and as every sidecar a cache: made when the blob is put, never trusted over the
//! digest, made anew on any doubt. Whoever cannot read, write or believe them reads the whole blob. They hold nothing of the content.

use super::{Record, Store, value};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use xxhash_rust::xxh64::xxh64;

const VERSION: u32 = 1;

const BLOCK_BYTES: u64 = 64 * 1024;

/// Smaller blobs get no sums. Writing them costs a put one synced file more; reading a whole blob of this size and taking its
/// digest costs a fetch about as much (measured: 3 ms), so below it the put would pay more than a fetch gains.
pub(super) const FROM_BYTES: u64 = 1 << 20;

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Sums {
    version: u32,
    bytes: u64,
    block_bytes: u64,
    sums: Vec<u64>,
}

impl Sums {
    fn of(bytes: &[u8]) -> Sums {
        let sums = bytes.chunks(BLOCK_BYTES as usize).map(sum).collect();
        Sums { version: VERSION, bytes: bytes.len() as u64, block_bytes: BLOCK_BYTES, sums }
    }

    /// `None` where they are not what this version made of that content.
    fn decode(name: &str, stored: &[u8], record: &Record) -> Option<Sums> {
        let sums: Sums = value::decode(name, stored)?;
        let head = (sums.version, sums.bytes, sums.block_bytes);
        let is_ours = head == (VERSION, record.bytes, BLOCK_BYTES);
        (is_ours && sums.sums.len() as u64 == record.bytes.div_ceil(BLOCK_BYTES)).then_some(sums)
    }

    /// Whether these bytes are the content's from a block on.
    fn hold(&self, first_block: u64, bytes: &[u8]) -> bool {
        let from = usize::try_from(first_block).ok().and_then(|first| self.sums.get(first..));
        let found: Vec<u64> = bytes.chunks(BLOCK_BYTES as usize).map(sum).collect();
        from.is_some_and(|from| from.starts_with(&found))
    }
}

fn sum(block: &[u8]) -> u64 {
    xxh64(block, 0)
}

fn name(digest: &str) -> String {
    format!("{digest}.sums")
}

/// Whether a sidecar holds the sums of these bytes. `None` for a sidecar of another kind.
pub(super) fn are_of(name_of_sidecar: &str, digest: &str, stored: &[u8], bytes: &[u8]) -> Option<bool> {
    (name_of_sidecar == name(digest)).then(|| value::encode(name_of_sidecar, &Sums::of(bytes)) == stored)
}

impl Store<'_> {
    /// Makes the sums of a blob, if it is large enough and they are not there. Without them a fetch is slower, so no failure is
    /// returned.
    pub(super) fn keep_sums(&self, digest: &str, bytes: &[u8]) {
        if (bytes.len() as u64) < FROM_BYTES {
            return;
        }
        let name = name(digest);
        let sums = value::encode(&name, &Sums::of(bytes));
        let found = self.place.blobs.sidecar(&name);
        if found.is_ok_and(|found| found.is_none_or(|found| found != sums)) {
            let _ = self.place.blobs.write_sidecar(&name, &sums);
        }
    }

    /// A part of a blob out of blocks that have their sums. `None` on any doubt.
    pub(super) fn summed_range(&self, record: &Record, range: &Range<u64>) -> Option<Vec<u8>> {
        if record.bytes < FROM_BYTES {
            return None;
        }
        let blobs = &self.place.blobs;
        let name = name(&record.digest);
        let sums = Sums::decode(&name, &blobs.sidecar(&name).ok()??, record)?;
        let first_block = range.start / BLOCK_BYTES;
        let start = first_block * BLOCK_BYTES;
        let end = range.end.checked_next_multiple_of(BLOCK_BYTES)?.min(record.bytes);
        let mut bytes = blobs.read_range(&record.digest, &(start..end)).ok()??;
        let is_whole = bytes.len() as u64 == end.checked_sub(start)?;
        if !is_whole || !sums.hold(first_block, &bytes) {
            return None;
        }
        bytes.truncate(usize::try_from(range.end - start).ok()?);
        Some(bytes.split_off(usize::try_from(range.start - start).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_that_of_the_public_algorithm_on_every_machine() {
        assert_eq!(sum(b""), 0xef46_db37_51d8_e999);
        assert_eq!(sum(b"abc"), 0x44bc_2cf5_ad77_0999);
    }

    #[test]
    fn every_block_has_its_own_sum_and_place() {
        let bytes: Vec<u8> = (0..3 * BLOCK_BYTES + 1).map(|number| (number / 7 % 251) as u8).collect();
        let sums = Sums::of(&bytes);
        let block = |number: usize| &bytes[number << 16..bytes.len().min((number + 1) << 16)];
        assert_eq!(sums.sums.len(), 4);
        assert!((0..4).all(|number| sums.hold(number, block(number as usize))));
        assert!(sums.hold(2, &bytes[2 << 16..]) && !sums.hold(0, block(1)) && !sums.hold(4, block(0)));
        assert!(!sums.hold(3, &[block(3), b"x"].concat()));
    }
}
