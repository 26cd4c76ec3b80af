//! The session's start, its start again, the stream that goes with it, and its end.

use std::sync::Arc;

use hyper::Method;
use hyper::body::Bytes;
use serde_json::value::RawValue;
use tokio::time::sleep;

use super::hear::{Answered, FIRST_PAUSE, LONGEST_PAUSE, is_stream};
use super::{Conversation, Failed};
use crate::cli::output;
use crate::mcp::http::headers::SESSION;
use crate::mcp::wire::{Id, Members, parse};

const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

impl Conversation {
    /// The first request: its answer gives the session.
    pub(super) async fn initialize(&self, line: &str, answered: &mut Answered<'_>) -> Result<(), Failed> {
        {
            let mut state = self.state();
            state.initialize = Some(line.to_owned());
            (state.session, state.version, state.lost) = (None, None, true);
        }
        answered.initializes = true;
        let response = self.post_now(line.to_owned()).await?;
        {
            let mut state = self.state();
            state.session = response.headers().get(&SESSION).cloned();
            if let Some(session) = &mut state.session {
                session.set_sensitive(true);
            }
            state.number += 1;
            state.lost = false;
        }
        self.hear_all(response, answered).await
    }

    /// Starts a session in the place of one that the server forgot, unless that was done meanwhile.
    pub(super) async fn renew(self: &Arc<Self>, number: u64) -> Result<(), String> {
        let _one = self.renewing.lock().await;
        let line = {
            let state = self.state();
            if state.number != number {
                return Ok(());
            }
            state.initialize.clone().ok_or("there was no initialize")?
        };
        let message = parse::<Members>(&line).unwrap_or_default();
        let id = message.get("id").unwrap_or(RawValue::NULL).key();
        let mut answered = Answered { unheard: true, ..Answered::to(&id) };
        self.initialize(&line, &mut answered).await.map_err(Failed::reason)?;
        if answered.refused {
            self.state().lost = true;
            return Err("it refuses to initialize again".into());
        }
        self.post_now(INITIALIZED.to_owned()).await.map_err(Failed::reason)?;
        self.listen();
        output::notice(&format!("toolaria: the server {} has forgotten its session, and has a new one", self.name));
        Ok(())
    }

    /// Hears what comes by itself, in the place of who did so before.
    pub(super) fn listen(self: &Arc<Self>) {
        let task = tokio::spawn(Arc::clone(self).keep_listening());
        if let Some(before) = self.state().listening.replace(task.abort_handle()) {
            before.abort();
        }
    }

    async fn keep_listening(self: Arc<Self>) {
        let (mut last, mut pause) = (None, FIRST_PAUSE);
        loop {
            let mut nothing = Answered::to("");
            match self.get(last.as_ref()).await {
                Ok(mut response) if response.status().is_success() && is_stream(&response) => {
                    // However it ended, it is asked for again.
                    let _ = self.hear_events(response.body_mut(), &mut nothing, &mut last).await;
                }
                Ok(response) if response.status().is_client_error() && last.is_some() => last = None,
                // The server has no such stream, or forgot the session, which the next request notices.
                Ok(response) if !response.status().is_server_error() => return,
                Ok(_) | Err(_) => {}
            }
            pause = if nothing.heard > 0 { FIRST_PAUSE } else { (2 * pause).min(LONGEST_PAUSE) };
            sleep(last.as_ref().and_then(|last| last.pause).unwrap_or(pause)).await;
        }
    }

    /// Ends the session.
    pub async fn end(&self) {
        {
            let mut state = self.state();
            let listening = state.listening.take();
            state.under_way.drain().map(|(_, task)| task).chain(listening).for_each(|task| task.abort());
        }
        let (headers, _) = self.headers();
        if headers.contains_key(&SESSION) {
            // Not all servers let their clients end a session.
            let _ = self.dial.ask(Method::DELETE, &headers, Bytes::new()).await;
        }
    }
}
