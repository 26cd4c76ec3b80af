//! One stream of a session: what it had, who reads it, and what it waits for.

use std::collections::VecDeque;
use std::sync::Arc;
use std::task::Waker;

/// A request as far as its way back needs it, each by its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    pub id: String,
    pub progress_token: Option<String>,
}

/// A message that is kept.
#[derive(Debug)]
pub struct Kept {
    pub text: Arc<str>,
    pub is_answer: bool,
    /// Of a request to the client, which somebody waits for.
    pub request: Option<String>,
}

/// What goes to one reader.
#[derive(Debug, Default)]
pub struct Stream {
    pub events: VecDeque<Kept>,
    /// The number of the first of them; they are counted from 1.
    pub first: u64,
    /// How many were sent to whom.
    pub sent: u64,
    /// Who reads, counted, and what wakes it.
    pub reader: Option<(u64, Option<Waker>)>,
    /// What of the requests is not answered.
    pub asked: Vec<Asked>,
    /// Takes nothing but answers.
    pub plain: bool,
}

impl Stream {
    pub fn is_over(&self) -> bool {
        self.asked.is_empty()
    }

    /// The messages that nobody got, answers apart.
    pub fn take_unsent(&mut self) -> VecDeque<Kept> {
        let sent = (self.sent + 1).saturating_sub(self.first) as usize;
        let unsent = self.events.split_off(sent.min(self.events.len()));
        let (answers, others) = unsent.into_iter().partition(|event| event.is_answer);
        self.events.extend::<VecDeque<Kept>>(answers);
        others
    }

    /// Nothing is there, comes, or is waited for.
    pub fn is_done(&self) -> bool {
        self.is_over() && self.events.is_empty() && self.reader.is_none()
    }

    pub fn may_forget_first(&self) -> bool {
        let unsent = self.first > self.sent;
        self.events.front().is_some_and(|first| !unsent || self.reader.is_none() || !first.is_answer)
    }

    pub fn wake(&mut self) {
        if let Some(waker) = self.reader.as_mut().and_then(|(_, waker)| waker.take()) {
            waker.wake();
        }
    }
}
