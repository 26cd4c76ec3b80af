//! range: lines of the view by number. The data of all steps by cursor, joined, is the text of those lines.

use super::{Answer, Request, cap, checked};
use crate::characters;
use crate::error::Result;
use crate::model::SliceData;
use crate::view::View;
use crate::words::{self, RangeNotice};
use std::ops::Range;

/// Lines from `start` on: `count` of them, or all. Positions are bytes of the view's text.
pub fn range(request: &Request, view: &View, start: u64, count: Option<u64>) -> Result<Answer> {
    let start = clamp(start, view);
    let end = count.map_or(view.line_count(), |count| start.saturating_add(clamp(count, view)).min(view.line_count()));
    let wanted = view.span(start..end);
    let from = checked(view.text(), request.from)?.unwrap_or(wanted.start).min(wanted.end);
    let slice = from..from + fitting(&view.text()[from..wanted.end], cap(request.settings.fetch_max_chars));
    let next = (slice.end < wanted.end).then_some(slice.end);
    Ok(Answer { notice: notice(request.id, view, &slice, next.is_some()), data: text(view, &slice), next })
}

fn clamp(line: u64, view: &View) -> usize {
    usize::try_from(line).unwrap_or(usize::MAX).min(view.line_count())
}

pub fn text(view: &View, slice: &Range<usize>) -> SliceData {
    SliceData::Text(view.text()[slice.clone()].to_owned())
}

/// Bytes of the whole lines that fit, or of as much of the first line as fits.
fn fitting(text: &str, characters: usize) -> usize {
    let fits = characters::first(text, characters);
    match fits.len() == text.len() {
        true => fits.len(),
        false => fits.rfind('\n').map_or(fits.len(), |at| at + 1),
    }
}

pub fn notice(id: &str, view: &View, slice: &Range<usize>, more: bool) -> String {
    let first = view.line_at(slice.start);
    let last = view.line_at(slice.end.saturating_sub(1).max(slice.start));
    let column = characters::count(&view.text()[view.line_start(first)..slice.start]);
    words::range_notice(&RangeNotice {
        id: id.to_owned(),
        first: (first, column),
        last: (last, view.line_start(last + 1) == slice.end),
        lines: view.line_count(),
        empty: slice.is_empty(),
        more,
    })
}
