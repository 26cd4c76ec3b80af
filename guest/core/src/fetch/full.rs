//! full: the whole view, unless it is too long.

use super::{Answer, Request, range};
use crate::characters;
use crate::error::Result;
use crate::view::View;
use crate::words;

/// # Errors
///
/// [`crate::error::Error::TooLarge`] above `full_fetch_max_chars`, unless `refuse_full_fetch` is off.
pub fn full(request: &Request, view: &View) -> Result<Answer> {
    let characters = characters::count(view.text()) as u64;
    let limit = request.settings.full_fetch_max_chars;
    if request.settings.refuse_full_fetch && characters > limit {
        return Err(words::full_too_large(request.id, characters, limit, passable(request)));
    }
    let (all, stretch) = (0..view.text().len(), view.stretch());
    Ok(Answer {
        notice: range::notice(request.id, &stretch, &all, false),
        data: range::text(&stretch, &all),
        next: None,
    })
}

/// Whether a token for the result would be expanded.
fn passable(request: &Request) -> bool {
    let settings = request.settings;
    let limit = settings.passref_max_chars.min(settings.passref_total_max_chars);
    settings.passref_enabled && request.characters <= limit
}
