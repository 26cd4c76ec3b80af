//! Single requests over HTTP, and what the server says of those that it does not take.

use hyper::body::{Bytes, Incoming};
use hyper::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use hyper::{Method, Response, StatusCode};

use super::hear::Last;
use super::{Conversation, Failed};
use crate::mcp::http::headers::{EVENTS, JSON, LAST_EVENT, SESSION, VERSION};
use crate::mcp::transport::http::dial::whole;
use crate::mcp::wire::{Members, parse};

/// Of an answer that says what is wrong.
const MOST_OF_A_REASON: usize = 64 << 10;

impl Conversation {
    /// Posts a line; gives an answer that has something to read, or to which there is nothing to say.
    pub(super) async fn post(&self, line: String) -> Result<Response<Incoming>, Failed> {
        let lost = Some(self.state()).filter(|state| state.lost).map(|state| state.number);
        match lost {
            Some(number) => Err(Failed::Forgotten(number)),
            None => self.post_now(line).await,
        }
    }

    pub(super) async fn post_now(&self, line: String) -> Result<Response<Incoming>, Failed> {
        let (mut headers, number) = self.headers();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(JSON));
        let response = self.dial.ask(Method::POST, &headers, line.into()).await.map_err(Failed::Because)?;
        if response.status().is_success() {
            return Ok(response);
        }
        let (status, reason) = (response.status(), self.reason(response).await);
        // The specification has 404; some servers say that a session is unknown with 400.
        let forgotten = match status {
            StatusCode::NOT_FOUND => true,
            StatusCode::BAD_REQUEST => reason.to_lowercase().contains("session"),
            _ => false,
        };
        match forgotten && headers.contains_key(&SESSION) {
            true => Err(Failed::Forgotten(number)),
            false => Err(Failed::Because(reason)),
        }
    }

    /// What the server says of a request that it does not take.
    pub(super) async fn reason(&self, mut response: Response<Incoming>) -> String {
        let status = response.status();
        let body = whole(response.body_mut(), MOST_OF_A_REASON).await.unwrap_or_default();
        let text = String::from_utf8_lossy(&body);
        let message = parse::<Members>(&text).ok().and_then(|message| {
            message.members("error").and_then(|error| error.text("message").map(|text| text.into_owned()))
        });
        let hint = match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => " (are its headers right?)",
            _ => "",
        };
        let said = message.map(|message| format!(": {}", message.trim_end_matches('.'))).unwrap_or_default();
        format!("{} says {status}{hint}{said}", self.dial.place())
    }

    pub(super) fn headers(&self) -> (HeaderMap, u64) {
        let state = self.state();
        let named = [(SESSION, &state.session), (VERSION, &state.version)];
        let all = named.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))).collect();
        (all, state.number)
    }

    pub(super) async fn get(&self, last: Option<&Last>) -> Result<Response<Incoming>, String> {
        let (mut headers, _) = self.headers();
        headers.insert(ACCEPT, HeaderValue::from_static(EVENTS));
        if let Some(id) = last.and_then(|last| HeaderValue::from_str(&last.id).ok()) {
            headers.insert(LAST_EVENT, id);
        }
        self.dial.ask(Method::GET, &headers, Bytes::new()).await
    }
}
