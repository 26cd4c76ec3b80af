//! What is done with every byte of a result: its tokens, its cells, the columns of its values, the search of it by patterns.
//!
//! Here goes the time of a rescue and of a grep, so that this crate is compiled for speed where `toolaria-content`, which knows what the
//! bytes mean, is compiled for size. It knows no view, no kind and no store.

pub mod characters;
pub mod columns;
pub mod error;
pub mod grep;
pub mod json;
pub mod media;
pub mod order;
pub mod prose;
pub mod sets;
pub mod table;
pub mod words;
