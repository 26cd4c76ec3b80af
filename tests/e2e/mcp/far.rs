//! Servers that are reached by url. The server is this program, listening, in front of the server of these tests.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::client::{Client, id_in, store, text};
use super::http::{Listener, TOKEN};

/// In front of what listens there.
fn client(folder: &Path, listener: &Listener, environment: &[(&str, &str)]) -> Client {
    let server = json!({
        "type": "http",
        "url": format!("http://{}/mcp", listener.address),
        "headers": {"Authorization": "Bearer ${FAR_TOKEN:-none}"},
    });
    let file = folder.join("servers.json");
    fs::write(&file, json!({"mcpServers": {"far": server}}).to_string()).unwrap();
    Client::with(folder, &["--servers", file.to_str().unwrap()], environment)
}

/// One that shows results as they are.
fn listener(folder: &Path) -> Listener {
    Listener::start(folder, &["--dry-run"])
}

#[test]
fn a_server_by_url_is_one_like_others() {
    let folder = store();
    let listener = Listener::start(folder.path(), &["--dry-run", "--token-env", "MY_TOKEN"]);
    let mut client = client(folder.path(), &listener, &[("FAR_TOKEN", TOKEN)]);
    client.greet();
    let tools = client.ask("tools/list", json!({}));
    let names: Vec<&str> = tools["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert!(names.contains(&"far__rows") && names.contains(&"rescuer_fetch"), "{names:?}");
    assert_eq!(text(&client.call("far__echo", json!({"é": [1.0]}))["content"][0]), "{\"é\": [1.0]}");
    // A result of 12 MB.
    let handle = client.call("far__rows", json!({"count": 300_000}));
    let id = id_in(text(&handle["content"][0]));
    let slice = client.call("rescuer_fetch", json!({"id": id, "mode": "grep", "pattern": "odd"}));
    assert!(text(&slice["content"][0]).contains("150000: {\"id\": 150000, \"state\": \"odd\"}"), "{slice}");
    let (_, err) = client.end();
    assert!(!err.contains(TOKEN), "{err}");
    // The far session ended with the client, and its server with that.
    let err = listener.end();
    assert!(err.contains("] the server ends") && !err.contains(TOKEN), "{err}");
}

#[test]
fn a_wrong_token_is_told_without_it() {
    let folder = store();
    let listener = Listener::start(folder.path(), &["--token-env", "MY_TOKEN"]);
    let mut client = client(folder.path(), &listener, &[("FAR_TOKEN", "another-secret-one")]);
    let params =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
    let refused = client.response("initialize", params).to_string();
    let (_, err) = client.end();
    let all = refused + &err;
    assert!(all.contains("401") && !all.contains("another-secret-one"), "{all}");
}

#[test]
fn progress_and_questions_come_from_far() {
    let folder = store();
    let listener = listener(folder.path());
    let mut client = client(folder.path(), &listener, &[]);
    client.greet();
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    let call = json!({"name": "far__ask", "arguments": {"token": "p"}, "_meta": {"progressToken": "p"}});
    client.begin("c", &call);
    assert_eq!(client.message("notifications/progress")["params"], json!({"progressToken": "p", "progress": 0.5}));
    let asked = client.message("sampling/createMessage");
    client.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"role": "user"}}).to_string());
    let answer = answer(&mut client, "c");
    assert_eq!(text(&answer["result"]["content"][0]), "{\"role\": \"user\"}");
    // What comes by itself.
    let line = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}).to_string();
    let call = json!({"name": "far__say", "arguments": {"line": line}});
    client.begin("d", &call);
    client.message("notifications/tools/list_changed");
}

#[test]
fn a_call_is_told_when_the_server_goes_and_works_when_it_is_back() {
    let folder = store();
    let mut listener = listener(folder.path());
    let mut client = client(folder.path(), &listener, &[]);
    client.greet();
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    let call = json!({"name": "far__ask", "arguments": {}});
    client.begin("c", &call);
    client.message("sampling/createMessage");
    let address = listener.address.clone();
    listener.kill();
    let refused = answer(&mut client, "c");
    assert!(refused["error"]["message"].as_str().unwrap().contains("far did not answer"), "{refused}");
    let refused = client.response("tools/call", json!({"name": "far__echo", "arguments": {}}));
    assert!(refused["error"]["message"].as_str().unwrap().contains("cannot be reached"), "{refused}");
    let _listener = Listener::at(&address, folder.path(), &["--dry-run"]);
    assert_eq!(text(&client.call("far__echo", json!({"a": 1}))["content"][0]), "{\"a\": 1}");
    let (_, err) = client.end();
    assert!(err.contains("has forgotten its session, and has a new one"), "{err}");
}

#[test]
fn who_cancels_frees_the_far_server() {
    let folder = store();
    let listener = listener(folder.path());
    let mut client = client(folder.path(), &listener, &[]);
    client.greet();
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    let call = json!({"name": "far__ask", "arguments": {}});
    client.begin("c", &call);
    client.message("sampling/createMessage");
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"c"}}"#);
    // It has heard of the greeting, too, and may say so late.
    while client.message("notifications/heard")["params"]["params"]["requestId"] != "c" {}
    assert_eq!(text(&client.call("far__echo", json!({"a": 1}))["content"][0]), "{\"a\": 1}");
    let (out, err) = client.end();
    assert!(!out.contains("\"c\"") && !err.contains("nobody waits"), "{out}{err}");
}

fn answer(client: &mut Client, id: &str) -> Value {
    loop {
        let message = client.next();
        if message["id"] == id && message.get("method").is_none() {
            return message;
        }
    }
}
