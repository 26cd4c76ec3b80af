//! One call: one process of the program.

use super::report::Verb;
use serde_json::Value;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const SIGKILL: i32 = 9;

/// Where the records are, as the setting `kv` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    Directory,
    Sqlite,
}

impl Layout {
    pub fn name(self) -> &'static str {
        match self {
            Layout::Directory => "directory",
            Layout::Sqlite => "sqlite",
        }
    }
}

/// How one worker calls the program.
#[derive(Debug, Clone)]
pub struct Program {
    pub path: PathBuf,
    pub layout: Layout,
    pub store: PathBuf,
    pub cache: PathBuf,
    /// Of the worker alone: inputs and outputs.
    pub folder: PathBuf,
}

#[derive(Debug, Default)]
pub struct Call {
    pub arguments: Vec<String>,
    pub stdin: Option<PathBuf>,
}

impl Call {
    pub fn new(arguments: &[&str]) -> Call {
        Call { arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(), stdin: None }
    }
}

#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub killed: bool,
    pub answer: Option<Value>,
    pub stderr: String,
    pub took: Duration,
}

impl Ended {
    pub fn is_done(&self) -> bool {
        self.code == Some(0)
    }

    /// A field of the answer that is text; empty where there is none.
    pub fn text(&self, pointer: &str) -> &str {
        self.answer.as_ref().and_then(|answer| answer.pointer(pointer)).and_then(Value::as_str).unwrap_or_default()
    }

    /// The case of the error.
    pub fn kind(&self) -> &str {
        self.text("/error/kind")
    }

    /// Verb, case and sentence without what differs from call to call, to be counted.
    pub fn reason(&self, verb: Verb) -> String {
        let said = [self.text("/error/message"), self.text("/message"), self.stderr.trim()];
        let sentence = said.into_iter().find(|said| !said.is_empty()).unwrap_or("no reason");
        let kind = match (self.kind(), self.text("/reason")) {
            ("", "") => format!("exit {:?}", self.code),
            ("", reason) => reason.to_owned(),
            (kind, _) => kind.to_owned(),
        };
        format!("{}: {kind}: {}", verb.name(), plain(sentence))
    }
}

/// Without ids, digests and paths.
fn plain(sentence: &str) -> String {
    let varies = |word: &&str| word.len() >= 12 && word.bytes().any(|byte| byte.is_ascii_digit());
    let words = sentence.split_whitespace().map(|word| if varies(&word) { "…" } else { word });
    words.take(40).collect::<Vec<_>>().join(" ")
}

impl Program {
    /// Runs it to its end, or kills it after some time.
    pub fn run(&self, call: &Call, kill_after: Option<Duration>) -> io::Result<Ended> {
        let start = Instant::now();
        let mut process = self.command(call)?.spawn()?;
        if let Some(delay) = kill_after {
            thread::sleep(delay);
            process.kill()?;
        }
        let status = process.wait()?;
        Ok(Ended {
            code: status.code(),
            killed: status.signal() == Some(SIGKILL),
            answer: serde_json::from_slice(&fs::read(self.folder.join("stdout"))?).ok(),
            stderr: fs::read_to_string(self.folder.join("stderr"))?,
            took: start.elapsed(),
        })
    }

    fn command(&self, call: &Call) -> io::Result<Command> {
        let mut command = Command::new(&self.path);
        command
            .env_clear()
            .env("HOME", &self.folder)
            .env("TOOLARIA_CACHE_DIR", &self.cache)
            .env("TOOLARIA_KV", self.layout.name())
            .env("TOOLARIA_MAX_RESULT_CHARS", "1000")
            .args(["--json".as_ref(), "--store".as_ref(), self.store.as_os_str()])
            .args(&call.arguments)
            .stdin(match &call.stdin {
                Some(file) => Stdio::from(File::open(file)?),
                None => Stdio::null(),
            })
            .stdout(File::create(self.folder.join("stdout"))?)
            .stderr(File::create(self.folder.join("stderr"))?);
        Ok(command)
    }
}
