//! Which result a tool gave last in a session: a pointer, so that nothing has to be looked for.

use super::{During, Entry, Id, Store, names, value};
use crate::error::Result;
use crate::session::Session;
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Last {
    id: String,
}

impl Store<'_> {
    /// The last result of a tool that the session still holds. Any doubt is none.
    pub fn last(&self, session: &Session, tool: &str) -> Option<Entry> {
        let id = self.read_last(&names::last(session.key(), tool)).ok()??;
        self.record(session, &id).ok()
    }

    /// Notes the last result of a tool. A failure is of no consequence for the result, so none is returned.
    pub fn note_last(&self, session: &Session, tool: &str, id: &Id) {
        let key = names::last(session.key(), tool);
        let _ = self.place.records.set_unsynced(&key, &value::encode(&key, &Last { id: id.to_string() }));
    }

    fn read_last(&self, key: &str) -> Result<Option<Id>> {
        let stored = self.place.records.get(key).during("reading which result was the last")?;
        let last = stored.and_then(|stored| value::decode::<Last>(key, &stored));
        Ok(last.and_then(|last| Id::parse(&last.id).ok()))
    }

    /// Deletes the pointers to records that are gone. One that is written meanwhile costs a comparison, nothing else.
    pub(super) fn remove_stray_lasts(&self) -> Result<()> {
        let keys = self.keys()?;
        for key in keys.iter().filter(|key| names::below(names::LASTS, key).is_some()) {
            let record = |id: &Id| names::session_of(key).map(|owner| names::record(owner, id));
            let Some(last) = self.given(self.read_last(key))? else { continue };
            if last.as_ref().and_then(record).is_none_or(|record| !keys.contains(&record)) {
                self.place.records.delete(key).during("deleting a key that belongs to nothing")?;
            }
        }
        Ok(())
    }
}
