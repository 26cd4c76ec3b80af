//! Every key and path of the store, and the ids that handles show.

use crate::error::{Error, Result};
use crate::model::Label;
use crate::words;
use sha2::{Digest, Sha256};
use std::fmt;

/// The version of the store.
pub(super) const FORMAT: &str = "format";
/// How far the last sweep got.
pub(super) const SWEEP: &str = "sweep";
/// The file of a store directory that says where its records are.
pub(super) const RECORDS_IN: &str = "records-in";

/// The folders of keys have no folders in them: what is forgotten leaves no name behind.
pub(super) const LABELS: &str = "label";
pub(super) const LASTS: &str = "last";
pub(super) const MARKS: &str = "mark";
pub(super) const RECORDS: &str = "record";
pub(super) const USES: &str = "use";
/// Folders of keys; a bucket that is a directory has them beside the blobs.
pub(super) const KEY_FOLDERS: [&str; 5] = [LABELS, LASTS, MARKS, RECORDS, USES];

pub(super) const BLOBS: &str = "blobs";
pub(super) const SIDECARS: &str = "sidecars";
pub(super) const CHUNKS: &str = "chunks";
pub(super) const ASIDE: &str = "aside";
/// The folder of the store directory in which a host puts files that are to be moved in.
pub const INCOMING: &str = "incoming";
pub(super) const TEMPORARY: &str = "tmp";

/// Where a pass over all contents begins.
pub(super) const FIRST_PREFIX: &str = "000000000000";

const DIGEST_DIGITS: usize = 64;
pub(super) const SHORTEST_ID_DIGITS: usize = 12;
const ID_STEP_DIGITS: usize = 4;

pub(super) fn blob(digest: &str) -> String {
    format!("{BLOBS}/{digest}")
}

/// One piece of a blob that is kept in a bucket. Pieces of one generation belong together.
pub(super) fn chunk(digest: &str, generation: &str, number: u64) -> String {
    format!("{CHUNKS}/{digest}/{generation}/{number}")
}

pub(super) fn aside(digest: &str, random: u64) -> String {
    format!("{ASIDE}/{digest}.{random:016x}")
}

/// What is kept beside a blob, by a name such as `<digest>.sums`.
pub(super) fn sidecar(name: &str) -> String {
    format!("{SIDECARS}/{name}")
}

pub(super) fn temporary(random: u64) -> String {
    format!("{TEMPORARY}/{random:016x}")
}

pub(super) fn record(session: &str, id: &Id) -> String {
    format!("{RECORDS}/{session}.{id}")
}

pub(super) fn usage(session: &str, id: &Id) -> String {
    format!("{USES}/{session}.{id}")
}

/// Names the last result of a tool, whose own name may be anything.
pub(super) fn last(session: &str, tool: &str) -> String {
    let digest = crate::hex(&Sha256::digest(tool));
    format!("{LASTS}/{session}.{}", prefix(&digest))
}

/// The session of a key that belongs to one.
pub(super) fn session_of(key: &str) -> Option<&str> {
    let of = [LASTS, RECORDS, USES].into_iter().find_map(|folder| below(folder, key))?;
    of.split_once('.').map(|(session, _)| session)
}

pub(super) fn label(digest: &str, label: Label) -> String {
    let word = match label {
        Label::Public => "public",
        Label::Personal => "personal",
        Label::Credential => "credential",
    };
    format!("{LABELS}/{digest}.{word}")
}

/// Says that content may be deleted in a period of time.
pub(super) fn mark(digest: &str, period: u64) -> String {
    format!("{MARKS}/{digest}.{period}")
}

/// Session and id of a key that [`record`] or [`usage`] made, in the folder [`RECORDS`] or [`USES`].
pub(super) fn session_and_id(folder: &str, key: &str) -> Option<(String, Id)> {
    let (session, text) = below(folder, key)?.split_once('.')?;
    let id = Id::parse(text).ok()?;
    // What a model may write, such as `tla:` before it, is no part of a key.
    (id.as_str() == text).then(|| (session.to_owned(), id))
}

/// What is below a folder, of a key that is in it.
pub(super) fn below<'k>(folder: &str, key: &'k str) -> Option<&'k str> {
    key.strip_prefix(folder)?.strip_prefix('/')
}

/// Digest and the rest of a name such as `<digest>.<rest>` or `<digest>/<rest>`.
pub(super) fn digest_and_rest(name: &str) -> Option<(&str, &str)> {
    let (digest, rest) = name.split_once(['.', '/'])?;
    is_digest(digest).then_some((digest, rest))
}

/// What a digest, and every id that its content can have, starts with.
pub(super) fn prefix(digest_or_id: &str) -> &str {
    digest_or_id.get(..SHORTEST_ID_DIGITS).unwrap_or(digest_or_id)
}

pub(super) fn is_prefix(text: &str) -> bool {
    text.len() == SHORTEST_ID_DIGITS && is_lower_hex(text)
}

/// The prefix of the content that a key belongs to, whichever kind of key it is. `None` for what belongs to no content.
pub(super) fn prefix_of_key(key: &str) -> Option<&str> {
    let (folder, rest) = key.split_once('/')?;
    let found = match folder {
        RECORDS | USES => rest.split_once('.').map(|(_, id)| prefix(id)),
        LABELS | MARKS => digest_and_rest(rest).map(|(digest, _)| prefix(digest)),
        _ => None,
    };
    found.filter(|prefix| is_prefix(prefix))
}

/// The same of any name in the store: a key, or the path of a blob or sidecar.
pub(super) fn prefix_of_name(name: &str) -> Option<&str> {
    let content = below(BLOBS, name).or_else(|| below(SIDECARS, name)).or_else(|| below(ASIDE, name));
    content.map(prefix).or_else(|| prefix_of_key(name))
}

pub(super) fn is_digest(text: &str) -> bool {
    text.len() == DIGEST_DIGITS && is_lower_hex(text)
}

fn is_lower_hex(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The name of a result in its session: the first 12 digits of its digest, or 4 more as often as that is needed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id(String);

impl Id {
    /// Reads what a model gives as an id: as in the handle, with or without `tla:` before it.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`], with a sentence that shows the shape.
    pub fn parse(text: &str) -> Result<Id> {
        let digits = text.trim();
        let digits = digits.strip_prefix("tla:").unwrap_or(digits);
        let long_enough = (SHORTEST_ID_DIGITS..=DIGEST_DIGITS).contains(&digits.len());
        match long_enough && digits.len().is_multiple_of(ID_STEP_DIGITS) && is_lower_hex(digits) {
            true => Ok(Id(digits.to_owned())),
            false => Err(Error::Invalid(words::malformed_id(text))),
        }
    }

    /// The ids that content may get, the shortest first.
    pub(super) fn of_digest(digest: &str) -> impl Iterator<Item = Id> {
        let lengths = (SHORTEST_ID_DIGITS..=DIGEST_DIGITS).step_by(ID_STEP_DIGITS);
        lengths.filter_map(move |length| digest.get(..length).map(|digits| Id(digits.to_owned())))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_taken_with_and_without_its_prefix() {
        assert_eq!(Id::parse("0123456789ab").unwrap().as_str(), "0123456789ab");
        assert_eq!(Id::parse("tla:0123456789abcdef").unwrap().as_str(), "0123456789abcdef");
        assert_eq!(Id::parse(&"a".repeat(64)).unwrap().as_str().len(), 64);
    }

    #[test]
    fn what_is_no_id_is_refused_with_its_shape() {
        for text in ["", "tla:", "0123456789AB", "0123456789abc", "../../etc/passwd", &"a".repeat(68), "é123456789a"] {
            let Err(Error::Invalid(message)) = Id::parse(text) else { panic!("{text} is taken for an id") };
            assert!(message.contains("12 lower-case hexadecimal digits"), "{message}");
        }
    }

    #[test]
    fn ids_of_a_digest_grow_by_four() {
        let digest = "0123456789abcdef".repeat(4);
        let lengths: Vec<usize> = Id::of_digest(&digest).map(|id| id.as_str().len()).collect();
        assert_eq!(lengths, [12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64]);
    }

    #[test]
    fn a_key_of_a_record_is_read_back() {
        let id = Id::parse("0123456789ab").unwrap();
        assert_eq!(session_and_id(RECORDS, &record("s1", &id)), Some(("s1".to_owned(), id.clone())));
        assert_eq!(session_and_id(RECORDS, &usage("s1", &id)), None);
        for key in
            ["record/s1.nonsense", "record/s1.tla:0123456789ab", "record/s1. 0123456789ab", "record/0123456789ab"]
        {
            assert_eq!(session_and_id(RECORDS, key), None);
            assert_eq!(prefix_of_key(key), None);
        }
    }
}
