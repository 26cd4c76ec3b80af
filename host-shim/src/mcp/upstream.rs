//! What a relay is in front of.

use std::io;

use super::wire::Message;

/// Takes what an upstream says, from any of its threads.
pub type Hear = Box<dyn Fn(&Message) + Send + Sync>;

/// One MCP server, as a relay sees it; whoever makes one gives it a [`Hear`].
///
/// It is always there: every request that it is sent gets an answer, if only the one that its server has ended. Only what
/// the client has cancelled may stay without. Requests, answers and notifications go both ways.
pub trait Upstream: Send + Sync {
    /// Starts what it stands for. Nothing is sent before.
    ///
    /// # Errors
    ///
    /// If nothing of it can be started.
    fn start(&self) -> io::Result<()>;

    /// Sends a message of the client. It may be heard back before this returns.
    fn send(&self, message: &Message);

    /// What the settings of tools call the server of a tool.
    fn toolset(&self, tool: &str) -> String;

    /// Ends it, and returns when nothing more is heard and no process is left.
    fn close(&self);
}
