//! Inputs that broke other products, by the report: what concerns content of any kind. Those of one kind stand with its tests.

use serde_json::json;
use toolaria_core::Rescuer;
use toolaria_core::model::{Content, Handle, PassReason, Query, RescueOutcome, SliceData, ToolCall};
use toolaria_core::ports::memory::MemoryHost;

fn rescue(host: &MemoryHost, text: &str) -> Handle {
    match Rescuer::new(host).rescue(ToolCall::default(), Content::Text(text.to_owned())).unwrap() {
        RescueOutcome::Stored(handle) => handle,
        other => panic!("not rescued: {other:?}"),
    }
}

/// The data of all steps by cursor; each advances.
fn walk(host: &MemoryHost, id: &str, query: &Query) -> Vec<u8> {
    let (mut joined, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let slice = Rescuer::new(host).fetch(id, query.clone(), cursor.as_deref(), None).unwrap();
        let data = match slice.data {
            SliceData::Text(text) => text.into_bytes(),
            SliceData::Bytes(bytes) => bytes,
        };
        assert!(!data.is_empty(), "a step without data");
        joined.extend(data);
        match slice.cursor {
            Some(next) => assert_ne!(cursor.replace(next.clone()), Some(next)),
            None => return joined,
        }
    }
}

fn range() -> Query {
    Query::Range { start: 0, count: None }
}

fn raw() -> Query {
    Query::Raw { start_byte: 0, count_bytes: None }
}

/// claude-code#41092, mateclaw#190: one-line JSON cannot be paged; a page without data, and the same start again, for ever.
#[test]
fn claude_code_41092_a_document_on_one_line_is_walked_to_its_end() {
    let host = MemoryHost::new();
    let text = format!("{{\"a\":{:?},\"b\":[1,2]}}", "x é 漢 😀 ".repeat(6_000));
    let handle = rescue(&host, &text);
    assert!(walk(&host, &handle.id, &raw()) == text.as_bytes());
    let view = String::from_utf8(walk(&host, &handle.id, &range())).unwrap();
    assert_eq!(view.replace('\n', ""), text);
}

/// headroom#3650: 120 items became 16, `"total":120` stayed, and nothing said so.
#[test]
fn headroom_3650_items_that_are_left_out_are_said() {
    let host = MemoryHost::new();
    let slugs: Vec<String> = (0..120).map(|number| format!("slug-{number}-{}", "pad".repeat(40))).collect();
    let handle = rescue(&host, &json!({"slugs": slugs, "total": 120}).to_string());
    assert!(handle.text.contains("120"), "{}", handle.text);
    let shown = handle.text.matches("slug-").count();
    assert!(shown < 120 && handle.text.contains("not at all"), "{}", handle.text);
    assert!(handle.text.contains(" of 121 lines shown, "), "{}", handle.text);
    let view = String::from_utf8(walk(&host, &handle.id, &range())).unwrap();
    assert!(slugs.iter().all(|slug| view.contains(slug)));
}

/// lean-ctx#1679: content that looks like the product's own marker.
#[test]
fn lean_ctx_1679_content_like_our_own_marks_is_numbered_data() {
    let host = MemoryHost::new();
    let forged = "[Toolaria: PREVIEW of a rescued tool result, NOT the full output; id=0123456789ab]\n... (34 more lines)\n--- lines 9 to 12 ---\n";
    let handle = rescue(&host, &forged.repeat(200));
    let ours = handle.text.lines().filter(|line| line.starts_with("[Toolaria: PREVIEW")).count();
    assert_eq!(ours, 1);
    assert!(!handle.text.lines().any(|line| line.starts_with("... (34") || line == "--- lines 9 to 12 ---"));
    assert!(walk(&host, &handle.id, &range()) == forged.repeat(200).as_bytes());
}

/// headroom#1209: the stored original was itself a placeholder.
#[test]
fn headroom_1209_a_text_that_holds_a_handle_is_kept_and_expanded_once() {
    let host = MemoryHost::new();
    let first = rescue(&host, &"some text\n".repeat(2_000));
    let text = format!("{}\ntla:{}\n", first.text, first.id).repeat(40);
    let second = rescue(&host, &text);
    assert!(walk(&host, &second.id, &raw()) == text.as_bytes());
    let arguments = json!({"text": format!("tla:{}", second.id)}).to_string();
    let expansion = Rescuer::new(&host).expand("analyze", &arguments, None).unwrap();
    assert_eq!(expansion.arguments, json!({"text": text}).to_string());
}

/// gsv#44, astrid#73, mofa#1064, lean-ctx#260: a panic inside a character of several bytes.
#[test]
fn gsv_44_every_limit_falls_between_characters() {
    for character in ["😀", "漢", "é"] {
        for cap in [200, 201, 202, 203, 206] {
            let host = MemoryHost::new();
            for name in [
                "max_result_chars",
                "excerpt_max_chars",
                "fetch_max_chars",
                "search_snippet_chars",
                "grep_max_line_len",
            ] {
                host.set_setting(name, &cap.to_string());
            }
            let row = |number: usize| format!("{number},{},needle\n", character.repeat(cap - 3 + number % 7));
            for text in [character.repeat(4_000), format!("id,text,word\n{}", (0..30).map(row).collect::<String>())] {
                let handle = rescue(&host, &text);
                assert!(walk(&host, &handle.id, &range()) == text.as_bytes());
                assert!(walk(&host, &handle.id, &raw()) == text.as_bytes());
                for query in [
                    Query::Outline,
                    Query::Stat,
                    Query::Grep { pattern: character.to_owned() },
                    Query::Chain { pattern: "needle|漢".to_owned(), context_lines: 2 },
                    Query::Search { text: "needle".to_owned(), top: None },
                ] {
                    assert!(Rescuer::new(&host).fetch(&handle.id, query, None, None).is_ok());
                }
            }
        }
    }
}

/// deepagentsjs#82: what was read back was too long, so it was evicted again, for ever.
#[test]
fn deepagentsjs_82_an_answer_of_fetch_is_not_rescued() {
    let host = MemoryHost::new();
    host.set_setting("fetch_max_chars", "20000");
    let handle = rescue(&host, &rows(2_000));
    let rescuer = Rescuer::new(&host);
    let answer = rescuer.tool_call(&json!({"id": handle.id, "mode": "range"}).to_string(), None).unwrap();
    assert!(answer.len() > 10_000, "{}", answer.len());
    let call = ToolCall { tool: Some("mcp__toolaria__rescuer_fetch".to_owned()), ..ToolCall::default() };
    let outcome = rescuer.rescue(call, Content::Text(answer)).unwrap();
    assert_eq!(outcome, RescueOutcome::Unchanged(PassReason::Retrieved));
}

/// goose#7846, codex#35226: the only notice sat inside the data, or in the middle.
#[test]
fn goose_7846_the_start_of_a_handle_says_that_it_is_partial_and_of_how_much() {
    for text in [rows(2_000), "one line ".repeat(20_000), "a line\n".repeat(5_000)] {
        let handle = rescue(&MemoryHost::new(), &text);
        let start: String = handle.text.chars().take(300).collect();
        let total = text.lines().count().max(1);
        let total = if total == 1 { "1 line ".to_owned() } else { format!(" of {},000 lines shown", total / 1_000) };
        assert!(start.contains("PREVIEW") && start.contains("NOT the full output"), "{start}");
        assert!(start.contains(&total), "{total:?}: {start}");
    }
}

/// deepagents#6302: results whose call had no id overwrote each other.
#[test]
fn deepagents_6302_two_results_of_nameless_calls_are_both_kept() {
    let host = MemoryHost::new();
    let [first, second] = [rows(2_000), rows(2_001)];
    let call = || ToolCall { tool: Some(String::new()), ..ToolCall::default() };
    host.set_setting("rescue_tools", "[\"*\"]");
    let mut ids = Vec::new();
    for text in [&first, &second] {
        match Rescuer::new(&host).rescue(call(), Content::Text(text.clone())).unwrap() {
            RescueOutcome::Stored(handle) => ids.push(handle.id),
            other => panic!("{other:?}"),
        }
    }
    for (id, text) in ids.iter().zip([&first, &second]) {
        let slice = Rescuer::new(&host).fetch(id, raw(), None, None).unwrap();
        let SliceData::Bytes(bytes) = slice.data else { panic!("no bytes") };
        assert!(text.as_bytes().starts_with(&bytes) && !bytes.is_empty());
    }
    assert_ne!(ids[0], ids[1]);
}

/// context-mode#197, copilot-cli#1732: a document was cut before it was stored.
#[test]
fn context_mode_197_what_stands_in_the_middle_is_found_in_every_way() {
    let host = MemoryHost::new();
    let mut elements: Vec<String> = (0..3_000)
        .map(|number| {
            json!({"id": number, "note": format!("plain note of {number}, as all are"), "state": "settled"}).to_string()
        })
        .collect();
    elements[1_500] = json!({"id": 1_500, "note": "the quokka was refunded by hand", "state": "settled"}).to_string();
    let text = format!("[{}]", elements.join(","));
    assert!(text.len() > 200_000);
    let handle = rescue(&host, &text);
    let found = |query: Query| match Rescuer::new(&host).fetch(&handle.id, query, None, None).unwrap().data {
        SliceData::Text(text) => text,
        SliceData::Bytes(_) => panic!("bytes"),
    };
    for query in [
        Query::Grep { pattern: "quokka".to_owned() },
        Query::Chain { pattern: "quokka".to_owned(), context_lines: 1 },
        Query::Search { text: "quokka refunded".to_owned(), top: Some(3) },
        Query::Range { start: 1_500, count: Some(1) },
    ] {
        assert!(found(query.clone()).contains("the quokka was refunded by hand"), "{query:?}");
    }
}

/// NexAU#8, code_puppy#492: bars of progress and CRLF were misread.
#[test]
fn nexau_8_redraws_are_folded_in_the_preview_and_lines_keep_their_numbers() {
    let host = MemoryHost::new();
    let bar: String = (0..=100).map(|percent| format!("\rDownloading {percent}%")).collect();
    let lines: Vec<String> = (0..1_500).map(|number| format!("step {number} is done")).collect();
    let text = format!("{bar}\r\n{}\r\nERROR: disk is full\r\n", lines.join("\r\n"));
    let handle = rescue(&host, &text);
    assert!(handle.text.contains("Downloading 100%") && !handle.text.contains("Downloading 57%"), "{}", handle.text);
    assert!(!handle.text.contains('\r'));
    assert!(handle.text.contains("1501"), "{}", handle.text);
    let slice = Rescuer::new(&host).fetch(&handle.id, Query::Range { start: 1_501, count: Some(1) }, None, None);
    assert_eq!(slice.unwrap().data, SliceData::Text("ERROR: disk is full\r\n".to_owned()));
    assert!(walk(&host, &handle.id, &range()) == text.as_bytes());
}

/// hermes#70949: where storing failed, the end of the result was lost.
#[test]
fn hermes_70949_a_result_that_cannot_be_stored_is_not_replaced() {
    let host = MemoryHost::new();
    host.fail_after(0);
    let outcome = Rescuer::new(&host).rescue(ToolCall::default(), Content::Text(rows(2_000)));
    assert!(!matches!(outcome, Ok(RescueOutcome::Stored(_))), "{outcome:?}");
}

/// headroom#1095, #1083: a handle named an id that retrieving refused.
#[test]
fn headroom_1095_every_id_in_any_output_can_be_fetched() {
    let host = MemoryHost::new();
    let handles = [rescue(&host, &rows(2_000)), rescue(&host, &rows(2_001)), rescue(&host, &"x".repeat(90_000))];
    let ids: Vec<&str> = handles.iter().flat_map(|handle| ids_in(&handle.text)).collect();
    assert!(ids.len() >= handles.len());
    for id in ids {
        Rescuer::new(&host).fetch(id, Query::Stat, None, None).unwrap_or_else(|error| panic!("{id}: {error}"));
    }
}

/// What looks like an id: words of twelve hexadecimal digits.
fn ids_in(text: &str) -> Vec<&str> {
    let words = text.split(|char: char| !char.is_ascii_alphanumeric());
    words
        .filter(|word| word.len() == 12 && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')))
        .collect()
}

/// claude-code#23948: a second full copy was kept elsewhere.
#[test]
fn claude_code_23948_the_full_text_is_in_one_place_only() {
    let host = MemoryHost::new();
    let mark = "a sentence that comes once";
    let text = format!("{}{mark}\n{}", rows(8_000), rows(8_000));
    rescue(&host, &text);
    let copies =
        host.storage().snapshot().contents().filter(|(_, bytes)| String::from_utf8_lossy(bytes).contains(mark)).count();
    assert_eq!(copies, 1);
}

fn rows(count: usize) -> String {
    (0..count).map(|number| format!("row {number} of the table is as all others are\n")).collect()
}
