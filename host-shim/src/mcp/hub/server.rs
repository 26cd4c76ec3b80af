//! What servers say, and how it finds the client.

use serde_json::json;
use serde_json::value::RawValue;

use super::{Hub, Number, Theirs};
use crate::cli::output;
use crate::mcp::wire::{Id, Message, line};

impl Hub {
    pub(super) fn heard(&self, server: Number, message: &Message) {
        match (message.request(), message.answered()) {
            (Some((_, id)), _) => self.request_of(server, id, message),
            (None, Some(id)) => self.answer_of(server, id, message),
            (None, None) => self.notification_of(server, message),
        }
    }

    fn answer_of(&self, server: Number, id: &RawValue, message: &Message) {
        let key = id.key();
        if self.is_answer(server, &key, &message.members) {
            return;
        }
        let mut state = self.state();
        if state.routed.get(&key) != Some(&server) {
            drop(state);
            return output::notice(&format!("[{}] an answer that nobody waits for: {key}", self.name(server)));
        }
        state.routed.remove(&key);
        drop(state);
        (self.hear)(message);
    }

    /// Gives a request of a server an id, and a token of its progress, that no other server has used.
    fn request_of(&self, server: Number, id: &RawValue, message: &Message) {
        let mut members = message.members.clone();
        let params = message.members.members("params").unwrap_or_default();
        let mut meta = params.members("_meta").unwrap_or_default();
        let token = meta.get("progressToken").map(RawValue::to_owned);
        let mut state = self.state();
        state.last_id += 1;
        let own = format!("toolaria-{}", state.last_id);
        members.set("id", &own);
        if token.is_some() {
            meta.set("progressToken", &own);
            let mut changed = params.clone();
            changed.set("_meta", &meta);
            members.set("params", &changed);
        }
        state.theirs.insert(format!("\"{own}\""), Theirs { server, id: id.to_owned(), token });
        drop(state);
        (self.hear)(&Message { text: &line(&members), members });
    }

    fn notification_of(&self, server: Number, message: &Message) {
        let Some(cancelled) = message.cancelled() else {
            return (self.hear)(message);
        };
        let key = cancelled.key();
        let mut state = self.state();
        let own = state.theirs.iter().find(|(_, theirs)| theirs.server == server && theirs.id.key() == key);
        let Some(own) = own.map(|(own, _)| own.clone()) else {
            return;
        };
        state.theirs.remove(&own);
        drop(state);
        let mut members = message.members.clone();
        let mut params = message.members.members("params").unwrap_or_default();
        params.set("requestId", &json!(own.trim_matches('"')));
        members.set("params", &params);
        (self.hear)(&Message { text: &line(&members), members });
    }

    pub(super) fn name(&self, server: Number) -> &str {
        self.servers.get(server).map_or("", |server| &server.name)
    }
}
