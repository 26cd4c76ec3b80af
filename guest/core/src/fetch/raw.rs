//! raw: the stored bytes. The data of all steps by cursor, joined, is what was stored.

use super::{Answer, Request, cap};
use crate::error::Result;
use crate::model::SliceData;
use crate::store::{Entry, Store};
use crate::words;

/// Bytes from `start` on: `count` of them, or all. Positions are bytes. A step ends between characters where there are any.
///
/// # Errors
///
/// Those of [`Store::read_range`].
pub fn raw(request: &Request, store: &Store, entry: &Entry, start: u64, count: Option<u64>) -> Result<Answer> {
    let all = entry.record.bytes;
    let start = start.min(all);
    let wanted_end = count.map_or(all, |count| start.saturating_add(count).min(all));
    let from = request.from.map_or(start, |from| from as u64).min(wanted_end);
    let cap = cap(request.settings.fetch_max_chars);
    // One more than is given, to see whether a character starts there.
    let seen_end = from.saturating_add(cap as u64).saturating_add(1).min(wanted_end);
    let mut bytes = store.read_range(entry, from..seen_end)?;
    bytes.truncate(step_end(&bytes, cap));
    let end = from + bytes.len() as u64;
    let is_more = end < wanted_end;
    Ok(Answer {
        notice: words::raw_notice(request.id, from, end, all, is_more),
        data: SliceData::Bytes(bytes),
        next: is_more.then(|| usize::try_from(end).unwrap_or(usize::MAX)),
    })
}

fn step_end(bytes: &[u8], cap: usize) -> usize {
    if bytes.len() <= cap {
        return bytes.len();
    }
    let starts_character = |at: &usize| bytes[*at] & 0xc0 != 0x80;
    (cap.saturating_sub(3).max(1)..=cap).rev().find(starts_character).unwrap_or(cap)
}
