//! The component says what its core says natively, byte for byte.

use crate::data;
use toolaria::Toolaria;
use toolaria::types as wasm;
use toolaria_core::Rescuer;
use toolaria_core::model;
use toolaria_core::ports::memory::MemoryHost;

fn same(result: &str, tool_calls: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let toolaria = Toolaria::builder().store(folder.path().join("store")).build().unwrap();
    let call = wasm::ToolCall { tool: None, toolset: None, arguments: None, session: None, label: None };
    let outcome = toolaria.rescue_bytes(&call, result.as_bytes()).unwrap();
    let wasm::RescueOutcome::Stored(through_wasm) = outcome else { panic!("not rescued") };

    let host = MemoryHost::new();
    let core = Rescuer::new(&host);
    let outcome = core.rescue(model::ToolCall::default(), model::Content::Text(result.to_owned())).unwrap();
    let model::RescueOutcome::Stored(natively) = outcome else { panic!("not rescued") };

    assert_eq!(through_wasm.text, natively.text);
    for call in tool_calls {
        let call = call.replace("ID", &natively.id);
        assert_eq!(toolaria.tool_call(&call, None).unwrap(), core.tool_call(&call, None).unwrap(), "{call}");
    }
    assert_eq!(toolaria.tool_definition().unwrap(), core.tool_definition());
}

const CALLS: [&str; 6] = [
    r#"{"id":"ID","mode":"outline"}"#,
    r#"{"id":"ID","mode":"search","query":"declined quota INFO 漢"}"#,
    r#"{"id":"ID","mode":"grep","pattern":"declined|fatal|\\d{4}"}"#,
    r#"{"id":"ID","mode":"chain","pattern":"declined|fatal|漢","count":2}"#,
    r#"{"id":"ID","mode":"range","start":3,"count":2}"#,
    r#"{"id":"ID","mode":"raw","start":5,"count":50}"#,
];

#[test]
fn on_rows() {
    same(&data::rows(1_000), &CALLS);
}

#[test]
fn on_a_log() {
    same(&data::log(1_000), &CALLS);
}

#[test]
fn on_one_long_line() {
    same(&data::one_line(50_000), &CALLS);
}
