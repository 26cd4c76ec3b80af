//! What clients and servers should not do, and some do.

use serde_json::{Value, json};

use super::client::{Client, store, text};

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
