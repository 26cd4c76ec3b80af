//! One server with its life: it is started, and started again when it ends, and whoever asked it is answered.

mod clock;
mod life;

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::value::RawValue;

use super::transport::{Connection, Transport};
use super::upstream::{Hear, Upstream};
use super::wire::{Id, Message, refusal};
use crate::cli::output;
pub use clock::Times;

/// Code of a request whose server has ended, or cannot be started.
pub const SERVER_ENDED: i32 = -32_000;
/// Code of a request that was given up.
pub const TOOK_TOO_LONG: i32 = -32_001;
/// The id of the `initialize` that a server gets which is started again.
const AGAIN: &str = "\"toolaria-again\"";

pub struct Link {
    me: Weak<Link>,
    transport: Arc<dyn Transport>,
    hear: Hear,
    /// What it is called in settings of tools.
    name: Option<String>,
    times: Times,
    state: Mutex<State>,
    /// Something was asked that has a time, or the link is closed.
    asked_more: Condvar,
}

#[derive(Default)]
struct State {
    connection: Option<Box<dyn Connection>>,
    /// Which conversation this is. What is said in an older one is not heeded.
    number: u64,
    /// How often in a row one ended.
    ended: u32,
    /// How the last one did.
    how: Option<String>,
    started_at: Option<Instant>,
    may_start_at: Option<Instant>,
    /// Ids of what was asked and not answered, and until when it has to be.
    asked: HashMap<String, Option<Instant>>,
    /// Ids of what was given up, and may still be answered.
    late: HashSet<String>,
    /// The client's `initialize`, for a server that is started again, and its id.
    initialize: Option<String>,
    initialize_id: Option<String>,
    /// What such a server gets when it has answered to that.
    held: Option<Vec<String>>,
    /// As it calls itself.
    server_name: Option<String>,
    threads: Vec<JoinHandle<()>>,
    /// No server is started any more.
    closed: bool,
}

impl Link {
    /// `name` is that of settings; else it is as the server calls itself.
    pub fn new(transport: Arc<dyn Transport>, name: Option<String>, times: Times, hear: Hear) -> Arc<Link> {
        Arc::new_cyclic(|me| Link {
            me: Weak::clone(me),
            transport,
            hear,
            name,
            times,
            state: Mutex::default(),
            asked_more: Condvar::new(),
        })
    }

    /// Notes that something was asked now.
    fn note(&self, state: &mut State, id: String, time: Option<Duration>) {
        state.asked.insert(id, time.map(|time| Instant::now() + time));
        if time.is_some() {
            self.asked_more.notify_all();
        }
    }

    /// One line of the server.
    fn heard(&self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let message = match Message::read(text) {
            Ok(message) => message,
            Err(error) => {
                let start: String = text.chars().take(200).collect();
                return output::notice(&format!(
                    "[{}] no message of JSON-RPC ({error}): {start}",
                    self.transport.name()
                ));
            }
        };
        match message.batch() {
            Some(batch) => batch.iter().for_each(|message| self.heard_one(message)),
            None => self.heard_one(&message),
        }
    }

    fn heard_one(&self, message: &Message) {
        if let Some(id) = message.answered().map(Id::key) {
            let mut state = self.state();
            if state.asked.remove(&id).is_none() && state.late.remove(&id) {
                return;
            }
            if id == AGAIN {
                return self.go_on(&mut state);
            }
            if state.initialize_id.as_ref() == Some(&id) {
                state.initialize_id = None;
                let result = message.members.members("result").unwrap_or_default();
                state.server_name =
                    result.members("serverInfo").and_then(|info| info.text("name").map(|name| name.into_owned()));
            }
        }
        (self.hear)(message);
    }

    /// What is no request starts no server: it meant the one that ended.
    fn pass(&self, state: &mut State, message: &Message) {
        // What the client no longer waits for is not missed when the server ends, nor shown when it answers after all.
        if let Some(id) = message.cancelled().map(|id| id.key())
            && state.asked.remove(&id).is_some()
        {
            state.late.insert(id);
        }
        match (&mut state.held, &state.connection) {
            // It is told so anyway.
            (Some(_), _) if message.method().as_deref() == Some("notifications/initialized") => {}
            (Some(held), _) => held.push(message.text.to_owned()),
            (None, Some(connection)) => connection.send(message.text.to_owned()),
            (None, None) => {}
        }
    }

    fn refuse(&self, id: &RawValue, code: i32, reason: &str) {
        let text = refusal(id, code, reason);
        if let Ok(message) = Message::read(&text) {
            (self.hear)(&message);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Upstream for Link {
    fn start(&self) -> io::Result<()> {
        let watcher = self.me.upgrade().map(|link| thread::spawn(move || link.watch()));
        let mut state = self.state();
        state.threads.extend(watcher);
        self.connect(&mut state)
    }

    /// Hands a message to the server, or says why there is none.
    fn send(&self, message: &Message) {
        let mut state = self.state();
        let Some((method, id)) = message.request() else {
            return self.pass(&mut state, message);
        };
        let greeting = method == "initialize";
        self.note(&mut state, id.key(), if greeting { self.times.start } else { self.times.call });
        if greeting {
            state.initialize = Some(message.text.to_owned());
            state.initialize_id = Some(id.key());
        }
        if state.connection.is_none()
            && let Err(reason) = self.connect_again(&mut state, !greeting)
        {
            state.asked.remove(&id.key());
            drop(state);
            return self.refuse(id, SERVER_ENDED, &reason);
        }
        let state = &mut *state;
        match (&mut state.held, &state.connection) {
            (Some(held), _) => held.push(message.text.to_owned()),
            // If it is gone, its reader notices and answers for all that was asked.
            (None, Some(connection)) => connection.send(message.text.to_owned()),
            (None, None) => {}
        }
    }

    fn toolset(&self, _: &str) -> String {
        let known = self.name.clone().or_else(|| self.state().server_name.clone());
        format!("mcp-{}", known.unwrap_or_else(|| self.transport.name()))
    }

    fn close(&self) {
        let connection = {
            let mut state = self.state();
            state.closed = true;
            state.connection.take()
        };
        self.asked_more.notify_all();
        connection.map(Connection::end);
        let threads = std::mem::take(&mut self.state().threads);
        threads.into_iter().for_each(|thread| drop(thread.join()));
    }
}
