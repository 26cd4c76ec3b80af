//! The servers that are configured, of which each client gets its own.

pub mod file;
mod variables;

use std::sync::Arc;

use super::hub::Hub;
use super::link::Link;
use super::transport::Transport;
use super::transport::child::Command;
use super::upstream::{Hear, Upstream};

/// Which servers there are, and how each is reached.
pub enum Servers {
    /// One, whose tools keep their names, with its own name in settings of tools; else it is called there as it calls itself.
    One(Arc<dyn Transport>, Option<String>),
    /// Several by their names.
    Several(Vec<(String, Arc<dyn Transport>)>),
}

impl Servers {
    pub fn one(command: Command, name: Option<String>) -> Servers {
        Servers::One(Arc::new(command), name)
    }

    /// What errors call them.
    pub fn name(&self) -> String {
        match self {
            Servers::One(transport, _) => format!("the server {}", transport.name()),
            Servers::Several(_) => "the servers".to_owned(),
        }
    }

    /// An upstream of one client's own, not yet started.
    pub fn open(&self, hear: Hear) -> Arc<dyn Upstream> {
        match self {
            Servers::One(transport, name) => Link::new(Arc::clone(transport), name.clone(), hear),
            Servers::Several(servers) => Hub::new(servers, hear),
        }
    }
}
