//! fetch: reads a slice of a stored result. One file per mode; each makes a notice, data and, where there is more, a cursor.

mod cursor;
mod full;
mod grep;
mod outline;
mod range;
mod raw;
mod search;
mod stat;

use crate::error::Result;
use crate::model::{Query, Slice, SliceData};
use crate::ports::Host;
use crate::session::Session;
use crate::settings::Settings;
use crate::store::{Held, Id, Store};
use crate::view::{VERSION, View};
use crate::words;
use cursor::Cursor;

impl Query {
    /// The mode's name, as the model knows it.
    pub fn mode(&self) -> &'static str {
        match self {
            Query::Outline => "outline",
            Query::Stat => "stat",
            Query::Range { .. } => "range",
            Query::Grep { .. } => "grep",
            Query::Chain { .. } => "chain",
            Query::Search { .. } => "search",
            Query::Raw { .. } => "raw",
            Query::Full => "full",
        }
    }
}

/// What a mode works on.
struct Request<'r> {
    id: &'r str,
    /// Characters of the stored text.
    characters: u64,
    settings: &'r Settings,
    /// Where the last answer ended, in the mode's own positions.
    from: Option<usize>,
}

/// What a mode answers: a slice whose cursor is still a position.
struct Answer {
    notice: String,
    data: SliceData,
    next: Option<usize>,
}

/// # Errors
///
/// As `fetch` in `wit/rescuer.wit`.
pub fn fetch(
    host: &dyn Host,
    settings: &Settings,
    id: &str,
    query: &Query,
    cursor: Option<&str>,
    session: Option<&str>,
) -> Result<Slice> {
    let session = Session::new(session)?;
    let id = Id::parse(id)?;
    let store = Store::open(host, settings)?;
    if cursor.is_some() && matches!(query, Query::Stat | Query::Full) {
        return Err(words::no_cursor_for(query.mode()));
    }
    let held = store.read(&session, &id)?;
    let cursor_for = Cursor::new(query, &held.entry.record.digest);
    let request = Request {
        id: id.as_str(),
        characters: held.entry.record.characters,
        settings,
        from: cursor.map(|text| cursor_for.position(text)).transpose()?,
    };
    let answer = answer(&request, query, &held)?;
    store.touch(&held.entry);
    Ok(Slice {
        notice: with_changes(answer.notice, &held),
        data: answer.data,
        cursor: answer.next.map(|position| cursor_for.at(position)),
    })
}

fn answer(request: &Request, query: &Query, held: &Held) -> Result<Answer> {
    let bytes = &held.bytes;
    match query {
        Query::Outline => outline::outline(request, &view(request, bytes)?),
        Query::Stat => Ok(stat::stat(request, &held.entry)),
        Query::Range { start, count } => range::range(request, &view(request, bytes)?, *start, *count),
        Query::Grep { pattern } => grep::grep(request, &view(request, bytes)?, pattern, None),
        Query::Chain { pattern, context_lines } => {
            grep::grep(request, &view(request, bytes)?, pattern, Some(*context_lines))
        }
        Query::Search { text, top } => search::search(request, &view(request, bytes)?, text, *top),
        Query::Raw { start_byte, count_bytes } => Ok(raw::raw(request, bytes, *start_byte, *count_bytes)),
        Query::Full => full::full(request, &view(request, bytes)?),
    }
}

fn view<'b>(request: &Request, bytes: &'b [u8]) -> Result<View<'b>> {
    let text = std::str::from_utf8(bytes).map_err(|_| words::not_text(request.id, bytes.len() as u64))?;
    Ok(View::of(text))
}

fn with_changes(notice: String, held: &Held) -> String {
    match held.entry.record.view_version {
        VERSION => notice,
        _ => format!("{notice}\n{}", words::view_changed()),
    }
}

/// A position in a text that was given by a caller, checked.
fn checked(text: &str, from: Option<usize>) -> Result<Option<usize>> {
    match from {
        Some(at) if at > text.len() || !text.is_char_boundary(at) => Err(words::cursor_of_another_query()),
        from => Ok(from),
    }
}

/// A cap as a number of characters in memory.
fn cap(setting: u64) -> usize {
    setting.try_into().unwrap_or(usize::MAX)
}
