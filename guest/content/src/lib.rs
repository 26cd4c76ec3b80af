//! What a result holds, as a function of its bytes: its view, kind, figures and failures, and the engines that search it.
//!
//! Pure and deterministic, without a store, a port or a session. Here goes the time of a call, so that this crate is compiled for
//! speed where `toolaria-core`, which calls it, is compiled for size.

pub mod asked;
pub mod characters;
pub mod cut;
pub mod error;
pub mod failures;
pub mod fold;
pub mod grep;
pub mod json;
pub mod kind;
pub mod media;
pub mod search;
pub mod sets;
pub mod settings;
pub mod view;
pub mod words;
