//! Every sentence that a model or a person reads, by the part of the product that says it.
//!
//! Each says what is the case and what to do next. None holds content of a stored result, except that a caller's own
//! request is quoted back, shortened.

mod expand;
mod fetch;
mod rescue;
mod settings;
mod store;

pub use expand::*;
pub use fetch::*;
pub use rescue::*;
pub use settings::*;
pub use store::*;
pub use toolaria_content::words::*;

use crate::characters::{clip, visible};

/// The name of the model-facing tool.
pub const FETCH_TOOL: &str = "rescuer_fetch";

/// Something a caller wrote, shortened and with control characters made visible.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", clip(&visible(text), 80))
}

/// The session id was empty.
pub fn empty_session() -> String {
    "The session id is empty. Leave it out for the anonymous session, or give the session's id.".to_owned()
}
