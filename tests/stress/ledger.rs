//! What was acknowledged, and must therefore be kept; and what was forgotten, and must therefore be gone.

use super::content::Content;
use super::random::Random;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Live,
    /// A forget was started, and perhaps killed.
    Forgetting,
    Forgotten,
}

#[derive(Debug, Clone)]
pub struct Handle {
    pub session: String,
    pub id: String,
    pub content: Content,
    pub state: State,
}

#[derive(Default)]
pub struct Ledger(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    handles: Vec<Handle>,
    places: HashMap<(String, String), usize>,
    unacknowledged: Vec<Content>,
}

impl Ledger {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `false` where the same handle was given for other content.
    pub fn acknowledge(&self, session: &str, id: &str, content: Content) -> bool {
        let mut entries = self.entries();
        let key = (session.to_owned(), id.to_owned());
        if let Some(&place) = entries.places.get(&key) {
            return entries.handles[place].content == content;
        }
        let place = entries.handles.len();
        entries.places.insert(key, place);
        entries.handles.push(Handle { session: session.into(), id: id.into(), content, state: State::Live });
        true
    }

    /// A rescue that was killed or refused may leave a record.
    pub fn not_acknowledged(&self, content: Content) {
        self.entries().unacknowledged.push(content);
    }

    pub fn unacknowledged(&self) -> Vec<Content> {
        self.entries().unacknowledged.clone()
    }

    pub fn pick(&self, random: &mut Random) -> Option<Handle> {
        let entries = self.entries();
        match entries.handles.len() {
            0 => None,
            count => Some(entries.handles[random.below(count)].clone()),
        }
    }

    pub fn state(&self, handle: &Handle) -> State {
        let entries = self.entries();
        entries.handles[entries.places[&(handle.session.clone(), handle.id.clone())]].state
    }

    pub fn all(&self, state: State) -> Vec<Handle> {
        self.entries().handles.iter().filter(|handle| handle.state == state).cloned().collect()
    }

    pub fn of_session(&self, session: &str) -> Vec<Handle> {
        self.entries().handles.iter().filter(|handle| handle.session == session).cloned().collect()
    }

    pub fn set_state(&self, session: &str, state: State) {
        for handle in self.entries().handles.iter_mut().filter(|handle| handle.session == session) {
            handle.state = state;
        }
    }
}
