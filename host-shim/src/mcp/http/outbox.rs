//! What a session has to say to its client, sorted by the streams on which it goes, and kept for those that come back.
//!
//! A request of the client has a stream of its own until it is answered; stream 0 is for all else. What came is kept behind its
//! stream within bounds, so that one who lost the connection can go on behind the last event seen.

mod stream;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::task::{Poll, Waker};

use crate::mcp::wire::{Id, Members, parse};
pub use stream::Asked;
use stream::{Kept, Stream};

/// What is kept of all streams of a session.
const MOST_KEPT: usize = 1_000;
const MOST_KEPT_BYTES: usize = 8 << 20;

/// The stream that answers no request.
pub const REST: u64 = 0;

/// See the module.
#[derive(Debug)]
pub struct Outbox {
    streams: BTreeMap<u64, Stream>,
    next_stream: u64,
    next_reader: u64,
    kept: usize,
    kept_bytes: usize,
    closed: bool,
}

impl Default for Outbox {
    fn default() -> Outbox {
        let rest = Stream { first: 1, ..Stream::default() };
        Outbox {
            streams: BTreeMap::from([(REST, rest)]),
            next_stream: 1,
            next_reader: 1,
            kept: 0,
            kept_bytes: 0,
            closed: false,
        }
    }
}

impl Outbox {
    /// A stream for the answers to requests; `None` if one of them has the id of another that is not answered.
    pub fn open(&mut self, asked: Vec<Asked>, plain: bool) -> Option<u64> {
        let under_way: Vec<&str> =
            self.streams.values().flat_map(|stream| &stream.asked).map(|asked| asked.id.as_str()).collect();
        let twice = |(at, one): (usize, &Asked)| asked[..at].iter().any(|other| other.id == one.id);
        if asked.iter().any(|one| under_way.contains(&one.id.as_str())) || asked.iter().enumerate().any(twice) {
            return None;
        }
        let number = self.next_stream;
        self.next_stream += 1;
        self.streams.insert(number, Stream { first: 1, asked, plain, ..Stream::default() });
        Some(number)
    }

    /// How many requests of the client are not answered.
    pub fn under_way(&self) -> usize {
        self.streams.values().map(|stream| stream.asked.len()).sum()
    }

    /// Whether anybody reads.
    pub fn is_read(&self) -> bool {
        self.streams.values().any(|stream| stream.reader.is_some())
    }

    /// Takes a message for the client. Gives the ids of requests to the client that are forgotten for it: nobody listened for long.
    pub fn push(&mut self, text: &str) -> Vec<String> {
        let message = parse::<Members>(text).unwrap_or_default();
        let id = message.get("id").map(Id::key);
        let is_answer = message.get("method").is_none();
        let number = match id.as_ref().filter(|_| is_answer) {
            Some(id) => self.stream_of(|asked| asked.id == *id),
            // An answer to nothing.
            None if is_answer => None,
            None => Some(self.stream_for(&message)),
        };
        let Some((number, stream)) = number.and_then(|number| Some((number, self.streams.get_mut(&number)?))) else {
            return Vec::new();
        };
        if is_answer {
            stream.asked.retain(|asked| Some(&asked.id) != id.as_ref());
        }
        // A line feed in JSON is white space, and on the wire it is the end of a line.
        let text: Arc<str> =
            if text.contains(['\n', '\r']) { text.replace(['\n', '\r'], " ").into() } else { text.into() };
        self.kept += 1;
        self.kept_bytes += text.len();
        let request = id.filter(|_| !is_answer);
        stream.events.push_back(Kept { text, is_answer, request });
        stream.wake();
        self.forget_old(number)
    }

    fn stream_of(&self, is_it: impl Fn(&Asked) -> bool) -> Option<u64> {
        self.streams.iter().find(|(_, stream)| stream.asked.iter().any(&is_it)).map(|(number, _)| *number)
    }

    /// Progress goes with its request, and what has changed with none. All else belongs most likely to what was asked last.
    fn stream_for(&self, message: &Members) -> u64 {
        let method = message.text("method").unwrap_or_default();
        if method.ends_with("/list_changed") || method.ends_with("/updated") {
            return REST;
        }
        let params = message.members("params").unwrap_or_default();
        let token = params.get("progressToken").map(Id::key);
        let named = token.and_then(|token| self.stream_of(|asked| asked.progress_token.as_ref() == Some(&token)));
        let read = |stream: &Stream| !stream.is_over() && !stream.plain && stream.reader.is_some();
        let last = self.streams.iter().rev().find(|(_, stream)| read(stream)).map(|(number, _)| *number);
        named.filter(|number| self.streams.get(number).is_some_and(|stream| !stream.plain)).or(last).unwrap_or(REST)
    }

    /// Keeps the bounds: answers that were given go first, then what nobody asked for.
    fn forget_old(&mut self, newest: u64) -> Vec<String> {
        let mut missed = Vec::new();
        while self.kept > MOST_KEPT || self.kept_bytes > MOST_KEPT_BYTES {
            let is_only = |number: u64, stream: &Stream| number == newest && stream.events.len() == 1;
            let rank = |number: u64, stream: &Stream| (!(stream.is_over() && number != REST), number);
            let oldest = self
                .streams
                .iter()
                .filter(|(number, stream)| stream.may_forget_first() && !is_only(**number, stream))
                .min_by_key(|(number, stream)| rank(**number, stream))
                .map(|(number, _)| *number);
            let Some((number, stream)) = oldest.and_then(|number| Some((number, self.streams.get_mut(&number)?)))
            else {
                break;
            };
            let unsent = stream.first > stream.sent;
            if let Some(first) = stream.events.pop_front() {
                stream.first += 1;
                self.kept -= 1;
                self.kept_bytes -= first.text.len();
                missed.extend(first.request.filter(|_| unsent));
            }
            if number != REST && stream.is_done() {
                self.streams.remove(&number);
            }
        }
        missed
    }

    /// Nobody waits for the answer to a request any more, nor reads its stream; what else was to come on it is for all.
    pub fn cancelled(&mut self, id: &str) {
        let Some(stream) = self.stream_of(|asked| asked.id == id).and_then(|number| self.streams.get_mut(&number))
        else {
            return;
        };
        stream.asked.retain(|asked| asked.id != id);
        if !stream.is_over() {
            return;
        }
        stream.wake();
        let left = stream.take_unsent();
        if let Some(rest) = self.streams.get_mut(&REST) {
            rest.events.extend(left);
            rest.wake();
        }
        self.streams.retain(|number, stream| *number == REST || !stream.is_done());
    }

    /// Reads a stream in the place of who read it before, behind an event or behind what was sent. Gives the reader's number, if
    /// there is such a stream still.
    pub fn listen(&mut self, number: u64, behind: Option<u64>) -> Option<u64> {
        let stream = self.streams.get_mut(&number)?;
        stream.wake();
        if let Some(behind) = behind {
            stream.sent = behind.min(stream.first + stream.events.len() as u64 - 1);
        }
        let reader = self.next_reader;
        self.next_reader += 1;
        stream.reader = Some((reader, None));
        Some(reader)
    }

    /// The next event and its number; `None` at the end of the stream, or where another reads it now.
    pub fn poll(&mut self, number: u64, reader: u64, waker: &Waker) -> Poll<Option<(u64, Arc<str>)>> {
        let closed = self.closed;
        let Some(stream) = self.streams.get_mut(&number) else {
            return Poll::Ready(None);
        };
        let over = stream.is_over() && number != REST;
        let Some((_, waiting)) = stream.reader.as_mut().filter(|(now, _)| *now == reader) else {
            return Poll::Ready(None);
        };
        let next = (stream.sent + 1).max(stream.first);
        match stream.events.get((next - stream.first) as usize) {
            Some(event) => {
                stream.sent = next;
                Poll::Ready(Some((next, Arc::clone(&event.text))))
            }
            None if over || closed => Poll::Ready(None),
            None => {
                *waiting = Some(waker.clone());
                Poll::Pending
            }
        }
    }

    /// Waits until something is there to be read, or nothing will be. Says whether all answers are.
    pub fn poll_any(&mut self, number: u64, waker: &Waker) -> Poll<bool> {
        let closed = self.closed;
        let Some(stream) = self.streams.get_mut(&number) else {
            return Poll::Ready(true);
        };
        let over = stream.is_over() || closed;
        let enough = if stream.plain { over } else { over || !stream.events.is_empty() };
        match &mut stream.reader {
            Some((_, waiting)) if !enough => {
                *waiting = Some(waker.clone());
                Poll::Pending
            }
            _ => Poll::Ready(over),
        }
    }

    /// All that a stream has, if that is nothing but answers and all of them; the stream is gone then.
    pub fn take_answers(&mut self, number: u64) -> Option<Vec<Arc<str>>> {
        let stream = self.streams.get(&number)?;
        if !stream.is_over() || stream.events.iter().any(|event| !event.is_answer) {
            return None;
        }
        let stream = self.streams.remove(&number)?;
        self.kept -= stream.events.len();
        self.kept_bytes -= stream.events.iter().map(|event| event.text.len()).sum::<usize>();
        Some(stream.events.into_iter().map(|event| event.text).collect())
    }

    /// A reader is gone. What it did not get stays.
    pub fn left(&mut self, number: u64, reader: u64) {
        let Some(stream) = self.streams.get_mut(&number) else {
            return;
        };
        if stream.reader.as_ref().is_some_and(|(now, _)| *now == reader) {
            stream.reader = None;
        }
        if number != REST && stream.is_done() {
            self.streams.remove(&number);
        }
    }

    /// Ends all streams once what is kept was read.
    pub fn close(&mut self) {
        self.closed = true;
        self.streams.values_mut().for_each(Stream::wake);
    }
}
