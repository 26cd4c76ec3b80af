//! Bodies: a whole one, or the events of a stream as they come.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use tokio::time::{Instant, Interval, interval_at, timeout};

use super::session::Session;
use super::sse;

/// How often a connection without news is used, so that nobody between takes it for dead.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);
/// A message that takes longer to come is given up.
const SLOWEST: Duration = Duration::from_secs(60);
/// How much of a body that is too long is read all the same, so that its sender hears why it is refused.
const MOST_IGNORED: usize = 4;

/// The right to read a stream, given back at the end.
pub struct Reading {
    pub session: Arc<Session>,
    pub stream: u64,
    pub reader: u64,
}

impl Reading {
    /// Waits until there is something to read; says whether that is all.
    pub async fn any(&self) -> bool {
        poll_fn(|context| self.session.poll_any(self.stream, context.waker())).await
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.session.touch();
        self.session.outbox().left(self.stream, self.reader);
    }
}

/// What is answered.
pub enum Answer {
    Whole(Option<Bytes>),
    Events { reading: Reading, first: Option<Bytes>, alive: Interval },
}

impl Answer {
    pub fn whole(text: impl Into<Bytes>) -> Answer {
        Answer::Whole(Some(text.into()))
    }

    /// The events of a stream. With `primed`, an event without a message comes first, behind which one can go on.
    pub fn events(reading: Reading, primed: bool) -> Answer {
        let first = if primed { sse::event(&event_id(reading.stream, 0), "") } else { sse::STILL_THERE.to_owned() };
        let alive = interval_at(Instant::now() + SIGN_OF_LIFE, SIGN_OF_LIFE);
        Answer::Events { reading, first: Some(first.into()), alive }
    }
}

/// The id of an event, which tells its stream.
pub fn event_id(stream: u64, number: u64) -> String {
    format!("{stream}-{number}")
}

/// The stream and number of an event.
pub fn read_event_id(id: &str) -> Option<(u64, u64)> {
    let (stream, number) = id.split_once('-')?;
    Some((stream.parse().ok()?, number.parse().ok()?))
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let frame = |bytes: Bytes| Poll::Ready(Some(Ok(Frame::data(bytes))));
        match &mut *self {
            Answer::Whole(bytes) => bytes.take().map_or(Poll::Ready(None), frame),
            Answer::Events { reading, first, alive } => {
                if let Some(first) = first.take() {
                    return frame(first);
                }
                let next = reading.session.outbox().poll(reading.stream, reading.reader, context.waker());
                match next {
                    Poll::Ready(Some((number, text))) => {
                        frame(sse::event(&event_id(reading.stream, number), &text).into())
                    }
                    Poll::Ready(None) => Poll::Ready(None),
                    Poll::Pending if alive.poll_tick(context).is_ready() => frame(Bytes::from(sse::STILL_THERE)),
                    Poll::Pending => Poll::Pending,
                }
            }
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Answer::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, Bytes::len) as u64),
            Answer::Events { .. } => SizeHint::default(),
        }
    }
}

/// Why a message was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    TooLong,
    TooSlow,
    Broken,
}

/// Reads a whole message of at most so many bytes.
///
/// # Errors
///
/// If it is longer, or does not come.
pub async fn read(body: Incoming, most: usize) -> Result<Vec<u8>, Unread> {
    timeout(SLOWEST, read_all(body, most)).await.unwrap_or(Err(Unread::TooSlow))
}

async fn read_all(mut body: Incoming, most: usize) -> Result<Vec<u8>, Unread> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    let announced = body.size_hint().lower();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| Unread::Broken)?.into_data() else {
            continue;
        };
        length += data.len();
        if length <= most && announced <= most as u64 {
            bytes.extend_from_slice(&data);
        } else if length > MOST_IGNORED * most {
            break;
        }
    }
    if length > most { Err(Unread::TooLong) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_events_tell_their_stream() {
        assert_eq!(read_event_id(&event_id(3, 14)), Some((3, 14)));
        for id in ["", "3", "3-", "-1", "a-b", "1-2-3"] {
            assert_eq!(read_event_id(id), None, "{id}");
        }
    }
}
