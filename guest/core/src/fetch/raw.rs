//! raw: the stored bytes. The data of all steps by cursor, joined, is what was stored.

use super::{Answer, Request, cap};
use crate::model::SliceData;
use crate::words;

/// Bytes from `start` on: `count` of them, or all. Positions are bytes. A step ends between characters where there are any.
pub fn raw(request: &Request, bytes: &[u8], start: u64, count: Option<u64>) -> Answer {
    let clamp = |position: u64| usize::try_from(position).unwrap_or(usize::MAX).min(bytes.len());
    let start = clamp(start);
    let wanted_end = count.map_or(bytes.len(), |count| start.saturating_add(clamp(count)).min(bytes.len()));
    let from = request.from.unwrap_or(start).min(wanted_end);
    let end = step_end(bytes, from, wanted_end, cap(request.settings.fetch_max_chars));
    let next = (end < wanted_end).then_some(end);
    Answer {
        notice: words::raw_notice(request.id, from as u64, end as u64, bytes.len() as u64, next.is_some()),
        data: SliceData::Bytes(bytes[from..end].to_vec()),
        next,
    }
}

fn step_end(bytes: &[u8], from: usize, wanted_end: usize, cap: usize) -> usize {
    let end = from.saturating_add(cap).min(wanted_end);
    if end == wanted_end {
        return end;
    }
    let starts_character = |at: &usize| bytes[*at] & 0xc0 != 0x80;
    (end.saturating_sub(3).max(from + 1)..=end).rev().find(starts_character).unwrap_or(end)
}
