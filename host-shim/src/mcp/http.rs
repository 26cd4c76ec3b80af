//! Clients that come over streamable HTTP, each with a session of its own.
//!
//! ```text
//! POST --> Service --> Session --> Relay --> a server of this session's own
//! answer <-- Answer <-- Outbox <---- Relay
//! ```

mod body;
pub mod gate;
pub mod headers;
pub mod listen;
mod outbox;
mod service;
pub mod session;
mod sessions;
pub mod sse;

use std::sync::Arc;

use super::relay::Relay;
use session::Peer;

impl Peer for Relay {
    fn hear(self: Arc<Self>, line: &str) {
        Relay::from_client(&self, line.as_bytes());
    }

    fn end(&self) {
        Relay::close(self);
    }
}
