//! Laws of the view, over JSON as serde_json writes it and wraps it, and over any text.

use proptest::prelude::*;
use serde_json::{Value, json};
use toolaria_content::view::View;
use toolaria_content::view::index::Index;

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
    (text, 0..9u8).prop_map(|(text, envelope)| in_envelope(text, envelope))
}

fn in_envelope(text: String, envelope: u8) -> String {
    match envelope {
        0 => json!([{"type": "text", "text": text}]).to_string(),
        1 => json!({"result": text}).to_string(),
        2 => json!({"content": [{"type": "text", "text": json!({"output": text}).to_string()}]}).to_string(),
        3 => json!({"content": [{"type": "text", "text": text}, {"type": "text", "text": "second"}], "isError": false})
            .to_string(),
        4 => json!(text).to_string(),
        5 => json!({"exit_code": 0, "output": text, "took": 1.5}).to_string(),
        6 => format!("{:#}", json!({"ok": true, "data": {"body": text, "more": {"a": [1]}}})),
        _ => text,
    }
}

/// A text of many blocks: rows as they come, again and again with other numbers, in one of the kinds and maybe in envelopes.
fn many_rows() -> impl Strategy<Value = String> {
    let row = prop_oneof![
        6 => "[a-z é😀\"\\\\]{0,120}",
        1 => "\"[a-z\r\n,é]{0,60}\"",
        1 => "[a-z漢]{300,700}",
        1 => Just("x".repeat(40_000)),
    ];
    (prop::collection::vec(row, 4..12), 100..900usize, 0..7u8, 0..6u8).prop_map(|(rows, count, kind, envelope)| {
        let rows = || (0..count).map(|number| (number, &rows[number % rows.len()]));
        let objects = || rows().map(|(id, row)| json!({"id": id, "row": row, "in": {"a": [id, null]}}));
        let text = match kind {
            0 => rows().map(|(id, row)| format!("{id},{row},z\n")).collect(),
            1 => rows().map(|(id, row)| format!("{id} {}\r\n", row.replace(['\r', '\n'], " "))).collect(),
            2 => objects().map(|row| format!("{row}\n")).collect(),
            3 => json!(objects().collect::<Vec<_>>()).to_string(),
            4 => format!("{:#}", json!(objects().collect::<Vec<_>>())),
            5 => json!({"total": count, "data": {"items": objects().collect::<Vec<_>>()}, "next": "é"}).to_string(),
            _ => format!("{:#}", json!({"total": count, "items": objects().collect::<Vec<_>>()})),
        };
        in_envelope(text, envelope)
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

/// What an index gives of some lines, from a byte of the view on or from their first line, is what the view has there, and it is so much
/// as was asked for.
fn indexed_as_laid_out(stored: &str, picks: &[(usize, usize, bool)]) -> Result<(), TestCaseError> {
    let view = View::of(stored);
    let Some(made) = view.index() else { return Ok(()) };
    let index = Index::decode(&made).unwrap();
    let (lines, bytes) = (view.line_count(), view.text().len());
    for (one, other, by_byte) in picks {
        let start = one % (lines + 2);
        let asked = start..start + other % 60;
        let from = by_byte.then(|| view.text().floor_char_boundary(one * 7_919 % (bytes + 1)));
        let least = other * 31 % 50_000;
        let Some(blocks) = index.blocks(asked.clone(), from, least) else {
            prop_assert!(lines == 0 || from.is_some_and(|from| from > view.line_start(asked.end)));
            continue;
        };
        let stretch = index.stretch(blocks.clone(), &stored[index.stored(blocks)]).unwrap();
        let (first, end) = (stretch.line_at(0), stretch.line_start(usize::MAX));
        prop_assert_eq!(stretch.line_count(), lines);
        prop_assert_eq!(stretch.text(stretch.line_start(0)..end), &view.text()[view.line_start(first)..end]);
        let wanted = from.unwrap_or(view.line_start(asked.start));
        prop_assert!(stretch.has_character_at(wanted));
        prop_assert!(end >= view.line_start(asked.end) || end >= wanted + least, "{} {} {}", end, wanted, least);
        for line in [start, first, view.line_at(end.saturating_sub(1))] {
            let inside = view.line_start(line).clamp(stretch.line_start(0), end);
            prop_assert_eq!(stretch.line_start(line), inside);
        }
        let byte = wanted.min(end);
        prop_assert_eq!(stretch.line_at(byte), view.line_at(byte));
    }
    Ok(())
}

fn picks() -> impl Strategy<Value = Vec<(usize, usize, bool)>> {
    prop::collection::vec((0..1_000_000usize, 0..1_000_000usize, any::<bool>()), 20)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60)))]

    #[test]
    fn lines_by_an_index_are_those_of_the_view(stored in many_rows(), picks in picks()) {
        indexed_as_laid_out(&stored, &picks)?;
    }

    #[test]
    fn lines_of_odd_texts_by_an_index_are_those_of_the_view(stored in wrapped(), picks in picks()) {
        indexed_as_laid_out(&stored, &picks)?;
    }

    #[test]
    fn an_index_of_anything_is_none_or_does_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..60), flip in 0..4_000usize) {
        let stored = json!((0..4_000).map(|id| json!({"id": id, "text": "é"})).collect::<Vec<_>>()).to_string();
        let mut flipped = View::of(&stored).index().unwrap();
        let at = flip % flipped.len();
        flipped[at] ^= 1 << (flip % 8);
        for bytes in [bytes, flipped] {
            let Some(index) = Index::decode(&bytes) else { continue };
            let Some(blocks) = index.blocks(flip..flip + 9, None, 9) else { continue };
            let stored = stored.get(index.stored(blocks.clone())).unwrap_or_default();
            let _ = index.stretch(blocks, stored);
        }
    }
}

#[test]
fn an_index_is_small_or_none() {
    let array = |row: &str| format!("[{}{row}]", format!("{row},").repeat(50_000));
    let size = |stored: &str| View::of(stored).index().map(|index| 1_000 * index.len() / stored.len());
    assert_eq!(size(&"a line of a log with some words in it\n".repeat(50_000)), Some(0));
    assert_eq!(size(&array(r#"{"id":1,"name":"a name","value":123456.5}"#)), Some(24));
    assert_eq!(size(&array("1")), None);
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
