//! Search by words: BM25 over chunks of a view's text.
//!
//! The bm25 crate weighs words; here the text is cut ([`chunks`]) and made into words ([`tokenizer`]: stems, without
//! stop words), the best chunks are picked, and ties are put in the order of the text, which the crate leaves to chance.

mod chunks;
mod focus;
mod terms;
mod tokenizer;
mod weigh;

use std::ops::Range;

use crate::error::Result;
use terms::Terms;

/// How the text is cut, and how many chunks come back.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The most characters of a chunk.
    pub chunk_chars: usize,
    /// Lines that a chunk shares with the one before, where they fit.
    pub overlap_lines: usize,
    /// Only so many chunks from the text's start are searched; 0 is all.
    pub max_chunks: usize,
    /// Hits that are passed over, because an earlier answer had them.
    pub skip: usize,
    /// The most hits.
    pub top_k: usize,
}

/// A chunk that holds words of the query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchHit {
    /// The chunk's place in the text.
    pub bytes: Range<usize>,
    /// The line that the chunk begins in, counted from 0.
    pub first_line: usize,
    /// Where, in bytes of the text, the part of the chunk begins that holds the most words of the query.
    pub focus: usize,
}

/// The best chunks, and of how many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    /// The best first, but for those passed over; equally good ones in the order of the text.
    pub hits: Vec<SearchHit>,
    /// Chunks that were searched.
    pub chunks: usize,
    /// Chunks that hold a word of the query.
    pub matching: usize,
}

/// Ranks the chunks of the text by the query's words. Linear in the text.
///
/// # Errors
///
/// [`crate::error::Error::Invalid`] where the query holds no word at all or is too long. A query of stop words only is searched for
/// just these.
pub fn rank(text: &str, query: &str, options: Options) -> Result<Ranking> {
    let terms = Terms::of(query)?;
    let chunks = chunks::cut(text, &options);
    let order = weigh::order(text, &chunks, &terms);
    let hits = order.iter().skip(options.skip).take(options.top_k).map(|&number| {
        let chunk = &chunks[number];
        let focus = chunk.bytes.start + focus::densest(&text[chunk.bytes.clone()], &terms);
        SearchHit { bytes: chunk.bytes.clone(), first_line: chunk.first_line, focus }
    });
    Ok(Ranking { hits: hits.collect(), chunks: chunks.len(), matching: order.len() })
}
