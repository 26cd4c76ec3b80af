//! grep and chain: lines by regular expression, alone or with the lines around them.

use super::{Answer, Request, cap, checked};
use crate::characters::{count, first, last, visible};
use crate::error::Result;
use crate::grep::{Hit, Limits, Pattern, Scan};
use crate::model::SliceData;
use crate::view::View;
use crate::words::{self, GrepNotice};

/// Matches that one answer shows at most.
const HITS: usize = 100;
/// Characters of a line that is shown whole; of a longer one, a match's surroundings of about this size.
const WHOLE_LINE: usize = 400;
/// Lines of context on each side, at most.
const MAX_CONTEXT: u64 = 1_000;

/// Positions are bytes of the view's text.
pub fn grep(request: &Request, view: &View, pattern: &str, context: Option<u64>) -> Result<Answer> {
    let settings = request.settings;
    let compiled = Pattern::compile(pattern, cap(settings.grep_max_pattern_len))?;
    let from = checked(view.text(), request.from)?.unwrap_or(0);
    let limits = Limits { budget: settings.grep_budget, window_chars: cap(settings.grep_max_line_len), max_hits: HITS };
    let scan = compiled.scan(view.text(), from, limits);
    let page = Page::of(view, &scan, context, cap(settings.fetch_max_chars));
    let notice = words::grep_notice(&GrepNotice {
        id: request.id,
        pattern,
        shown: page.hits,
        total: scan.total,
        complete: scan.complete,
        continued: request.from.is_some(),
        lines: view.line_count(),
        stopped_at: view.line_at(scan.resume.unwrap_or(view.text().len())),
    });
    let next =
        if page.hits < scan.hits.len() { scan.hits.get(page.hits.max(1) - 1).map(|hit| hit.next) } else { scan.resume };
    Ok(Answer { notice, data: SliceData::Text(page.text), next })
}

/// The matches that fit one answer.
struct Page {
    text: String,
    hits: usize,
}

impl Page {
    fn of(view: &View, scan: &Scan, context: Option<u64>, cap: usize) -> Page {
        let mut page = Page { text: String::new(), hits: 0 };
        let mut left = cap;
        let mut shown_to = 0;
        for hit in &scan.hits {
            let (text, next) = shown(view, hit, context, shown_to);
            let characters = count(&text);
            if characters > left {
                if page.hits == 0 {
                    page.text = first(&text, left).to_owned();
                    page.hits = 1;
                }
                break;
            }
            left -= characters;
            page.text += &text;
            page.hits += 1;
            shown_to = next;
        }
        page
    }
}

/// A match as it is shown, and the first line that is not shown yet.
fn shown(view: &View, hit: &Hit, context: Option<u64>, shown_to: usize) -> (String, usize) {
    let line = view.line_at(hit.start.min(view.text().len().saturating_sub(1)));
    let Some(context) = context else {
        return (match_line(view, line, hit, ':'), line);
    };
    let context = context.min(MAX_CONTEXT) as usize;
    let before = line.saturating_sub(context).max(shown_to)..line;
    let after = (line + 1).max(shown_to)..(line + 1 + context).min(view.line_count());
    let mut text = if before.start > shown_to && shown_to > 0 { "--\n".to_owned() } else { String::new() };
    before.for_each(|line| text += &context_line(view, line));
    text += &match_line(view, line, hit, ':');
    let next = after.end.max(line + 1);
    after.for_each(|line| text += &context_line(view, line));
    (text, next)
}

fn context_line(view: &View, line: usize) -> String {
    let start = view.line_start(line);
    let hit = Hit { start, end: start, next: start };
    match_line(view, line, &hit, '-')
}

/// `12: the line`, or `12 @3400: …what stands around the match…` where the line is long.
fn match_line(view: &View, line: usize, hit: &Hit, mark: char) -> String {
    let span = view.span(line..line + 1);
    let whole = view.line(line).trim_end_matches(['\n', '\r']);
    if count(whole) <= WHOLE_LINE {
        return format!("{line}{mark} {}\n", visible(whole));
    }
    let end = span.start + whole.len();
    let before = last(&view.text()[span.start..hit.start], WHOLE_LINE / 2);
    let matched = first(&view.text()[hit.start.min(end)..hit.end.min(end)], WHOLE_LINE);
    let rest = &view.text()[(hit.start + matched.len()).min(end)..end];
    let after = first(rest, WHOLE_LINE / 2);
    let column = count(&view.text()[span.start..hit.start]);
    let left = if count(before) < column { "…" } else { "" };
    let right = if after.len() < rest.len() { "…" } else { "" };
    format!("{line} @{column}{mark} {left}{}{}{}{right}\n", visible(before), visible(matched), visible(after))
}
