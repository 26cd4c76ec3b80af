//! What a result holds, as a function of its bytes: its view, kind, figures and failures, and the engines that search it.
//!
//! Pure and deterministic, without a store, a port or a session. What looks at every byte is in `toolaria-scan`.

pub mod asked;
pub mod cut;
pub mod failures;
pub mod fold;
pub mod kind;
pub mod search;
pub mod settings;
pub mod view;
pub mod words;

pub use toolaria_scan::{characters, error, grep, json, media, order, sets};
