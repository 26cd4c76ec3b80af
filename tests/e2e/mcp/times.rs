//! What takes too long, and what the client has given up.

use std::fs;

use serde_json::json;

use super::client::{Client, server, store, text};

fn call(id: &str, tool: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": {}}}).to_string()
}

#[test]
fn a_call_that_takes_too_long_is_given_up() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &["--call-timeout", "0.5"], &[]);
    client.send(&call("slow", "hang"));
    let mut messages = [client.next(), client.next()];
    messages.sort_by_key(|message| message.get("error").is_none());
    let [refused, heard] = messages;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!("slow"), &json!(-32_001)));
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.ends_with("did not answer within 0.5 s."), "{message}");
    assert_eq!(heard["params"]["method"], "notifications/cancelled");
    assert_eq!(heard["params"]["params"]["requestId"], "slow");
    // The server has answered after all, which nobody hears of.
    client.send(&call("quick", "echo"));
    assert_eq!(client.next()["id"], "quick");
    let (_, err) = client.end();
    assert!(err.contains("1 results seen, 0 rescued"), "{err}");
}

#[test]
fn nothing_is_stored_of_a_call_that_was_cancelled() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[]);
    client.send(&call("slow", "hang"));
    client.send(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "slow"}}).to_string(),
    );
    assert_eq!(client.message("notifications/heard")["params"]["params"]["requestId"], "slow");
    client.call("echo", json!({}));
    let (_, err) = client.end();
    assert!(err.contains("1 results seen, 0 rescued"), "{err}");
    let blobs = fs::read_dir(folder.path().join("blobs")).map_or(0, Iterator::count);
    assert_eq!(blobs, 0);
}

#[test]
fn a_server_that_does_not_start_in_time_is_left_out() {
    let folder = store();
    let servers = json!({"mcpServers": {
        "slow": {"command": "sleep", "args": ["60"]},
        "good": {"command": "python3", "args": ["-B", server()]},
    }});
    let path = folder.path().join("servers.json");
    fs::write(&path, servers.to_string()).unwrap();
    let options = ["--servers", path.to_str().unwrap(), "--start-timeout", "2"];
    let mut client = Client::with(folder.path(), &options, &[]);
    assert_eq!(client.greet()["instructions"], "The server slow is still starting.");
    assert_eq!(text(&client.call("good__echo", json!({}))["content"][0]), "{}");
    let refused = client.response("tools/call", json!({"name": "slow__any", "arguments": {}}));
    assert_eq!(refused["error"]["message"], "The server slow did not start within 2 s.");
    let (_, err) = client.end();
    assert!(err.contains("The server slow did not start within 2 s."), "{err}");
}

#[test]
fn a_server_that_starts_late_is_told_of() {
    let folder = store();
    let server = |slow: &str| json!({"command": "python3", "args": ["-B", server()], "env": {"SLOW": slow}});
    let servers = json!({"mcpServers": {"late": server("3"), "good": server("0")}});
    let path = folder.path().join("servers.json");
    fs::write(&path, servers.to_string()).unwrap();
    let options = ["--servers", path.to_str().unwrap(), "--start-timeout", "6"];
    let mut client = Client::with(folder.path(), &options, &[]);
    let greeting = client.greet();
    assert_eq!(greeting["instructions"], "The server late is still starting.");
    assert_eq!(greeting["capabilities"]["tools"], json!({"listChanged": true}));
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
    client.message("notifications/tools/list_changed");
    let tools = client.ask("tools/list", json!({}));
    let names: Vec<&str> =
        tools["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["late__rows", "late__echo", "good__rows", "good__echo", "rescuer_fetch"]);
}
