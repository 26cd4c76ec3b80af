//! Readers of markup. Each gives places in the text that it reads, and knows nothing of views, kinds and columns.
//!
//! A crate of its own because it is compiled for speed: each byte is looked at here.

pub mod html;
pub mod markdown;
pub mod xml;
pub mod yaml;
