//! search: the parts of the view that are nearest to some words.

use super::{Answer, Request, cap};
use crate::characters::{count, first, last, visible};
use crate::error::Result;
use crate::model::SliceData;
use crate::search::{Options, SearchHit, rank};
use crate::view::View;
use crate::words;

/// Positions are ranks.
pub fn search(request: &Request, view: &View, query: &str, top: Option<u32>) -> Result<Answer> {
    if query.trim().is_empty() {
        return Err(words::empty_query());
    }
    let settings = request.settings;
    let from = request.from.unwrap_or(0);
    let top = top.map_or(cap(settings.search_top_k), |top| top.max(1) as usize);
    let options = Options {
        chunk_chars: cap(settings.search_chunk_chars),
        overlap_lines: cap(settings.search_chunk_overlap_lines),
        max_chunks: cap(settings.search_max_chunks),
        top_k: from.saturating_add(top),
    };
    let ranking = rank(view.text(), query, options)?;
    let mut text = String::new();
    let mut shown = 0;
    let mut left = cap(settings.fetch_max_chars);
    for (rank, hit) in ranking.hits.iter().enumerate().skip(from) {
        let part = part(view, rank, hit, cap(settings.search_snippet_chars));
        let characters = count(&part);
        if characters > left && shown > 0 {
            break;
        }
        text += first(&part, left);
        left = left.saturating_sub(characters);
        shown += 1;
    }
    let end = from + shown;
    let more = shown > 0 && end < ranking.matching;
    let notice = words::search_notice(request.id, query, shown, ranking.matching, ranking.chunks, more);
    Ok(Answer { notice, data: SliceData::Text(text), next: more.then_some(end) })
}

/// `1. lines 12 to 14:` and the part's text around what fits best.
fn part(view: &View, rank: usize, hit: &SearchHit, characters: usize) -> String {
    let (first_line, last_line) = (hit.first_line, view.line_at(hit.bytes.end.saturating_sub(1)));
    let text = view.text();
    let before = last(&text[hit.bytes.start..hit.focus], characters / 3);
    let start = match before.find('\n') {
        Some(at) if before.len() < hit.focus - hit.bytes.start => hit.focus - before.len() + at + 1,
        _ => hit.focus - before.len(),
    };
    let snippet = first(&text[start..hit.bytes.end], characters);
    let column = count(&text[view.line_start(view.line_at(start))..start]);
    let place = words::search_place(rank + 1, first_line, last_line, view.line_at(start), column);
    let lines: Vec<String> = snippet.trim_end_matches(['\n', '\r']).lines().map(visible).collect();
    format!("{place}\n{}\n", lines.join("\n"))
}
