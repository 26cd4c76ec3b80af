//! grep: lines by regular expression.

use super::{Answer, Request, cap, chain, checked, lines};
use crate::characters::count;
use crate::error::Result;
use crate::grep::{Limits, Pattern, Scan};
use crate::model::SliceData;
use crate::view::View;
use crate::words::{self, GrepNotice};
use std::ops::Range;

/// Rows that one answer shows at most. In a long line one row can hold many matches.
const ROWS: usize = 100;

/// What grep and chain show of a scan.
#[derive(Default)]
pub struct Page {
    pub text: String,
    /// Matches shown, at least one where there is one.
    pub hits: usize,
    /// Lines of context that did not fit.
    pub left_out: Vec<Range<usize>>,
}

/// The lines that match; with `context`, also as many lines around each. Positions are bytes of the view's text.
pub fn grep(request: &Request, view: &View, pattern: &str, context: Option<u64>) -> Result<Answer> {
    let settings = request.settings;
    let compiled = Pattern::compile(pattern, cap(settings.grep_max_pattern_len))?;
    let from = checked(view.text(), request.from)?;
    let most = cap(settings.fetch_max_chars);
    let limits = Limits {
        budget: settings.grep_budget,
        window_chars: cap(settings.grep_max_line_len),
        // One more than can be shown, since one has a character at least: a row ends before it, and so does context.
        max_hits: most.max(ROWS).saturating_add(1),
    };
    let scan = compiled.scan(view.text(), from.unwrap_or(0), limits);
    let page = match context {
        None => page(view, &scan, ROWS, from, most),
        Some(lines) => chain::page(view, &scan, ROWS, &chain::Frame { from, lines, most }),
    };
    let next = match page.hits < scan.hits.len() {
        true => page.hits.checked_sub(1).map(|last| scan.hits[last].next),
        false => scan.resume,
    };
    let notice = words::grep_notice(&GrepNotice {
        id: request.id,
        mode: if context.is_some() { "chain" } else { "grep" },
        pattern,
        shown: page.hits,
        total: scan.total,
        complete: scan.complete,
        continued: from.is_some(),
        lines: view.line_count(),
        stopped_at: view.line_at(scan.stopped_at),
        left_out: &page.left_out,
        ascii_classes: compiled.has_ascii_classes() && !view.text().is_ascii(),
        more: next.is_some(),
    });
    Ok(Answer { notice, data: SliceData::Text(page.text), next })
}

fn page(view: &View, scan: &Scan, rows: usize, from: Option<usize>, most: usize) -> Page {
    let mut page = Page::default();
    let mut left = most;
    for _ in 0..rows {
        let Some(row) = lines::matching(view, page.rest(scan, from), most, left) else {
            break;
        };
        left -= count(&row.text);
        page.text += &row.text;
        page.hits += row.hits;
    }
    page
}

impl Page {
    /// The matches that are not shown yet.
    pub fn rest<'s>(&self, scan: &'s Scan, from: Option<usize>) -> lines::Rest<'s> {
        let behind = match self.hits {
            0 => from.unwrap_or(0),
            shown => scan.hits[shown - 1].end,
        };
        lines::Rest { hits: &scan.hits[self.hits..], behind }
    }
}
