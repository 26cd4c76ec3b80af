//! A server that is reached over streamable HTTP.

mod conversation;
mod dial;
pub mod events;
#[cfg(test)]
mod tests;

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use hyper::Uri;
use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{Receiver, UnboundedSender, channel, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::{Connection, Incoming, Transport};
use conversation::Conversation;
use dial::Dial;

/// Messages that were read and not yet heard.
const AHEAD: usize = 16;
/// What a server gets to take note of the end.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where a server is, and what it is shown with every request.
#[derive(Debug, Clone)]
pub struct Address {
    name: String,
    url: Uri,
    /// Never printed, whoever prints them.
    headers: HeaderMap,
}

impl Address {
    /// # Errors
    ///
    /// What it has that cannot be, without a header's value and without the url.
    pub fn new<'h>(
        name: &str,
        url: &str,
        headers: impl IntoIterator<Item = (&'h str, &'h str)>,
    ) -> Result<Address, String> {
        let url: Uri = url.parse().map_err(|error| format!("has a url that is none: {error}"))?;
        let host = url.authority().filter(|_| matches!(url.scheme_str(), Some("http" | "https")));
        match host {
            None => return Err("has a url that does not start with http:// or https://".to_owned()),
            Some(authority) if authority.as_str().contains('@') => {
                return Err("has a url with a password in it, which is to be a header".to_owned());
            }
            Some(_) => {}
        }
        let mut all = HeaderMap::new();
        for (header, value) in headers {
            let key: HeaderName = header.parse().map_err(|_| "has a header whose name is none".to_owned())?;
            let mut value: HeaderValue =
                value.parse().map_err(|_| format!("has the header {key} with a value that cannot be sent"))?;
            value.set_sensitive(true);
            all.append(key, value);
        }
        Ok(Address { name: name.to_owned(), url, headers: all })
    }
}

/// The server of a url: what follows may be secret.
fn place(url: &Uri) -> String {
    format!("{}://{}", url.scheme_str().unwrap_or_default(), url.authority().map_or("", |authority| authority.as_str()))
}

impl Transport for Address {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn connect(&self) -> io::Result<(Box<dyn Connection>, Box<dyn Incoming>)> {
        let runtime = runtime()?;
        let dial = Dial::new(self.url.clone(), self.headers.clone())?;
        let (heard, incoming) = channel(AHEAD);
        let (lines, queue) = unbounded_channel();
        let conversation = Conversation::new(self.name.clone(), dial, heard);
        let sending = runtime.spawn(Arc::clone(&conversation).send_all(queue));
        Ok((Box::new(Talking { runtime, conversation, lines, sending }), Box::new(Heard(incoming))))
    }
}

/// All conversations share one, whose threads wait for the network.
fn runtime() -> io::Result<&'static Runtime> {
    static RUNTIME: OnceLock<io::Result<Runtime>> = OnceLock::new();
    let runtime =
        RUNTIME.get_or_init(|| tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build());
    runtime.as_ref().map_err(|error| io::Error::new(error.kind(), error.to_string()))
}

struct Talking {
    runtime: &'static Runtime,
    conversation: Arc<Conversation>,
    lines: UnboundedSender<String>,
    sending: JoinHandle<()>,
}

impl Connection for Talking {
    fn send(&self, line: String) {
        let _ = self.lines.send(line);
    }

    fn end(self: Box<Self>) -> Option<String> {
        self.sending.abort();
        let farewell = async { timeout(PATIENCE, self.conversation.end()).await };
        drop(self.runtime.block_on(farewell));
        None
    }
}

struct Heard(Receiver<String>);

impl Incoming for Heard {
    fn next(&mut self, line: &mut Vec<u8>) -> bool {
        let Some(text) = self.0.blocking_recv() else {
            return false;
        };
        *line = text.into_bytes();
        true
    }
}
