//! Several servers as one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::client::{Client, id_in, server, store, text};

/// A configuration of servers of these tests, with a name and an environment each.
fn file(folder: &Path, servers: &[(&str, Value)]) -> PathBuf {
    let entry = |(name, environment): &(&str, Value)| {
        let mut environment = environment.clone();
        environment["NAME"] = json!(name);
        ((*name).to_owned(), json!({"command": "python3", "args": ["-B", server()], "env": environment}))
    };
    let servers: serde_json::Map<String, Value> = servers.iter().map(entry).collect();
    written(folder, &json!({ "mcpServers": servers }))
}

fn written(folder: &Path, configuration: &Value) -> PathBuf {
    let path = folder.join("servers.json");
    fs::write(&path, configuration.to_string()).unwrap();
    path
}

fn started(folder: &Path, file: &Path) -> Client {
    Client::with(folder, &["--servers", file.to_str().unwrap()], &[])
}

/// Two servers, `left` and `right`, that have everything.
fn two(folder: &Path) -> Client {
    let all =
        json!({"CAPABILITIES": "{\"tools\":{},\"prompts\":{},\"resources\":{},\"logging\":{},\"completions\":{}}"});
    let mut client = started(folder, &file(folder, &[("left", all.clone()), ("right", all)]));
    client.greet();
    client
}

fn names<'r>(result: &'r Value, list: &str, member: &str) -> Vec<&'r str> {
    result[list].as_array().unwrap().iter().map(|item| item[member].as_str().unwrap()).collect()
}

#[test]
fn what_one_server_gave_is_handed_to_another() {
    let folder = store();
    let mut client = two(folder.path());
    let given = client.call("left__rows", json!({"count": 2_000}));
    let id = id_in(text(&given["content"][0]));
    let echoed = client.call("right__echo", json!({"rows": format!("tla:{id}")}));
    let echoed = id_in(text(&echoed["content"][0]));
    assert_ne!(echoed, id);
    let grep = client.call("rescuer_fetch", json!({"id": echoed, "mode": "grep", "pattern": "1000.{1,30}odd"}));
    assert!(text(&grep["content"][0]).contains("1 of 1 match shown"), "{grep}");
    let (_, err) = client.end();
    assert!(err.contains("left__rows: 1 results, 1 rescued") && err.contains("right__echo: 1 results"), "{err}");
}

#[test]
fn they_are_greeted_as_one() {
    let folder = store();
    let servers = file(
        folder.path(),
        &[
            ("old", json!({"VERSION": "2025-03-26", "CAPABILITIES": "{\"tools\":{\"listChanged\":true},\"sky\":{}}"})),
            (
                "new",
                json!({"INSTRUCTIONS": "Ask.\n", "CAPABILITIES": "{\"prompts\":{},\"resources\":{\"subscribe\":true}}"}),
            ),
        ],
    );
    let mut client = started(folder.path(), &servers);
    let greeting = client.greet();
    assert_eq!(greeting["protocolVersion"], "2025-03-26");
    assert_eq!(
        greeting["capabilities"],
        json!({"tools": {"listChanged": true}, "prompts": {}, "resources": {"subscribe": true}})
    );
    assert_eq!(
        (&greeting["serverInfo"]["name"], &greeting["instructions"]),
        (&json!("toolaria"), &json!("# new\nAsk."))
    );
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
    let mut heard: Vec<Value> = (0..2).map(|_| client.message("notifications/heard")["by"].clone()).collect();
    heard.sort_by_key(Value::to_string);
    assert_eq!(heard, ["new", "old"]);
    assert_eq!(client.ask("ping", json!({})), json!({}));
    let unknown = client.response("sky/list", json!({}));
    assert_eq!(unknown["error"]["code"], -32_601, "{unknown}");
}

#[test]
fn lists_are_whole_and_lead_back() {
    let folder = store();
    let more: String = (0..200).map(|number| format!("tool{number} ")).collect();
    let servers = [
        ("many", json!({"MORE_TOOLS": more, "PAGE": "7"})),
        ("データ", json!({"MORE_TOOLS": format!("道具 {} {}", "a".repeat(60), "b".repeat(60))})),
    ];
    let mut client = started(folder.path(), &file(folder.path(), &servers));
    client.greet();
    let listed = client.ask("tools/list", json!({}));
    let tools = names(&listed, "tools", "name");
    assert_eq!(tools.len(), 202 + 5 + 1);
    assert_eq!(tools[..3], ["many__rows", "many__echo", "many__tool0"]);
    assert!(tools[202..207].iter().all(|tool| tool.starts_with("_____")), "{tools:?}");
    assert_eq!(tools[204], "_____道具");
    assert_eq!(listed["tools"][0]["x-unknown"].to_string(), "1.0");
    assert_eq!(text(&client.call("many__echo", json!({"a": "é"}))["content"][0]), "{\"a\": \"é\"}");
    assert_eq!(text(&client.call("_____echo", json!({"a": "é"}))["content"][0]), "{\"a\": \"é\"}");
    assert_eq!(text(&client.call("_____道具", json!({}))["content"][0]), "unknown", "the server was asked");
    let unknown = client.response("tools/call", json!({"name": "nobody__echo", "arguments": {}}));
    assert_eq!(unknown["error"], json!({"code": -32_602, "message": "There is no tool \"nobody__echo\"."}));
}

#[test]
fn prompts_and_resources_find_their_server() {
    let folder = store();
    let mut client = two(folder.path());
    let prompts = client.ask("prompts/list", json!({}));
    assert_eq!(names(&prompts, "prompts", "name"), ["left__ask", "right__ask"]);
    assert_eq!(prompts["prompts"][1]["x-unknown"].to_string(), "1.0");
    let prompt = client.ask("prompts/get", json!({"name": "right__ask", "arguments": {"a": "1"}}));
    assert_eq!(
        prompt,
        json!({"asked": "prompts/get", "params": {"name": "ask", "arguments": {"a": "1"}}, "by": "right"})
    );

    // Nobody has listed these yet.
    let read = client.ask("resources/read", json!({"uri": "mem:///right"}));
    assert_eq!((&read["by"], &read["params"]["uri"]), (&json!("right"), &json!("mem:///right")));
    let unread = client.response("resources/read", json!({"uri": "mem:///none"}));
    assert_eq!(unread["error"], json!({"code": -32_002, "message": "no such resource", "data": 1.0}));

    assert_eq!(names(&client.ask("resources/list", json!({})), "resources", "uri"), ["mem:///left", "mem:///right"]);
    let templates = client.ask("resources/templates/list", json!({}));
    assert_eq!(names(&templates, "resourceTemplates", "uriTemplate"), ["mem:///left/{x}", "mem:///right/{x}"]);
    assert_eq!(client.ask("resources/subscribe", json!({"uri": "mem:///right/1"}))["by"], "right");

    let about = json!({"ref": {"type": "ref/prompt", "name": "right__ask"}, "argument": {"name": "a", "value": "x"}});
    let completed = client.ask("completion/complete", about);
    assert_eq!((&completed["by"], &completed["params"]["ref"]["name"]), (&json!("right"), &json!("ask")));
    let about =
        json!({"ref": {"type": "ref/resource", "uri": "mem:///left/{x}"}, "argument": {"name": "x", "value": ""}});
    assert_eq!(client.ask("completion/complete", about)["by"], "left");
    assert_eq!(client.ask("logging/setLevel", json!({"level": "info"})), json!({}));
}

#[test]
fn requests_of_servers_are_led_back() {
    let folder = store();
    let mut client = two(folder.path());
    let asking =
        r#"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"n":1.0,"_meta":{"progressToken":7}}}"#;
    let mut asked = Vec::new();
    for server in ["left", "right"] {
        client.send(
            &json!({"jsonrpc": "2.0", "id": format!("call {server}"), "method": "tools/call",
            "params": {"name": format!("{server}__say"), "arguments": {"line": asking}}})
            .to_string(),
        );
        let message = client.message("sampling/createMessage");
        assert_eq!(message["params"]["n"].to_string(), "1.0");
        asked.push((server, message["id"].clone(), message["params"]["_meta"]["progressToken"].clone()));
    }
    assert_ne!(asked[0].1, asked[1].1);
    for (server, id, token) in asked.iter().rev() {
        let progress = json!({"progressToken": token, "progress": 0.5});
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": progress}).to_string());
        let heard = client.message("notifications/heard");
        assert_eq!((&heard["by"], &heard["params"]["params"]["progressToken"]), (&json!(server), &json!(7)));
        client.send(&json!({"jsonrpc": "2.0", "id": id, "result": {"roots": []}}).to_string());
        let heard = client.message("notifications/heard");
        assert_eq!(heard["by"], *server);
        assert_eq!(heard["params"], json!({"jsonrpc": "2.0", "id": 1, "result": {"roots": []}}));
    }
}

#[test]
fn progress_and_cancellation_find_their_way() {
    let folder = store();
    let mut client = two(folder.path());
    client.ask("tools/list", json!({}));
    let progress =
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":0.50}}"#;
    client.send(
        &json!({"jsonrpc": "2.0", "id": "s", "method": "tools/call", "params":
        {"name": "right__say", "arguments": {"line": progress}, "_meta": {"progressToken": "p"}}})
        .to_string(),
    );
    assert_eq!(client.line(), progress);
    assert_eq!(client.next()["id"], "s");

    client.send(
        &json!({"jsonrpc": "2.0", "id": "h", "method": "tools/call",
        "params": {"name": "right__hang", "arguments": {}}})
        .to_string(),
    );
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "h"}});
    client.send(&cancel.to_string());
    let heard = client.next();
    assert_eq!((&heard["by"], &heard["params"]), (&json!("right"), &cancel));

    // A server takes back what it has asked.
    let roots = json!({"jsonrpc": "2.0", "id": "r", "method": "roots/list"});
    let taken = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "r"}});
    for line in [roots, taken] {
        let params = json!({"name": "left__say", "arguments": {"line": line.to_string()}});
        client.send(&json!({"jsonrpc": "2.0", "id": "t", "method": "tools/call", "params": params}).to_string());
    }
    let roots = client.message("roots/list");
    assert_eq!(client.message("notifications/cancelled")["params"]["requestId"], roots["id"]);
}

#[test]
fn results_of_tasks_are_found_and_rescued() {
    let folder = store();
    let own = |tasks: &str| json!({"CAPABILITIES": format!("{{\"tools\":{{}},\"tasks\":{tasks}}}")});
    let servers = [("left", own("{\"list\":{}}")), ("right", own("{\"requests\":{\"tools\":{\"call\":{}}}}"))];
    let mut client = started(folder.path(), &file(folder.path(), &servers));
    let offered = client.greet()["capabilities"]["tasks"].take();
    assert_eq!(offered, json!({"list": {}, "requests": {"tools": {"call": {}}}}));
    let task = client.call("right__task", json!({}));
    assert_eq!(task, json!({"task": {"taskId": "right-1", "status": "working"}}));
    assert_eq!(client.ask("tasks/get", json!({"taskId": "right-1"})), json!({"taskId": "right-1"}));
    let result = client.ask("tasks/result", json!({"taskId": "right-1"}));
    assert!(text(&result["content"][0]).contains("tool=right__task"), "{result}");
    assert_eq!(client.response("tasks/get", json!({"taskId": "none"}))["error"]["code"], -32_002);
}

#[test]
fn the_others_work_where_one_does_not() {
    let folder = store();
    let python = |environment: Value| json!({"command": "python3", "args": ["-B", server()], "env": environment});
    let servers = json!({"mcpServers": {
        "missing": {"command": "/nowhere/server", "args": []},
        "broken": {"command": "python3", "args": ["-c", "print('no JSON')"]},
        "off": {"command": "/nowhere/server", "disabled": true},
        "good": python(json!({"NAME": "good"})),
        "dies": python(json!({"NAME": "dies"})),
    }});
    let mut client = started(folder.path(), &written(folder.path(), &servers));
    let instructions = client.greet()["instructions"].as_str().unwrap_or_default().to_owned();
    assert!(
        instructions.contains("The server missing cannot be started: ") && instructions.contains("/nowhere/server")
    );
    assert!(instructions.contains("The server broken "), "{instructions}");
    let tools = client.ask("tools/list", json!({}));
    assert_eq!(
        names(&tools, "tools", "name"),
        ["good__rows", "good__echo", "dies__rows", "dies__echo", "rescuer_fetch"]
    );
    let refused = client.response("tools/call", json!({"name": "missing__any", "arguments": {}}));
    assert!(refused["error"]["message"].as_str().unwrap().contains("missing"), "{refused}");
    let refused = client.response("tools/call", json!({"name": "dies__die", "arguments": {}}));
    assert!(refused["error"]["message"].as_str().unwrap().contains("The server dies ended"), "{refused}");
    let again = client.ask("tools/list", json!({}));
    assert_eq!(names(&again, "tools", "name"), names(&tools, "tools", "name"), "the one that has ended has its tools");
    assert_eq!(text(&client.call("good__echo", json!({"a": 1}))["content"][0]), "{\"a\": 1}");
    let (_, err) = client.end();
    assert!(err.contains("[good] the server ends") && err.contains("[broken] no message of JSON-RPC"), "{err}");
}

#[test]
fn a_list_does_not_wait_for_who_never_answers() {
    let folder = store();
    let file = file(folder.path(), &[("mute", json!({"SILENT_ON": "tools/list"})), ("good", json!({}))]);
    let file = file.to_str().unwrap();
    let mut client = Client::with(folder.path(), &["--start-timeout", "3", "--servers", file], &[]);
    client.greet();
    let tools = client.ask("tools/list", json!({}));
    assert_eq!(names(&tools, "tools", "name"), ["good__rows", "good__echo", "rescuer_fetch"]);
    assert_eq!(text(&client.call("mute__echo", json!({"a": 1}))["content"][0]), "{\"a\": 1}");
    let (_, err) = client.end();
    assert!(err.contains("[mute] no tools/list: "), "{err}");
}

#[test]
fn a_file_that_cannot_be_used_is_refused() {
    let folder = store();
    let refused = |configuration: &Value| {
        let output = Command::new(env!("CARGO_BIN_EXE_toolaria"))
            .args(["mcp", "--servers"])
            .arg(written(folder.path(), configuration))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    let err = refused(&json!({"mcpServers": {"a": {"command": "x", "env": {"TOKEN": "${TOOLARIA_TEST_UNSET}"}}}}));
    assert!(err.contains("servers.json: The server \"a\" wants the environment variable TOOLARIA_TEST_UNSET"), "{err}");
    assert!(refused(&json!({"mcpServers": {"a": {"args": []}}})).contains("neither a \"command\" nor a \"url\""));
}

#[test]
fn a_file_that_starts_itself_does_so_once() {
    let folder = store();
    let path = folder.path().join("servers.json");
    let itself = json!({"command": env!("CARGO_BIN_EXE_toolaria"), "args": ["mcp", "--servers", path]});
    let good = json!({"command": "python3", "args": ["-B", server()]});
    written(folder.path(), &json!({"mcpServers": {"itself": itself, "good": good}}));
    let mut client = started(folder.path(), &path);
    let instructions = client.greet()["instructions"].as_str().unwrap().to_owned();
    assert!(instructions.contains("The server itself ") && instructions.contains("ended"), "{instructions}");
    assert_eq!(text(&client.call("good__echo", json!({}))["content"][0]), "{}");
    let (_, err) = client.end();
    assert!(err.contains("[itself] toolaria: ") && err.contains("for a server of this very file"), "{err}");
}
