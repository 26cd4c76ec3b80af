//! fetch: reads a slice of a stored result. One file per mode; each makes a notice, data and, where there is more, a cursor.

mod chain;
mod cursor;
mod full;
mod grep;
mod indexed;
mod lines;
mod outline;
mod range;
mod raw;
mod search;
mod stat;

use crate::error::Result;
use crate::model::{Query, Slice, SliceData};
use crate::ports::Host;
use crate::session::Session;
use crate::settings::{Settings, cap};
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
    let entry = match query {
        Query::Stat | Query::Raw { .. } => store.record(&session, &id)?,
        _ => store.live_entry(&session, &id)?,
    };
    let cursor_for = Cursor::new(query, &entry.record.digest);
    // What is gone is said before a cursor is refused.
    let from = cursor.map(|text| cursor_for.position(text)).transpose();
    let stretch = indexed::stretch(&store, settings, &entry, query, &from);
    let bytes = match query {
        Query::Stat | Query::Raw { .. } => Vec::new(),
        _ if stretch.is_some() => Vec::new(),
        _ => store.whole_blob(&entry)?,
    };
    let request = Request { id: id.as_str(), characters: entry.record.characters, settings, from: from? };
    let held = Held { entry, bytes };
    let answer = match stretch {
        Some(stretch) => range::range(&request, &stretch, query)?,
        None => answer(&request, &store, query, &held)?,
    };
    store.touch(&held.entry);
    Ok(Slice {
        notice: with_changes(answer.notice, &held),
        data: answer.data,
        cursor: answer.next.map(|position| cursor_for.at(position)),
    })
}

fn answer(request: &Request, store: &Store, query: &Query, held: &Held) -> Result<Answer> {
    let bytes = &held.bytes;
    match query {
        Query::Outline => outline::outline(request, &view(request, bytes)?),
        Query::Stat => Ok(stat::stat(request, &held.entry)),
        Query::Range { .. } => {
            let view = view(request, bytes)?;
            store.keep_lines(&held.entry.record, &|| view.index());
            range::range(request, &view.stretch(), query)
        }
        Query::Grep { pattern } => grep::grep(request, &view(request, bytes)?, pattern, None),
        Query::Chain { pattern, context_lines } => {
            grep::grep(request, &view(request, bytes)?, pattern, Some(*context_lines))
        }
        Query::Search { text, top } => search::search(request, &view(request, bytes)?, text, *top),
        Query::Raw { start_byte, count_bytes } => raw::raw(request, store, &held.entry, *start_byte, *count_bytes),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Label;
    use crate::ports::memory::MemoryHost;
    use crate::store::Draft;

    /// The id of a text that was rescued under some version of the view.
    fn stored(host: &MemoryHost, text: &str, view_version: u32) -> String {
        let settings = Settings::default();
        let draft = Draft {
            tool: Some("web_extract".to_owned()),
            toolset: None,
            arguments: Some("{\n\"a\":\"\u{1b}\"}".to_owned()),
            characters: text.chars().count() as u64,
            lines: 1,
            kind: "text".to_owned(),
            view_version,
            label: Label::Personal,
        };
        let store = Store::open(host, &settings).unwrap();
        store.put(&Session::new(None).unwrap(), text.as_bytes(), None, draft).unwrap().0.as_str().to_owned()
    }

    fn ask(host: &MemoryHost, id: &str, query: &Query, cursor: Option<&str>) -> Result<Slice> {
        fetch(host, &Settings::read(host)?, id, query, cursor, None)
    }

    fn refusal(host: &MemoryHost, id: &str, query: &Query, cursor: &str) -> String {
        ask(host, id, query, Some(cursor)).unwrap_err().to_string()
    }

    #[test]
    fn another_version_of_the_view_is_said() {
        let host = MemoryHost::new();
        let sentence =
            "\n[line numbers have changed since the handle was made: Toolaria lays this kind out differently now]";
        let notice = |version| ask(&host, &stored(&host, "a\n", version), &Query::Full, None).unwrap().notice;
        assert_eq!(notice(VERSION), "[87428fc52280: line 0, of 1 line]");
        assert_eq!(notice(VERSION + 1), format!("[87428fc52280: line 0, of 1 line]{sentence}"));
    }

    #[test]
    fn a_cursor_of_another_version_of_the_view_is_refused() {
        let host = MemoryHost::new();
        let id = stored(&host, &"abc\n".repeat(2_000), VERSION);
        let query = Query::Range { start: 0, count: None };
        let cursor = ask(&host, &id, &query, None).unwrap().cursor.unwrap();
        let other = cursor.replacen(&format!("-{VERSION}-"), &format!("-{}-", VERSION + 1), 1);
        assert_eq!(
            refusal(&host, &id, &query, &other),
            "The cursor was made by another version of Toolaria, which laid the lines out differently. Leave it out to start anew."
        );
    }

    #[test]
    fn modes_that_answer_at_once_take_no_cursor() {
        let host = MemoryHost::new();
        let id = stored(&host, "a\n", VERSION);
        assert_eq!(
            refusal(&host, &id, &Query::Stat, "stat-1-00000000-1"),
            "mode=\"stat\" answers at once and takes no cursor. Leave it out."
        );
        assert_eq!(
            refusal(&host, &id, &Query::Full, "full-1-00000000-1"),
            "mode=\"full\" answers at once and takes no cursor. Leave it out."
        );
    }

    #[test]
    fn a_part_of_the_bytes_that_is_complete_speaks_of_no_cursor() {
        let host = MemoryHost::new();
        let id = stored(&host, &"abc\n".repeat(2_000), VERSION);
        let raw = |count_bytes| ask(&host, &id, &Query::Raw { start_byte: 0, count_bytes }, None).unwrap();
        let (some, all) = (raw(Some(9)), raw(None));
        assert_eq!((some.notice, some.cursor), (format!("[{id}: bytes 0 to 8 of 8,000]"), None));
        assert_eq!(all.notice, format!("[{id}: bytes 0 to 3999 of 8,000; more with the cursor]"));
        assert!(all.cursor.is_some());
    }

    #[test]
    fn stat_keeps_one_line_for_each_value() {
        let host = MemoryHost::new();
        let SliceData::Text(text) = ask(&host, &stored(&host, "a\n", VERSION), &Query::Stat, None).unwrap().data else {
            panic!("no text");
        };
        assert!(text.contains("\nlabel: personal\n") && text.ends_with("\narguments: {␊\"a\":\"␛\"}\n"), "{text}");
    }

    #[test]
    fn full_offers_a_token_only_where_it_would_be_expanded() {
        let host = MemoryHost::new();
        let id = stored(&host, &"abc\n".repeat(20_000), VERSION);
        let message = || ask(&host, &id, &Query::Full, None).unwrap_err().to_string();
        let without = format!(
            "{id} has 80,000 characters, mode=\"full\" gives at most 50,000 (setting full_fetch_max_chars). \
             Use \"outline\", \"search\", \"grep\" or \"range\"."
        );
        assert_eq!(message(), without.replace("\"range\".", &format!("\"range\", or pass tla:{id} to another tool.")));
        host.set_setting("passref_max_chars", "79999");
        assert_eq!(message(), without);
        host.set_setting("passref_max_chars", "80000");
        host.set_setting("passref_enabled", "false");
        assert_eq!(message(), without);
    }

    #[test]
    fn classes_that_know_ascii_only_are_named_where_it_matters() {
        let host = MemoryHost::new();
        let grep = |text: &str, pattern: &str| {
            let query = Query::Grep { pattern: pattern.to_owned() };
            ask(&host, &stored(&host, text, VERSION), &query, None).unwrap().notice
        };
        let said = "; \\w, \\d, \\s and \\b know ASCII letters only]";
        assert!(grep("ошибка\n", r"\bошибка").ends_with(said));
        assert!(!grep("ошибка\n", "ошибка").contains("ASCII"));
        assert!(!grep("error\n", r"\berror").contains("ASCII"));
    }

    #[test]
    fn chain_says_its_name_and_what_it_left_out() {
        let host = MemoryHost::new();
        host.set_setting("fetch_max_chars", "200");
        let text: String = (0..40).map(|line| format!("<{line}>{}\n", "x".repeat(50))).collect();
        let query = Query::Chain { pattern: "<20>".to_owned(), context_lines: 3 };
        let id = stored(&host, &text, VERSION);
        let slice = ask(&host, &id, &query, None).unwrap();
        assert_eq!(
            slice.notice,
            format!(
                "[{id}: chain `<20>`: 1 of 1 match shown; searched to the end, 40 lines; \
                 context left out to fit fetch_max_chars: lines 17 to 18 and lines 22 to 23]"
            )
        );
    }
}
