//! A record together with what else decides its fate.

use super::{HOUR_MS, Id, Record, Usage, heat};
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
    /// Whether it was in such demand, when it was last put or used, that it is kept longer.
    pub is_hot: bool,
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
        let heat = usage.heat_at(last_ms, settings.fetch_decay_half_life_hours);
        let is_hot = usage.count > 0 && heat::reaches(heat, settings.hot_fetch_threshold.0);
        let ttl_hours = if is_hot { settings.ttl_hours.max(settings.hot_ttl_hours) } else { settings.ttl_hours };
        let after_hours = |start_ms: u64, hours: u64| start_ms.saturating_add(hours.saturating_mul(HOUR_MS));
        let expires_at_ms = after_hours(last_ms, ttl_hours);
        let forgotten_at_ms = after_hours(expires_at_ms, settings.tombstone_ttl_hours);
        Entry { id: id.clone(), record, usage, expires_at_ms, is_hot, forgotten_at_ms, owner: owner.to_owned() }
    }

    /// When it was last put or used.
    pub(super) fn last_ms(&self) -> u64 {
        self.record.stored_at_ms.max(self.usage.last_used_ms)
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
            last_used_at_ms: self.last_ms(),
            uses: self.usage.count,
            expires_at_ms: self.expires_at_ms,
        }
    }
}
