//! In front of an MCP server: its messages pass through as they are, its long tool results as handles.
//!
//! ```text
//! client --stdin--> Relay::from_client --> Server's stdin
//! client <-stdout-- Relay::from_server <-- Server's stdout
//! ```
//!
//! A message is opened no further than its members, each of which stays as it was written (`wire`). Opened in full are only
//! `initialize`, `tools/list`, `tools/call` and what this program answers itself: its own tool and its own resources.
//! What is rescued, and how it is shown, the component decides.

pub mod install;
mod relay;
mod resources;
mod results;
mod savings;
mod server;
mod tools;
mod wire;

use std::io::{self, BufRead, BufReader};
use std::sync::Arc;
use std::thread;

use toolaria::Toolaria;

pub use relay::Options;
use relay::Relay;
pub use server::Command;

/// Relays between stdin and stdout and a server until the client closes stdin; the server is gone then.
///
/// # Errors
///
/// If the server cannot be started, or stdin cannot be read.
pub fn run(toolaria: Toolaria, options: Options, command: Command) -> io::Result<()> {
    let relay = Relay::start(toolaria, options, command)?;
    let reader = Arc::clone(&relay);
    let end = thread::spawn(move || {
        let mut client = BufReader::new(io::stdin().lock());
        let mut line = Vec::new();
        while client.read_until(b'\n', &mut line)? > 0 {
            reader.from_client(&line);
            line.clear();
        }
        Ok(())
    });
    let result = end.join().unwrap_or_else(|_| Err(io::Error::other("the reader of stdin stopped")));
    relay.close();
    result
}
