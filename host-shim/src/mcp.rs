//! In front of MCP servers: their messages pass through as they are, their long tool results as handles.
//!
//! ```text
//! Client <--> Relay <--> Upstream: a Link                <--> Transport: a child process
//!                                  or a Hub of several
//! ```
//!
//! - A [`Client`] is told messages: stdout, or a session over `http`.
//! - A `Relay` holds all rules about rescued results, for one client.
//! - An [`Upstream`] is, to the relay, one MCP server that is always there.
//! - A `Link` is an upstream: one server, started again when it ends. A `Hub` is one, too: several links as one server.
//! - A `Transport` is how a server is reached.
//!
//! A message is opened no further than its members, each of which stays as it was written (`wire`). Opened in full are only
//! `initialize`, `tools/list`, `tools/call` and what this program answers itself: its own tool and its own resources.
//! What is rescued, and how it is shown, the component decides.

mod client;
mod end;
pub mod http;
mod hub;
pub mod install;
mod jobs;
mod link;
mod relay;
mod resources;
mod results;
mod savings;
mod servers;
mod tools;
mod transport;
mod upstream;
mod wire;

use std::io::{self, BufRead, BufReader};
use std::sync::{Arc, mpsc};
use std::thread;

use client::Stdout;
use http::listen::{self, Listening};
use http::session::Peer;
pub use link::Times;
use relay::Relay;
pub use relay::{Manner, Shared};
pub use savings::Savings;
pub use servers::{Servers, file};
pub use transport::child::Command;

use crate::cli::output;

/// Serves clients over HTTP, each with servers of its own, until this program is told to end; the servers are gone then, and
/// stderr has said what was kept out.
///
/// # Errors
///
/// If the address cannot be listened to.
pub fn listen(shared: &Arc<Shared>, servers: Servers, listening: Listening) -> io::Result<()> {
    let all = Arc::clone(shared);
    let open = move |client| {
        // What a client stored is found by no other, and by it no longer than its session lasts.
        Ok(Relay::start(Arc::clone(&all), unguessable("mcp-")?, client, &servers)? as Arc<dyn Peer>)
    };
    let result = listen::run(listening, Box::new(open));
    output::notice(&shared.savings().summary());
    result
}

/// A name that nobody can guess.
///
/// # Errors
///
/// If the system has no random numbers.
pub fn unguessable(start: &str) -> io::Result<String> {
    let mut bytes = [0; 16];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty())?;
    Ok(format!("{start}{}", bytes.map(|byte| format!("{byte:02x}")).concat()))
}

/// Relays between stdin and stdout and servers until the client closes stdin, or this program is told to end; the servers are gone
/// then, and stderr has said what was kept out.
///
/// # Errors
///
/// If no server can be started, stdin cannot be read, or signals cannot be handled.
pub fn run(shared: &Arc<Shared>, session: String, servers: &Servers) -> io::Result<()> {
    let signals = end::Waiting::new()?;
    let relay = Relay::start(Arc::clone(shared), session, Box::new(Stdout), servers)?;
    let reader = Arc::clone(&relay);
    let client = thread::spawn(move || read_client(&reader));
    let (ended, end) = mpsc::channel();
    let told = ended.clone();
    thread::spawn(move || {
        signals.any();
        told.send(Ok(()))
    });
    thread::spawn(move || {
        let read = client.join().unwrap_or_else(|_| Err(io::Error::other("the reader of stdin stopped")));
        ended.send(read)
    });
    let result = end.recv().unwrap_or_else(|_| Err(io::Error::other("nobody reads stdin")));
    relay.close();
    output::notice(&shared.savings().summary());
    result
}

fn read_client(relay: &Arc<Relay>) -> io::Result<()> {
    let mut client = BufReader::new(io::stdin().lock());
    let mut line = Vec::new();
    while client.read_until(b'\n', &mut line)? > 0 {
        relay.from_client(&line);
        line.clear();
    }
    Ok(())
}
