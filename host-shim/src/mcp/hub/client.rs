//! What the client says, and which server it is for.

use std::sync::Mutex;

use serde_json::json;
use serde_json::value::RawValue;

use super::lists::{PROMPTS, RESOURCES, TASKS, TEMPLATES, TOOLS};
use super::names::Names;
use super::{Hub, NO_METHOD, Number, Theirs, WRONG_PARAMS};
use crate::mcp::upstream::Upstream;
use crate::mcp::wire::{Id, Members, Message, failure, line, refusal, response};

impl Hub {
    pub(super) fn told(&self, message: &Message) {
        match (message.request(), message.answered()) {
            (Some((method, id)), _) => self.request(&method, id, message),
            (None, Some(id)) => self.answer_to_server(id, message),
            (None, None) => self.notification(message),
        }
    }

    fn request(&self, method: &str, id: &RawValue, message: &Message) {
        let params = message.members.members("params").unwrap_or_default();
        match method {
            "initialize" => {
                let params = message.members.get("params").map(RawValue::to_owned);
                self.gather(id, move |hub, id| hub.greet(id, params.as_deref()));
            }
            "ping" => self.tell(&response(id, &json!({}))),
            "logging/setLevel" => {
                let params = message.members.get("params").map(RawValue::to_owned);
                self.gather(id, move |hub, id| hub.tell_all(id, "logging/setLevel", "logging", params.as_deref()));
            }
            "tools/list" => self.gather(id, |hub, id| hub.list(id, &TOOLS)),
            "prompts/list" => self.gather(id, |hub, id| hub.list(id, &PROMPTS)),
            "resources/list" => self.gather(id, |hub, id| hub.list(id, &RESOURCES)),
            "resources/templates/list" => self.gather(id, |hub, id| hub.list(id, &TEMPLATES)),
            "tools/call" => self.by_name(id, message, &params, false),
            "prompts/get" => self.by_name(id, message, &params, true),
            "completion/complete" => self.complete(id, message, &params),
            "resources/read" | "resources/subscribe" | "resources/unsubscribe" => {
                let uri = params.text("uri").unwrap_or_default();
                self.by_place(id, message, method, "resources", &uri);
            }
            "tasks/list" => self.gather(id, |hub, id| hub.list(id, &TASKS)),
            "tasks/get" | "tasks/result" | "tasks/cancel" => {
                let task = params.text("taskId").unwrap_or_default();
                self.by_place(id, message, method, "tasks", &task);
            }
            _ => self.tell(&refusal(id, NO_METHOD, &format!("Several servers as one do not know {method}."))),
        }
    }

    /// Hands a request over under its own id.
    pub(super) fn route(&self, server: Number, id: &RawValue, message: &Message) {
        self.state().routed.insert(id.key(), server);
        if let Some(server) = self.servers.get(server) {
            server.link.send(message);
        }
    }

    /// A call of a tool, or a prompt.
    fn by_name(&self, id: &RawValue, message: &Message, params: &Members, prompt: bool) {
        let name = params.text("name").unwrap_or_default().into_owned();
        let (names, list, what) =
            if prompt { (&self.prompts, &PROMPTS, "prompt") } else { (&self.tools, &TOOLS, "tool") };
        if let Some(found) = known(names, &name) {
            return self.under_own_name(found, id, message);
        }
        // A client that knows the name from before need not have asked for the list.
        let text = message.text.to_owned();
        self.gather(id, move |hub, id| {
            let names = if prompt { &hub.prompts } else { &hub.tools };
            if !Hub::names(names).listed {
                hub.list(id, list);
            }
            match (known(names, &name), Message::read(&text)) {
                (Some(found), Ok(message)) if hub.state().gathering.remove(&id.key()) => {
                    hub.under_own_name(found, id, &message);
                    String::new()
                }
                _ => refusal(id, WRONG_PARAMS, &format!("There is no {what} {name:?}.")),
            }
        });
    }

    fn under_own_name(&self, (server, name): (Number, String), id: &RawValue, message: &Message) {
        let (mut members, mut params) =
            (message.members.clone(), message.members.members("params").unwrap_or_default());
        params.set("name", &name);
        members.set("params", &params);
        self.route(server, id, &Message { text: &line(&members), members });
    }

    /// What completes arguments belongs to a prompt or a template.
    fn complete(&self, id: &RawValue, message: &Message, params: &Members) {
        let about = params.members("ref").unwrap_or_default();
        let Some(name) = about.text("name") else {
            let uri = about.text("uri").unwrap_or_default();
            return self.by_place(id, message, "completion/complete", "completions", &uri);
        };
        let found = Hub::names(&self.prompts).leads_to(&name);
        let Some((server, own)) = found else {
            return self.tell(&refusal(id, WRONG_PARAMS, &format!("There is no prompt {name:?}.")));
        };
        let (mut members, mut params, mut about) = (message.members.clone(), params.clone(), about.clone());
        about.set("name", &own);
        params.set("ref", &about);
        members.set("params", &params);
        self.route(server, id, &Message { text: &line(&members), members });
    }

    /// Goes to the server that has listed a resource, its template or a task. Where none has, all are asked, one after the other.
    fn by_place(&self, id: &RawValue, message: &Message, method: &str, capability: &'static str, uri: &str) {
        let place = self.places().find(uri);
        if let Some(server) = place {
            return self.route(server, id, message);
        }
        let (method, uri) = (method.to_owned(), uri.to_owned());
        let params = message.members.get("params").map(RawValue::to_owned);
        self.gather(id, move |hub, id| {
            let mut answer = refusal(id, WRONG_PARAMS, &format!("No server has {uri:?}."));
            for server in hub.with(capability) {
                match hub.ask(server, id, &method, &params) {
                    Ok(result) => {
                        hub.places().note(&uri, server);
                        return response(id, &result);
                    }
                    Err(error) => answer = failure(id, &error),
                }
            }
            answer
        });
    }

    /// The client's answer to a request of a server.
    fn answer_to_server(&self, id: &RawValue, message: &Message) {
        let theirs = self.state().theirs.remove(&id.key());
        if let Some(Theirs { server, id, .. }) = theirs {
            let mut members = message.members.clone();
            members.set("id", &id);
            self.send_to(server, &line(&members));
        }
    }

    fn notification(&self, message: &Message) {
        if let Some(id) = message.cancelled() {
            let server = self.state().routed.remove(&id.key());
            return match server {
                Some(server) => self.send_to(server, message.text),
                None => self.cancel_gathering(&id.key()),
            };
        }
        if message.method().as_deref() == Some("notifications/progress") {
            return self.progress(message);
        }
        let ready: Vec<Number> = {
            let mut state = self.state();
            state.initialized |= message.method().as_deref() == Some("notifications/initialized");
            state.capabilities.keys().copied().collect()
        };
        ready.into_iter().for_each(|server| self.send_to(server, message.text));
    }

    /// How far the client is with a request of a server.
    fn progress(&self, message: &Message) {
        let mut params = message.members.members("params").unwrap_or_default();
        let key = params.get("progressToken").map(Id::key).unwrap_or_default();
        let found = self.state().theirs.get(&key).and_then(|theirs| Some((theirs.server, theirs.token.clone()?)));
        if let Some((server, token)) = found {
            params.set("progressToken", &token);
            let mut members = message.members.clone();
            members.set("params", &params);
            self.send_to(server, &line(&members));
        }
    }
}

/// What a name leads to, once all lists have given theirs.
fn known(names: &Mutex<Names>, name: &str) -> Option<(Number, String)> {
    let names = Hub::names(names);
    if names.listed { names.leads_to(name) } else { names.find(name) }
}
