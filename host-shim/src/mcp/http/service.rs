//! One request over HTTP and its answer, as the transport "streamable HTTP" of MCP has them.

mod post;
mod refused;

use std::sync::Arc;

use hyper::body::Incoming;
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};

use super::body::{Answer, Reading, read_event_id};
use super::gate::Gate;
use super::headers::{EVENTS, LAST_EVENT, SESSION, VERSION, accepts, header};
use super::outbox::REST;
use super::session::Session;
use super::sessions::Sessions;
use refused::{Refusal, outside, refuse, share_with, typed};

pub const PATH: &str = "/mcp";
/// Versions of the protocol that have this transport, and the one before, whose clients say nothing.
const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
/// From this one on, a stream starts with an event that is no message.
const PRIMED_SINCE: &str = "2025-11-25";

/// Who is let in, and the sessions of those.
pub struct Service {
    pub gate: Gate,
    pub sessions: Sessions,
}

type Answered = Result<Response<Answer>, Refusal>;

impl Service {
    /// Answers one request.
    pub async fn answer(self: Arc<Self>, request: Request<Incoming>) -> Response<Answer> {
        let origin = request.headers().get(header::ORIGIN).cloned();
        let placed = self.gate.place(request.headers());
        if let Err(refused) = placed {
            return outside(&refused).answer();
        }
        let mut response = self.let_in(request).await.unwrap_or_else(Refusal::answer);
        if let Some(origin) = origin {
            share_with(&origin, response.headers_mut());
        }
        response
    }

    async fn let_in(self: Arc<Self>, request: Request<Incoming>) -> Answered {
        if request.uri().path().trim_end_matches('/') != PATH {
            return Err(refuse(StatusCode::NOT_FOUND, &format!("There is nothing here: the address is {PATH}.")));
        }
        // A browser asks this without the token, and whether it may send one.
        if request.method() == Method::OPTIONS {
            return Ok(empty(StatusCode::NO_CONTENT));
        }
        self.gate.token(request.headers()).map_err(|refused| outside(&refused))?;
        match *request.method() {
            Method::POST => self.post(request).await,
            Method::GET => self.get(request.headers()),
            Method::DELETE => self.delete(request.headers()),
            _ => Err(refuse(StatusCode::METHOD_NOT_ALLOWED, "POST, GET and DELETE are known here.")),
        }
    }

    fn get(&self, headers: &HeaderMap) -> Answered {
        if !accepts(headers, EVENTS) {
            return Err(refuse(StatusCode::NOT_ACCEPTABLE, &format!("What comes here is {EVENTS}.")));
        }
        let session = self.session(headers)?;
        let (stream, behind) = match header(headers, &LAST_EVENT) {
            None => (REST, None),
            Some(id) => match read_event_id(id) {
                Some((stream, number)) => (stream, Some(number)),
                None => return Err(refuse(StatusCode::BAD_REQUEST, "Last-Event-ID is none of this session.")),
            },
        };
        let Some(reader) = session.outbox().listen(stream, behind) else {
            return Err(refuse(StatusCode::BAD_REQUEST, "What came behind this Last-Event-ID is not kept any more."));
        };
        Ok(streamed(Reading { session, stream, reader }, behind.is_none() && is_primed(headers)))
    }

    fn delete(&self, headers: &HeaderMap) -> Answered {
        self.session(headers)?;
        self.sessions.end(header(headers, &SESSION).unwrap_or_default());
        Ok(empty(StatusCode::NO_CONTENT))
    }

    /// The session that a request names, with a version of the protocol that it knows.
    fn session(&self, headers: &HeaderMap) -> Result<Arc<Session>, Refusal> {
        let Some(id) = header(headers, &SESSION) else {
            return Err(refuse(StatusCode::BAD_REQUEST, "Mcp-Session-Id is missing."));
        };
        let Some(session) = self.sessions.get(id) else {
            return Err(refuse(
                StatusCode::NOT_FOUND,
                "There is no such session (any more): start one with initialize.",
            ));
        };
        session.touch();
        let agreed = session.version().and_then(Option::as_deref);
        match header(headers, &VERSION) {
            Some(version) if !VERSIONS.contains(&version) && agreed != Some(version) => {
                Err(refuse(StatusCode::BAD_REQUEST, "This MCP-Protocol-Version is not the one that was agreed on."))
            }
            _ => Ok(session),
        }
    }
}

/// Whether a client expects an event before all messages.
fn is_primed(headers: &HeaderMap) -> bool {
    header(headers, &VERSION).is_some_and(|version| version >= PRIMED_SINCE)
}

fn streamed(reading: Reading, primed: bool) -> Response<Answer> {
    let mut response = typed(EVENTS, Answer::events(reading, primed));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform"));
    response
}

fn empty(status: StatusCode) -> Response<Answer> {
    let mut response = Response::new(Answer::Whole(None));
    *response.status_mut() = status;
    response
}
