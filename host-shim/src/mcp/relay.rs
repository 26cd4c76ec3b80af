//! The rules about rescued results, between one client and an upstream: what is offered besides, what is shown in the place of
//! what, and what is known of the requests under way.

mod client;
mod server;

use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use serde_json::value::RawValue;
use toolaria::Toolaria;

use super::client::Client;
use super::jobs::Jobs;
use super::savings::Savings;
use super::servers::Servers;
use super::tools::OwnTool;
use super::upstream::{Hear, Upstream};
use super::wire::Message;
use crate::cli::output;

/// The first protocol version that has links to resources in results.
const LINKS_SINCE: &str = "2025-06-18";
/// Tasks that are remembered: what an older one gives is asked for, if at all, as of no tool.
const TASKS: usize = 1_000;
/// Between two times that what was saved is written.
const SAVE_EVERY: Duration = Duration::from_secs(10);
/// Codes of JSON-RPC and, the last, of MCP.
const PARSE_ERROR: i32 = -32_700;
const INVALID_REQUEST: i32 = -32_600;
const INTERNAL_ERROR: i32 = -32_603;
const NO_RESOURCE: i32 = -32_002;

/// What the relays of a process have in common.
pub struct Shared {
    toolaria: Toolaria,
    savings: Mutex<Savings>,
    saved_at: Mutex<Instant>,
    manner: Manner,
}

/// How relays go about it.
pub struct Manner {
    /// What our own tool is called, where it can be.
    pub tool_name: String,
    /// Pictures and sounds up to this length in base64 stay.
    pub media_bytes: usize,
    /// Nothing is changed, only counted.
    pub dry_run: bool,
}

impl Shared {
    pub fn new(toolaria: Toolaria, manner: Manner) -> Shared {
        Shared { toolaria, savings: Mutex::default(), saved_at: Mutex::new(Instant::now()), manner }
    }

    pub fn savings(&self) -> MutexGuard<'_, Savings> {
        self.savings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what was saved since the last time to the counts of the store, which `toolaria status` shows.
    pub fn save(&self) {
        let counts = self.savings().take_unsaved();
        if self.manner.dry_run || counts.is_empty() {
            return;
        }
        if let Err(error) = self.toolaria.counts().and_then(|mut all| all.add(&counts)) {
            output::notice(&format!("toolaria: what was kept out of the context is not counted in the store: {error}"));
        }
    }

    /// The same from time to time: a process that is killed has said most of it.
    fn save_now_and_then(&self) {
        let mut saved_at = self.saved_at.lock().unwrap_or_else(PoisonError::into_inner);
        if saved_at.elapsed() >= SAVE_EVERY {
            *saved_at = Instant::now();
            drop(saved_at);
            self.save();
        }
    }
}

/// What the client has asked for whose answer is opened.
enum Asked {
    Initialize,
    Tools,
    Call(Call),
}

/// A call of a tool of the server.
#[derive(Clone)]
struct Call {
    tool: String,
    arguments: Option<String>,
}

#[derive(Default)]
struct State {
    asked: HashMap<String, Asked>,
    /// Calls that go on as tasks, whose results are asked for by their ids: the last ones, oldest first.
    tasks: VecDeque<(String, Call)>,
    links: bool,
    /// What the server has not, as it has said. A client that does not wait for that is led to the server.
    lacks_tools: bool,
    lacks_resources: bool,
}

impl State {
    fn begun(&mut self, task: String, call: Call) {
        if self.tasks.len() == TASKS {
            self.tasks.pop_front();
        }
        self.tasks.push_back((task, call));
    }

    fn task(&self, id: &str) -> Option<Call> {
        self.tasks.iter().rev().find(|(task, _)| task == id).map(|(_, call)| call.clone())
    }
}

pub struct Relay {
    shared: Arc<Shared>,
    /// Whose results they are.
    session: String,
    client: Box<dyn Client>,
    upstream: Arc<dyn Upstream>,
    own: Mutex<OwnTool>,
    state: Mutex<State>,
    jobs: Arc<Jobs>,
}

impl Relay {
    /// Starts the servers, for one client.
    ///
    /// # Errors
    ///
    /// If they cannot be started, or the component does not define its tool.
    pub fn start(
        shared: Arc<Shared>,
        session: String,
        client: Box<dyn Client>,
        servers: &Servers,
    ) -> io::Result<Arc<Relay>> {
        let own = OwnTool::new(&shared.toolaria, &shared.manner.tool_name).map_err(io::Error::other)?;
        let relay = Arc::new_cyclic(|relay: &Weak<Relay>| {
            let relay = Weak::clone(relay);
            let hear: Hear = Box::new(move |message| {
                if let Some(relay) = relay.upgrade() {
                    relay.from_server(message);
                }
            });
            Relay {
                shared,
                session,
                client,
                upstream: servers.open(hear),
                own: Mutex::new(own),
                state: Mutex::default(),
                jobs: Arc::default(),
            }
        });
        relay.upstream.start()?;
        Ok(relay)
    }

    /// The client is gone: ends the servers and waits for what is under way.
    pub fn close(&self) {
        self.upstream.close();
        self.jobs.wait();
        self.shared.save();
    }

    /// Does work that takes time beside the messages that come.
    fn job(self: &Arc<Self>, id: &RawValue, work: impl FnOnce(&Relay, &RawValue) + Send + 'static) {
        let (relay, id) = (Arc::clone(self), id.to_owned());
        self.jobs.run(move || work(&relay, &id));
    }

    fn to_client(&self, text: &str) {
        self.client.tell(text);
    }

    fn to_server(&self, message: &Message) {
        self.upstream.send(message);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn own(&self) -> MutexGuard<'_, OwnTool> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
