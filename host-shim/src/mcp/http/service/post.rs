//! What a client sends, and the answer to it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::body::Incoming;
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Request, Response, StatusCode};
use serde_json::value::RawValue;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::refused::{
    INVALID_REQUEST, PARSE_ERROR, Refusal, internal, not_started, refuse, refuse_message, typed, unread,
};
use super::{Answered, Service, empty, is_primed, streamed};
use crate::mcp::http::body::{Answer, Reading, read};
use crate::mcp::http::headers::{EVENTS, JSON, SESSION, accepts, media};
use crate::mcp::http::session::Session;
use crate::mcp::wire::{Members, parse};

/// Longer messages of a client are refused. Arguments are written by a model; what is long is handed on by `tla:`.
pub const MOST_BYTES: usize = 16 << 20;
/// Requests of one client that are not answered.
const MOST_UNDER_WAY: usize = 256;
/// How long an answer may take that comes as a whole; then what comes is streamed.
const SOON: Duration = Duration::from_millis(500);

/// How a client takes answers.
struct Taken {
    whole: bool,
    events: bool,
    /// As an array, since that is how it asked.
    batch: bool,
    primed: bool,
}

impl Service {
    pub(super) async fn post(self: Arc<Self>, request: Request<Incoming>) -> Answered {
        let (parts, body) = request.into_parts();
        let headers = parts.headers;
        let mut taken = taken(&headers)?;
        let known = headers.contains_key(&SESSION).then(|| self.session(&headers)).transpose()?;
        let text = String::from_utf8(read(body, MOST_BYTES).await.map_err(unread)?);
        let text = text.map_err(|_| refuse_message(PARSE_ERROR, "The message is not UTF-8."))?;
        taken.batch = text.trim_start().starts_with('[');
        let lines = lines(&text);
        let messages = lines.iter().map(|line| parse::<Members>(line)).collect::<Result<Vec<_>, _>>();
        let messages = messages.map_err(|error| refuse_message(PARSE_ERROR, &format!("no JSON: {error}")))?;
        let (new, session) = self.session_of(known, &messages).await?;
        if session.outbox().under_way() >= MOST_UNDER_WAY {
            let why = format!("{MOST_UNDER_WAY} requests are not answered yet.");
            return Err(refuse(StatusCode::TOO_MANY_REQUESTS, &why));
        }
        let reading = reading(&session, &messages, !taken.events)?;
        drop(messages);
        let to = Arc::clone(&session);
        let handing_on = spawn_blocking(move || lines.iter().for_each(|line| to.hand_on(line)));
        handing_on.await.map_err(|_| internal())?;
        let mut response = match reading {
            Some(reading) => answered(reading, &taken).await,
            None => empty(StatusCode::ACCEPTED),
        };
        match new {
            // The server refused: there is nothing to go on with.
            Some(id) if session.version() == Some(&None) => drop(self.sessions.end(&id)),
            Some(id) => drop(HeaderValue::from_str(&id).map(|id| response.headers_mut().insert(SESSION, id))),
            None => {}
        }
        Ok(response)
    }

    /// The session that messages go to, and its id if they start it.
    async fn session_of(
        self: &Arc<Self>,
        known: Option<Arc<Session>>,
        messages: &[Members<'_>],
    ) -> Result<(Option<String>, Arc<Session>), Refusal> {
        let starts = messages.iter().any(|message| message.text("method").as_deref() == Some("initialize"));
        match known {
            Some(_) if starts => {
                let why = "This session is initialized: a new one starts without Mcp-Session-Id.";
                Err(refuse_message(INVALID_REQUEST, why))
            }
            Some(session) => Ok((None, session)),
            None if starts && messages.len() == 1 => {
                let all = Arc::clone(self);
                let started =
                    spawn_blocking(move || all.sessions.start(Instant::now())).await.map_err(|_| internal())?;
                started.map(|(id, session)| (Some(id), session)).map_err(not_started)
            }
            None => {
                let why = "Mcp-Session-Id is missing: a session starts with initialize.";
                Err(refuse(StatusCode::BAD_REQUEST, why))
            }
        }
    }
}

fn taken(headers: &HeaderMap) -> Result<Taken, Refusal> {
    if !media(headers, &header::CONTENT_TYPE).any(|kind| kind.eq_ignore_ascii_case(JSON)) {
        return Err(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, &format!("A message is {JSON}.")));
    }
    let (whole, events) = (accepts(headers, JSON), accepts(headers, EVENTS));
    if !whole && !events {
        return Err(refuse(StatusCode::NOT_ACCEPTABLE, &format!("Answers are {JSON} or {EVENTS}.")));
    }
    Ok(Taken { whole, events, batch: false, primed: is_primed(headers) })
}

/// The messages of a text, a line each: in JSON, the end of a line is white space.
fn lines(text: &str) -> Vec<String> {
    let batch = parse::<Vec<&RawValue>>(text).unwrap_or_default();
    let messages = match batch.is_empty() {
        true => vec![text],
        false => batch.iter().map(|message| message.get()).collect(),
    };
    messages.iter().map(|message| message.trim().replace(['\n', '\r'], " ")).collect()
}

/// The right to read what comes of the requests among the messages, if there are any.
fn reading(session: &Arc<Session>, messages: &[Members], plain: bool) -> Result<Option<Reading>, Refusal> {
    if !messages.iter().any(|message| message.get("id").is_some() && message.get("method").is_some()) {
        return Ok(None);
    }
    let Some((stream, reader)) = session.open(messages, plain) else {
        return Err(refuse_message(INVALID_REQUEST, "A request with this id is not answered yet."));
    };
    Ok(Some(Reading { session: Arc::clone(session), stream, reader }))
}

/// What comes soon comes as a whole, if it is nothing but the answer; all else as events.
async fn answered(reading: Reading, taken: &Taken) -> Response<Answer> {
    if taken.whole {
        let all = match taken.events {
            true => timeout(SOON, reading.any()).await.unwrap_or(false),
            false => reading.any().await,
        };
        let answers = all.then(|| reading.session.outbox().take_answers(reading.stream)).flatten();
        match answers.as_deref() {
            // It was cancelled.
            Some([]) | None if !taken.events => return empty(StatusCode::ACCEPTED),
            Some([answer]) if !taken.batch => return typed(JSON, Answer::whole(answer.to_string())),
            Some(answers @ [_, ..]) => return typed(JSON, Answer::whole(format!("[{}]", answers.join(",")))),
            _ => {}
        }
    }
    streamed(reading, taken.primed)
}
