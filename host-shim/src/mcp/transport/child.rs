//! A server that is a child process and spoken to by lines.

mod stdout;

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::{Connection, Incoming, Transport};
use crate::cli::output;
use stdout::Output;

/// What a server gets to end by itself, and again after SIGTERM. Clients give this program 2 s for each, and then kill it: the
/// server has to be gone before.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// Longer lines of a server's stderr are told in parts.
const LONGEST_NOTICE: u64 = 64 << 10;

/// The command that starts a server.
#[derive(Debug, Clone, Default)]
pub struct Command {
    pub program: OsString,
    pub arguments: Vec<OsString>,
    /// Added to that of this process.
    pub environment: Vec<(OsString, OsString)>,
    pub folder: Option<PathBuf>,
    /// What the server is called, if not as its program.
    pub name: Option<String>,
}

impl Transport for Command {
    fn name(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let file = Path::new(&self.program).file_name().unwrap_or(&self.program);
        file.to_string_lossy().into_owned()
    }

    /// Starts the server. Its stderr goes to this one with its name before each line.
    fn connect(&self) -> io::Result<(Box<dyn Connection>, Box<dyn Incoming>)> {
        let mut started = std::process::Command::new(&self.program);
        started.args(&self.arguments).envs(self.environment.iter().cloned());
        if let Some(folder) = &self.folder {
            started.current_dir(folder);
        }
        started.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // What the server starts in turn ends with it.
        let spawned = started.process_group(0).spawn();
        let program = self.program.display();
        let mut child = spawned.map_err(|error| io::Error::new(error.kind(), format!("{program}: {error}")))?;
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("a pipe is missing"));
        };
        let (over, told) = UnixStream::pair()?;
        if let (Some(server), Ok(over)) = (pid(&child), over.try_clone()) {
            thread::spawn(move || tell_crash(server, &over));
        }
        let name = self.name();
        thread::spawn(move || {
            let (mut stderr, mut line) = (BufReader::new(stderr), Vec::new());
            while read_part(&mut stderr, &mut line) {
                output::notice(&format!("[{name}] {}", String::from_utf8_lossy(&line)));
                line.clear();
            }
        });
        // A server that does not read must not keep others from being heard.
        let (lines, queue) = mpsc::channel::<String>();
        thread::spawn(move || {
            for mut line in queue {
                line.push('\n');
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        Ok((Box::new(Running { child, lines: Some(lines), over }), Box::new(Output::new(stdout, told, self.name()))))
    }
}

/// Says that it is over when a server has ended otherwise than well, though what it has started may hold its stdout. One that
/// ended well may have started the server that is meant.
fn tell_crash(server: Pid, over: &UnixStream) {
    let ended = waitid(WaitId::Pid(server), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
    if ended.is_ok_and(|status| status.is_some_and(|status| status.exit_status() != Some(0))) {
        tell_over(over);
    }
}

fn tell_over(mut over: &UnixStream) {
    let _ = over.write_all(b"!");
}

/// Reads a line, or as much of it as is told at once, into the empty buffer; `false` at the end.
fn read_part(stderr: &mut impl BufRead, line: &mut Vec<u8>) -> bool {
    stderr.by_ref().take(LONGEST_NOTICE).read_until(b'\n', line).is_ok_and(|length| length > 0)
}

fn pid(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// A server that runs.
struct Running {
    child: Child,
    lines: Option<Sender<String>>,
    /// Ends what comes in.
    over: UnixStream,
}

impl Connection for Running {
    fn send(&self, line: String) {
        if let Some(lines) = &self.lines {
            let _ = lines.send(line);
        }
    }

    /// Closes the server's stdin, which tells it to end, and waits for that, with a signal if it takes too long, and with a
    /// stronger one; whatever it has started ends, too.
    fn end(mut self: Box<Self>) -> Option<String> {
        self.lines = None;
        let status = self.wait().or_else(|| {
            self.signal(Signal::TERM);
            self.wait()
        });
        self.signal(Signal::KILL);
        tell_over(&self.over);
        status.or_else(|| self.child.wait().ok()).map(|status| status.to_string())
    }
}

impl Running {
    fn signal(&self, signal: Signal) {
        if let Some(group) = pid(&self.child) {
            // A group without processes is what is wanted.
            let _ = kill_process_group(group, signal);
        }
    }

    fn wait(&mut self) -> Option<ExitStatus> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(5));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_read_in_parts() {
        let text = [&[b'x'; 100_000][..], b"\nshort"].concat();
        let (mut rest, mut line, mut lengths) = (&text[..], Vec::new(), Vec::new());
        while read_part(&mut rest, &mut line) {
            lengths.push(line.len());
            line.clear();
        }
        assert_eq!(lengths, [65_536, 34_465, 5]);
    }
}
