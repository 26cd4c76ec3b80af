//! What the server says.

use std::sync::Arc;

use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use toolaria::types::ToolCall;

use super::{AGAIN, Asked, LINKS_SINCE, Relay};
use crate::cli::output;
use crate::mcp::results::Rescue;
use crate::mcp::tools;
use crate::mcp::wire::{Members, line, parse};

impl Relay {
    /// One line of the server.
    pub(super) fn from_server(self: &Arc<Self>, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let message = match parse::<Members>(text) {
            Ok(message) => message,
            Err(_) if parse::<Vec<&RawValue>>(text).is_ok() => return self.to_client(text),
            Err(error) => {
                let start: String = text.chars().take(200).collect();
                return output::notice(&format!("[{}] no message of JSON-RPC ({error}): {start}", self.command.name()));
            }
        };
        let id = message.get("id").filter(|_| message.get("method").is_none());
        let Some(id) = id else {
            return self.to_client(text);
        };
        if id.get() == AGAIN {
            return self.go_on();
        }
        let asked = self.state().asked.remove(id.get());
        match (asked, message.get("result")) {
            (Some(Asked::Initialize), Some(result)) => self.initialized(&message, result),
            (Some(Asked::Tools), Some(result)) if !self.options.dry_run => self.tools_listed(&message, result, text),
            (Some(Asked::Call { tool, arguments }), Some(_)) => {
                let text = text.to_owned();
                self.job(id, move |relay, _| relay.called(&text, &tool, arguments));
            }
            _ => self.to_client(text),
        }
    }

    /// Notes what the server is, and offers what is added to it.
    fn initialized(&self, message: &Members, result: &RawValue) {
        let mut result: Members = parse(result.get()).unwrap_or_default();
        let mut capabilities = result.members("capabilities").unwrap_or_default();
        {
            let mut state = self.state();
            state.links = result.text("protocolVersion").is_some_and(|version| &*version >= LINKS_SINCE);
            state.server_name =
                result.members("serverInfo").and_then(|info| info.text("name").map(|name| name.into_owned()));
            state.tools = capabilities.get("tools").is_some() || self.options.dry_run;
            state.resources = capabilities.get("resources").is_some() || self.options.dry_run;
        }
        if self.options.dry_run {
            return self.to_client(&line(message));
        }
        for name in ["tools", "resources"] {
            if capabilities.get(name).is_none() {
                capabilities.set(name, &json!({}));
            }
        }
        let capabilities = to_raw_value(&capabilities);
        if let Ok(capabilities) = capabilities {
            result.set("capabilities", &capabilities);
        }
        let mut message = message.clone();
        message.set("result", &result);
        self.to_client(&line(&message));
    }

    fn tools_listed(&self, message: &Members, result: &RawValue, text: &str) {
        let toolset = self.toolset();
        let changed = tools::list(&self.toolaria, &toolset, &mut self.own(), result);
        let Some(result) = changed else {
            return self.to_client(text);
        };
        self.savings().defined(&self.own().listed().to_string());
        let mut message = message.clone();
        message.set("result", &result);
        self.to_client(&line(&message));
    }

    /// A tool of the server has answered.
    fn called(&self, text: &str, tool: &str, arguments: Option<String>) {
        let call = ToolCall {
            tool: Some(tool.to_owned()),
            toolset: Some(self.toolset()),
            arguments,
            session: Some(self.options.session.clone()),
            label: None,
        };
        let links = self.state().links;
        let mut rescue = Rescue { toolaria: &self.toolaria, call, links, replaced: Vec::new() };
        let message: Members = parse(text).unwrap_or_default();
        let changed = message.get("result").map(|result| rescue.result(result)).transpose();
        let mut savings = self.savings();
        savings.result(tool);
        for part in &rescue.replaced {
            savings.rescued(tool, part.characters, part.shown);
        }
        drop(savings);
        match changed {
            Ok(Some(Some(result))) if !self.options.dry_run => {
                let mut message = message.clone();
                message.set("result", &result);
                self.to_client(&line(&message));
            }
            Ok(_) => self.to_client(text),
            Err(error) => {
                output::notice(&format!("toolaria: a result of {tool} passes as it came: {error}"));
                self.to_client(text);
            }
        }
    }
}
