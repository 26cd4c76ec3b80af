//! search: the parts of the view that are nearest to some words.

use super::{Answer, Request, cap};
use crate::characters::{count, first, last, visible, without_end};
use crate::error::Result;
use crate::model::SliceData;
use crate::search::{Options, SearchHit, rank};
use crate::view::View;
use crate::words;
use std::ops::Range;

/// Positions are ranks.
pub fn search(request: &Request, view: &View, query: &str, top: Option<u64>) -> Result<Answer> {
    let settings = request.settings;
    let from = request.from.unwrap_or(0);
    let top = cap(top.map_or(settings.search_top_k, |top| top.max(1)));
    let options = Options {
        chunk_chars: cap(settings.search_chunk_chars),
        overlap_lines: cap(settings.search_chunk_overlap_lines),
        max_chunks: cap(settings.search_max_chunks),
        skip: from,
        top_k: top,
    };
    let ranking = rank(view.text(), query, options)?;
    let most = cap(settings.fetch_max_chars);
    let mut text = String::new();
    let mut shown = 0;
    for (number, hit) in ranking.hits.iter().enumerate() {
        let snippet = snippet(view, hit, cap(settings.search_snippet_chars));
        let part = part(view, from + number + 1, hit, &snippet);
        if count(&text) + count(&part) <= most {
            text += &part;
        } else if shown == 0 {
            text = shortened(view, from + number + 1, hit, snippet, most);
        } else {
            break;
        }
        shown += 1;
    }
    let end = from + shown;
    let more = shown > 0 && end < ranking.matching;
    let notice = words::search_notice(request.id, query, shown, ranking.matching, ranking.chunks, more);
    Ok(Answer { notice, data: SliceData::Text(text), next: more.then_some(end) })
}

/// The part's text around what fits best, in bytes of the view's text.
fn snippet(view: &View, hit: &SearchHit, characters: usize) -> Range<usize> {
    let text = view.text();
    let before = last(&text[hit.bytes.start..hit.focus], characters / 3);
    let start = match before.find('\n') {
        Some(at) if before.len() < hit.focus - hit.bytes.start => hit.focus - before.len() + at + 1,
        _ => hit.focus - before.len(),
    };
    start..start + first(&text[start..hit.bytes.end], characters).len()
}

/// `1. in lines 12 to 14, from line 12:` and the snippet's lines, numbered; `…` where it cuts one.
fn part(view: &View, rank: usize, hit: &SearchHit, snippet: &Range<usize>) -> String {
    let text = view.text();
    let (line, last_line) = (view.line_at(snippet.start), view.line_at(hit.bytes.end.saturating_sub(1)));
    let column = count(&text[view.line_start(line)..snippet.start]);
    let mut part = words::search_place(rank, hit.first_line, last_line, line, column) + "\n";
    for (number, piece) in text[snippet.clone()].split_inclusive('\n').enumerate() {
        let cut_before = if number == 0 && column > 0 { "…" } else { "" };
        let cut_behind = if piece.ends_with('\n') || snippet.end == text.len() { "" } else { "…" };
        let shown = format!("{cut_before}{}{cut_behind}", visible(without_end(piece)));
        part += &words::numbered(line + number, &shown);
        part.push('\n');
    }
    part
}

/// The part with as much of its snippet as fits: characters are dropped where it is cut off, so that the place stays.
fn shortened(view: &View, rank: usize, hit: &SearchHit, snippet: Range<usize>, most: usize) -> String {
    let mut snippet = snippet;
    loop {
        let part = part(view, rank, hit, &snippet);
        let excess = count(&part).saturating_sub(most);
        if excess == 0 || snippet.is_empty() {
            return part;
        }
        // A line that goes takes its number with it, so that less is dropped than this at last, and never nothing.
        let kept = count(&view.text()[snippet.clone()]).saturating_sub(excess.div_ceil(4));
        snippet.end = snippet.start + first(&view.text()[snippet.clone()], kept).len();
    }
}
