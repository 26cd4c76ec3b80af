//! What is unwrapped, and what stays beside it: protocols as tools and their hosts write them.

use serde_json::{Value, json};
use toolaria_core::Rescuer;
use toolaria_core::kind::Kind;
use toolaria_core::model::{Content, RescueOutcome, ToolCall};
use toolaria_core::ports::memory::MemoryHost;
use toolaria_core::view::View;

fn csv() -> String {
    let rows: String = (0..40).map(|id| format!("{id},\"name, {id}\",{}\n", id % 7)).collect();
    format!("id,name,score\n{rows}")
}

fn lines(stored: &Value) -> Vec<String> {
    let stored = stored.to_string();
    let view = View::of(&stored);
    for line in 0..view.line_count() {
        let source = view.source(line).unwrap();
        assert_eq!(source.transform.decode(&stored[source.bytes]), view.line(line));
    }
    (0..view.line_count()).map(|line| view.line(line).to_owned()).collect()
}

fn kind(stored: &Value) -> &'static str {
    View::of(&stored.to_string()).main_section().kind.name()
}

/// All of the csv's lines come first; what follows is given back.
fn beside(stored: Value) -> Vec<String> {
    assert_eq!(kind(&stored), "csv", "{stored}");
    let mut lines = lines(&stored);
    let beside = lines.split_off(41);
    assert_eq!(lines.concat(), csv());
    beside
}

#[test]
fn a_table_in_a_string_is_a_table() {
    assert_eq!(beside(json!({"result": csv()})), [""; 0]);
    assert_eq!(beside(json!({"content": [{"type": "text", "text": json!({"result": csv()}).to_string()}]})), [""; 0]);
    assert_eq!(
        beside(json!({"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": csv()}]}})),
        [""; 0]
    );
}

#[test]
fn what_stands_beside_a_text_follows_its_lines() {
    assert_eq!(beside(json!({"output": csv(), "exit_code": 0})), ["\"exit_code\":0"]);
    assert_eq!(
        beside(json!({"url": "x", "ok": true, "body": csv(), "took_ms": 12})),
        ["\"url\":\"x\",\"ok\":true\n", "\"took_ms\":12"]
    );
}

#[test]
fn envelopes_in_envelopes_are_unwrapped_however_they_are_called() {
    assert_eq!(beside(json!({"data": {"result": csv()}})), [""; 0]);
    assert_eq!(
        beside(json!({"ok": true, "response": {"body": {"output": csv(), "exit_code": 1}}})),
        ["\"exit_code\":1\n", "\"ok\":true"]
    );
    assert_eq!(beside(json!({"result": {"content": [{"type": "text", "text": csv()}], "isError": false}})), [""; 0]);
    assert_eq!(beside(json!([{"output": csv(), "exit_code": 0}])), ["\"exit_code\":0"]);
}

#[test]
fn an_error_within_envelopes_is_known() {
    let stored =
        json!({"ok": true, "response": {"content": [{"type": "text", "text": csv()}], "isError": true}}).to_string();
    assert!(View::of(&stored).is_error());
}

#[test]
fn data_is_no_envelope() {
    let items: Vec<Value> = (0..50).map(|id| json!({"id": id, "type": "order", "text": "a\nb"})).collect();
    for stored in [
        json!({"data": {"items": items}}),
        json!([{"a": items}]),
        json!([csv(), 1, "two"]),
        json!([csv()]),
        json!({"key": "x".repeat(500), "n": 1, "more": []}),
        json!({"one": csv(), "other": csv()}),
    ] {
        assert_eq!(kind(&stored), "json", "{stored}");
        assert!(!View::of(&stored.to_string()).is_unwrapped());
    }
}

#[test]
fn pochi_1607_a_document_in_a_string_in_an_envelope_is_read() {
    let lines_of = |text: &str| lines(&json!([{"type": "text", "text": json!({"output": text}).to_string()}]));
    assert_eq!(lines_of("a\nb é\nc"), ["a\n", "b é\n", "c"]);
    assert_eq!(lines_of("[1,\n 2]"), ["[1,\n", "2]"]);
    let stored = json!([{"type": "text", "text": json!({"output": csv(), "exitCode": 0}).to_string()}]);
    assert_eq!(beside(stored), ["\"exitCode\":0"]);
}

#[test]
fn structured_content_that_says_the_same_otherwise_is_left_out() {
    let both = |text: &str, structured: Value| {
        lines(&json!({"content": [{"type": "text", "text": text}], "structuredContent": structured})).concat()
    };
    let text = "{\"b\": [1.0, 2], \"a\": \"\\u00e9\"}";
    assert_eq!(both(text, json!({"a": "é", "b": [1, 2]})), text);
    assert!(both(text, json!({"a": "é", "b": [1, 3]})).ends_with("}\n{\"a\":\"é\",\"b\":[1,3]}"));
}

/// open-webui#29208: an image floods what is beside it.
#[test]
fn open_webui_29208_an_image_does_not_hide_the_text_beside_it() {
    let image = "iVBORw0KGgo".repeat(2_000);
    let stored = json!({"content": [
        {"type": "text", "text": csv()},
        {"type": "image", "data": image, "mimeType": "image/png"},
    ], "structuredContent": {"image": {"url": format!("data:image/png;base64,{image}")}}});
    assert!(matches!(View::of(&stored.to_string()).main_section().kind, Kind::Table(_)));
    let beside = beside(stored);
    assert!(beside[1].starts_with("\"data\":\"iVBOR") && beside[3].contains("data:image/png"), "{}", beside.len());
}

#[test]
fn depth_of_envelopes_is_no_recursion() {
    let deep = "{\"a\":".repeat(20_000) + "\"x\\ny\"" + &"}".repeat(20_000);
    assert!(View::of(&deep).line_count() > 0);
    let mut text = "a\nb".to_owned();
    (0..12).for_each(|_| text = json!({"result": text}).to_string());
    assert!(View::of(&text).line_count() > 0);
}

/// The same in the excerpt: of what type and how large the image is, and no base64.
#[test]
fn open_webui_29208_base64_in_a_preview_is_set_aside_by_type_and_size() {
    let image = "iVBORw0KGgoAAAAN".repeat(2_000);
    let uri = format!("data:image/jpeg;base64,{image}");
    let stored = json!({"content": [
        {"type": "text", "text": csv()},
        {"type": "image", "data": image, "mimeType": "image/png"},
    ], "structuredContent": {"nested": {"url": uri}}});
    let outcome =
        Rescuer::new(&MemoryHost::new()).rescue(ToolCall::default(), Content::Text(stored.to_string())).unwrap();
    let RescueOutcome::Stored(handle) = outcome else { panic!("not rescued") };
    assert!(!handle.text.contains("iVBOR"), "{}", handle.text);
    assert!(handle.text.contains("image/jpeg, 24,000 bytes in base64"), "{}", handle.text);
}
