//! What is kept about a result.

use super::{heat, names, value};
use crate::model::Label;
use serde::{Deserialize, Serialize};

/// What the caller of a put knows about the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub tool: Option<String>,
    pub toolset: Option<String>,
    /// The arguments of the call to run again, as JSON.
    pub arguments: Option<String>,
    /// 0 when the content is not UTF-8.
    pub characters: u64,
    /// Lines of the view.
    pub lines: u64,
    pub kind: String,
    pub view_version: u32,
    pub label: Label,
}

/// A result's record. It says nothing of the session, which is in its key.
///
/// Fields are only ever added, with a default: every version reads the records of every other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toolset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<String>,
    pub stored_at_ms: u64,
    pub bytes: u64,
    /// 0 when the content is not UTF-8.
    #[serde(default)]
    pub characters: u64,
    /// Lines of the view.
    #[serde(default)]
    pub lines: u64,
    pub kind: String,
    #[serde(default)]
    pub view_version: u32,
    /// As read through [`super::Store`]: the highest label that any session gave to this content.
    pub label: Label,
    /// The name of the blob.
    pub digest: String,
}

impl Record {
    pub(super) fn new(draft: Draft, digest: String, bytes: u64, stored_at_ms: u64) -> Record {
        Record {
            tool: draft.tool,
            toolset: draft.toolset,
            arguments: draft.arguments,
            stored_at_ms,
            bytes,
            characters: draft.characters,
            lines: draft.lines,
            kind: draft.kind,
            view_version: draft.view_version,
            label: draft.label,
            digest,
        }
    }

    /// The digest by itself, with a checksum of its own, then the record: what damages the one leaves the other.
    pub(super) fn encode(&self, key: &str) -> Vec<u8> {
        let digest = value::encode(key, &self.digest);
        [&[digest.len() as u8][..], &digest, &value::encode(key, self)].concat()
    }

    /// `None` where the bytes are not the record of that key and id.
    pub(super) fn decode(key: &str, stored: &[u8], id: &super::Id) -> Option<Record> {
        let (digest, record) = halves(stored)?;
        let record: Record = value::decode(key, record)?;
        let is_whole = value::decode::<String>(key, digest)? == record.digest;
        (is_whole && names::is_digest(&record.digest) && record.digest.starts_with(id.as_str())).then_some(record)
    }

    /// The digest that a damaged record of that key still names.
    pub(super) fn digest_of_damaged(key: &str, stored: &[u8]) -> Option<String> {
        value::decode(key, halves(stored)?.0).filter(|digest: &String| names::is_digest(digest))
    }
}

fn halves(stored: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = stored.split_first()?;
    rest.split_at_checked(usize::from(*length))
}

/// When and how often a result was read. It means nothing without its record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    pub last_used_ms: u64,
    pub count: u64,
    /// The uses until the last one, each faded by its age at that time ([`heat`](super::heat)), in thousandths.
    #[serde(default)]
    pub heat_thousandths: u64,
}

impl Usage {
    /// Whether it stands for one that could not be read.
    pub(super) fn is_made_up(self) -> bool {
        self.count == 0 && self.last_used_ms > 0
    }

    /// With one more use now. A clock that went backwards makes no use older.
    pub(super) fn and_now(self, now_ms: u64, half_life_hours: u64) -> Usage {
        let last_used_ms = now_ms.max(self.last_used_ms);
        Usage {
            last_used_ms,
            count: self.count.saturating_add(1),
            heat_thousandths: self.heat_at(last_used_ms, half_life_hours).saturating_add(heat::ONE_USE),
        }
    }

    /// What is left of the uses at a time, in thousandths.
    pub(super) fn heat_at(self, at_ms: u64, half_life_hours: u64) -> u64 {
        heat::faded(self.heat_thousandths, at_ms.saturating_sub(self.last_used_ms), half_life_hours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Id;

    const KEY: &str = "record/s.0123456789ab";

    fn example() -> Record {
        let draft = Draft {
            tool: Some("web_extract".to_owned()),
            toolset: None,
            arguments: Some("{}".to_owned()),
            characters: 2,
            lines: 1,
            kind: "json".to_owned(),
            view_version: 1,
            label: Label::Personal,
        };
        Record::new(draft, "0123456789abcdef".repeat(4), 2, 7)
    }

    fn id() -> Id {
        Id::parse("0123456789ab").unwrap()
    }

    #[test]
    fn a_record_comes_back_as_it_was() {
        assert_eq!(Record::decode(KEY, &example().encode(KEY), &id()), Some(example()));
    }

    #[test]
    fn no_flipped_bit_is_read() {
        let stored = example().encode(KEY);
        for position in 0..stored.len() {
            let mut flipped = stored.clone();
            flipped[position] ^= 1;
            assert_eq!(Record::decode(KEY, &flipped, &id()), None, "byte {position}");
        }
    }

    #[test]
    fn a_record_under_another_id_or_key_is_none() {
        let stored = example().encode(KEY);
        assert_eq!(Record::decode(KEY, &stored, &Id::parse("ffffffffffff").unwrap()), None);
        assert_eq!(Record::decode("record/t.0123456789ab", &stored, &id()), None);
    }

    #[test]
    fn a_later_version_may_add_fields_and_leave_out_optional_ones() {
        #[derive(Serialize)]
        struct Later {
            stored_at_ms: u64,
            bytes: u64,
            kind: &'static str,
            label: Label,
            digest: String,
            mood: &'static str,
        }
        let digest = example().digest;
        let later = Later { stored_at_ms: 7, bytes: 2, kind: "json", label: Label::Public, digest, mood: "sunny" };
        let digest = value::encode(KEY, &later.digest);
        let stored = [&[digest.len() as u8][..], &digest, &value::encode(KEY, &later)].concat();
        let record = Record::decode(KEY, &stored, &id()).unwrap();
        assert_eq!((record.stored_at_ms, record.tool, record.lines), (7, None, 0));
    }
}
