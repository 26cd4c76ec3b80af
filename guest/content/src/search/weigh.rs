//! The order of the chunks, by the bm25 crate's weights.

use crate::sets::set_of;
use std::collections::BTreeSet;

use bm25::{Embedder, EmbedderBuilder, Embedding, Scorer, TokenEmbedder, TokenEmbedding};

use super::chunks::Chunk;
use super::terms::Terms;

/// Scores are compared in steps of 1/1024, so that the last bits of `ln`, which differ between platforms, decide nothing.
const STEPS: f32 = 1024.0;

/// Chunks that are counted for the mean length of all.
const SAMPLE: usize = 64;

/// The numbers of the chunks that hold a term, the best first, equally good ones in the order of the text.
pub(super) fn order(text: &str, chunks: &[Chunk], terms: &Terms) -> Vec<usize> {
    let embedder: Embedder<u64, &Terms> =
        EmbedderBuilder::with_tokenizer_and_fit_to_corpus(terms, &[]).avgdl(mean_words(text, chunks, terms)).build();
    let query = embedded(terms.words());
    let wanted: BTreeSet<u64> = set_of(query.indices().copied());
    let mut scorer = Scorer::new();
    let mut matching = Vec::new();
    for (number, chunk) in chunks.iter().enumerate() {
        let embedding = relevant(embedder.embed(&text[chunk.bytes.clone()]), &wanted);
        if !embedding.is_empty() {
            matching.push(number);
        }
        // An empty one counts too: how rare a word is depends on the chunks without it.
        scorer.upsert(&number, embedding);
    }
    let steps = |number| (scorer.score(&number, &query).unwrap_or(0.0) * STEPS).round() as u64;
    crate::order::by(&mut matching, |&number| (!steps(number), number as u64));
    matching
}

/// The words as the embedder numbers them. Embedding their text would stem them a second time, and `agre`, the stem of
/// `agreed`, has a stem of its own.
fn embedded<'w>(words: impl Iterator<Item = &'w str>) -> Embedding<u64> {
    let token = |word| TokenEmbedding { index: u64::embed(word), value: 1.0 };
    Embedding(words.map(token).collect())
}

/// The mean number of words in a chunk, by an even sample: chunks are of about the same size, and counting all would
/// double the work.
fn mean_words(text: &str, chunks: &[Chunk], terms: &Terms) -> f32 {
    let sample = chunks.iter().step_by(chunks.len().div_ceil(SAMPLE).max(1));
    let sampled = sample.len().max(1) as f32;
    let words: usize = sample.map(|chunk| terms.tokenize(&text[chunk.bytes.clone()]).len()).sum();
    words as f32 / sampled
}

/// The query's words of a chunk, once each: all that the scorer asks for.
fn relevant(mut embedding: Embedding<u64>, wanted: &BTreeSet<u64>) -> Embedding<u64> {
    embedding.0.retain(|token| wanted.contains(&token.index));
    crate::order::by(&mut embedding.0, |token| (token.index, 0));
    embedding.0.dedup_by_key(|token| token.index);
    embedding
}
