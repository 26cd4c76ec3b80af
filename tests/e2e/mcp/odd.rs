//! What clients and servers should not do, and some do.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, id_in, server, store, text};

const GREETING: &str = r#"{"jsonrpc":"2.0","id":"g","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;

#[test]
fn a_tool_whose_meta_is_no_object_is_listed_as_it_is() {
    let folder = store();
    let odd = r#"[{"name":"odd","inputSchema":{},"outputSchema":{},"_meta":"text"}]"#;
    let mut client = Client::greeted(folder.path(), &[], &[("ODD_TOOLS", odd)]);
    let tools = client.ask("tools/list", json!({}));
    assert_eq!(tools["tools"][2], json!({"name": "odd", "inputSchema": {}, "_meta": "text"}));
}

#[test]
fn a_client_that_does_not_wait_for_the_greeting_gets_the_servers_tools() {
    let folder = store();
    let mut client = Client::start(folder.path(), &[], &[]);
    client.send(GREETING);
    client.send(r#"{"jsonrpc":"2.0","id":"l","method":"tools/list"}"#);
    assert_eq!(client.next()["id"], "g");
    let tools = client.next()["result"].take();
    let names: Vec<&Value> = tools["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["rows", "echo", "rescuer_fetch"]);
}

#[test]
fn a_text_with_half_a_surrogate_pair_is_rescued() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[]);
    let words = "some of the words\\n".repeat(2_000);
    let answer =
        format!(r#"{{"jsonrpc":"2.0","id":"h","result":{{"content":[{{"type":"text","text":"{words}\ud83d"}}]}}}}"#);
    client.send(r#"{"jsonrpc":"2.0","id":"h","method":"tools/call","params":{"name":"hang"}}"#);
    client.send(&json!({"jsonrpc": "2.0", "method": "say", "params": {"line": answer}}).to_string());
    let shown = client.next();
    assert!(text(&shown["result"]["content"][0]).starts_with("[Toolaria: PREVIEW"), "{shown}");
}

/// A client of a server that has started another process, which holds what the server had.
fn with_a_hanger_on(folder: &Path, hanger_on: &str) -> Client {
    let script = format!("{hanger_on} & exec python3 -B {}", server().display());
    Client::with(folder, &["--", "sh", "-c", &script], &[])
}

#[test]
fn a_server_that_dies_is_reported_though_what_it_started_lives() {
    let (folder, start) = (store(), Instant::now());
    let mut client = with_a_hanger_on(folder.path(), "sleep 20");
    client.greet();
    let refused = client.response("tools/call", json!({"name": "die", "arguments": {}}));
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("ended (exit status: 3)"), "{message}");
    assert!(start.elapsed() < Duration::from_secs(15));
}

#[test]
fn this_program_ends_though_what_a_server_started_does_not() {
    let (folder, start) = (store(), Instant::now());
    let own_group = r#"python3 -c "import os, time; os.setsid(); print(flush=True); time.sleep(20)""#;
    let mut client = with_a_hanger_on(folder.path(), own_group);
    client.greet();
    client.call("echo", json!({}));
    client.end();
    assert!(start.elapsed() < Duration::from_secs(15));
}

#[test]
fn the_messages_of_a_batch_are_those_that_it_has() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[]);
    let call = |id: &str, tool: &str, arguments: Value| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}});
    client.send(&json!([call("long", "rows", json!({"count": 2_000}))]).to_string());
    let handle = client.next();
    let id = id_in(text(&handle["result"]["content"][0]));
    client.send(&json!([call("stat", "rescuer_fetch", json!({"id": id, "mode": "stat"}))]).to_string());
    assert!(text(&client.next()["result"]["content"][0]).contains("lines: 2,000"));
    client.send(&json!([call("none", "hang", json!({}))]).to_string());
    let answers =
        json!([{"jsonrpc": "2.0", "id": "none", "result": {}}, {"jsonrpc": "2.0", "method": "notifications/x"}]);
    client.send(&json!({"jsonrpc": "2.0", "method": "say", "params": {"line": answers.to_string()}}).to_string());
    let both = [client.next(), client.next()];
    assert!(both.iter().any(|message| message["id"] == "none"), "{both:?}");
    assert!(both.iter().any(|message| message["method"] == "notifications/x"), "{both:?}");
    client.send(&json!([call("dead", "die", json!({}))]).to_string());
    assert_eq!(client.next()["error"]["code"], -32_000);
    client.send("[]");
    assert_eq!(client.next()["error"]["code"], -32_600);
}

#[test]
fn brackets_in_brackets_end_nothing() {
    let folder = store();
    let servers = json!({"mcpServers": {"one": {"command": "python3", "args": ["-B", server()]}}});
    let file = folder.path().join("servers.json");
    std::fs::write(&file, servers.to_string()).unwrap();
    let mut client = Client::with(folder.path(), &["--servers", file.to_str().unwrap()], &[]);
    client.greet();
    client.send(&("[".repeat(30_000) + &"]".repeat(30_000)));
    assert_eq!(client.next()["error"]["code"], -32_600);
    assert_eq!(text(&client.call("one__echo", json!({}))["content"][0]), "{}");
}

#[test]
fn options_that_would_do_harm_are_refused() {
    let folder = store();
    for options in [["--session", ""], ["--call-timeout", "1e18"], ["--start-timeout", "1e10"]] {
        let client = Client::start(folder.path(), &options, &[]);
        let output = client.child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && err.contains(options[0]), "{err}");
    }
}

#[test]
fn a_picture_that_is_no_base64_is_stored_as_it_stands() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &["--show-media", "1000"], &[]);
    let block = json!({"type": "image", "data": "data:,QUJD\n".repeat(2_000), "mimeType": "image/png"});
    let answer = json!({"jsonrpc": "2.0", "id": "p", "result": {"content": [block]}});
    client.send(r#"{"jsonrpc":"2.0","id":"p","method":"tools/call","params":{"name":"hang"}}"#);
    client.send(&json!({"jsonrpc": "2.0", "method": "say", "params": {"line": answer.to_string()}}).to_string());
    let shown = client.next();
    assert!(text(&shown["result"]["content"][0]).contains("data:,QUJD"), "{shown}");
    assert_eq!(shown["result"]["content"][1]["type"], "resource_link");
}
