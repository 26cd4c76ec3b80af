//! The servers that are configured, of which each client gets its own.

use std::sync::Arc;

use super::link::Link;
use super::transport::Transport;
use super::transport::child::Command;
use super::upstream::{Hear, Upstream};

/// Which servers there are, and how each is reached.
pub struct Servers {
    name: Option<String>,
    transport: Arc<dyn Transport>,
}

impl Servers {
    /// One server, which is called by its name in settings of tools; else as it calls itself.
    pub fn one(command: Command, name: Option<String>) -> Servers {
        Servers { name, transport: Arc::new(command) }
    }

    /// What errors call them.
    pub fn name(&self) -> String {
        self.transport.name()
    }

    /// An upstream of one client's own, not yet started.
    pub fn open(&self, hear: Hear) -> Arc<dyn Upstream> {
        Link::new(Arc::clone(&self.transport), self.name.clone(), hear)
    }
}
