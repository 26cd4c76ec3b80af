//! What a server writes, as long as there is a server.

use std::io::{BufRead, BufReader};
use std::os::unix::net::UnixStream;
use std::process::ChildStdout;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::cli::output;
use crate::mcp::transport::Incoming;
use crate::mcp::transport::http::events;

/// How long the last words of a server are read, if others who hold its stdout go on writing.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The stdout of a server. It does not end with the server where a process that this has started holds it, so that whoever
/// knows that it is over tells so.
pub struct Output {
    stdout: BufReader<ChildStdout>,
    told: UnixStream,
    over_since: Option<Instant>,
    /// Whose it is, and how long a line of it may be.
    name: String,
    longest: usize,
}

impl Output {
    /// It is over when `told` can be read.
    pub fn new(stdout: ChildStdout, told: UnixStream, name: String) -> Output {
        Output {
            stdout: BufReader::with_capacity(1 << 16, stdout),
            told,
            over_since: None,
            name,
            longest: events::MOST_BYTES,
        }
    }

    /// Waits until there is something to read, or nothing more; says whether there may be.
    fn wait(&mut self) -> bool {
        loop {
            let mut ready = [PollFd::new(self.stdout.get_ref(), PollFlags::IN), PollFd::new(&self.told, PollFlags::IN)];
            let (waited, no_time) = (self.over_since.is_none(), Timespec::default());
            match poll(&mut ready, (!waited).then_some(&no_time)) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(_) => return false,
            }
            let [stdout, told] = ready.map(|one| !one.revents().is_empty());
            match self.over_since {
                Some(since) => return stdout && since.elapsed() < LAST_WORDS,
                None if told => self.over_since = Some(Instant::now()),
                None if stdout => return true,
                None => {}
            }
        }
    }
}

impl Incoming for Output {
    fn next(&mut self, line: &mut Vec<u8>) -> bool {
        loop {
            if self.stdout.buffer().is_empty() && !self.wait() {
                return !line.is_empty();
            }
            let Ok(some) = self.stdout.fill_buf() else {
                return !line.is_empty();
            };
            let end = some.iter().position(|byte| *byte == b'\n');
            let length = end.map_or(some.len(), |end| end + 1);
            line.extend_from_slice(&some[..length]);
            self.stdout.consume(length);
            if line.len() > self.longest {
                output::notice(&format!("[{}] a message of more than {} bytes is the last", self.name, self.longest));
                return false;
            }
            if end.is_some() || length == 0 {
                return !line.is_empty();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_the_last() {
        let mut server =
            Command::new("printf").arg("short\\nlonger than ten\\nmore\\n").stdout(Stdio::piped()).spawn().unwrap();
        let (_over, told) = UnixStream::pair().unwrap();
        let mut output = Output { longest: 10, ..Output::new(server.stdout.take().unwrap(), told, "test".into()) };
        let mut line = Vec::new();
        assert!(output.next(&mut line));
        assert_eq!(line, b"short\n");
        line.clear();
        assert!(!output.next(&mut line));
        server.wait().unwrap();
    }
}
