//! The server's start, its end, its start again.

use std::io;
use std::sync::MutexGuard;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use serde_json::value::RawValue;

use super::{AGAIN, Link, SERVER_ENDED, State};
use crate::cli::output;
use crate::mcp::transport::{Connection, Incoming};
use crate::mcp::wire::{Members, line, parse};

/// Before a server that ended is started again; doubled each time, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// A server that ran for so long has recovered.
const RECOVERED: Duration = Duration::from_secs(60);

impl Link {
    pub(super) fn connect(&self, state: &mut State) -> io::Result<()> {
        let (connection, incoming) = self.transport.connect()?;
        state.number += 1;
        state.connection = Some(connection);
        state.started_at = Some(Instant::now());
        let number = state.number;
        if let Some(link) = self.me.upgrade() {
            state.threads.push(thread::spawn(move || link.read(incoming, number)));
        }
        Ok(())
    }

    fn read(&self, mut incoming: Box<dyn Incoming>, number: u64) {
        let mut line = Vec::new();
        while incoming.next(&mut line) {
            if self.state().number == number {
                self.heard(&line);
            }
            line.clear();
        }
        let state = self.state();
        if state.number == number {
            self.lose(state, |end| {
                format!("The server {} ended{} before it answered.", self.transport.name(), how(end))
            });
        }
    }

    /// Starts a server in the place of one that ended, and shows it, where it has to be greeted, what the client said at first.
    pub(super) fn connect_again(&self, state: &mut State, greet: bool) -> Result<(), String> {
        let name = self.transport.name();
        if state.closed {
            return Err(format!("The server {name} is closed."));
        }
        let pause = state.may_start_at.map_or(Duration::ZERO, |at| at.saturating_duration_since(Instant::now()));
        if pause > Duration::ZERO {
            let how = how(state.how.as_deref());
            return Err(format!("The server {name} has ended{how}. It is started again in {} ms.", pause.as_millis()));
        }
        if let Err(error) = self.connect(state) {
            self.put_off(state);
            return Err(format!("The server {name} cannot be started: {error}"));
        }
        output::notice(&format!("toolaria: the server {name} is started again"));
        let initialize = state.initialize.as_deref().filter(|_| greet).and_then(|line| parse::<Members>(line).ok());
        let again = initialize.map(|mut initialize| {
            initialize.set("id", &AGAIN.trim_matches('"'));
            line(&initialize)
        });
        if let (Some(again), Some(connection)) = (again, &state.connection) {
            connection.send(again);
            state.held = Some(Vec::new());
            self.note(state, AGAIN.to_owned(), self.times.start);
        }
        Ok(())
    }

    /// A server that was started again has answered to `initialize`.
    pub(super) fn go_on(&self, state: &mut State) {
        let held = state.held.take().unwrap_or_default();
        if let Some(connection) = &state.connection {
            connection.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
            held.into_iter().for_each(|line| connection.send(line));
        }
    }

    fn put_off(&self, state: &mut State) {
        if state.started_at.is_some_and(|at| at.elapsed() > RECOVERED) {
            state.ended = 0;
        }
        let pause = FIRST_PAUSE.saturating_mul(1 << state.ended.min(10)).min(LONGEST_PAUSE);
        state.may_start_at = Some(Instant::now() + pause);
        state.ended += 1;
    }

    /// Lets a server go that has said its last, or has to, and answers for all that was asked. The reason may say how it ended.
    pub(super) fn lose(&self, mut state: MutexGuard<State>, reason: impl FnOnce(Option<&str>) -> String) {
        self.put_off(&mut state);
        state.number += 1;
        state.held = None;
        state.late.clear();
        let connection = state.connection.take();
        let asked = std::mem::take(&mut state.asked);
        drop(state);
        let end = connection.and_then(Connection::end);
        let reason = reason(end.as_deref());
        self.state().how = end;
        for id in asked.into_keys().filter(|id| id != AGAIN).filter_map(|id| RawValue::from_string(id).ok()) {
            self.refuse(&id, SERVER_ENDED, &reason);
        }
    }
}

fn how(end: Option<&str>) -> String {
    end.map_or_else(String::new, |end| format!(" ({end})"))
}
