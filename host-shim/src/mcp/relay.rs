//! Both directions between a client and a server, and what is known of the requests under way.

mod client;
mod life;
mod server;

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::value::RawValue;
use toolaria::Toolaria;

use super::savings::Savings;
use super::server::{Command, Server};
use super::tools::OwnTool;

/// Before a server that ended is started again; doubled each time, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// A server that ran for so long has recovered.
const RECOVERED: Duration = Duration::from_secs(60);
/// The id of the `initialize` that a server gets which is started again.
const AGAIN: &str = "\"toolaria-again\"";
/// The first protocol version that has links to resources in results.
const LINKS_SINCE: &str = "2025-06-18";
/// Codes of JSON-RPC and, the last two, of MCP.
const PARSE_ERROR: i32 = -32_700;
const INTERNAL_ERROR: i32 = -32_603;
const SERVER_ENDED: i32 = -32_000;
const NO_RESOURCE: i32 = -32_002;

/// How a relay behaves.
pub struct Options {
    /// Whose results they are.
    pub session: String,
    /// What the server is called in settings of tools, as `mcp-<name>`; else as it calls itself.
    pub name: Option<String>,
    /// Nothing is changed, only counted.
    pub dry_run: bool,
}

/// What the client has asked for.
enum Asked {
    Initialize,
    Tools,
    Call { tool: String, arguments: Option<String> },
    Other,
}

#[derive(Default)]
struct State {
    server: Option<Server>,
    /// How often a server was started.
    started: u64,
    /// How often in a row one ended.
    ended: u32,
    started_at: Option<Instant>,
    may_start_at: Option<Instant>,
    asked: HashMap<String, Asked>,
    /// The client's, for a server that is started again.
    initialize: Option<String>,
    /// What such a server gets when it has answered to that.
    held: Option<Vec<String>>,
    server_name: Option<String>,
    links: bool,
    /// What the server itself has.
    tools: bool,
    resources: bool,
    jobs: usize,
    readers: Vec<JoinHandle<()>>,
}

pub struct Relay {
    toolaria: Toolaria,
    options: Options,
    command: Command,
    own: Mutex<OwnTool>,
    savings: Mutex<Savings>,
    state: Mutex<State>,
    jobs_done: Condvar,
}

impl Relay {
    /// Starts the server.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or the component does not define its tool.
    pub fn start(toolaria: Toolaria, options: Options, command: Command) -> io::Result<Arc<Relay>> {
        let own = OwnTool::new(&toolaria).map_err(io::Error::other)?;
        let relay = Arc::new(Relay {
            toolaria,
            options,
            command,
            own: Mutex::new(own),
            savings: Mutex::default(),
            state: Mutex::default(),
            jobs_done: Condvar::new(),
        });
        relay.start_server(&mut relay.state())?;
        Ok(relay)
    }

    fn toolset(&self) -> String {
        let known = self.options.name.clone().or_else(|| self.state().server_name.clone());
        format!("mcp-{}", known.unwrap_or_else(|| self.command.name()))
    }

    /// Does work that takes time beside the messages that come.
    fn job(self: &Arc<Self>, id: &RawValue, work: impl FnOnce(&Arc<Relay>, &RawValue) + Send + 'static) {
        self.state().jobs += 1;
        let (relay, id) = (Arc::clone(self), id.to_owned());
        thread::spawn(move || {
            let _done = JobEnd(&relay);
            work(&relay, &id);
        });
    }

    /// One line to the client. If it is gone, the end of its input says so.
    fn to_client(&self, text: &str) {
        let mut stdout = io::stdout().lock();
        let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.write_all(b"\n")).and_then(|()| stdout.flush());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn own(&self) -> MutexGuard<'_, OwnTool> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn savings(&self) -> MutexGuard<'_, Savings> {
        self.savings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a job as done, however it ended.
struct JobEnd<'r>(&'r Relay);

impl Drop for JobEnd<'_> {
    fn drop(&mut self) {
        self.0.state().jobs -= 1;
        self.0.jobs_done.notify_all();
    }
}
