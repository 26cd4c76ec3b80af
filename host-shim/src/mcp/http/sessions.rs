//! The sessions of clients over HTTP: each has a server of its own, and what it stored nobody else finds.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::session::{Peer, Session};
use crate::mcp::client::Client;
use crate::mcp::unguessable;

/// A session without a sign of its client for so long may go for another.
const LEAST_IDLE: Duration = Duration::from_secs(300);

/// Makes the peer of a new client.
pub type Open = Box<dyn Fn(Box<dyn Client>) -> io::Result<Arc<dyn Peer>> + Send + Sync>;

/// A session as its peer sees it.
struct Hearing(Weak<Session>);

impl Client for Hearing {
    fn tell(&self, message: &str) {
        if let Some(session) = self.0.upgrade() {
            session.hear(message);
        }
    }
}

/// All sessions, by the id that only its client knows.
pub struct Sessions {
    open: Open,
    most: usize,
    all: Mutex<HashMap<String, Arc<Session>>>,
    ending: Mutex<Vec<JoinHandle<()>>>,
}

/// Why there is no new session.
#[derive(Debug)]
pub enum NoSession {
    TooMany(usize),
    Failed(io::Error),
}

impl Sessions {
    pub fn new(open: Open, most: usize) -> Sessions {
        Sessions { open, most, all: Mutex::default(), ending: Mutex::default() }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, id: &str) -> Option<Arc<Session>> {
        self.all().get(id).map(Arc::clone)
    }

    /// A new session and its id; takes as long as it takes to start the servers. Where there are as many as there may be, that goes
    /// whose client was not seen for longest: many clients leave without a word.
    ///
    /// # Errors
    ///
    /// If there are too many, or its servers cannot be started.
    pub fn start(&self, now: Instant) -> Result<(String, Arc<Session>), NoSession> {
        let id = unguessable("").map_err(NoSession::Failed)?;
        let session = Session::new();
        if self.all().len() >= self.most {
            self.end_idlest(now);
        }
        {
            let mut all = self.all();
            if all.len() >= self.most {
                return Err(NoSession::TooMany(self.most));
            }
            all.insert(id.clone(), Arc::clone(&session));
        }
        match (self.open)(Box::new(Hearing(Arc::downgrade(&session)))) {
            Ok(peer) => {
                let _ = session.peer.set(peer);
                Ok((id, session))
            }
            Err(error) => {
                self.all().remove(&id);
                Err(NoSession::Failed(error))
            }
        }
    }

    /// Ends a session, beside what goes on; says whether there was one.
    pub fn end(&self, id: &str) -> bool {
        let Some(session) = self.all().remove(id) else {
            return false;
        };
        let mut ending = self.ending.lock().unwrap_or_else(PoisonError::into_inner);
        ending.retain(|thread| !thread.is_finished());
        ending.push(thread::spawn(move || session.close()));
        true
    }

    /// Ends the sessions whose clients were not seen for so long.
    pub fn end_idle(&self, now: Instant, limit: Duration) {
        self.idle(now, limit).iter().for_each(|(_, id)| {
            self.end(id);
        });
    }

    fn end_idlest(&self, now: Instant) {
        if let Some((_, id)) = self.idle(now, LEAST_IDLE).first() {
            self.end(id);
        }
    }

    /// Those whose clients were not seen for so long, longest first.
    fn idle(&self, now: Instant, limit: Duration) -> Vec<(Instant, String)> {
        let all = self.all();
        let since = all.iter().filter_map(|(id, session)| Some((session.idle_since()?, id.clone())));
        let mut idle: Vec<_> = since.filter(|(since, _)| now.saturating_duration_since(*since) > limit).collect();
        idle.sort();
        idle
    }

    /// Ends all of them and waits for that.
    pub fn end_all(&self) {
        let ids: Vec<String> = self.all().keys().cloned().collect();
        ids.iter().for_each(|id| {
            self.end(id);
        });
        let ending = std::mem::take(&mut *self.ending.lock().unwrap_or_else(PoisonError::into_inner));
        ending.into_iter().for_each(|thread| drop(thread.join()));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    struct Counted(Arc<AtomicUsize>);

    impl Peer for Counted {
        fn hear(self: Arc<Self>, _: &str) {}
        fn end(&self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn sessions(most: usize) -> (Sessions, Arc<AtomicUsize>) {
        let closed = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&closed);
        (Sessions::new(Box::new(move |_| Ok(Arc::new(Counted(Arc::clone(&count))))), most), closed)
    }

    #[test]
    fn sessions_are_limited_and_end_when_idle() {
        let (sessions, closed) = sessions(2);
        let (first, session) = sessions.start(Instant::now()).unwrap();
        let (second, _) = sessions.start(Instant::now()).unwrap();
        assert!(first != second && first.len() == 32);
        assert!(matches!(sessions.start(Instant::now()), Err(NoSession::TooMany(2))));
        let limit = Duration::from_secs(60);
        sessions.end_idle(Instant::now(), limit);
        assert!(sessions.get(&first).is_some() && sessions.get(&second).is_some());
        // Who listens is there.
        session.outbox().listen(super::super::outbox::REST, None).unwrap();
        sessions.end_idle(Instant::now() + 2 * limit, limit);
        assert!(sessions.get(&first).is_some() && sessions.get(&second).is_none());
        assert!(!sessions.end(&second) && sessions.end(&first));
        sessions.end_all();
        assert_eq!(closed.load(Ordering::SeqCst), 2);
    }

    #[test]
    fn the_idlest_goes_where_there_is_no_room() {
        let (sessions, closed) = sessions(2);
        let (first, _) = sessions.start(Instant::now()).unwrap();
        let (second, session) = sessions.start(Instant::now()).unwrap();
        let later = Instant::now() + 2 * LEAST_IDLE;
        session.outbox().listen(super::super::outbox::REST, None).unwrap();
        let (third, _) = sessions.start(later).unwrap();
        assert!(sessions.get(&first).is_none() && sessions.get(&second).is_some() && sessions.get(&third).is_some());
        sessions.end_all();
        assert_eq!(closed.load(Ordering::SeqCst), 3);
    }

    #[test]
    fn one_that_cannot_start_leaves_no_session() {
        let sessions = Sessions::new(Box::new(|_| Err(io::Error::other("no such program"))), 1);
        for _ in 0..2 {
            assert!(matches!(sessions.start(Instant::now()), Err(NoSession::Failed(_))));
        }
    }
}
