//! How a small value is stored: CBOR behind the start of the SHA-256 of its key and itself, so that neither a flipped bit nor the
//! value of another key is read as this one.

use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

const SUM_BYTES: usize = 8;

fn sum(key: &str, body: &[u8]) -> [u8; SUM_BYTES] {
    let digest = Sha256::new().chain_update(key).chain_update([0]).chain_update(body).finalize();
    std::array::from_fn(|index| digest[index])
}

/// What a value is stored as under a key.
pub(super) fn encode<T: Serialize>(key: &str, value: &T) -> Vec<u8> {
    let mut body = Vec::new();
    // Writing to memory cannot fail, and none of our values refuses to be written; a short body would not be read back.
    let _ = ciborium::into_writer(value, &mut body);
    seal(key, &body)
}

/// The same of bytes.
pub(super) fn seal(key: &str, body: &[u8]) -> Vec<u8> {
    [&sum(key, body)[..], body].concat()
}

/// `None` where the bytes are not what [`seal`] made of some for that key.
pub(super) fn open<'s>(key: &str, stored: &'s [u8]) -> Option<&'s [u8]> {
    let (found, body) = stored.split_first_chunk()?;
    (*found == sum(key, body)).then_some(body)
}

/// `None` where the bytes are not what [`encode`] made of such a value for that key. Fields that are not known are skipped.
pub(super) fn decode<T: DeserializeOwned>(key: &str, stored: &[u8]) -> Option<T> {
    ciborium::from_reader(open(key, stored)?).ok()
}
