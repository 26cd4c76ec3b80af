//! What the upstream says.

use std::sync::Arc;

use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use toolaria::types::ToolCall;

use super::{Asked, LINKS_SINCE, Relay};
use crate::cli::output;
use crate::mcp::results::Rescue;
use crate::mcp::tools;
use crate::mcp::wire::{Id, Members, Message, line, parse};

impl Relay {
    /// One message of the upstream.
    pub(super) fn from_server(self: &Arc<Self>, message: &Message) {
        let Some(id) = message.answered() else {
            return self.to_client(message.text);
        };
        let asked = self.state().asked.remove(&id.key());
        match (asked, message.members.get("result")) {
            (Some(Asked::Initialize), Some(result)) => self.initialized(&message.members, result),
            (Some(Asked::Tools), Some(result)) if !self.shared.manner.dry_run => self.tools_listed(message, result),
            (Some(Asked::Call(call)), Some(result)) => {
                if let Some(task) = task(result) {
                    self.state().begun(task, call);
                    return self.to_client(message.text);
                }
                let text = message.text.to_owned();
                self.job(id, move |relay, _| relay.called(&text, &call.tool, call.arguments));
            }
            _ => self.to_client(message.text),
        }
    }

    /// Notes what the server is, and offers what is added to it.
    fn initialized(&self, message: &Members, result: &RawValue) {
        let mut result: Members = parse(result.get()).unwrap_or_default();
        let mut capabilities = result.members("capabilities").unwrap_or_default();
        {
            let mut state = self.state();
            state.links = result.text("protocolVersion").is_some_and(|version| &*version >= LINKS_SINCE);
            let lacks = |name: &str| capabilities.get(name).is_none() && !self.shared.manner.dry_run;
            (state.lacks_tools, state.lacks_resources) = (lacks("tools"), lacks("resources"));
        }
        if self.shared.manner.dry_run {
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

    fn tools_listed(&self, message: &Message, result: &RawValue) {
        let toolset = |tool: &str| self.upstream.toolset(tool);
        let changed = tools::list(&self.shared.toolaria, &toolset, &mut self.own(), result);
        let Some(result) = changed else {
            return self.to_client(message.text);
        };
        self.shared.savings().defined(&self.own().listed().to_string());
        let mut members = message.members.clone();
        members.set("result", &result);
        self.to_client(&line(&members));
    }

    /// A tool of the server has answered.
    fn called(&self, text: &str, tool: &str, arguments: Option<String>) {
        let toolset = self.upstream.toolset(tool);
        let call = ToolCall {
            tool: Some(tool.to_owned()),
            toolset: Some(toolset.clone()),
            arguments,
            session: Some(self.session.clone()),
            label: None,
        };
        let links = self.state().links;
        let named = |handle: &str| self.own().named_in(handle);
        let mut rescue = Rescue {
            toolaria: &self.shared.toolaria,
            call,
            links,
            named: &named,
            media_bytes: self.shared.manner.media_bytes,
            replaced: Vec::new(),
        };
        let message: Members = parse(text).unwrap_or_default();
        let changed = message.get("result").map(|result| rescue.result(result)).transpose();
        let name = format!("{toolset}/{tool}");
        let mut savings = self.shared.savings();
        savings.result(&name);
        for part in rescue.replaced.iter().filter(|_| changed.is_ok()) {
            savings.rescued(&name, part.characters, part.shown);
        }
        drop(savings);
        self.shared.save_now_and_then();
        match changed {
            Ok(Some(Some(result))) if !self.shared.manner.dry_run => {
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

/// The id of a task that a call goes on as.
fn task(result: &RawValue) -> Option<String> {
    let result: Members = parse(result.get()).ok()?;
    result.members("task")?.text("taskId").map(|id| id.into_owned())
}
