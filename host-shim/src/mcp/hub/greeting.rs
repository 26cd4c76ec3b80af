//! `initialize`: what the servers are together.

use std::thread;

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::ask::{Answer, reason};
use super::{Hub, Number};
use crate::cli::output;
use crate::mcp::link::SERVER_ENDED;
use crate::mcp::wire::{Members, failure, parse, refusal, response};

/// What is offered if one server has it, with those of its members that are.
const OFFERED: [(&str, &[&str]); 5] = [
    ("tools", &["listChanged"]),
    ("prompts", &["listChanged"]),
    ("resources", &["subscribe", "listChanged"]),
    ("logging", &[]),
    ("completions", &[]),
];

impl Hub {
    /// The answer to the client's `initialize`. A server that does not start is left out, and the client is told.
    pub(super) fn greet(&self, id: &RawValue, params: Option<&RawValue>) -> String {
        let answers: Vec<Answer> = thread::scope(|scope| {
            let all = 0..self.servers.len();
            let asking: Vec<_> =
                all.map(|server| scope.spawn(move || self.ask(server, id, "initialize", &params))).collect();
            asking.into_iter().filter_map(|asking| asking.join().ok()).collect()
        });
        let mut version: Option<String> = None;
        let mut instructions = String::new();
        let mut refused = String::new();
        for (server, answer) in answers.iter().enumerate() {
            let name = self.name(server);
            let result = match answer {
                Ok(result) => parse::<Members>(result.get()).unwrap_or_default(),
                Err(error) => {
                    refused.push_str(&format!("The server {name} is not available: {}\n", reason(error)));
                    continue;
                }
            };
            let own = result.text("protocolVersion").map(|version| version.into_owned());
            version = version.into_iter().chain(own).min();
            if let Some(text) = result.text("instructions") {
                instructions.push_str(&format!("# {name}\n{}\n", text.trim_end()));
            }
            let capabilities = result.get("capabilities").and_then(|value| parse(value.get()).ok());
            self.state().capabilities.insert(server, capabilities.unwrap_or_default());
        }
        if !refused.is_empty() {
            output::notice(&format!("toolaria: {refused}"));
        }
        let Some(version) = version else {
            let single = answers.first().filter(|_| answers.len() == 1);
            return match single {
                Some(Err(error)) => failure(id, error),
                _ => refusal(id, SERVER_ENDED, refused.trim_end()),
            };
        };
        instructions.push_str(&refused);
        let mut result = json!({
            "protocolVersion": version,
            "capabilities": self.offered(),
            "serverInfo": { "name": "toolaria", "version": env!("CARGO_PKG_VERSION") },
        });
        if !instructions.is_empty() {
            result["instructions"] = json!(instructions.trim_end());
        }
        response(id, &result)
    }

    fn offered(&self) -> Value {
        let capabilities: Vec<Value> = self.state().capabilities.values().cloned().collect();
        let mut offered = Map::new();
        for (name, members) in OFFERED {
            if !capabilities.iter().any(|own| own[name].is_object()) {
                continue;
            }
            let has = |member: &&&str| capabilities.iter().any(|own| own[name][**member] == true);
            let members = members.iter().filter(has).map(|member| ((*member).to_owned(), json!(true)));
            offered.insert(name.to_owned(), members.collect::<Map<_, _>>().into());
        }
        offered.into()
    }

    /// The servers that have a capability, or did not start and may have it when they do.
    pub(super) fn with(&self, capability: &str) -> Vec<Number> {
        let state = self.state();
        let has = |server: &Number| state.capabilities.get(server).is_none_or(|own| own[capability].is_object());
        (0..self.servers.len()).filter(has).collect()
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
