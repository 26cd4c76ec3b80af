//! What comes of a request, as a whole or in a stream.

use std::time::Duration;

use http_body_util::BodyExt;
use hyper::Response;
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use serde_json::value::RawValue;
use tokio::time::sleep;

use super::{Conversation, Failed};
use crate::mcp::http::headers::{EVENTS, media};
use crate::mcp::transport::http::dial::{causes, whole};
use crate::mcp::transport::http::events::{self, Reader};
use crate::mcp::wire::{Id, Members, parse};

/// Longer answers are not read.
const MOST_BYTES: usize = events::MOST_BYTES;
/// Before a stream that ended is asked for again, if the server does not say; doubled each time nothing came, up to the longest.
pub const FIRST_PAUSE: Duration = Duration::from_secs(1);
pub const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// How often in a row an answer is asked for again in a stream that ends without an event.
const MOST_IN_VAIN: usize = 5;

/// What was asked, and whether the answer was heard.
#[derive(Default)]
pub struct Answered<'i> {
    /// By the key of its id.
    pub id: &'i str,
    pub initializes: bool,
    /// Only we wait for it.
    pub unheard: bool,
    pub done: bool,
    pub refused: bool,
    /// Events so far.
    pub heard: usize,
}

impl<'i> Answered<'i> {
    pub fn to(id: &'i str) -> Answered<'i> {
        Answered { id, ..Answered::default() }
    }
}

/// The last event of a stream that has ids, behind which one can go on.
pub struct Last {
    pub id: String,
    /// As the server wants it.
    pub pause: Option<Duration>,
}

/// Whether an answer comes in events.
pub fn is_stream(response: &Response<Incoming>) -> bool {
    media(response.headers(), &CONTENT_TYPE).any(|kind| kind.eq_ignore_ascii_case(EVENTS))
}

impl Conversation {
    /// Hears what an answer has, and goes on where its stream ended before.
    pub(super) async fn hear_all(
        &self,
        mut response: Response<Incoming>,
        answered: &mut Answered<'_>,
    ) -> Result<(), Failed> {
        let (mut last, mut in_vain) = (None, 0);
        while !answered.done {
            if !is_stream(&response) {
                let body = whole(response.body_mut(), MOST_BYTES).await.map_err(Failed::Because)?;
                self.hear_whole(&body, answered).await?;
                break;
            }
            let before = answered.heard;
            let ended = self.hear_events(response.body_mut(), answered, &mut last).await;
            in_vain = if answered.heard > before { 0 } else { in_vain + 1 };
            let Some(last) = last.as_ref().filter(|_| !answered.done && in_vain < MOST_IN_VAIN) else {
                ended.map_err(Failed::Because)?;
                break;
            };
            sleep(last.pause.unwrap_or(FIRST_PAUSE)).await;
            response = self.resume(last).await?;
        }
        if answered.done { Ok(()) } else { Err(Failed::Because("its answer ended before it was whole".into())) }
    }

    pub(super) async fn resume(&self, last: &Last) -> Result<Response<Incoming>, Failed> {
        let response = self.get(Some(last)).await.map_err(Failed::Because)?;
        match response.status() {
            status if status.is_success() => Ok(response),
            _ => Err(Failed::Because(format!("its answer broke off, and then {}", self.reason(response).await))),
        }
    }

    pub(super) async fn hear_whole(&self, body: &[u8], answered: &mut Answered<'_>) -> Result<(), Failed> {
        let text = String::from_utf8_lossy(body);
        let batch: Vec<&RawValue> = parse(&text).unwrap_or_default();
        let single = batch.is_empty() && parse::<Members>(&text).is_ok();
        if batch.is_empty() && !single {
            return Err(Failed::Because("its answer is no JSON".into()));
        }
        let texts = if single { vec![text.trim()] } else { batch.iter().map(|message| message.get()).collect() };
        for text in texts {
            self.hear_one(text, answered).await;
        }
        Ok(())
    }

    /// Hears the events of a stream until the answer is among them, or it ends.
    pub(super) async fn hear_events(
        &self,
        body: &mut Incoming,
        answered: &mut Answered<'_>,
        last: &mut Option<Last>,
    ) -> Result<(), String> {
        let mut reader = Reader::default();
        while let Some(frame) = body.frame().await {
            let Ok(data) = frame.map_err(|error| format!("its answer broke off: {}", causes(&error)))?.into_data()
            else {
                continue;
            };
            for event in reader.read(&data)? {
                answered.heard += 1;
                let pause = event.retry.map(Duration::from_millis).map(|pause| pause.min(LONGEST_PAUSE));
                let before = last.as_ref().and_then(|last| last.pause);
                if let Some(id) = event.id {
                    *last = Some(Last { id, pause: pause.or(before) });
                }
                if !event.data.is_empty() && matches!(event.name.as_str(), "" | "message") {
                    self.hear_one(&event.data, answered).await;
                }
            }
            if answered.done {
                return Ok(());
            }
        }
        Ok(())
    }

    pub(super) async fn hear_one(&self, text: &str, answered: &mut Answered<'_>) {
        let message = parse::<Members>(text).unwrap_or_default();
        if message.get("method").is_none() && message.get("id").map(Id::key).as_deref() == Some(answered.id) {
            answered.done = true;
            answered.refused = message.get("error").is_some();
            if answered.initializes {
                let result = message.members("result").unwrap_or_default();
                self.state().version =
                    result.text("protocolVersion").and_then(|version| HeaderValue::from_str(&version).ok());
            }
            if answered.unheard {
                return;
            }
        }
        drop(message);
        self.hear(text.to_owned()).await;
    }

    /// As one line: in JSON, the end of a line is white space.
    pub(super) async fn hear(&self, text: String) {
        let text = if text.contains(['\n', '\r']) { text.replace(['\n', '\r'], " ") } else { text };
        let _ = self.heard.send(text).await;
    }
}
