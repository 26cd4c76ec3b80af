//! How servers are reached.

pub mod child;
pub mod http;

use std::io;

/// A way to one server, which can be gone any number of times.
pub trait Transport: Send + Sync {
    /// What the server is called in notices, and until it has said its name.
    fn name(&self) -> String;

    /// Begins a conversation with the server: first comes `initialize`.
    ///
    /// # Errors
    ///
    /// If it is known at once that there will be none.
    fn connect(&self) -> io::Result<(Box<dyn Connection>, Box<dyn Incoming>)>;
}

/// The way to a server that was reached.
pub trait Connection: Send {
    /// Sends a line, without its end. Never waits for the server. If it is gone, [`Incoming`] says so.
    fn send(&self, line: String);

    /// Ends the conversation, and then returns how the server ended, where there is something to say. What comes in ends, too.
    fn end(self: Box<Self>) -> Option<String>;
}

/// What a server says, in one thread.
pub trait Incoming: Send {
    /// Puts the next line into the buffer, which is empty, and waits for it; `false` when the conversation is over.
    fn next(&mut self, line: &mut Vec<u8>) -> bool;
}
