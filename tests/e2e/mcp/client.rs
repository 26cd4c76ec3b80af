//! The client of these tests.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub struct Client {
    pub child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    last_id: u64,
}

impl Client {
    /// In front of one server.
    pub fn start(store: &Path, options: &[&str], environment: &[(&str, &str)]) -> Client {
        let server = server();
        let server = ["--", "python3", "-B", server.to_str().unwrap()];
        Client::with(store, &[options, &server].concat(), environment)
    }

    /// With all options, of which a server's command is the last.
    pub fn with(store: &Path, options: &[&str], environment: &[(&str, &str)]) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_toolaria"))
            .arg("mcp")
            .arg("--store")
            // What is counted stands beside it.
            .arg(store.join("store"))
            .args(options)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", store)
            .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (stdin, stdout) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Client { child, stdin, stdout, last_id: 0 }
    }

    /// A client that has been greeted.
    pub fn greeted(store: &Path, options: &[&str], environment: &[(&str, &str)]) -> Client {
        let mut client = Client::start(store, options, environment);
        client.greet();
        client
    }

    /// What the server says of itself.
    pub fn greet(&mut self) -> Value {
        let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
        self.ask("initialize", params)
    }

    /// A call whose answer is not waited for.
    pub fn begin(&mut self, id: &str, call: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call}).to_string());
    }

    pub fn send(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(line.as_bytes()).unwrap();
        stdin.write_all(b"\n").unwrap();
    }

    pub fn line(&mut self) -> String {
        let mut line = String::new();
        if self.stdout.read_line(&mut line).unwrap() == 0 {
            let mut err = String::new();
            self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
            panic!("nothing more: {err}");
        }
        line.trim_end_matches('\n').to_owned()
    }

    pub fn next(&mut self) -> Value {
        serde_json::from_str(&self.line()).unwrap()
    }

    /// The whole answer to a request.
    pub fn response(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
            assert!(message.get("method").is_some(), "{message}");
        }
    }

    /// What is said until a notification or request of this method comes.
    pub fn message(&mut self, method: &str) -> Value {
        loop {
            let message = self.next();
            if message["method"] == method {
                return message;
            }
        }
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let mut response = self.response(method, params);
        assert!(response.get("error").is_none(), "{response}");
        response["result"].take()
    }

    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// Closes stdin; what is left on stdout and stderr.
    pub fn end(mut self) -> (String, String) {
        drop(self.stdin.take());
        let (mut out, mut err) = (String::new(), String::new());
        self.stdout.read_to_string(&mut out).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert!(self.child.wait().unwrap().success(), "{err}");
        (out, err)
    }
}

/// The server of these tests.
pub fn server() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/e2e/mcp/server.py")
}

pub fn text(block: &Value) -> &str {
    block["text"].as_str().unwrap_or_default()
}

pub fn id_in(handle: &str) -> String {
    let words = handle.split(|char: char| !char.is_ascii_alphanumeric());
    let is_id = |word: &&str| word.len() == 12 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    words.clone().find(is_id).unwrap_or_else(|| panic!("{handle}")).to_owned()
}

pub fn store() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}
