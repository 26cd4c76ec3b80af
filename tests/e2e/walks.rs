//! Walks by cursor give back all that was stored, through the real component.

use crate::data;
use toolaria::Toolaria;
use toolaria::types::{Query, RangeQuery, RawQuery, RescueOutcome, SliceData, ToolCall};

fn call() -> ToolCall {
    ToolCall { tool: None, toolset: None, arguments: None, session: None, label: None }
}

/// The joined data of all steps.
fn walk(toolaria: &Toolaria, id: &str, query: &Query) -> Vec<u8> {
    let (mut joined, mut cursor, mut steps) = (Vec::new(), None::<String>, 0);
    loop {
        let slice = toolaria.fetch(id, query, cursor.as_deref(), None).unwrap();
        let data = match slice.data {
            SliceData::Text(text) => text.into_bytes(),
            SliceData::Bytes(bytes) => bytes,
        };
        assert!(!data.is_empty(), "every step advances");
        joined.extend(data);
        steps += 1;
        match slice.cursor {
            Some(next) => assert_ne!(cursor.replace(next.clone()), Some(next)),
            None => break,
        }
    }
    assert!(steps > 2, "the walk has several steps");
    joined
}

fn walks_back(result: &[u8], view: &str) {
    let folder = tempfile::tempdir().unwrap();
    let toolaria = Toolaria::builder().store(folder.path().join("store")).build().unwrap();
    let RescueOutcome::Stored(handle) = toolaria.rescue_bytes(&call(), result).unwrap() else { panic!("not rescued") };
    let raw = walk(&toolaria, &handle.id, &Query::Raw(RawQuery { start_byte: None, count_bytes: None }));
    assert!(raw == result, "raw, joined, is what was stored");
    let range = walk(&toolaria, &handle.id, &Query::Range(RangeQuery { start: None, count: None }));
    assert!(range == view.as_bytes(), "range, joined, is the view");
}

#[test]
fn of_rows_on_one_line() {
    let rows = data::rows(500);
    walks_back(rows.as_bytes(), &rows.replace("},", "},\n"));
}

#[test]
fn of_a_log_with_crlf() {
    let log = data::log(500);
    walks_back(log.as_bytes(), &log);
}

#[test]
fn of_one_long_line_of_wide_characters() {
    let line = data::one_line(20_000);
    walks_back(line.as_bytes(), &line);
}

#[test]
fn of_text_with_a_byte_order_mark_and_nul() {
    let text = format!("\u{feff}{}", "a\0b\n".repeat(5_000));
    walks_back(text.as_bytes(), &text);
}

#[test]
fn of_what_is_spooled_as_a_file() {
    let rows = data::rows(30_000);
    assert!(rows.len() > 1 << 20);
    let folder = tempfile::tempdir().unwrap();
    let toolaria =
        Toolaria::builder().store(folder.path().join("store")).set("fetch_max_chars", "400000").build().unwrap();
    let RescueOutcome::Stored(handle) = toolaria.rescue_bytes(&call(), rows.as_bytes()).unwrap() else { panic!() };
    assert!(
        walk(&toolaria, &handle.id, &Query::Raw(RawQuery { start_byte: None, count_bytes: None })) == rows.as_bytes()
    );
    let incoming = folder.path().join("store/incoming");
    assert_eq!(std::fs::read_dir(incoming).unwrap().count(), 0, "the file was moved into the store");
}
