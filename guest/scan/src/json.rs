//! JSON as text: tokens, structure and string bodies, without a tree and without recursion, so that any depth and any size
//! can be read. Where a tree is wanted, serde_json is used.

pub mod reader;
pub mod string;
pub mod structure;
pub mod tokens;
