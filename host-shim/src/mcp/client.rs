//! Who the answers are for.

use std::io::{self, Write};

/// A client of this program, which is told messages.
pub trait Client: Send + Sync {
    /// Tells one message: a line without its end. Several threads may do so at once, and messages of any kind come here:
    /// answers, requests and notifications. A client that is gone is no failure.
    fn tell(&self, message: &str);
}

/// The client that started this program.
pub struct Stdout;

impl Client for Stdout {
    /// If it is gone, the end of its input says so.
    fn tell(&self, message: &str) {
        let mut stdout = io::stdout().lock();
        let _ =
            stdout.write_all(message.as_bytes()).and_then(|()| stdout.write_all(b"\n")).and_then(|()| stdout.flush());
    }
}
