//! stat: what is known of a result, without its content.

use super::{Answer, Request};
use crate::characters::{clip, thousands, visible};
use crate::model::SliceData;
use crate::store::Entry;
use crate::words;

/// Characters of a call's arguments that are shown.
const ARGUMENTS_CHARACTERS: usize = 500;

/// One `name: value` a line.
pub fn stat(request: &Request, entry: &Entry) -> Answer {
    let record = entry.to_stored_record();
    let mut lines = vec![
        format!("id: {}", record.id),
        format!("kind: {}", record.kind),
        format!("bytes: {}", thousands(record.bytes)),
        format!("characters: {}", thousands(record.characters)),
        format!("lines: {}", thousands(record.lines)),
        format!("label: {}", record.label.name()),
        format!("stored_at_ms: {}", record.stored_at_ms),
        format!("last_used_at_ms: {}", record.last_used_at_ms),
        format!("uses: {}", record.uses),
        format!("expires_at_ms: {}", record.expires_at_ms),
        format!("sha256: {}", entry.record.digest),
    ];
    let known = [("tool", record.tool), ("toolset", record.toolset), ("arguments", record.arguments)];
    for (name, value) in known {
        lines.extend(value.map(|value| format!("{name}: {}", clip(&visible(&value), ARGUMENTS_CHARACTERS))));
    }
    Answer { notice: words::stat_notice(request.id), data: SliceData::Text(lines.join("\n") + "\n"), next: None }
}
