//! The servers that are configured, of which each client gets its own.

pub mod file;
mod variables;

use std::sync::Arc;

use super::hub::Hub;
use super::link::{Link, Times};
use super::transport::Transport;
use super::transport::child::Command;
use super::upstream::{Hear, Upstream};

/// A server by its name.
pub type Named = (String, Arc<dyn Transport>);

/// Which servers there are, how each is reached, and what time it has.
pub struct Servers {
    which: Which,
    times: Times,
}

enum Which {
    /// Its tools keep their names. Settings of tools know it by its own name; else as it calls itself.
    One(Arc<dyn Transport>, Option<String>),
    Several(Vec<Named>),
}

impl Servers {
    pub fn one(command: Command, name: Option<String>, times: Times) -> Servers {
        Servers { which: Which::One(Arc::new(command), name), times }
    }

    pub fn several(servers: Vec<Named>, times: Times) -> Servers {
        Servers { which: Which::Several(servers), times }
    }

    /// What errors call them.
    pub fn name(&self) -> String {
        match &self.which {
            Which::One(transport, _) => format!("the server {}", transport.name()),
            Which::Several(_) => "the servers".to_owned(),
        }
    }

    /// An upstream of one client's own, not yet started.
    pub fn open(&self, hear: Hear) -> Arc<dyn Upstream> {
        match &self.which {
            Which::One(transport, name) => Link::new(Arc::clone(transport), name.clone(), self.times, hear),
            Which::Several(servers) => Hub::new(servers, self.times, hear),
        }
    }
}
