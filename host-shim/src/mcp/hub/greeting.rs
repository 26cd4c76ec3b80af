//! `initialize`: what the servers are together.

use std::collections::BTreeMap;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::ask::{Answer, reason};
use super::{Hub, Number};
use crate::cli::output;
use crate::mcp::link::SERVER_ENDED;
use crate::mcp::wire::{Members, failure, parse, refusal, response};

const LIST_CHANGED: &str = "listChanged";
/// What is offered if one server has it, with those of its members that are.
const OFFERED: [(&str, &[&str]); 5] = [
    ("tools", &[LIST_CHANGED]),
    ("prompts", &[LIST_CHANGED]),
    ("resources", &["subscribe", LIST_CHANGED]),
    ("logging", &[]),
    ("completions", &[]),
];

/// How long the client waits for all servers, where there is no end to a start.
const LONGEST_PATIENCE: Duration = Duration::from_secs(20);

impl Hub {
    /// The answer to the client's `initialize`, with the servers that are there after a third of the time that they have: clients do not
    /// wait for long. Those that come later are told of then; one that does not start is left out, and the client is told why.
    pub(super) fn greet(&self, id: &RawValue, params: Option<&RawValue>) -> String {
        let until = Instant::now() + self.patience();
        let (sender, answered) = mpsc::channel();
        for server in 0..self.servers.len() {
            let (Some(hub), sender) = (self.me.upgrade(), sender.clone()) else {
                continue;
            };
            let (id, params) = (id.to_owned(), params.map(RawValue::to_owned));
            self.jobs.run(move || {
                let answer = hub.ask(server, &id, "initialize", &params);
                hub.introduce(server, answer);
                let _ = sender.send(());
            });
        }
        drop(sender);
        while answered.recv_timeout(until.saturating_duration_since(Instant::now())).is_ok() {}
        // One has to be there.
        while self.state().capabilities.is_empty() && answered.recv().is_ok() {}
        let answers = {
            let mut state = self.state();
            state.greeted = true;
            state.answers.clone()
        };
        self.greeting(id, &answers)
    }

    /// How long the client waits for what all servers are asked.
    pub(super) fn patience(&self) -> Duration {
        self.times.start.map_or(LONGEST_PATIENCE, |time| time / 3)
    }

    /// A server has answered to `initialize`.
    fn introduce(&self, server: Number, answer: Answer) {
        let result = answer.as_ref().ok().map(|result| parse::<Members>(result.get()).unwrap_or_default());
        let capabilities: Option<Value> = result
            .map(|result| result.get("capabilities").and_then(|value| parse(value.get()).ok()).unwrap_or_default());
        if let Err(error) = &answer {
            output::notice(&format!("toolaria: {}", not_available(self.name(server), error)));
        }
        let mut state = self.state();
        state.answers.insert(server, answer);
        let Some(capabilities) = capabilities else {
            return;
        };
        state.capabilities.insert(server, capabilities.clone());
        let late = state.greeted && state.initialized;
        drop(state);
        if late {
            self.send_to(server, &notification("notifications/initialized"));
            for list in ["tools", "prompts", "resources"].iter().filter(|list| capabilities[**list].is_object()) {
                self.tell(&notification(&format!("notifications/{list}/list_changed")));
            }
        }
    }

    fn greeting(&self, id: &RawValue, answers: &BTreeMap<Number, Answer>) -> String {
        let mut version: Option<String> = None;
        let (mut instructions, mut others) = (String::new(), String::new());
        for (number, server) in self.servers.iter().enumerate() {
            match answers.get(&number) {
                Some(Ok(result)) => {
                    let result: Members = parse(result.get()).unwrap_or_default();
                    let own = result.text("protocolVersion").map(|version| version.into_owned());
                    version = version.into_iter().chain(own).min();
                    if let Some(text) = result.text("instructions") {
                        instructions.push_str(&format!("# {}\n{}\n", server.name, text.trim_end()));
                    }
                }
                Some(Err(error)) => others.push_str(&format!("{}\n", not_available(&server.name, error))),
                None => others.push_str(&format!("The server {} is still starting.\n", server.name)),
            }
        }
        let Some(version) = version else {
            return refusal(id, SERVER_ENDED, others.trim_end());
        };
        instructions.push_str(&others);
        let mut result = json!({
            "protocolVersion": version,
            "capabilities": self.offered(answers.len() < self.servers.len()),
            "serverInfo": { "name": "toolaria", "version": env!("CARGO_PKG_VERSION") },
        });
        if !instructions.is_empty() {
            result["instructions"] = json!(instructions.trim_end());
        }
        response(id, &result)
    }

    /// What they have together. Those that are still starting may have any list.
    fn offered(&self, starting: bool) -> Value {
        let capabilities: Vec<Value> = self.state().capabilities.values().cloned().collect();
        let mut offered = Map::new();
        for (name, members) in OFFERED {
            let may_come = starting && members.contains(&LIST_CHANGED);
            if !may_come && !capabilities.iter().any(|own| own[name].is_object()) {
                continue;
            }
            let has = |member: &&&str| {
                may_come && **member == LIST_CHANGED || capabilities.iter().any(|own| own[name][**member] == true)
            };
            let members = members.iter().filter(has).map(|member| ((*member).to_owned(), json!(true)));
            offered.insert(name.to_owned(), members.collect::<Map<_, _>>().into());
        }
        for tasks in capabilities.iter().map(|own| &own["tasks"]).filter(|tasks| tasks.is_object()) {
            merge(offered.entry("tasks").or_insert_with(|| json!({})), tasks);
        }
        offered.into()
    }

    /// The servers that have a capability, or did not start and may have it when they do. Those that are still starting are not
    /// waited for.
    pub(super) fn with(&self, capability: &str) -> Vec<Number> {
        let state = self.state();
        let has = |server: &Number| state.capabilities.get(server).is_none_or(|own| own[capability].is_object());
        state.answers.keys().copied().filter(has).collect()
    }

    /// Asks all that have a capability to do something; one that does is enough.
    pub(super) fn tell_all(&self, id: &RawValue, method: &str, capability: &str, params: Option<&RawValue>) -> String {
        let answers: Vec<Answer> =
            self.with(capability).into_iter().map(|server| self.ask(server, id, method, &params)).collect();
        match answers.iter().find_map(|answer| answer.as_ref().err()) {
            Some(error) if answers.iter().all(Result::is_err) => failure(id, error),
            _ => response(id, &json!({})),
        }
    }
}

/// Why a server is left out. A link's reasons name the server.
fn not_available(server: &str, error: &RawValue) -> String {
    let reason = reason(error);
    match reason.starts_with(&format!("The server {server} ")) {
        true => reason,
        false => format!("The server {server} is not available: {reason}"),
    }
}

fn notification(method: &str) -> String {
    json!({ "jsonrpc": "2.0", "method": method }).to_string()
}

/// Adds the members of an object to another, and so on in both.
fn merge(into: &mut Value, other: &Value) {
    match (into, other) {
        (Value::Object(into), Value::Object(other)) => {
            other.iter().for_each(|(name, value)| merge(into.entry(&**name).or_insert_with(|| json!({})), value));
        }
        (into, other) => *into = other.clone(),
    }
}
