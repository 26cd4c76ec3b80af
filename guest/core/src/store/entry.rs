//! A record together with what else decides its fate.

use super::{HOUR_MS, Id, Record, Usage};
use crate::error::SweptInfo;
use crate::model::StoredRecord;
use crate::settings::Settings;
use crate::words;

/// What a session holds under an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub id: Id,
    pub record: Record,
    pub usage: Usage,
    pub expires_at_ms: u64,
    /// When the tombstone's time is over, too.
    pub(super) forgotten_at_ms: u64,
    /// The key of the session that put it.
    pub(super) owner: String,
}

/// A result that was read whole and is what was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    pub entry: Entry,
    pub bytes: Vec<u8>,
}

impl Entry {
    pub(super) fn new(owner: &str, id: &Id, record: Record, usage: Usage, settings: &Settings) -> Entry {
        let last_ms = record.stored_at_ms.max(usage.last_used_ms);
        let expires_at_ms = last_ms.saturating_add(settings.ttl_hours.saturating_mul(HOUR_MS));
        let forgotten_at_ms = expires_at_ms.saturating_add(settings.tombstone_ttl_hours.saturating_mul(HOUR_MS));
        Entry { id: id.clone(), record, usage, expires_at_ms, forgotten_at_ms, owner: owner.to_owned() }
    }

    pub(super) fn swept(&self) -> SweptInfo {
        let Record { tool, arguments, stored_at_ms, .. } = &self.record;
        SweptInfo {
            message: words::swept(self.id.as_str(), tool.as_deref(), arguments.as_deref()),
            tool: tool.clone(),
            arguments: arguments.clone(),
            stored_at_ms: *stored_at_ms,
        }
    }

    /// What its session may know of it.
    pub fn to_stored_record(&self) -> StoredRecord {
        let record = self.record.clone();
        StoredRecord {
            id: self.id.to_string(),
            tool: record.tool,
            toolset: record.toolset,
            arguments: record.arguments,
            kind: record.kind,
            label: record.label,
            bytes: record.bytes,
            characters: record.characters,
            lines: record.lines,
            stored_at_ms: record.stored_at_ms,
            last_used_at_ms: record.stored_at_ms.max(self.usage.last_used_ms),
            uses: self.usage.count,
            expires_at_ms: self.expires_at_ms,
        }
    }
}
