//! How long a server may take.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use serde_json::json;
use serde_json::value::RawValue;

use super::{AGAIN, Link, State, TOOK_TOO_LONG};
use crate::mcp::wire::Message;

/// Without end where there is no time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Times {
    /// Until a server has answered to `initialize`.
    pub start: Option<Duration>,
    /// Until it has answered to any other request.
    pub call: Option<Duration>,
}

impl Link {
    /// Gives up what takes too long, until the link is closed.
    pub(super) fn watch(&self) {
        let mut state = self.state();
        while !state.closed {
            let due = state.asked.iter().filter_map(|(id, until)| Some(((*until)?, id.clone()))).min();
            let Some((until, id)) = due else {
                state = self.asked_more.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = until.saturating_duration_since(Instant::now());
            if left > Duration::ZERO {
                state = self.asked_more.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            let starting = id == AGAIN || state.initialize_id.as_ref() == Some(&id);
            let name = self.transport.name();
            if starting {
                let reason = format!("The server {name} did not start within {} s.", seconds(self.times.start));
                self.lose(state, |_| reason);
            } else if let Ok(id) = RawValue::from_string(id) {
                let reason = format!("The server {name} did not answer within {} s.", seconds(self.times.call));
                self.tell_given_up(&mut state, &id, &reason);
                drop(state);
                self.refuse(&id, TOOK_TOO_LONG, &reason);
            }
            state = self.state();
        }
    }

    /// Nothing is heard of the request after that.
    fn tell_given_up(&self, state: &mut State, id: &RawValue, reason: &str) {
        let params = json!({ "requestId": id, "reason": reason });
        let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }).to_string();
        if let Ok(message) = Message::read(&cancel) {
            self.pass(state, &message);
        }
    }
}

fn seconds(time: Option<Duration>) -> f64 {
    time.unwrap_or_default().as_secs_f64()
}
