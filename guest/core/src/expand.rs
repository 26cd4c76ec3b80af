//! expand: replaces each `tla:<id>` in a tool's arguments by the content it names, and nothing else, to the byte.

mod sinks;
mod tokens;

use crate::characters;
use crate::error::Result;
use crate::json::string::{escape_into, offsets_in_body, unescape};
use crate::json::tokens::{TokenKind, Tokens};
use crate::model::{Expansion, Label};
use crate::ports::Host;
use crate::rescue::eligibility::is_fetch_tool;
use crate::session::Session;
use crate::settings::Settings;
use crate::store::{Held, Id, Store};
use crate::words;
use std::collections::BTreeMap;
use tokens::Reference;

/// # Errors
///
/// As `expand` in `wit/rescuer.wit`.
pub fn expand(
    host: &dyn Host,
    settings: &Settings,
    tool: &str,
    arguments: &str,
    session: Option<&str>,
) -> Result<Expansion> {
    let session = Session::new(session)?;
    let unchanged = || Ok(Expansion { arguments: arguments.to_owned(), tokens: 0, characters: 0 });
    if is_fetch_tool(tool) {
        return unchanged();
    }
    let references = references(arguments)?;
    if references.is_empty() {
        return unchanged();
    }
    sinks::check(tool, settings)?;
    let store = Store::open(host, settings)?;
    let mut contents =
        Contents { store: &store, session, settings, tool, held: BTreeMap::new(), tokens: 0, characters: 0 };
    let mut out = String::with_capacity(arguments.len());
    let mut copied = 0;
    for reference in references {
        out += &arguments[copied..reference.range.start];
        contents.write(&reference.id, &mut out)?;
        copied = reference.range.end;
    }
    out += &arguments[copied..];
    contents.touch();
    Ok(Expansion { arguments: out, tokens: contents.tokens, characters: contents.characters })
}

/// The tokens in string values, by their places in the arguments.
fn references(arguments: &str) -> Result<Vec<Reference>> {
    let mut references = Vec::new();
    for token in Tokens::new(arguments) {
        let token = token.map_err(|malformed| words::expand_not_json(malformed.at))?;
        if !matches!(token.kind, TokenKind::String | TokenKind::Key) {
            continue;
        }
        let start = token.start + 1;
        let found = references_in_body(&arguments[start..token.end - 1])?;
        if !found.is_empty() && token.kind == TokenKind::Key {
            return Err(words::token_in_name());
        }
        references.extend(found.into_iter().map(|reference| reference.moved_by(start)));
    }
    Ok(references)
}

/// Tokens are told by the text that a string's body stands for, and cut out of the body.
fn references_in_body(body: &str) -> Result<Vec<Reference>> {
    let mut references = tokens::references(&unescape(body))?;
    let mut cuts: Vec<usize> = references.iter().flat_map(|found| [found.range.start, found.range.end]).collect();
    offsets_in_body(body, &mut cuts);
    for (reference, cut) in references.iter_mut().zip(cuts.chunks_exact(2)) {
        reference.range = cut[0]..cut[1];
    }
    Ok(references)
}

/// What the tokens of one call stand for; each content is read once.
struct Contents<'c> {
    store: &'c Store<'c>,
    session: Session,
    settings: &'c Settings,
    tool: &'c str,
    held: BTreeMap<Id, Held>,
    tokens: u64,
    characters: u64,
}

impl Contents<'_> {
    fn write(&mut self, id: &Id, out: &mut String) -> Result<()> {
        let held = match self.held.remove(id) {
            Some(held) => held,
            None => self.read(id)?,
        };
        let text = std::str::from_utf8(&held.bytes).map_err(|_| words::expand_binary(id.as_str()))?;
        self.count(id, characters::count(text) as u64)?;
        escape_into(text, out);
        self.held.insert(id.clone(), held);
        Ok(())
    }

    fn read(&self, id: &Id) -> Result<Held> {
        let held = self.store.read(&self.session, id)?;
        if held.entry.record.label == Label::Credential && !sinks::is_allowed_by_name(self.tool, self.settings) {
            return Err(words::credential_denied(id.as_str()));
        }
        Ok(held)
    }

    fn count(&mut self, id: &Id, characters: u64) -> Result<()> {
        let (one, all) = (self.settings.passref_max_chars, self.settings.passref_total_max_chars);
        if characters > one {
            return Err(words::token_too_large(id.as_str(), characters, one));
        }
        self.characters += characters;
        self.tokens += 1;
        match self.characters > all {
            true => Err(words::call_too_large(self.characters, all)),
            false => Ok(()),
        }
    }

    fn touch(&self) {
        self.held.values().for_each(|held| self.store.touch(&held.entry));
    }
}
