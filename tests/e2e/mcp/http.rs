//! `toolaria mcp --listen` and clients over HTTP, which the tests are.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use serde_json::{Value, json};

use super::client::{id_in, store, text};

pub const TOKEN: &str = "0123456789-abcdef";

/// The program, listening; ended with it.
pub struct Listener {
    child: Child,
    pub address: String,
    err: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
}

impl Listener {
    fn command(store: &Path, options: &[&str]) -> Command {
        let server = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/e2e/mcp/server.py");
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolaria"));
        command
            .arg("mcp")
            .args(options)
            .arg("--store")
            .arg(store.join("store"))
            .args(["--", "python3", "-B"])
            .arg(server);
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("HOME", store);
        command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR")).env("MY_TOKEN", TOKEN);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    pub fn start(store: &Path, options: &[&str]) -> Listener {
        Listener::at("127.0.0.1:0", store, options)
    }

    pub fn at(address: &str, store: &Path, options: &[&str]) -> Listener {
        let options = [&["--listen", address], options].concat();
        let mut child = Listener::command(store, &options).spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        stderr.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("toolaria: listening on http://").unwrap_or_else(|| panic!("{line}"));
        let address = address.strip_suffix("/mcp").unwrap().to_owned();
        let err = Arc::new(Mutex::new(String::new()));
        let all = Arc::clone(&err);
        let reader = thread::spawn(move || {
            while stderr.read_line(&mut line).is_ok_and(|length| length > 0) {
                all.lock().unwrap().push_str(&std::mem::take(&mut line));
            }
        });
        Listener { child, address, err, reader: Some(reader) }
    }

    /// With SIGTERM; what it has said on stderr.
    pub fn end(mut self) -> String {
        self.signal("-TERM");
        assert!(self.child.wait().unwrap().success());
        self.reader.take().unwrap().join().unwrap();
        self.err.lock().unwrap().clone()
    }

    /// Without a word.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn signal(&self, signal: &str) {
        assert!(Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap().success());
    }

    fn ask(&self, method: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut all = vec![
            ("Host", "localhost"),
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
        ];
        all.retain(|(name, _)| !headers.iter().any(|(other, _)| other == name));
        all.extend(headers);
        let headers: String = all.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        // HTTP/1.0 has no chunks: the end of the connection is that of the answer.
        let head = format!("{method} /mcp HTTP/1.0\r\nContent-Length: {}\r\n{headers}\r\n", body.len());
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).unwrap();
        let mut stream = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(stream.read_line(&mut head).unwrap() > 0, "{head}");
        }
        let (status, headers) = head.split_once("\r\n").unwrap();
        let status = status.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, headers: headers.to_owned(), stream }
    }

    /// A session that is initialized.
    fn client(&self) -> Session<'_> {
        let answer = self.ask("POST", &[], &initialize());
        assert_eq!(answer.status, 200);
        let id = answer.header("mcp-session-id").unwrap().to_owned();
        assert_eq!(answer.json()["result"]["serverInfo"]["name"], "fake");
        let session = Session { listener: self, id, last_id: 0 };
        let initialized = session.post(&[], r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        assert_eq!((initialized.status, initialized.body().as_str()), (202, ""));
        session
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // It may be gone.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn initialize() -> String {
    let params =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}).to_string()
}

/// An answer whose body is still to be read.
struct Answer {
    status: u16,
    headers: String,
    stream: BufReader<TcpStream>,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.lines().filter_map(|line| line.split_once(": "));
        all.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    fn body(mut self) -> String {
        let mut body = String::new();
        self.stream.read_to_string(&mut body).unwrap();
        body
    }

    /// The answer, which may come after what the server says besides.
    fn json(mut self) -> Value {
        if self.header("content-type") == Some("text/event-stream") {
            let mut events = std::iter::from_fn(|| self.event());
            return events.find(|(_, message)| message.get("method").is_none()).unwrap().1;
        }
        let body = self.body();
        serde_json::from_str(&body).unwrap_or_else(|_| panic!("{body}"))
    }

    /// The status and what is said to be wrong.
    fn refusal(self) -> (u16, i64, String) {
        let status = self.status;
        let error = self.json()["error"].take();
        (status, error["code"].as_i64().unwrap(), error["message"].as_str().unwrap().to_owned())
    }

    /// The next event's id and message; `None` at the end.
    fn event(&mut self) -> Option<(String, Value)> {
        let (mut id, mut line) = (String::new(), String::new());
        while self.stream.read_line(&mut line).unwrap() > 0 {
            if let Some(text) = line.trim_end().strip_prefix("id: ") {
                text.clone_into(&mut id);
            }
            if let Some(data) = line.trim_end().strip_prefix("data:") {
                return Some((id, serde_json::from_str(data).unwrap_or(Value::Null)));
            }
            line.clear();
        }
        None
    }
}

struct Session<'l> {
    listener: &'l Listener,
    id: String,
    last_id: u64,
}

impl Session<'_> {
    fn ask(&self, method: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        self.listener.ask(method, &[&[("Mcp-Session-Id", self.id.as_str())], headers].concat(), body)
    }

    fn post(&self, headers: &[(&str, &str)], body: &str) -> Answer {
        self.ask("POST", headers, body)
    }

    fn start_call(&mut self, tool: &str, arguments: Value, meta: Value) -> Answer {
        self.last_id += 1;
        let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
        let call = json!({"jsonrpc": "2.0", "id": self.last_id, "method": "tools/call", "params": params});
        self.post(&[], &call.to_string())
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.start_call(tool, arguments, json!({})).json()["result"].take()
    }

    fn sample(&self, id: &str) {
        let sample = json!({"jsonrpc": "2.0", "id": id, "result": {"role": "user"}});
        assert_eq!(self.post(&[], &sample.to_string()).status, 202);
    }

    /// Makes the server say a message by itself.
    fn say(&self, message: &Value) {
        let say = json!({"jsonrpc": "2.0", "method": "say", "params": {"line": message.to_string()}});
        assert_eq!(self.post(&[], &say.to_string()).status, 202);
    }
}

#[test]
fn two_clients_at_once_do_not_find_each_others_results() {
    let folder = store();
    let listener = Listener::start(folder.path(), &[]);
    let (mut one, mut two) = (listener.client(), listener.client());
    assert_ne!(one.id, two.id);
    let handles = [one.call("rows", json!({"count": 3_000})), two.call("rows", json!({"count": 2_000}))];
    let ids = handles.map(|handle| id_in(text(&handle["content"][0])));
    for (session, own, foreign) in [(&mut one, &ids[0], &ids[1]), (&mut two, &ids[1], &ids[0])] {
        let stat = session.call("rescuer_fetch", json!({"id": own, "mode": "stat"}));
        assert_eq!(stat["isError"], false, "{stat}");
        let refused = session.call("rescuer_fetch", json!({"id": foreign, "mode": "stat"}));
        assert_eq!(refused["isError"], true, "{refused}");
        let read = json!({"jsonrpc": "2.0", "id": "r", "method": "resources/read", "params": {"uri": format!("toolaria://blob/{foreign}")}});
        assert_eq!(session.post(&[], &read.to_string()).json()["error"]["code"], -32_002);
    }
    let err = listener.end();
    assert!(err.contains("2 results seen, 2 rescued"), "{err}");
    assert_eq!(err.matches("] the server ends").count(), 2, "{err}");
}

#[test]
fn an_answer_is_known_however_its_id_is_written() {
    let folder = store();
    let listener = Listener::start(folder.path(), &[]);
    let session = listener.client();
    // The server writes the first as "a/b".
    for (id, is) in [(r#""a\/b""#, json!("a/b")), ("1e2", json!(100.0))] {
        let call = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"rows","arguments":{{"count":2000}}}}}}"#
        );
        let answer = session.post(&[], &call).json();
        assert_eq!(answer["id"], is);
        assert!(text(&answer["result"]["content"][0]).starts_with("[Toolaria: PREVIEW"), "{answer}");
    }
}

#[test]
fn a_session_is_known_until_it_ends() {
    let folder = store();
    let listener = Listener::start(folder.path(), &["--max-sessions", "1"]);
    let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    assert_eq!(listener.ask("POST", &[], ping).status, 400);
    assert_eq!(listener.ask("POST", &[("Mcp-Session-Id", "0123")], ping).status, 404);
    let session = listener.client();
    assert_eq!(session.post(&[], ping).json()["id"], 7);
    assert_eq!(session.post(&[], &initialize()).status, 400);
    assert_eq!(session.post(&[("MCP-Protocol-Version", "2025-06-18")], ping).status, 200);
    assert_eq!(session.post(&[("MCP-Protocol-Version", "1999-01-01")], ping).status, 400);
    let (status, _, message) = listener.ask("POST", &[], &initialize()).refusal();
    assert!(status == 503 && message.contains("--max-sessions"), "{message}");
    assert_eq!(session.ask("DELETE", &[], "").status, 204);
    for method in ["POST", "GET", "DELETE"] {
        assert_eq!(session.ask(method, &[], ping).status, 404, "{method}");
    }
    listener.client();
    assert_eq!(listener.ask("PUT", &[], "").status, 405);
}

#[test]
fn pages_of_other_places_are_not_let_in() {
    let folder = store();
    let listener = Listener::start(folder.path(), &["--allow-origin", "https://agents.example"]);
    let from = |name, value| listener.ask("POST", &[(name, value)], &initialize());
    for (name, value) in [("Origin", "https://evil.example"), ("Origin", "null"), ("Host", "evil.example:80")] {
        let (status, _, message) = from(name, value).refusal();
        assert!(status == 403 && message.contains(value), "{message}");
    }
    for origin in ["https://agents.example", "http://localhost:6274"] {
        let answer = from("Origin", origin);
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, Some(origin)));
        assert!(answer.header("access-control-expose-headers").unwrap().contains("Mcp-Session-Id"));
        let asked = listener.ask("OPTIONS", &[("Origin", origin)], "");
        assert!(asked.status == 204 && asked.header("access-control-allow-headers").unwrap().contains("Authorization"));
    }
}

#[test]
fn a_token_is_needed_where_others_can_come() {
    let folder = store();
    for (options, expected) in [
        (&["--listen", "0.0.0.0:0"][..], "a token is needed"),
        (&["--listen", "0", "--token-env", "HOME_OF_NONE"], "is not set"),
        (&["--listen", "0", "--session", "mine"], "cannot be used with"),
    ] {
        let output = Listener::command(folder.path(), options).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && err.contains(expected), "{err}");
    }
    let listener = Listener::at("0.0.0.0:0", folder.path(), &["--token-env", "MY_TOKEN"]);
    let with = |value: &str| listener.ask("POST", &[("Authorization", value)], &initialize());
    for (answer, challenge) in [
        (listener.ask("POST", &[], &initialize()), "Bearer realm=\"toolaria\""),
        (with("Bearer 0123456789-abcdeF"), "Bearer realm=\"toolaria\", error=\"invalid_token\""),
    ] {
        assert_eq!((answer.status, answer.header("www-authenticate")), (401, Some(challenge)));
    }
    let bearer = format!("Bearer {TOKEN}");
    let answer = with(&bearer);
    assert_eq!(answer.status, 200);
    let session = answer.header("mcp-session-id").unwrap().to_owned();
    assert_eq!(listener.ask("DELETE", &[("Mcp-Session-Id", &session)], "").status, 401);
    // The server that was started does not have it.
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "environment", "arguments": {"name": "MY_TOKEN"}}});
    let headers = [("Mcp-Session-Id", session.as_str()), ("Authorization", &bearer)];
    let said = listener.ask("POST", &headers, &call.to_string()).json();
    assert_eq!(text(&said["result"]["content"][0]), "unset");
    let err = listener.end();
    assert!(!err.contains(TOKEN), "{err}");
}

#[test]
fn what_is_no_message_is_refused() {
    let folder = store();
    let listener = Listener::start(folder.path(), &[]);
    let session = listener.client();
    for body in ["{\"jsonrpc\":", "", "[]", "7", "[{}, 7]"] {
        let (status, code, _) = session.post(&[], body).refusal();
        assert_eq!((status, code), (400, -32_700), "{body}");
    }
    let long = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":\"{}\"}}", "x".repeat(17 << 20));
    let (status, _, message) = session.post(&[], &long).refusal();
    assert!(status == 413 && message.contains("at most 16777216 bytes"), "{message}");
    let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    assert_eq!(session.post(&[("Content-Type", "text/plain")], ping).status, 415);
    assert_eq!(session.post(&[("Accept", "text/html")], ping).status, 406);
    let lines = "{\"jsonrpc\":\"2.0\",\r\n \"id\":7,\n\"method\":\"ping\"}";
    assert_eq!(session.post(&[("Accept", "application/json")], lines).json()["id"], 7);
    let batch = r#"[{"jsonrpc":"2.0","id":8,"method":"a"},{"jsonrpc":"2.0","method":"b"},{"jsonrpc":"2.0","id":9,"method":"c"}]"#;
    let answers = session.post(&[("Accept", "application/json")], batch).json();
    assert_eq!(answers.as_array().unwrap().iter().map(|answer| &answer["id"]).collect::<Vec<_>>(), [8, 9]);
}

#[test]
fn progress_and_questions_of_the_server_come_with_the_request() {
    let folder = store();
    let listener = Listener::start(folder.path(), &[]);
    let mut session = listener.client();
    let mut answer = session.start_call("ask", json!({"token": 17}), json!({"progressToken": 17}));
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    // The server may only now have said that it heard of the greeting.
    let mut events = std::iter::from_fn(|| answer.event());
    let (first, progress) = events.find(|(_, message)| message["method"] != "notifications/heard").unwrap();
    assert_eq!(progress["params"], json!({"progressToken": 17, "progress": 0.5}));
    let (_, request) = answer.event().unwrap();
    assert_eq!((&request["id"], &request["method"]), (&json!("s1"), &json!("sampling/createMessage")));
    // Who lost the connection goes on behind what was seen.
    drop(answer);
    let mut answer = session.ask("GET", &[("Last-Event-ID", &first)], "");
    assert_eq!(answer.event().unwrap().1, request);
    session.sample("s1");
    let (_, result) = answer.event().unwrap();
    assert_eq!(text(&result["result"]["content"][0]), "{\"role\": \"user\"}");
    assert!(answer.event().is_none());
    assert_eq!(session.ask("GET", &[("Last-Event-ID", "99-1")], "").status, 400);
    assert_eq!(session.ask("GET", &[("Last-Event-ID", "x")], "").status, 400);
}

#[test]
fn a_cancelled_request_has_no_answer_and_its_stream_ends() {
    let folder = store();
    let listener = Listener::start(folder.path(), &[]);
    let mut session = listener.client();
    let mut answer = session.start_call("ask", json!({}), json!({}));
    let mut events = std::iter::from_fn(|| answer.event());
    assert!(events.any(|(_, message)| message["method"] == "sampling/createMessage"));
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    assert_eq!(session.post(&[], cancel).status, 202);
    assert!(events.next().is_none());
    assert_eq!(text(&session.call("echo", json!({"a": 1}))["content"][0]), "{\"a\": 1}");
}

#[test]
fn what_belongs_to_no_request_comes_on_the_other_stream() {
    let folder = store();
    let listener = Listener::start(folder.path(), &[]);
    let session = listener.client();
    let changed = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
    // The server has heard of the greeting, and says what it is told, before anyone listens.
    session.say(&changed);
    let mut stream = session.ask("GET", &[("MCP-Protocol-Version", "2025-11-25"), ("Accept", "text/event-stream")], "");
    assert_eq!(stream.event().unwrap(), ("0-0".to_owned(), Value::Null));
    let (_, heard) = stream.event().unwrap();
    assert_eq!(heard["method"], "notifications/heard");
    assert_eq!(stream.event().unwrap().1, changed);
    session.say(&json!({"jsonrpc": "2.0", "id": 4, "method": "ping"}));
    assert_eq!(stream.event().unwrap().1["method"], "ping");
    // At the end of the session, that of its streams.
    session.ask("DELETE", &[], "");
    assert!(stream.event().is_none());
}

#[test]
fn a_server_that_dies_over_http_is_reported_and_the_session_goes_on() {
    let folder = store();
    let listener = Listener::start(folder.path(), &[]);
    let mut session = listener.client();
    let died = session.start_call("die", json!({}), json!({})).json();
    assert!(died["error"]["message"].as_str().unwrap().contains("ended (exit status: 3)"), "{died}");
    let again = (0..100).find_map(|_| {
        thread::sleep(std::time::Duration::from_millis(50));
        let answer = session.call("echo", json!({"a": 1}));
        (!answer.is_null()).then_some(answer)
    });
    assert_eq!(text(&again.unwrap()["content"][0]), "{\"a\": 1}");
}
