//! Answers that say why there is no other.

use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::value::RawValue;

use super::post::MOST_BYTES;
use crate::mcp::http::body::{Answer, Unread};
use crate::mcp::http::gate::Refused;
use crate::mcp::http::headers::JSON;
use crate::mcp::http::sessions::NoSession;
use crate::mcp::wire::refusal;

/// Codes of JSON-RPC, the last one for errors of the implementation.
pub const PARSE_ERROR: i32 = -32_700;
pub const INVALID_REQUEST: i32 = -32_600;
const REFUSED: i32 = -32_000;

pub fn typed(kind: &'static str, answer: Answer) -> Response<Answer> {
    let mut response = Response::new(answer);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Why a request is refused.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    code: i32,
    why: String,
    challenge: Option<&'static str>,
}

impl Refusal {
    /// As an error of JSON-RPC that answers no request.
    pub fn answer(self) -> Response<Answer> {
        let mut response = typed(JSON, Answer::whole(refusal(RawValue::NULL, self.code, &self.why)));
        *response.status_mut() = self.status;
        if self.status == StatusCode::METHOD_NOT_ALLOWED {
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, POST, DELETE, OPTIONS"));
        }
        if let Some(challenge) = self.challenge {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
        }
        response
    }
}

pub fn refuse(status: StatusCode, why: &str) -> Refusal {
    Refusal { status, code: REFUSED, why: why.to_owned(), challenge: None }
}

/// What is no message, or none that may come now.
pub fn refuse_message(code: i32, why: &str) -> Refusal {
    Refusal { code, ..refuse(StatusCode::BAD_REQUEST, why) }
}

pub fn internal() -> Refusal {
    refuse(StatusCode::INTERNAL_SERVER_ERROR, "This failed; stderr has more.")
}

pub fn outside(refused: &Refused) -> Refusal {
    let (status, why, challenge) = match refused {
        Refused::Host(host) => {
            (StatusCode::FORBIDDEN, format!("{host:?} is no name of this machine, which alone is served."), None)
        }
        Refused::Origin(origin) => {
            (StatusCode::FORBIDDEN, format!("Pages of {origin:?} may not ask here; --allow-origin lets them."), None)
        }
        Refused::NoToken => {
            (StatusCode::UNAUTHORIZED, "A bearer token is needed.".to_owned(), Some("Bearer realm=\"toolaria\""))
        }
        Refused::WrongToken => (
            StatusCode::UNAUTHORIZED,
            "The bearer token is not the right one.".to_owned(),
            Some("Bearer realm=\"toolaria\", error=\"invalid_token\""),
        ),
    };
    Refusal { challenge, ..refuse(status, &why) }
}

pub fn unread(why: Unread) -> Refusal {
    match why {
        Unread::TooLong => refuse(
            StatusCode::PAYLOAD_TOO_LARGE,
            &format!("A message has at most {MOST_BYTES} bytes; a stored result is handed on as tla:<id>."),
        ),
        Unread::TooSlow => refuse(StatusCode::REQUEST_TIMEOUT, "The message did not come in time."),
        Unread::Broken => refuse(StatusCode::BAD_REQUEST, "The message broke off."),
    }
}

pub fn not_started(why: NoSession) -> Refusal {
    match why {
        NoSession::TooMany(most) => refuse(
            StatusCode::SERVICE_UNAVAILABLE,
            &format!("There are {most} sessions, which is all that --max-sessions allows: end one with DELETE."),
        ),
        NoSession::Failed(error) => refuse(StatusCode::BAD_GATEWAY, &format!("The server cannot be started: {error}")),
    }
}

/// Lets a page read the answer, whose origin was looked at.
pub fn share_with(origin: &HeaderValue, headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    for (name, value) in [
        (header::VARY, "Origin"),
        (header::ACCESS_CONTROL_EXPOSE_HEADERS, "Mcp-Session-Id, WWW-Authenticate"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, DELETE"),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "Accept, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
