//! range: lines of the view by number. The data of all steps by cursor, joined, is the text of those lines.

use super::{Answer, Request, cap};
use crate::characters;
use crate::error::Result;
use crate::model::{Query, SliceData};
use crate::view::Stretch;
use crate::words::{self, RangeNotice};
use std::ops::Range;

/// The numbers of the lines that a range asks for, whether they are there or not; `None` where the query is none.
pub fn lines(query: &Query) -> Option<Range<usize>> {
    let Query::Range { start, count } = query else { return None };
    let line = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    Some(line(*start)..count.map_or(usize::MAX, |count| line(start.saturating_add(count))))
}

/// The lines that are asked for, which the stretch holds, or more of them than are shown. Positions are bytes of the view's text.
pub fn range(request: &Request, stretch: &Stretch, query: &Query) -> Result<Answer> {
    let lines = lines(query).unwrap_or_default();
    let wanted = stretch.line_start(lines.start)..stretch.line_start(lines.end);
    let from = match request.from {
        Some(from) if !stretch.has_character_at(from) => return Err(words::cursor_of_another_query()),
        from => from.unwrap_or(wanted.start).min(wanted.end),
    };
    let fits = fitting(stretch.text(from..wanted.end), cap(request.settings.fetch_max_chars));
    let slice = from..from + fits;
    let next = (slice.end < wanted.end).then_some(slice.end);
    Ok(Answer { notice: notice(request.id, stretch, &slice, next.is_some()), data: text(stretch, &slice), next })
}

pub fn text(stretch: &Stretch, slice: &Range<usize>) -> SliceData {
    SliceData::Text(stretch.text(slice.clone()).to_owned())
}

/// Bytes of the whole lines that fit, or of as much of the first line as fits.
fn fitting(text: &str, characters: usize) -> usize {
    let fits = characters::first(text, characters);
    match fits.len() == text.len() {
        true => fits.len(),
        false => fits.rfind('\n').map_or(fits.len(), |at| at + 1),
    }
}

pub fn notice(id: &str, stretch: &Stretch, slice: &Range<usize>, more: bool) -> String {
    let first = stretch.line_at(slice.start);
    let last = stretch.line_at(slice.end.saturating_sub(1).max(slice.start));
    let column = characters::count(stretch.text(stretch.line_start(first)..slice.start));
    words::range_notice(&RangeNotice {
        id: id.to_owned(),
        first: (first, column),
        last: (last, stretch.line_start(last + 1) == slice.end),
        lines: stretch.line_count(),
        empty: slice.is_empty(),
        more,
    })
}
