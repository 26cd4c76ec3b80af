//! What the hub asks servers itself.

use std::sync::mpsc::{self, Sender};
use std::time::Duration;

use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hub, Number};
use crate::mcp::link::{SERVER_ENDED, TOOK_TOO_LONG};
use crate::mcp::upstream::Upstream;
use crate::mcp::wire::{Id, Members, Message, line, parse};

/// A server's result or error, as it was written.
pub type Answer = Result<Box<RawValue>, Box<RawValue>>;

/// A question of the hub.
pub struct Asked {
    server: Number,
    /// The client's request that it is asked for.
    behalf: String,
    answer: Sender<Answer>,
}

/// The message of an error.
pub fn reason(error: &RawValue) -> String {
    let members: Members = parse(error.get()).unwrap_or_default();
    members.text("message").map_or_else(|| error.get().to_owned(), |message| message.into_owned())
}

impl Hub {
    /// Asks one server, on behalf of a request of the client, and waits.
    pub(super) fn ask(&self, server: Number, behalf: &RawValue, method: &str, params: &impl Serialize) -> Answer {
        self.ask_within(None, server, behalf, method, params)
    }

    /// The same for no longer than a time, if there is one.
    pub(super) fn ask_within(
        &self,
        time: Option<Duration>,
        server: Number,
        behalf: &RawValue,
        method: &str,
        params: &impl Serialize,
    ) -> Answer {
        let (sender, receiver) = mpsc::channel();
        let id = {
            let mut state = self.state();
            state.last_id += 1;
            let id = format!("\"toolaria-{}\"", state.last_id);
            state.asked.insert(id.clone(), Asked { server, behalf: behalf.key(), answer: sender });
            id
        };
        self.send_to(server, &request(&id, method, params));
        let Some(time) = time else {
            return receiver.recv().unwrap_or_else(|_| Err(error(SERVER_ENDED, "it was cancelled")));
        };
        receiver.recv_timeout(time).unwrap_or_else(|_| {
            self.cancel(&id, "it took too long");
            Err(error(TOOK_TOO_LONG, "it was cancelled, or took too long"))
        })
    }

    /// Takes the answer to a question of the hub; `false` if it is none.
    pub(super) fn is_answer(&self, server: Number, id: &str, message: &Members) -> bool {
        let mut state = self.state();
        if state.asked.get(id).is_none_or(|asked| asked.server != server) {
            return false;
        }
        let asked = state.asked.remove(id);
        drop(state);
        let answer = match (message.get("result"), message.get("error")) {
            (Some(result), _) => Ok(result.to_owned()),
            (None, Some(error)) => Err(error.to_owned()),
            (None, None) => Err(error(SERVER_ENDED, "an answer without a result")),
        };
        if let Some(asked) = asked {
            let _ = asked.answer.send(answer);
        }
        true
    }

    /// No longer asks what it does on behalf of a request of the client.
    pub(super) fn cancel_gathering(&self, behalf: &str) {
        let ids: Vec<String> = {
            let mut state = self.state();
            state.gathering.remove(behalf);
            state.asked.iter().filter(|(_, asked)| asked.behalf == behalf).map(|(id, _)| id.clone()).collect()
        };
        ids.iter().for_each(|id| self.cancel(id, "the client has cancelled"));
    }

    /// Tells a server that what the hub has asked is not waited for any more, and whoever asked, too.
    fn cancel(&self, id: &str, reason: &str) {
        let asked = self.state().asked.remove(id);
        if let (Some(asked), Ok(id)) = (asked, parse::<&RawValue>(id)) {
            let params = json!({ "requestId": id, "reason": reason });
            self.send_to(
                asked.server,
                &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }).to_string(),
            );
        }
    }

    pub(super) fn send_to(&self, server: Number, text: &str) {
        if let (Some(server), Ok(message)) = (self.servers.get(server), Message::read(text)) {
            server.link.send(&message);
        }
    }
}

fn request(id: &str, method: &str, params: &impl Serialize) -> String {
    let mut message = Members::default();
    message.set("jsonrpc", &"2.0");
    message.set("id", &parse::<&RawValue>(id).ok());
    message.set("method", &method);
    message.set("params", params);
    line(&message)
}

fn error(code: i32, message: &str) -> Box<RawValue> {
    serde_json::value::to_raw_value(&json!({ "code": code, "message": message })).unwrap_or_default()
}
