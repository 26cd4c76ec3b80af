//! Laws of the view, over JSON as serde_json writes it and wraps it, and over any text.

use proptest::prelude::*;
use serde_json::{Value, json};
use toolaria_content::view::View;

/// A JSON tree of some depth.
fn tree() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z é😀\"\\\\\n\t]{0,60}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 80, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map("[a-z\"é]{0,9}", inner, 0..8).prop_map(|map| json!(map)),
        ]
    })
}

/// Delimited text, well quoted and badly.
fn table() -> impl Strategy<Value = String> {
    let cell = prop_oneof![4 => "[0-9a-zé]{1,5}", 1 => "\"[a-z,\r\né]{0,8}(\"\")?\"", 1 => "[\"a \n]{0,3}"];
    let end = prop_oneof![4 => Just("\n"), 2 => Just("\r\n"), 1 => Just("\n\n")];
    let row = (prop::collection::vec(cell, 3), end).prop_map(|(cells, end)| cells.join(",") + end);
    (prop_oneof![Just(""), Just("\u{feff}")], prop::collection::vec(row, 0..20))
        .prop_map(|(mark, rows)| mark.to_owned() + &rows.concat())
}

/// JSON by lines, some of them broken or blank.
fn json_lines() -> impl Strategy<Value = String> {
    let line = prop_oneof![6 => tree().prop_map(|tree| json!({"a": tree}).to_string()), 1 => "[{}\\[\\]a]{0,5}", 1 => Just(String::new())];
    prop::collection::vec(line, 0..12).prop_map(|lines| lines.join("\n"))
}

/// How a text can come: as it is, or in envelopes.
fn wrapped() -> impl Strategy<Value = String> {
    let text = prop_oneof![
        table(),
        json_lines(),
        tree().prop_map(|tree| tree.to_string()),
        tree().prop_map(|tree| format!("{tree:#}")),
        "[a-z\r\n é😀]{0,200}",
        any::<String>(),
    ];
    (text, 0..9u8).prop_map(|(text, envelope)| match envelope {
        0 => json!([{"type": "text", "text": text}]).to_string(),
        1 => json!({"result": text}).to_string(),
        2 => json!({"content": [{"type": "text", "text": json!({"output": text}).to_string()}]}).to_string(),
        3 => json!({"content": [{"type": "text", "text": text}, {"type": "text", "text": "second"}], "isError": false})
            .to_string(),
        4 => json!(text).to_string(),
        5 => json!({"exit_code": 0, "output": text, "took": 1.5}).to_string(),
        6 => format!("{:#}", json!({"ok": true, "data": {"body": text, "more": {"a": [1]}}})),
        _ => text,
    })
}

/// How many cases a law is tried on: PROPTEST_CASES, which the configuration below would hide, or fewer.
fn cases(few: u32) -> u32 {
    std::env::var("PROPTEST_CASES").map_or(few, |cases| cases.parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(1_000)))]

    #[test]
    fn a_lines_bytes_decoded_by_its_transform_are_the_line(stored in wrapped()) {
        let view = View::of(&stored);
        for line in 0..view.line_count() {
            let source = view.source(line).unwrap();
            prop_assert_eq!(source.transform.decode(&stored[source.bytes]), view.line(line));
        }
    }

    #[test]
    fn lines_joined_are_the_view_and_only_the_last_may_lack_its_end(stored in wrapped()) {
        let view = View::of(&stored);
        let lines: Vec<&str> = (0..view.line_count()).map(|line| view.line(line)).collect();
        prop_assert_eq!(lines.concat(), view.text());
        prop_assert!(lines.iter().rev().skip(1).all(|line| line.ends_with('\n')));
        prop_assert!(lines.iter().all(|line| !line.is_empty()));
        for (number, line) in lines.iter().enumerate() {
            prop_assert_eq!(view.line_at(view.line_start(number)), number);
            prop_assert_eq!(view.line_at(view.line_start(number) + line.len() - 1), number);
        }
    }

    #[test]
    fn sections_cover_all_lines_in_order(stored in wrapped()) {
        let view = View::of(&stored);
        let mut next = 0;
        for section in view.sections() {
            prop_assert_eq!(section.lines.start, next);
            next = section.lines.end;
        }
        prop_assert_eq!(next, view.line_count());
    }

    /// Layout changes white space only: what was JSON is the same JSON afterwards, with its tokens as they were written.
    #[test]
    fn laid_out_json_keeps_its_tokens(tree in tree(), pretty in any::<bool>()) {
        let array = json!([tree, 1, "two"]);
        let stored = if pretty { format!("{array:#}") } else { array.to_string() };
        let view = View::of(&stored);
        prop_assert_eq!(view.line_count(), 3);
        let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        prop_assert_eq!(parsed(view.text()), parsed(&stored));
        let tokens = |text: &str| text.chars().filter(|char| !char.is_whitespace()).collect::<String>();
        prop_assert_eq!(tokens(view.text()), tokens(&stored));
    }
}

#[test]
fn tokens_stay_as_they_were_written() {
    let stored = r#"[1e400, -0.0, 123456789012345678901234567890, {"a":1,"a":2}, "\ud800", "\u0041\/"]"#;
    let view = View::of(stored);
    let lines: Vec<&str> = (0..view.line_count()).map(|line| view.line(line).trim_end()).collect();
    assert_eq!(
        lines,
        ["[1e400,", "-0.0,", "123456789012345678901234567890,", r#"{"a":1,"a":2},"#, r#""\ud800","#, r#""\u0041\/"]"#]
    );
}

#[test]
fn depth_is_no_recursion() {
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    assert_eq!(View::of(&deep).line_count(), 1);
    let objects = "{\"a\":".repeat(10_000) + "1" + &"}".repeat(10_000);
    assert_eq!(View::of(&objects).text(), objects);
}
