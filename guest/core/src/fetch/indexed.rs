//! The lines that a range of a large result needs, by the index of its view: out of few blocks, without the whole.

use super::range;
use crate::error::Result;
use crate::model::Query;
use crate::settings::{Settings, cap};
use crate::store::{Entry, Store};
use crate::view::Stretch;
use crate::view::index::Index;

/// Bytes of the longest character.
const CHARACTER_BYTES: usize = 4;

/// At least the lines that an answer of `fetch_max_chars` shows, and a character more where there is one. `None` the query is no
/// range, or where there is no index to rely on: then the whole decides.
pub fn stretch(
    store: &Store,
    settings: &Settings,
    entry: &Entry,
    query: &Query,
    from: &Result<Option<usize>>,
) -> Option<Stretch<'static>> {
    let (lines, from) = (range::lines(query)?, from.as_ref().ok()?);
    let stored = store.lines(&entry.record)?;
    let index = Index::decode(&stored)?;
    let least = cap(settings.fetch_max_chars).saturating_add(1).saturating_mul(CHARACTER_BYTES);
    let blocks = index.blocks(lines, *from, least)?;
    let place = index.stored(blocks.clone());
    let bytes = store.read_range(entry, place.start as u64..place.end as u64).ok()?;
    index.stretch(blocks, std::str::from_utf8(&bytes).ok()?)
}
