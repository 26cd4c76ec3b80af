//! What the client says.

use std::sync::Arc;

use serde_json::json;
use serde_json::value::RawValue;
use toolaria::Error;
use toolaria::types::Refusal;

use super::{Asked, INTERNAL_ERROR, NO_RESOURCE, PARSE_ERROR, Relay, SERVER_ENDED};
use crate::cli::output;
use crate::mcp::wire::{Members, line, parse, refusal, response, text_result};
use crate::mcp::{resources, tools};

impl Relay {
    /// One line of the client.
    pub fn from_client(self: &Arc<Self>, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let message = match parse::<Members>(text) {
            Ok(message) => message,
            // A batch, which only an older protocol has, goes through as it is.
            Err(_) if parse::<Vec<&RawValue>>(text).is_ok() => return self.to_server(text.to_owned(), None),
            Err(error) => return self.to_client(&refusal(RawValue::NULL, PARSE_ERROR, &format!("no JSON: {error}"))),
        };
        let (Some(method), Some(id)) = (message.text("method"), message.get("id")) else {
            self.notice_cancel(&message);
            return self.to_server(text.to_owned(), None);
        };
        let params = message.members("params").unwrap_or_default();
        match &*method {
            "initialize" => {
                self.state().initialize = Some(text.to_owned());
                self.ask(id, text.to_owned(), Asked::Initialize);
            }
            "tools/list" if !self.state().tools => self.to_client(&response(id, &json!({ "tools": self.own_tools() }))),
            "tools/list" => self.ask(id, text.to_owned(), Asked::Tools),
            "resources/list" if !self.state().resources => self.to_client(&response(id, &json!({ "resources": [] }))),
            "resources/templates/list" if !self.state().resources => {
                self.to_client(&response(id, &json!({ "resourceTemplates": [] })));
            }
            "resources/read" if params.text("uri").is_some_and(|uri| resources::is_ours(&uri)) => {
                let uri = params.text("uri").unwrap_or_default().into_owned();
                self.job(id, move |relay, id| relay.read_resource(id, &uri));
            }
            "tools/call" => self.call(id, &message, &params, text),
            _ => self.ask(id, text.to_owned(), Asked::Other),
        }
    }

    /// What the client no longer waits for is not missed when the server ends.
    fn notice_cancel(&self, message: &Members) {
        if message.text("method").as_deref() == Some("notifications/cancelled")
            && let Some(id) = message.members("params").as_ref().and_then(|params| params.get("requestId"))
        {
            self.state().asked.remove(id.get());
        }
    }

    fn call(self: &Arc<Self>, id: &RawValue, message: &Members, params: &Members, text: &str) {
        let tool = params.text("name").unwrap_or_default().into_owned();
        let arguments = params.get("arguments").map(|arguments| arguments.get().to_owned());
        if tool == self.own().name && !self.options.dry_run {
            return self.job(id, move |relay, id| relay.answer(id, arguments.as_deref()));
        }
        let asked = Asked::Call { tool: tool.clone(), arguments: arguments.clone() };
        let Some(arguments) = arguments.filter(|arguments| arguments.contains("tla:") && !self.options.dry_run) else {
            return self.ask(id, text.to_owned(), asked);
        };
        let expanded = self.toolaria.expand(&tool, &arguments, Some(&self.options.session));
        let arguments = expanded.map(|expansion| RawValue::from_string(expansion.arguments));
        match arguments {
            Ok(Ok(arguments)) => {
                let (mut message, mut params) = (message.clone(), params.clone());
                params.set("arguments", &arguments);
                message.set("params", &params);
                self.ask(id, line(&message), asked);
            }
            Ok(Err(error)) => self.to_client(&refusal(id, INTERNAL_ERROR, &error.to_string())),
            Err(error) => self.to_client(&response(id, &text_result(&error.to_string(), true))),
        }
    }

    /// A call of our own tool.
    fn answer(&self, id: &RawValue, arguments: Option<&str>) {
        let (text, failed) = tools::answer(&self.toolaria, arguments, &self.options.session);
        self.savings().retrieved(&text);
        self.to_client(&response(id, &text_result(&text, failed)));
    }

    fn read_resource(&self, id: &RawValue, uri: &str) {
        let answer = match resources::read(&self.toolaria, uri, &self.options.session) {
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
        self.savings().defined(&listed.to_string());
        vec![listed]
    }

    /// Hands a request to the server, or says why there is none.
    fn ask(self: &Arc<Self>, id: &RawValue, text: String, asked: Asked) {
        self.state().asked.insert(id.get().to_owned(), asked);
        self.to_server(text, Some(id));
    }

    fn to_server(self: &Arc<Self>, text: String, id: Option<&RawValue>) {
        let mut state = self.state();
        if state.server.is_none()
            && let Err(reason) = self.start_again(&mut state)
        {
            let asked = id.filter(|id| state.asked.remove(id.get()).is_some());
            drop(state);
            return match asked {
                Some(id) => self.to_client(&refusal(id, SERVER_ENDED, &reason)),
                None => output::notice(&format!("toolaria: a message was lost. {reason}")),
            };
        }
        let state = &mut *state;
        match (&mut state.held, &state.server) {
            (Some(held), _) => held.push(text),
            (None, Some(server)) => {
                // If it is gone, its reader notices and answers for all that was asked.
                server.send(text);
            }
            (None, None) => {}
        }
    }
}
