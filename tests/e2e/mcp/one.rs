//! One server: what passes, and what comes in the place of what.

use std::io::Read;
use std::process::Command;

use serde_json::{Value, json};

use super::client::{Client, id_in, store, text};

#[test]
fn what_is_not_changed_passes_as_it_was_written() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[]);
    for line in [
        r#"{"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage","params":{"big":12345678901234567890123,"x": 1.0}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"é","progress":0.50}}"#,
        r#"{"jsonrpc":"2.0","id":77,"error":{"code":-32601,"message":"nope","data":[1e400]}}"#,
        r#"{"jsonrpc":"2.0","id":null,"result":{"_meta":{"a/b":1}}}"#,
    ] {
        client.send(&json!({"jsonrpc": "2.0", "method": "say", "params": {"line": line}}).to_string());
        assert_eq!(client.line(), line);
    }
    assert_eq!(
        client.ask("completion/complete", json!({"a": [1]})),
        json!({"asked": "completion/complete", "params": {"a": [1]}})
    );
    client.send(r#"{"jsonrpc":"2.0","id":"s1","result":{"role":"user"}}"#);
    assert_eq!(client.next()["params"], json!({"jsonrpc": "2.0", "id": "s1", "result": {"role": "user"}}));
    assert_eq!(
        client.call("echo", json!({"a": "short"})),
        json!({"content": [{"type": "text", "text": "{\"a\": \"short\"}"}]})
    );
}

#[test]
fn a_long_text_becomes_a_handle_that_can_be_read() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[]);
    let result = client.call("rows", json!({"count": 5_000}));
    let handle = text(&result["content"][0]).to_owned();
    assert!(handle.contains("line 2500: state = odd"), "{handle}");
    let id = id_in(&handle);
    let link = &result["content"][1];
    assert_eq!((&link["type"], &link["uri"]), (&json!("resource_link"), &json!(format!("toolaria://blob/{id}"))));
    let slice = client.call("rescuer_fetch", json!({"id": id, "mode": "grep", "pattern": "odd"}));
    assert!(text(&slice["content"][0]).contains("2500: {\"id\": 2500, \"state\": \"odd\"}"), "{slice}");

    let (mut joined, mut uri) = (String::new(), link["uri"].as_str().unwrap().to_owned());
    loop {
        let page = client.ask("resources/read", json!({"uri": uri}));
        joined.push_str(text(&page["contents"][0]));
        match page["contents"][0]["_meta"]["toolaria/next"].as_str() {
            Some(next) => assert_ne!(std::mem::replace(&mut uri, next.to_owned()), next),
            None => break,
        }
    }
    let rows: Vec<Value> = serde_json::from_str(&joined).unwrap();
    assert_eq!((rows.len(), &rows[2_500]["state"]), (5_000, &json!("odd")));
    let (_, err) = client.end();
    assert!(err.contains("2 results seen, 1 rescued") || err.contains("1 results seen, 1 rescued"), "{err}");
}

#[test]
fn a_token_in_arguments_is_expanded_for_the_server() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[]);
    let result = client.call("rows", json!({"count": 2_000}));
    let id = id_in(text(&result["content"][0]));
    // The echo is long, too, so that it comes back as a handle of its own.
    let echoed = client.call("echo", json!({"rows": format!("tla:{id}"), "n": 1}));
    let id = id_in(text(&echoed["content"][0]));
    let grep = client.call("rescuer_fetch", json!({"id": id, "mode": "grep", "pattern": "1000.{1,30}odd"}));
    assert!(text(&grep["content"][0]).contains("1 of 1 match shown"), "{grep}");
    let refused = client.call("echo", json!({"rows": "tla:0123456789ab"}));
    assert_eq!(refused["isError"], true, "{refused}");
}

#[test]
fn what_stands_twice_is_stored_once() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[]);
    let result = client.call("twice", json!({"count": 2_000}));
    let kinds: Vec<&Value> = result["content"].as_array().unwrap().iter().map(|block| &block["type"]).collect();
    assert_eq!(kinds, ["text", "resource_link"]);
    assert!(result.get("structuredContent").is_none());
}

#[test]
fn a_failed_call_keeps_what_it_says_in_sight() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[]);
    let result = client.call("fail", json!({"count": 2_000}));
    assert_eq!(result["isError"], true);
    assert!(text(&result["content"][0]).starts_with("no such table: orders\n"), "{result}");
    assert!(text(&result["content"][1]).contains("PREVIEW"), "{result}");
}

#[test]
fn blocks_keep_their_order() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[("VERSION", "2024-11-05")]);
    let result = client.call("blocks", json!({"count": 2_000}));
    let blocks = result["content"].as_array().unwrap();
    assert_eq!(blocks.len(), 3, "an older protocol has no links: {result}");
    assert_eq!(text(&blocks[0]), "first");
    assert!(text(&blocks[1]).contains("PREVIEW"));
    assert_eq!(blocks[2], json!({"type": "text", "text": "last", "annotations": {"priority": 0.5}}));
}

#[test]
fn the_list_of_tools_has_ours_and_promises_no_form() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[("MORE_TOOLS", "rescuer_fetch 道具")]);
    let tools = client.ask("tools/list", json!({}));
    let names: Vec<&str> =
        tools["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["rows", "echo", "rescuer_fetch", "道具", "rescuer_fetch_2"]);
    assert!(
        tools["tools"][0].get("outputSchema").is_none()
            && tools["tools"][0]["_meta"]["toolaria/outputSchema"].is_string()
    );
    assert_eq!(tools["tools"][0]["x-unknown"].to_string(), "1.0");
    let handle = client.call("rows", json!({"count": 2_000}));
    let stat = client.call("rescuer_fetch_2", json!({"id": id_in(text(&handle["content"][0])), "mode": "stat"}));
    assert!(text(&stat["content"][0]).contains("lines: 2,000"), "{stat}");
}

#[test]
fn a_server_without_tools_and_resources_gets_ours() {
    let folder = store();
    let mut client = Client::start(folder.path(), &[], &[("CAPABILITIES", "{\"prompts\":{}}")]);
    let params =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
    let greeting = client.ask("initialize", params);
    assert_eq!(greeting["capabilities"], json!({"prompts": {}, "tools": {}, "resources": {}}));
    assert_eq!(client.ask("tools/list", json!({}))["tools"][0]["name"], "rescuer_fetch");
    assert_eq!(client.ask("resources/list", json!({})), json!({"resources": []}));
}

#[test]
fn a_server_that_ends_is_reported_and_started_again() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[]);
    let refused = client.response("tools/call", json!({"name": "die", "arguments": {}}));
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("ended (exit status: 3)"), "{message}");
    let again = (0..100).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        let response = client.response("tools/call", json!({"name": "echo", "arguments": {"a": 1}}));
        response.get("result").cloned()
    });
    assert_eq!(text(&again.unwrap()["content"][0]), "{\"a\": 1}");
}

#[test]
fn lines_that_are_no_messages_end_nothing() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[]);
    client.send("{\"jsonrpc\":");
    assert_eq!(client.next()["error"]["code"], -32_700);
    client.send(&json!({"jsonrpc": "2.0", "method": "say", "params": {"line": "Traceback: no JSON"}}).to_string());
    client.call("echo", json!({}));
    let (_, err) = client.end();
    assert!(err.contains("no message of JSON-RPC") && err.contains("Traceback: no JSON"), "{err}");
    assert!(err.contains("] the server ends"), "{err}");
}

#[test]
fn sessions_do_not_read_each_other() {
    let folder = store();
    let mut first = Client::greeted(folder.path(), &["--session", "one"], &[]);
    let id = id_in(text(&first.call("rows", json!({"count": 2_000}))["content"][0]));
    let mut second = Client::greeted(folder.path(), &[], &[]);
    let refused = second.call("rescuer_fetch", json!({"id": id, "mode": "stat"}));
    assert_eq!(refused["isError"], true, "{refused}");
    let unread = second.response("resources/read", json!({"uri": format!("toolaria://blob/{id}")}));
    assert_eq!(unread["error"]["code"], -32_002, "{unread}");
    first.end();
    let mut again = Client::greeted(folder.path(), &["--session", "one"], &[]);
    let stat = again.call("rescuer_fetch", json!({"id": id, "mode": "stat"}));
    assert_eq!(stat["isError"], false, "{stat}");
}

#[test]
fn a_dry_run_changes_nothing_and_counts() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &["--dry-run"], &[]);
    assert_eq!(client.ask("tools/list", json!({}))["tools"].as_array().unwrap().len(), 2);
    let result = client.call("rows", json!({"count": 2_000}));
    assert!(text(&result["content"][0]).ends_with("{\"id\": 1999, \"state\": \"even\"}]"));
    let (_, err) = client.end();
    assert!(err.contains("1 rescued"), "{err}");
}

#[test]
fn a_program_that_is_told_to_end_ends_its_server() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[]);
    assert!(Command::new("kill").arg(client.child.id().to_string()).status().unwrap().success());
    let mut err = String::new();
    client.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert!(client.child.wait().unwrap().success(), "{err}");
    assert!(err.contains("] the server ends") && err.contains("results seen"), "{err}");
}

#[test]
fn what_was_kept_out_adds_up_over_processes() {
    let folder = store();
    for _ in 0..2 {
        let mut client = Client::greeted(folder.path(), &["--name", "files"], &[]);
        client.ask("tools/list", json!({}));
        let handle = text(&client.call("rows", json!({"count": 2_000}))["content"][0]).to_owned();
        client.call("echo", json!({}));
        client.call("rescuer_fetch", json!({"id": id_in(&handle), "mode": "stat"}));
        client.end();
    }
    let status = Command::new(env!("CARGO_BIN_EXE_toolaria"))
        .args(["status", "--json", "--store"])
        .arg(folder.path().join("store"))
        .env_clear()
        .env("HOME", folder.path())
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    let status: Value = serde_json::from_slice(&status.stdout).unwrap();
    assert_eq!((&status["mcp_results"], &status["mcp_rescued"]), (&json!(4), &json!(2)), "{status}");
    let [characters, handles, retrieved, definitions, kept_out] =
        ["characters", "handle_characters", "retrieved_characters", "definition_characters", "kept_out_characters"]
            .map(|name| status[format!("mcp_{name}")].as_i64().unwrap());
    assert_eq!(kept_out, characters - handles - retrieved - definitions);
    assert!(kept_out > 50_000 && handles > 1_000 && retrieved > 100 && definitions > 1_000, "{status}");
    assert_eq!(status["mcp_tools"]["mcp-files/rows"]["results"], 2, "{status}");
}

#[test]
fn many_short_texts_are_one_long_result() {
    let folder = store();
    let mut client = Client::greeted(folder.path(), &[], &[]);
    let few = client.call("many", json!({"count": 3}));
    assert_eq!((few["content"].as_array().unwrap().len(), few["structuredContent"].is_object()), (4, true), "{few}");
    let many = client.call("many", json!({"count": 900, "failed": true}));
    let kinds: Vec<&str> =
        many["content"].as_array().unwrap().iter().map(|block| block["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["text", "text", "resource_link", "image"], "{many}");
    assert!(text(&many["content"][0]).starts_with("{\"id\": 0, ") && many.get("structuredContent").is_none(), "{many}");
    let id = id_in(text(&many["content"][1]));
    let found = client.call("rescuer_fetch", json!({"id": id, "mode": "grep", "pattern": "parcel 617 "}));
    assert!(text(&found["content"][0]).contains("1 of 1 match shown"), "{found}");
}

#[test]
fn our_tool_has_the_name_that_is_wanted_or_free() {
    let folder = store();
    let more = [("MORE_TOOLS", "fetch_more fetch_more_2")];
    let mut client = Client::greeted(folder.path(), &["--tool-name", "fetch_more"], &more);
    let tools = client.ask("tools/list", json!({}));
    assert_eq!(tools["tools"].as_array().unwrap().last().unwrap()["name"], "fetch_more_3", "{tools}");
    let handle = text(&client.call("rows", json!({"count": 2_000}))["content"][0]).to_owned();
    assert!(handle.contains("\nRead more with fetch_more_3(id=") && !handle.contains("rescuer_fetch"), "{handle}");
    let stat = client.call("fetch_more_3", json!({"id": id_in(&handle), "mode": "stat"}));
    assert_eq!(stat["isError"], false, "{stat}");
    let echoed = client.call("fetch_more", json!({"x": 1}));
    assert_eq!(echoed["isError"], true, "that of the server: {echoed}");
}

#[test]
fn pictures_stay_up_to_a_size() {
    let folder = store();
    let shown = |options: &[&str], bytes: usize| {
        let mut client = Client::greeted(folder.path(), options, &[]);
        let result = client.call("picture", json!({"bytes": bytes}));
        result["content"].as_array().unwrap().iter().map(|block| block["type"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(shown(&[], 700_000), ["\"image\""]);
    assert_eq!(shown(&[], 800_000), ["\"text\"", "\"resource_link\""]);
    assert_eq!(shown(&["--show-media", "2000000"], 800_000), ["\"image\""]);
    assert_eq!(shown(&["--show-media", "30000"], 60_000), ["\"text\"", "\"resource_link\""]);
}

#[test]
fn each_install_has_a_session_of_its_own() {
    let folder = store();
    let file = folder.path().join("mcp.json");
    let installed = || {
        std::fs::write(&file, "{\"mcpServers\":{\"files\":{\"command\":\"npx\",\"args\":[]}}}").unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_toolaria"))
            .args(["mcp", "install", "cursor", "--server", "files", "--file"])
            .arg(&file)
            .env_clear()
            .output()
            .unwrap();
        let changed: Value = serde_json::from_slice(&command.stdout).unwrap();
        changed["mcpServers"]["files"]["args"][2].as_str().unwrap().to_owned()
    };
    let sessions = [installed(), installed()];
    assert!(sessions.iter().all(|session| session.starts_with("files-") && session.len() > 30), "{sessions:?}");
    assert_ne!(sessions[0], sessions[1]);
}
