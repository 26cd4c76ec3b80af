//! rescue: stores a result and makes the handle that stands in for it, or says why it stays as it is.

mod again;
mod budget;
mod bytes;
pub mod eligibility;
mod ends;
mod entry;
mod excerpt;
mod handle;
mod intake;
mod odd;

use crate::calm;
use crate::characters;
use crate::error::{Error, Result};
use crate::kind::Kind;
use crate::model::{self, Content, Label, PassReason, RescueOutcome, ToolCall};
use crate::ports::Host;
use crate::session::Session;
use crate::settings::Settings;
use crate::store::{Draft, Store};
use crate::view::{self, View};
use crate::words;
use again::Again;
use handle::{Handle, Subject};
use intake::Intake;

/// Tools whose results are personal where no setting says otherwise: mail, messages, calendars, contacts.
const PERSONAL_WORDS: [&str; 8] = ["mail", "email", "gmail", "inbox", "calendar", "contacts", "messages", "sms"];

/// # Errors
///
/// [`Error::Invalid`] for a malformed session id or arguments, [`Error::Denied`] for a path that may not be read,
/// [`Error::Storage`] where a file cannot be read. All else is an outcome.
pub fn rescue(host: &dyn Host, settings: &Settings, call: ToolCall, content: Content) -> Result<RescueOutcome> {
    let session = Session::new(call.session.as_deref())?;
    check_arguments(&call)?;
    if let Some(reason) = eligibility::refusal(&call, settings) {
        return Ok(RescueOutcome::Unchanged(reason));
    }
    if let Some(reason) = small_text(&content, settings) {
        return Ok(RescueOutcome::Unchanged(reason));
    }
    let store = match Store::open(host, settings) {
        Ok(store) => store,
        Err(error) => return Ok(RescueOutcome::Unchanged(PassReason::NotStored(error.message().to_owned()))),
    };
    let intake = Intake::read(host, &store, content)?;
    let shelf = Shelf { store: &store, settings, session: &session, call: &call, intake: &intake };
    let handle = match std::str::from_utf8(&intake.bytes) {
        Ok(text) => shelf.text(text),
        Err(_) => shelf.binary(),
    };
    Ok(match handle {
        Ok(handle) => RescueOutcome::Stored(handle),
        Err(reason) => RescueOutcome::Unchanged(reason),
    })
}

fn check_arguments(call: &ToolCall) -> Result<()> {
    match &call.arguments {
        Some(arguments) if crate::json::tokens::Tokens::new(arguments).any(|token| token.is_err()) => {
            Err(Error::Invalid(words::arguments_not_json()))
        }
        _ => Ok(()),
    }
}

/// Most results are small: they cost no storage operation.
fn small_text(content: &Content, settings: &Settings) -> Option<PassReason> {
    let Content::Text(text) = content else {
        return None;
    };
    small(characters::count(text) as u64, settings)
}

fn small(size: u64, settings: &Settings) -> Option<PassReason> {
    (size <= settings.max_result_chars).then_some(PassReason::Small(size))
}

/// What a rescue works with once its content is read.
struct Shelf<'s> {
    store: &'s Store<'s>,
    settings: &'s Settings,
    session: &'s Session,
    call: &'s ToolCall,
    intake: &'s Intake,
}

impl Shelf<'_> {
    fn text(&self, text: &str) -> Shelved {
        let characters = characters::count(text) as u64;
        if let Some(reason) = small(characters, self.settings) {
            return Err(reason);
        }
        let view = View::of(text);
        let tool = self.call.tool.as_deref();
        let again = tool.and_then(|tool| Again::of(self.store, self.session, tool, &self.intake.bytes, &view));
        let arguments = self.call.arguments.as_deref();
        let subject = Subject { tool, view: &view, characters, again: again.as_ref(), arguments };
        let kind = view.main_section().kind;
        let draft = Handle::preview(&subject, self.settings).ok_or(PassReason::NoGain)?;
        let id = self.put(kind, characters, view.line_count() as u64, &|| index(&view))?;
        let text = draft.text(&id);
        Ok(self.handle(id, text, kind, characters))
    }

    fn binary(&self) -> Shelved {
        let bytes = self.intake.bytes.len() as u64;
        if let Some(reason) = small(bytes, self.settings) {
            return Err(reason);
        }
        let told = bytes::describe(&self.intake.bytes);
        let text = |id: &str| {
            let head = words::binary_handle(self.call.tool.as_deref(), id, bytes, &told.what, !told.shown.is_empty());
            if told.shown.is_empty() { head } else { calm::join(&head, &told.shown) }
        };
        if characters::count(&text(handle::LONGEST_ID)) as u64 >= bytes {
            return Err(PassReason::NoGain);
        }
        let id = self.put(Kind::Binary, 0, 0, &|| None)?;
        let text = text(&id);
        Ok(self.handle(id, text, Kind::Binary, 0))
    }

    fn put(
        &self,
        kind: Kind,
        characters: u64,
        lines: u64,
        index: &dyn Fn() -> Option<Vec<u8>>,
    ) -> std::result::Result<String, PassReason> {
        let draft = Draft {
            tool: self.call.tool.clone(),
            toolset: self.call.toolset.clone(),
            arguments: self.call.arguments.clone(),
            kind: kind.name().to_owned(),
            view_version: view::VERSION,
            label: self.call.label.unwrap_or_else(|| label(self.call.tool.as_deref(), self.settings)),
            characters,
            lines,
        };
        let incoming = self.intake.incoming.as_deref();
        let (id, record) = self
            .store
            .put(self.session, &self.intake.bytes, incoming, draft)
            .map_err(|error| PassReason::NotStored(error.message().to_owned()))?;
        self.store.keep_lines(&record, index);
        if let Some(tool) = &self.call.tool {
            self.store.note_last(self.session, tool, &id);
        }
        self.store.sweep_if_due();
        Ok(id.to_string())
    }

    fn handle(&self, id: String, text: String, kind: Kind, characters: u64) -> model::Handle {
        let bytes = self.intake.bytes.len() as u64;
        model::Handle { id, text, kind: kind.name().to_owned(), characters, bytes }
    }
}

/// The index of a view, where it costs next to nothing. The places of lines within strings cost a pass over the text, as much as a tenth of
/// a rescue: the first fetch that needs them makes it.
fn index(view: &View) -> Option<Vec<u8>> {
    if view.is_unescaped() {
        return None;
    }
    view.index()
}

type Shelved = std::result::Result<model::Handle, PassReason>;

/// What a rescue would note of these bytes, without knowing the call that they came from.
pub fn describe(bytes: &[u8]) -> Draft {
    let (kind, characters, lines) = match std::str::from_utf8(bytes) {
        Ok(text) => {
            let view = View::of(text);
            (view.main_section().kind, characters::count(text) as u64, view.line_count() as u64)
        }
        Err(_) => (Kind::Binary, 0, 0),
    };
    Draft {
        tool: None,
        toolset: None,
        arguments: None,
        kind: kind.name().to_owned(),
        view_version: view::VERSION,
        label: Label::Public,
        characters,
        lines,
    }
}

fn label(tool: Option<&str>, settings: &Settings) -> Label {
    let Some(tool) = tool else {
        return Label::Public;
    };
    let personal = crate::tool_name::words(tool).any(|word| PERSONAL_WORDS.contains(&word.as_str()));
    let built_in = if personal { Label::Personal } else { Label::Public };
    settings.sensitivity_tool_labels.get(tool).copied().unwrap_or(built_in)
}
