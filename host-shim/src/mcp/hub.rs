//! Several servers as one. It knows nothing of results: it finds the server that something is for, and who asked.
//!
//! - Tools and prompts are called `server__name` (`names`), resources go by their uri (`resources`).
//! - What has to be asked of several servers, the hub asks itself (`ask`) and answers when all have (`greeting`, `lists`).
//! - Any other request of the client goes to one server under its own id, and the answer passes as it was written.
//! - A request of a server gets an id that no other server has used, which leads the client's answer back.
//!
//! Of the capabilities, only those are offered whose requests it can lead to a server.

mod ask;
mod client;
mod greeting;
mod lists;
mod names;
mod resources;
mod server;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;

use serde_json::Value;
use serde_json::value::RawValue;

use super::jobs::Jobs;
use super::link::{Link, Times};
use super::servers::Named;
use super::upstream::{Hear, Upstream};
use super::wire::{Id, Message};
use ask::{Answer, Asked};
use names::Names;
use resources::Places;

/// Codes of JSON-RPC.
const NO_METHOD: i32 = -32_601;
const WRONG_PARAMS: i32 = -32_602;

/// A server of the hub, by its place in the list of them.
type Number = usize;

pub struct Hub {
    me: Weak<Hub>,
    hear: Hear,
    servers: Vec<Server>,
    times: Times,
    tools: Mutex<Names>,
    prompts: Mutex<Names>,
    resources: Mutex<Places>,
    jobs: Arc<Jobs>,
    state: Mutex<State>,
}

struct Server {
    /// As it is called in the configuration.
    name: String,
    link: Arc<Link>,
}

#[derive(Default)]
struct State {
    /// Of the hub's own ids.
    last_id: u64,
    /// What the hub has asked, by its id.
    asked: HashMap<String, Asked>,
    /// Requests of the client that the hub answers when it has asked servers.
    gathering: HashSet<String>,
    /// Requests of the client that are with one server.
    routed: HashMap<String, Number>,
    /// Requests of servers that are with the client, by the id that it knows.
    theirs: HashMap<String, Theirs>,
    /// What each server has answered to `initialize`.
    answers: BTreeMap<Number, Answer>,
    /// Of those that did so without an error.
    capabilities: BTreeMap<Number, Value>,
    /// What each server has listed last, by the method.
    listed: HashMap<(Number, &'static str), Vec<Box<RawValue>>>,
    /// Whether the client has got the answer to its own, and has said that it is ready.
    greeted: bool,
    initialized: bool,
}

/// A request of a server.
struct Theirs {
    server: Number,
    id: Box<RawValue>,
    /// What its progress is reported with.
    token: Option<Box<RawValue>>,
}

impl Hub {
    /// Of servers by their names, none of which is started.
    pub fn new(servers: &[Named], times: Times, hear: Hear) -> Arc<Hub> {
        let names: Vec<&str> = servers.iter().map(|(name, _)| &**name).collect();
        Arc::new_cyclic(|me: &Weak<Hub>| Hub {
            me: Weak::clone(me),
            hear,
            servers: servers
                .iter()
                .enumerate()
                .map(|(number, server)| Server::new(me, number, server, times))
                .collect(),
            times,
            tools: Mutex::new(Names::new(&names)),
            prompts: Mutex::new(Names::new(&names)),
            resources: Mutex::default(),
            jobs: Arc::default(),
            state: Mutex::default(),
        })
    }

    fn tell(&self, text: &str) {
        if let Ok(message) = Message::read(text) {
            (self.hear)(&message);
        }
    }

    /// Does what has to wait for servers. If the client cancels the request meanwhile, its answer is not told.
    fn gather(&self, id: &RawValue, work: impl FnOnce(&Hub, &RawValue) -> String + Send + 'static) {
        self.state().gathering.insert(id.key());
        let (Some(hub), id) = (self.me.upgrade(), id.to_owned()) else {
            return;
        };
        self.jobs.run(move || {
            let answer = work(&hub, &id);
            if hub.state().gathering.remove(&id.key()) {
                hub.tell(&answer);
            }
        });
    }

    fn names(names: &Mutex<Names>) -> MutexGuard<'_, Names> {
        names.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.resources.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    fn new(hub: &Weak<Hub>, number: Number, (name, transport): &Named, times: Times) -> Server {
        let hub = Weak::clone(hub);
        let hear: Hear = Box::new(move |message| {
            if let Some(hub) = hub.upgrade() {
                hub.heard(number, message);
            }
        });
        Server { name: name.clone(), link: Link::new(Arc::clone(transport), Some(name.clone()), times, hear) }
    }
}

impl Upstream for Hub {
    /// One server that starts is enough: why others do not, their answer to `initialize` says.
    fn start(&self) -> io::Result<()> {
        let mut reasons = String::new();
        for server in &self.servers {
            if let Err(error) = server.link.start() {
                reasons.push_str(&format!("\n  {}: {error}", server.name));
            }
        }
        match reasons.lines().count() > self.servers.len() {
            true => Err(io::Error::other(format!("none can be started:{reasons}"))),
            false => Ok(()),
        }
    }

    fn send(&self, message: &Message) {
        self.told(message);
    }

    fn toolset(&self, tool: &str) -> String {
        let found = Hub::names(&self.tools).leads_to(tool);
        found
            .and_then(|(server, _)| self.servers.get(server))
            .map_or_else(String::new, |server| server.link.toolset(tool))
    }

    fn close(&self) {
        thread::scope(|scope| {
            for server in &self.servers {
                scope.spawn(|| server.link.close());
            }
        });
        self.jobs.wait();
    }
}
