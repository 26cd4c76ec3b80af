//! Work that takes time, beside the messages that come.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

/// Jobs that run, a thread each, until somebody waits for all of them.
#[derive(Default)]
pub struct Jobs {
    running: Mutex<usize>,
    done: Condvar,
}

impl Jobs {
    pub fn run(self: &Arc<Self>, work: impl FnOnce() + Send + 'static) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        let end = End(Arc::clone(self));
        thread::spawn(move || {
            let _end = end;
            work();
        });
    }

    /// Returns when none runs.
    pub fn wait(&self) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        while *running > 0 {
            running = self.done.wait(running).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Counts a job as done, however it ended.
struct End(Arc<Jobs>);

impl Drop for End {
    fn drop(&mut self) {
        *self.0.running.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.done.notify_all();
    }
}
