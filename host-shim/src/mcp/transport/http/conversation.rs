//! A session with a server over HTTP: what is sent, and who waits for what of it.

mod hear;
mod life;
mod post;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hyper::header::HeaderValue;
use serde_json::value::RawValue;
use tokio::sync::mpsc::{Sender, UnboundedReceiver};
use tokio::task::AbortHandle;
use tokio::time::timeout;

use super::dial::Dial;
use crate::cli::output;
use crate::mcp::wire::{Id, Members, parse, refusal};
use hear::Answered;

/// What is no request is taken within this; what comes behind it waits for that.
const SLOWEST: Duration = Duration::from_secs(30);
/// Code of a request that has no answer.
const NO_ANSWER: i32 = -32_000;

#[derive(Default)]
struct State {
    /// How the server knows us, if it does.
    session: Option<HeaderValue>,
    version: Option<HeaderValue>,
    /// There is none, and there was one.
    lost: bool,
    /// How many sessions there were.
    number: u64,
    /// The client's, for a server that forgot us.
    initialize: Option<String>,
    /// Requests by id, and the stream of what comes by itself.
    under_way: HashMap<String, AbortHandle>,
    listening: Option<AbortHandle>,
}

/// See the module.
pub struct Conversation {
    name: String,
    dial: Dial,
    heard: Sender<String>,
    state: Mutex<State>,
    renewing: tokio::sync::Mutex<()>,
}

/// Why a request has no answer.
enum Failed {
    /// The server does not know the session of this number.
    Forgotten(u64),
    Because(String),
}

impl Failed {
    fn reason(self) -> String {
        match self {
            Failed::Forgotten(_) => "its session is over".to_owned(),
            Failed::Because(reason) => reason,
        }
    }
}

impl Conversation {
    pub fn new(name: String, dial: Dial, heard: Sender<String>) -> Arc<Conversation> {
        Arc::new(Conversation { name, dial, heard, state: Mutex::default(), renewing: tokio::sync::Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends lines as they come. What is no request is taken before the next is sent; requests are answered beside each other.
    pub async fn send_all(self: Arc<Self>, mut lines: UnboundedReceiver<String>) {
        while let Some(line) = lines.recv().await {
            let message = parse::<Members>(&line).unwrap_or_default();
            let id = message.get("id").filter(|_| message.get("method").is_some()).map(RawValue::to_owned);
            let method = message.text("method").map(|method| method.into_owned()).unwrap_or_default();
            let cancelled = message.members("params").filter(|_| method == "notifications/cancelled");
            let cancelled = cancelled.and_then(|params| params.get("requestId").map(Id::key));
            drop(message);
            match id {
                Some(id) if method == "initialize" => {
                    let result = self.initialize(&line, &mut Answered::to(&id.key())).await;
                    self.refuse(&id, result).await;
                }
                Some(id) => {
                    let (all, key) = (Arc::clone(&self), id.key());
                    let mut state = self.state();
                    let task = tokio::spawn(async move {
                        all.request(&line, &id).await;
                        all.state().under_way.remove(&id.key());
                    });
                    state.under_way.insert(key, task.abort_handle());
                }
                None => {
                    // Whoever cancelled waits no longer, and neither do we.
                    let task = cancelled.and_then(|id| self.state().under_way.remove(&id));
                    if let Some(task) = task {
                        task.abort();
                    }
                    self.notify(line).await;
                    if method == "notifications/initialized" {
                        self.listen();
                    }
                }
            }
        }
    }

    /// Asks, and hears whatever comes of it.
    async fn request(self: &Arc<Self>, line: &str, id: &RawValue) {
        let mut result = self.try_request(line, id).await;
        if let Err(Failed::Forgotten(number)) = result {
            result = match self.renew(number).await {
                Ok(()) => self.try_request(line, id).await,
                Err(reason) => Err(Failed::Because(format!("the session is over, and there is no other: {reason}"))),
            };
        }
        self.refuse(id, result).await;
    }

    /// Answers in the place of the server where it did not.
    async fn refuse(&self, id: &RawValue, result: Result<(), Failed>) {
        if let Err(failed) = result {
            let reason = format!("The server {} did not answer: {}.", self.name, failed.reason());
            self.hear(refusal(id, NO_ANSWER, &reason)).await;
        }
    }

    async fn try_request(&self, line: &str, id: &RawValue) -> Result<(), Failed> {
        let response = self.post(line.to_owned()).await?;
        self.hear_all(response, &mut Answered::to(&id.key())).await
    }

    /// Sends what has no answer.
    async fn notify(self: &Arc<Self>, line: String) {
        let result = timeout(SLOWEST, self.try_notify(line)).await;
        let failed = match result {
            Ok(Ok(())) => return,
            Ok(Err(failed)) => failed.reason(),
            Err(_) => "it does not take it".to_owned(),
        };
        output::notice(&format!("toolaria: the server {} did not get a message: {failed}.", self.name));
    }

    async fn try_notify(self: &Arc<Self>, line: String) -> Result<(), Failed> {
        let result = self.post(line.clone()).await;
        if let Err(Failed::Forgotten(number)) = result
            && self.renew(number).await.is_ok()
        {
            return self.post(line).await.map(drop);
        }
        result.map(drop)
    }
}
