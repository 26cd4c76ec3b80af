//! What the client says.

use std::sync::Arc;

use serde_json::json;
use serde_json::value::RawValue;
use toolaria::Error;
use toolaria::types::Refusal;

use super::{Asked, Call, INTERNAL_ERROR, INVALID_REQUEST, NO_RESOURCE, PARSE_ERROR, Relay};
use crate::mcp::wire::{Id, Members, Message, line, refusal, response, text_result};
use crate::mcp::{resources, tools};

impl Relay {
    /// One line of the client.
    pub fn from_client(self: &Arc<Self>, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let message = match Message::read(text) {
            Ok(message) => message,
            Err(error) => return self.to_client(&refusal(RawValue::NULL, PARSE_ERROR, &format!("no JSON: {error}"))),
        };
        match message.batch() {
            Some(batch) if batch.is_empty() => {
                self.to_client(&refusal(RawValue::NULL, INVALID_REQUEST, "a batch without a message"));
            }
            Some(batch) => batch.iter().for_each(|message| self.told(message)),
            None => self.told(&message),
        }
    }

    /// One message of the client. Batches, which only an older protocol has, are taken apart, both ways.
    fn told(self: &Arc<Self>, message: &Message) {
        let Some((method, id)) = message.request() else {
            if let Some(id) = message.cancelled() {
                self.state().asked.remove(&id.key());
            }
            return self.to_server(message);
        };
        let params = message.members.members("params").unwrap_or_default();
        match &*method {
            "initialize" => self.ask(id, message, Asked::Initialize),
            "tools/list" if self.state().lacks_tools => {
                self.to_client(&response(id, &json!({ "tools": self.own_tools() })))
            }
            "tools/list" => self.ask(id, message, Asked::Tools),
            "resources/list" if self.state().lacks_resources => {
                self.to_client(&response(id, &json!({ "resources": [] })))
            }
            "resources/templates/list" if self.state().lacks_resources => {
                self.to_client(&response(id, &json!({ "resourceTemplates": [] })));
            }
            "resources/read" if params.text("uri").is_some_and(|uri| resources::is_ours(&uri)) => {
                let uri = params.text("uri").unwrap_or_default().into_owned();
                self.job(id, move |relay, id| relay.read_resource(id, &uri));
            }
            "tools/call" => self.call(id, message, &params),
            "tasks/result" => {
                let call = params.text("taskId").and_then(|task| self.state().task(&task));
                match call {
                    Some(call) => self.ask(id, message, Asked::Call(call)),
                    None => self.to_server(message),
                }
            }
            _ => self.to_server(message),
        }
    }

    fn call(self: &Arc<Self>, id: &RawValue, message: &Message, params: &Members) {
        let tool = params.text("name").unwrap_or_default().into_owned();
        let arguments = params.get("arguments").map(|arguments| arguments.get().to_owned());
        if tool == self.own().name && !self.shared.manner.dry_run {
            return self.job(id, move |relay, id| relay.answer(id, arguments.as_deref()));
        }
        let asked = Asked::Call(Call { tool: tool.clone(), arguments: arguments.clone() });
        let Some(arguments) = arguments.filter(|arguments| arguments.contains("tla:") && !self.shared.manner.dry_run)
        else {
            return self.ask(id, message, asked);
        };
        let expanded = self.shared.toolaria.expand(&tool, &arguments, Some(&self.session));
        let arguments = expanded.map(|expansion| RawValue::from_string(expansion.arguments));
        match arguments {
            Ok(Ok(arguments)) => {
                let (mut members, mut params) = (message.members.clone(), params.clone());
                params.set("arguments", &arguments);
                members.set("params", &params);
                self.ask(id, &Message { text: &line(&members), members }, asked);
            }
            Ok(Err(error)) => self.to_client(&refusal(id, INTERNAL_ERROR, &error.to_string())),
            Err(error) => self.to_client(&response(id, &text_result(&error.to_string(), true))),
        }
    }

    /// A call of our own tool.
    fn answer(&self, id: &RawValue, arguments: Option<&str>) {
        let (text, failed) = tools::answer(&self.shared.toolaria, arguments, &self.session);
        self.shared.savings().retrieved(&text);
        self.to_client(&response(id, &text_result(&text, failed)));
    }

    fn read_resource(&self, id: &RawValue, uri: &str) {
        let answer = match resources::read(&self.shared.toolaria, uri, &self.session) {
            Ok(result) => response(id, &result),
            Err(error @ Error::Refused(Refusal::NotFound(_) | Refusal::Swept(_) | Refusal::Invalid(_))) => {
                refusal(id, NO_RESOURCE, &error.to_string())
            }
            Err(error) => refusal(id, INTERNAL_ERROR, &error.to_string()),
        };
        self.to_client(&answer);
    }

    fn own_tools(&self) -> Vec<serde_json::Value> {
        let listed = self.own().listed();
        self.shared.savings().defined(&listed.to_string());
        vec![listed]
    }

    /// Hands over a request whose answer is opened.
    fn ask(&self, id: &RawValue, message: &Message, asked: Asked) {
        self.state().asked.insert(id.key(), asked);
        self.to_server(message);
    }
}
