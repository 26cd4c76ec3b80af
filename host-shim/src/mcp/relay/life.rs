//! The server's life: its start, its end, its start again.

use std::io::{self, BufRead, BufReader};
use std::process::ChildStdout;
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use serde_json::value::RawValue;

use super::{AGAIN, FIRST_PAUSE, LONGEST_PAUSE, RECOVERED, Relay, SERVER_ENDED, State};
use crate::cli::output;
use crate::mcp::server::Server;
use crate::mcp::wire::{Members, line, parse, refusal};

impl Relay {
    pub(super) fn start_server(self: &Arc<Self>, state: &mut State) -> io::Result<()> {
        let (server, stdout) = Server::start(&self.command)?;
        state.started += 1;
        state.server = Some(server);
        state.started_at = Some(Instant::now());
        let (relay, number) = (Arc::clone(self), state.started);
        state.readers.push(thread::spawn(move || relay.read_server(stdout, number)));
        Ok(())
    }

    fn read_server(self: &Arc<Self>, mut stdout: BufReader<ChildStdout>, number: u64) {
        let mut line = Vec::new();
        while stdout.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            self.from_server(&line);
            line.clear();
        }
        self.server_ended(number);
    }

    /// Starts a server in the place of one that ended, and shows it what the client said at first.
    pub(super) fn start_again(self: &Arc<Self>, state: &mut State) -> Result<(), String> {
        let name = self.command.name();
        let pause = state.may_start_at.map_or(Duration::ZERO, |at| at.saturating_duration_since(Instant::now()));
        if pause > Duration::ZERO {
            return Err(format!("The server {name} has ended. It is started again in {} ms.", pause.as_millis()));
        }
        if let Err(error) = self.start_server(state) {
            self.put_off(state);
            return Err(format!("The server {name} cannot be started: {error}"));
        }
        output::notice(&format!("toolaria: the server {name} is started again"));
        let initialize = state.initialize.as_deref().and_then(|line| parse::<Members>(line).ok());
        let again = initialize.map(|mut initialize| {
            initialize.set("id", &AGAIN.trim_matches('"'));
            line(&initialize)
        });
        if let (Some(again), Some(server)) = (again, &state.server) {
            server.send(again);
            state.held = Some(Vec::new());
        }
        Ok(())
    }

    /// A server that was started again has answered to `initialize`.
    pub(super) fn go_on(&self) {
        let mut state = self.state();
        let held = state.held.take().unwrap_or_default();
        if let Some(server) = &state.server {
            server.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
            held.into_iter().for_each(|line| {
                server.send(line);
            });
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

    /// Answers for a server that has said its last.
    fn server_ended(&self, number: u64) {
        let server = {
            let mut state = self.state();
            if state.started != number {
                return;
            }
            self.put_off(&mut state);
            state.held = None;
            state.server.take()
        };
        let status = server.and_then(Server::end).map_or_else(String::new, |status| format!(" ({status})"));
        let reason = format!("The server {} ended{status} before it answered.", self.command.name());
        let asked = std::mem::take(&mut self.state().asked);
        for id in asked.into_keys().filter_map(|id| RawValue::from_string(id).ok()) {
            self.to_client(&refusal(&id, SERVER_ENDED, &reason));
        }
    }

    /// The client is gone: ends the server and waits for what is under way.
    pub fn close(&self) {
        let server = self.state().server.take();
        server.and_then(Server::end);
        let readers = std::mem::take(&mut self.state().readers);
        readers.into_iter().for_each(|reader| drop(reader.join()));
        let mut state = self.state();
        while state.jobs > 0 {
            state = self.jobs_done.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        output::notice(&self.savings().summary());
    }
}
