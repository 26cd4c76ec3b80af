//! Against servers that answer as they are told.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::mpsc;
use std::thread;

use super::*;

const SECRET: &str = "Bearer s3cr3t";
const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#;
const GREETING: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nMcp-Session-Id: s1\r\n\r\n\
    {\"jsonrpc\":\"2.0\",\r\n \"id\":0, \"result\":{\"protocolVersion\":\"2025-06-18\"}}";
const TAKEN: &str = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
const NONE: &str = "HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n";
const CALL: &str = r#"{"jsonrpc":"2.0","id":"c","method":"tools/call"}"#;

/// A request as it came: its first line, its headers, its body.
#[derive(Debug)]
struct Came {
    line: String,
    headers: String,
    body: String,
}

impl Came {
    fn has(&self, header: &str) -> bool {
        self.headers.lines().any(|line| line.eq_ignore_ascii_case(header))
    }
}

/// Answers every request, each over a connection of its own.
fn server(answer: impl Fn(&Came) -> String + Send + 'static) -> (String, mpsc::Receiver<Came>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let (sender, came) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(&stream);
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                if reader.read_until(b'\n', &mut head).unwrap() == 0 {
                    break;
                }
            }
            let head = String::from_utf8(head).unwrap();
            let Some((line, headers)) = head.split_once("\r\n") else {
                continue;
            };
            let length =
                headers.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            let mut body = vec![0; length.unwrap_or(0)];
            reader.read_exact(&mut body).unwrap();
            let request =
                Came { line: line.to_owned(), headers: headers.to_owned(), body: String::from_utf8(body).unwrap() };
            let text = answer(&request).replacen("\r\n", "\r\nConnection: close\r\n", 1);
            let _ = stream.write_all(text.as_bytes());
            let _ = sender.send(request);
        }
    });
    (url, came)
}

struct Client {
    connection: Option<Box<dyn Connection>>,
    incoming: Box<dyn Incoming>,
}

impl Client {
    fn new(url: &str) -> Client {
        let address = Address::new("far", url, [("Authorization", SECRET)]).unwrap();
        let (connection, incoming) = address.connect().unwrap();
        Client { connection: Some(connection), incoming }
    }

    fn send(&self, line: &str) {
        self.connection.as_ref().unwrap().send(line.to_owned());
    }

    fn hear(&mut self) -> String {
        let mut line = Vec::new();
        assert!(self.incoming.next(&mut line));
        String::from_utf8(line).unwrap()
    }

    fn greeted(url: &str) -> Client {
        let mut client = Client::new(url);
        client.send(INITIALIZE);
        let heard = client.hear();
        assert!(heard.contains("2025-06-18") && !heard.contains(['\r', '\n']), "{heard}");
        client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        client
    }

    fn ends(mut self) {
        assert_eq!(self.connection.take().unwrap().end(), None);
        assert!(!self.incoming.next(&mut Vec::new()));
    }
}

fn events(events: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n{events}")
}

/// What is the same in all tests.
fn usual(came: &Came) -> Option<String> {
    match () {
        () if came.body.contains("initialize\"") => Some(GREETING.into()),
        () if came.body.contains("notifications/") => Some(TAKEN.into()),
        () if came.line.starts_with("DELETE") => Some(TAKEN.into()),
        () if came.line.starts_with("GET") && !came.headers.to_lowercase().contains("last-event-id") => {
            Some(NONE.into())
        }
        () => None,
    }
}

#[test]
fn a_session_is_kept_and_ended() {
    let (url, came) =
        server(|came| usual(came).unwrap_or_else(|| events("data: {\"id\":\"c\",\ndata: \"result\":1}\n\n")));
    let mut client = Client::greeted(&url);
    client.send(CALL);
    assert_eq!(client.hear(), "{\"id\":\"c\", \"result\":1}");
    client.ends();
    let all: Vec<Came> = came.try_iter().collect();
    assert!(all.iter().all(|came| came.has(&format!("authorization: {SECRET}"))));
    assert!(!all[0].headers.contains("s1") && all[0].has("accept: application/json, text/event-stream"));
    assert!(all[1..].iter().all(|came| came.has("mcp-session-id: s1") && came.has("mcp-protocol-version: 2025-06-18")));
    assert!(all.last().unwrap().line.starts_with("DELETE"), "{all:?}");
}

#[test]
fn an_answer_whose_stream_broke_off_is_asked_for_again() {
    let (url, _came) = server(|came| {
        usual(came).unwrap_or_else(|| match came.has("Last-Event-ID: e1") {
            true => events("id: e2\ndata: {\"id\":\"c\",\"result\":2}\n\n"),
            false => events("retry: 1\nid: e0\ndata\n\nid: e1\ndata: {\"method\":\"x\"}\n\nid: e9\ndata: {\"cu"),
        })
    });
    let mut client = Client::greeted(&url);
    client.send(CALL);
    assert_eq!(client.hear(), "{\"method\":\"x\"}");
    assert_eq!(client.hear(), "{\"id\":\"c\",\"result\":2}");
}

#[test]
fn an_answer_that_cannot_be_had_is_refused() {
    for (answer, expected) in [
        (events("data: {\"method\":\"x\"}\n\n"), "ended before it was whole"),
        ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\nnonsense".into(), "is no JSON"),
        (
            "HTTP/1.1 401 Unauthorized\r\nContent-Length: 31\r\n\r\n{\"error\":{\"message\":\"no token\"}}".into(),
            "says 401 Unauthorized (are its headers right?)",
        ),
        (
            "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.2:1/s3cr3t\r\n\r\n".into(),
            "another server, which is not followed: http://127.0.0.2:1.",
        ),
        ("HTTP/1.1 307 Temporary Redirect\r\nLocation: /mcp\r\n\r\n".into(), "redirects too often"),
    ] {
        let (url, _came) = server(move |came| usual(came).unwrap_or_else(|| answer.clone()));
        let mut client = Client::greeted(&url);
        client.send(CALL);
        let mut heard = client.hear();
        if heard.contains("method") {
            heard = client.hear();
        }
        assert!(heard.contains("\"id\":\"c\",\"error\"") && heard.contains(expected), "{heard}");
        assert!(!heard.contains("s3cr3t"), "{heard}");
    }
}

#[test]
fn nobody_there_is_an_answer_too() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut client = Client::new(&format!("http://127.0.0.1:{port}/mcp"));
    client.send(INITIALIZE);
    let heard = client.hear();
    assert!(heard.contains("cannot be reached") && heard.contains("Connection refused"), "{heard}");
    client.ends();
}

#[test]
fn a_server_that_forgot_the_session_is_greeted_again() {
    for forgot in [
        "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 400 Bad Request\r\n\r\n{\"error\":{\"message\":\"No valid session ID\"}}",
    ] {
        let greeted = std::sync::atomic::AtomicUsize::new(0);
        let (url, _came) = server(move |came| {
            let count = &greeted;
            if came.body.contains("initialize\"") {
                let number = count.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + 1;
                return GREETING.replace("s1", &format!("s{number}"));
            }
            usual(came).unwrap_or_else(|| match came.has("mcp-session-id: s2") {
                true => events("data: {\"id\":\"c\",\"result\":2}\n\n"),
                false => forgot.to_owned(),
            })
        });
        let mut client = Client::greeted(&url);
        client.send(CALL);
        assert_eq!(client.hear(), "{\"id\":\"c\",\"result\":2}");
    }
}

#[test]
fn what_comes_by_itself_is_heard_and_goes_on() {
    let (url, _came) = server(|came| {
        if came.line.starts_with("GET") {
            return match came.has("last-event-id: 1") {
                true => events("id: 2\ndata: {\"method\":\"b\"}\n\n"),
                false => events("retry: 1\nid: 1\ndata: {\"method\":\"a\"}\n\nevent: endpoint\ndata: /x\n\n"),
            };
        }
        usual(came).unwrap()
    });
    let mut client = Client::greeted(&url);
    assert_eq!([client.hear(), client.hear()], ["{\"method\":\"a\"}", "{\"method\":\"b\"}"]);
    client.ends();
}

#[test]
fn a_redirect_within_the_server_is_followed() {
    let (url, _came) = server(|came| match came.line.contains(" /mcp/ ") {
        true => usual(came).unwrap(),
        false => "HTTP/1.1 307 Temporary Redirect\r\nLocation: /mcp/\r\nContent-Length: 0\r\n\r\n".into(),
    });
    Client::greeted(&url).ends();
}

#[test]
fn what_is_secret_is_not_printed() {
    let secret = "s3cr3t";
    let headers = [("Authorization", secret), ("X-Key", "\n")];
    let refused = Address::new("a", "https://a.example/mcp", headers).unwrap_err();
    assert!(refused.contains("x-key") && !refused.contains(secret), "{refused}");
    let address = Address::new("a", "https://a.example/s3cr3t?key=s3cr3t", [("Authorization", secret)]).unwrap();
    assert!(!format!("{:?}", address.headers).contains(secret));
    assert_eq!(place(&address.url), "https://a.example");
    for url in ["ftp://a", "/mcp", "https://s3cr3t@a.example/", "http://"] {
        let refused = Address::new("a", url, []).unwrap_err();
        assert!(!refused.contains(secret), "{refused}");
    }
}
