//! One client over HTTP: the streams that it reads, and who answers it.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Poll, Waker};
use std::thread;
use std::time::Instant;

use serde_json::value::RawValue;

use super::outbox::{Asked, Outbox};
use crate::mcp::wire::{Id, Members, parse, refusal};

/// Nobody took a request to the client; of JSON-RPC, for an error of the implementation.
const NOBODY_LISTENS: i32 = -32_000;

/// What stands between one client and its servers.
pub trait Peer: Send + Sync {
    /// A message of the client, as one line.
    fn hear(self: Arc<Self>, line: &str);
    /// The client is gone: ends the servers and waits for that.
    fn end(&self);
}

/// One client's.
pub struct Session {
    outbox: Mutex<Outbox>,
    pub(super) peer: OnceLock<Arc<dyn Peer>>,
    used: Mutex<Instant>,
    /// The id of `initialize`, and then the protocol's version that the server named.
    initialize: Mutex<Option<String>>,
    version: OnceLock<Option<String>>,
}

impl Session {
    pub(super) fn new() -> Arc<Session> {
        Arc::new(Session {
            outbox: Mutex::default(),
            peer: OnceLock::new(),
            used: Mutex::new(Instant::now()),
            initialize: Mutex::default(),
            version: OnceLock::new(),
        })
    }

    pub fn outbox(&self) -> MutexGuard<'_, Outbox> {
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the client is there.
    pub fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// When the client was last seen, if it is not waiting for anything.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let used = *self.used.lock().unwrap_or_else(PoisonError::into_inner);
        Some(used).filter(|_| !self.outbox().is_read())
    }

    /// The version that was agreed on; within it `None` where the server refused.
    pub fn version(&self) -> Option<&Option<String>> {
        self.version.get()
    }

    /// Opens a stream for the requests among the messages; nothing is handed on yet.
    pub fn open(&self, messages: &[Members], plain: bool) -> Option<(u64, u64)> {
        let asked = messages.iter().filter_map(|message| {
            let id = message.get("id").filter(|_| message.get("method").is_some())?.key();
            if message.text("method").as_deref() == Some("initialize") {
                *self.initialize.lock().unwrap_or_else(PoisonError::into_inner) = Some(id.clone());
            }
            let meta = message
                .members("params")
                .and_then(|params| params.members("_meta").and_then(|meta| meta.get("progressToken").map(Id::key)));
            Some(Asked { id, progress_token: meta })
        });
        let mut outbox = self.outbox();
        let number = outbox.open(asked.collect(), plain)?;
        let reader = outbox.listen(number, None)?;
        Some((number, reader))
    }

    /// Hands a message on; takes as long as the peer does.
    pub fn hand_on(&self, text: &str) {
        let message = parse::<Members>(text).unwrap_or_default();
        if message.text("method").as_deref() == Some("notifications/cancelled")
            && let Some(id) = message.members("params").as_ref().and_then(|params| params.get("requestId"))
        {
            self.outbox().cancelled(&id.key());
        }
        if let Some(peer) = self.peer.get() {
            Arc::clone(peer).hear(text);
        }
    }

    /// What the peer says.
    pub(super) fn hear(&self, text: &str) {
        self.note_version(text);
        let missed = self.outbox().push(text);
        for id in missed.into_iter().filter_map(|id| RawValue::from_string(id).ok()) {
            if let Some(peer) = self.peer.get() {
                let peer = Arc::clone(peer);
                // Not in the place of who says it, which the peer may still hold.
                thread::spawn(move || {
                    peer.hear(&refusal(&id, NOBODY_LISTENS, "The client does not listen for requests."));
                });
            }
        }
    }

    fn note_version(&self, text: &str) {
        if self.version.get().is_some() {
            return;
        }
        let message = parse::<Members>(text).unwrap_or_default();
        let asked = self.initialize.lock().unwrap_or_else(PoisonError::into_inner);
        if message.get("method").is_none() && message.get("id").map(Id::key) == *asked {
            let result = message.members("result");
            let version = result.and_then(|result| result.text("protocolVersion").map(|version| version.into_owned()));
            let _ = self.version.set(version);
        }
    }

    /// Waits until a stream can be read; says whether it has all its answers.
    pub fn poll_any(&self, number: u64, waker: &Waker) -> Poll<bool> {
        self.outbox().poll_any(number, waker)
    }

    pub(super) fn close(&self) {
        self.outbox().close();
        if let Some(peer) = self.peer.get() {
            peer.end();
        }
        self.outbox().close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_answer_to_initialize() {
        let session = Session::new();
        let message: Members = parse(r#"{"id":"i","method":"initialize","params":{}}"#).unwrap();
        session.open(&[message], false).unwrap();
        session.hear(r#"{"method":"notifications/message"}"#);
        assert_eq!(session.version(), None);
        session.hear(r#"{"id":"i","result":{"protocolVersion":"2025-06-18"}}"#);
        assert_eq!(session.version(), Some(&Some("2025-06-18".to_owned())));
    }
}
