//! The server: a child process that is spoken to by lines.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::cli::output;

/// What a server gets to end by itself, and again after SIGTERM.
const PATIENCE: Duration = Duration::from_secs(3);

/// The command that starts a server.
#[derive(Debug, Clone)]
pub struct Command {
    pub program: OsString,
    pub arguments: Vec<OsString>,
}

impl Command {
    /// What a server is called until it has said its name: that of its program.
    pub fn name(&self) -> String {
        let file = Path::new(&self.program).file_name().unwrap_or(&self.program);
        file.to_string_lossy().into_owned()
    }
}

/// A server that runs.
pub struct Server {
    child: Child,
    lines: Option<Sender<String>>,
}

impl Server {
    /// Starts a server, whose stderr goes to this one with its name before each line. The reader of what it says comes beside.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn start(command: &Command) -> io::Result<(Server, BufReader<ChildStdout>)> {
        let mut started = std::process::Command::new(&command.program);
        started.args(&command.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // What the server starts in turn ends with it.
        let mut child = started.process_group(0).spawn()?;
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("a pipe is missing"));
        };
        let name = command.name();
        thread::spawn(move || {
            for line in BufReader::new(stderr).split(b'\n').map_while(Result::ok) {
                output::notice(&format!("[{name}] {}", String::from_utf8_lossy(&line)));
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
        Ok((Server { child, lines: Some(lines) }, BufReader::new(stdout)))
    }

    /// Whether the line was taken; else the server has closed its stdin.
    pub fn send(&self, line: String) -> bool {
        self.lines.as_ref().is_some_and(|lines| lines.send(line).is_ok())
    }

    /// Closes the server's stdin, which tells it to end.
    pub fn close(&mut self) {
        self.lines = None;
    }

    /// Waits for the end of a server whose stdin or stdout is closed, with a signal if it takes too long, and with a stronger one;
    /// whatever it has started ends, too.
    pub fn end(mut self) -> Option<ExitStatus> {
        self.close();
        let status = self.wait().or_else(|| {
            self.signal(Signal::TERM);
            self.wait()
        });
        self.signal(Signal::KILL);
        status.or_else(|| self.child.wait().ok())
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
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
