//! How a small value is stored: CBOR behind the start of its SHA-256, so that no flipped bit is read as another value.

use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

const SUM_BYTES: usize = 8;

fn sum(body: &[u8]) -> [u8; SUM_BYTES] {
    let digest = Sha256::digest(body);
    std::array::from_fn(|index| digest[index])
}

/// What a value is stored as.
pub(super) fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    let mut body = Vec::new();
    // Writing to memory cannot fail, and none of our values refuses to be written; a short body would not be read back.
    let _ = ciborium::into_writer(value, &mut body);
    [&sum(&body)[..], &body].concat()
}

/// `None` where the bytes are not what [`encode`] made of such a value. Fields that are not known are skipped.
pub(super) fn decode<T: DeserializeOwned>(stored: &[u8]) -> Option<T> {
    let (found, body) = stored.split_first_chunk()?;
    (*found == sum(body)).then(|| ciborium::from_reader(body).ok())?
}
