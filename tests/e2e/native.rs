//! The component says what its core says natively, byte for byte.

use crate::data;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
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

/// Results of many kinds, each with values that no writer of a parser would choose.
fn results() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>()
            .prop_filter("JSON has no others", |number| number.is_finite())
            .prop_map(|number| number.to_string()),
        "\\PC{0,12}".prop_map(|text| serde_json::Value::from(text).to_string()),
        "(true|false|null|\\[\\]|\\{\\}|1e400|-0.0|\"ok\"|\"2026-11-30T0[0-9]:00:00Z\")",
    ];
    let row = proptest::collection::vec(value.clone(), 3)
        .prop_map(|row| format!("{{\"a\":{},\"b\":{},\"c\":{}}}", row[0], row[1], row[2]));
    let rows = proptest::collection::vec(row, 8..40);
    let cells =
        proptest::collection::vec("([0-9]{1,4}|\\PC{0,6}|\"\\PC{0,4}\n\"),[a-c]{1,2},-?[0-9]{1,3}\\.[0-9]", 20..60);
    let log =
        proptest::collection::vec(("[0-5][0-9]", "(INFO|WARN|ERROR)", "(sent|lost) [0-9a-f]{1,9} \\PC{0,9}"), 10..50);
    let tags =
        proptest::collection::vec("(<p>|<h2>|<li>|<td>|</p>|</table>|<!--|<script>|&[a-z]{2,5};|\\PC{0,20})", 20..80);
    prop_oneof![
        rows.clone().prop_map(|rows| format!("[{}]", rows.join(","))),
        rows.clone().prop_map(|rows| rows.join("\n")),
        rows.prop_map(|rows| format!("{{\"meta\":{{\"n\":1}},\"data\":{{\"items\":[{}]}}}}", rows.join(", "))),
        cells.prop_map(|cells| format!("x,y,z\n{}", cells.join("\n"))),
        log.prop_map(|lines| lines
            .iter()
            .map(|(second, level, text)| format!("2026-11-30 10:00:{second} {level} {text}\n"))
            .collect()),
        tags.prop_map(|tags| format!("<!doctype html><html><body>{}", tags.concat())),
        proptest::collection::vec("(# |- |> |\\* |    |```|at |\\+|@@ -1,2 \\+3,4 @@)?\\PC{0,40}\r?", 10..60)
            .prop_map(|lines| lines.join("\n")),
        "[a-z😀漢\u{0}\u{1b}\\[m\r\n\t ]{220,900}",
    ]
}

/// One store and one core, which see the same results one after the other.
#[test]
fn on_results_of_every_kind() {
    let folder = tempfile::tempdir().unwrap();
    let set = [("max_result_chars", "200"), ("excerpt_max_chars", "600")];
    let mut toolaria = Toolaria::builder().store(folder.path().join("store"));
    let host = MemoryHost::new();
    for (name, value) in set {
        toolaria = toolaria.set(name, value);
        host.set_setting(name, value);
    }
    let toolaria = toolaria.build().unwrap();
    let core = Rescuer::new(&host);
    let rescued = std::cell::Cell::new(0);
    TestRunner::default()
        .run(&results(), |result| {
            let call = wasm::ToolCall { tool: None, toolset: None, arguments: None, session: None, label: None };
            let through_wasm = toolaria.rescue_bytes(&call, result.as_bytes()).unwrap();
            let natively = core.rescue(model::ToolCall::default(), model::Content::Text(result)).unwrap();
            match (through_wasm, natively) {
                (wasm::RescueOutcome::Stored(through_wasm), model::RescueOutcome::Stored(natively)) => {
                    prop_assert_eq!(through_wasm.text, natively.text);
                    rescued.set(rescued.get() + 1);
                    let call = CALLS[rescued.get() % CALLS.len()].replace("ID", &natively.id);
                    prop_assert_eq!(
                        toolaria.tool_call(&call, None).unwrap(),
                        core.tool_call(&call, None).unwrap(),
                        "{}",
                        call
                    );
                }
                (wasm::RescueOutcome::Unchanged(_), model::RescueOutcome::Unchanged(_)) => {}
                (through_wasm, natively) => panic!("{through_wasm:?} {natively:?}"),
            }
            Ok(())
        })
        .unwrap();
    assert!(rescued.get() > 0);
}
