//! The same again: a result that is nearly the last one of its tool says so and shows what differs.

use toolaria_core::Rescuer;
use toolaria_core::model::{Content, Handle, RescueOutcome, ToolCall};
use toolaria_core::ports::Host;
use toolaria_core::ports::memory::MemoryHost;

fn rows(count: usize) -> String {
    (0..count).map(|row| format!("row {row}: {}\n", "some text ".repeat(6))).collect()
}

fn rescue(host: &MemoryHost, session: &str, tool: Option<&str>, text: &str) -> Handle {
    let call = ToolCall { tool: tool.map(str::to_owned), session: Some(session.to_owned()), ..ToolCall::default() };
    match Rescuer::new(host).rescue(call, Content::Text(text.to_owned())).unwrap() {
        RescueOutcome::Stored(handle) => handle,
        other => panic!("{other:?}"),
    }
}

fn poll(host: &MemoryHost, text: &str) -> Handle {
    rescue(host, "a", Some("web_extract"), text)
}

const SAME: &str = "The last result of this tool in this session was the same to the byte.";

#[test]
fn a_result_that_is_the_same_to_the_byte_says_so() {
    let host = MemoryHost::new();
    assert!(!poll(&host, &rows(500)).text.contains("The last result"));
    assert!(poll(&host, &rows(500)).text.contains(SAME));
}

#[test]
fn a_result_with_a_few_other_lines_names_the_last_one_and_shows_them() {
    let host = MemoryHost::new();
    let first = poll(&host, &rows(500));
    let text = rows(500).replace("row 250:", "ROW 250:").replace("row 400:", "row 400:\nrow 400 and a half:");
    let handle = poll(&host, &text).text;
    let said = format!(
        "Nearly the same as {}, the last result of this tool in this session: 3 lines new, 2 lines gone, all others the same.",
        first.id
    );
    assert!(handle.contains(&said), "{handle}");
    let title = format!("--- new or gone since {} ---\n", first.id);
    let changes = handle.split(&title).nth(1).expect(&handle);
    let shown: Vec<&str> = changes.lines().take(5).map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(
        shown,
        ["gone 250| row 250", "250| ROW 250", "gone 400| row 400", "400| row 400", "401| row 400 and a half"]
    );
}

#[test]
fn the_next_one_is_compared_with_this_one() {
    let host = MemoryHost::new();
    poll(&host, &rows(500));
    let second = poll(&host, &rows(501));
    assert!(poll(&host, &rows(502)).text.contains(&format!("Nearly the same as {}", second.id)));
}

#[test]
fn other_sessions_other_tools_and_calls_without_a_tool_are_not_compared() {
    let host = MemoryHost::new();
    poll(&host, &rows(500));
    let other = [("b", Some("web_extract")), ("a", Some("web_search")), ("a", None)];
    for (session, tool) in other {
        let text = rescue(&host, session, tool, &rows(501)).text;
        assert!(!text.contains("the last result"), "{session} {tool:?}: {text}");
    }
}

#[test]
fn a_result_that_is_another_one_is_not_compared() {
    let host = MemoryHost::new();
    poll(&host, &rows(500));
    assert!(!poll(&host, &rows(500).replace("some", "other")).text.contains("the last result"));
    assert!(!poll(&host, &rows(1_000)).text.contains("the last result"));
}

#[test]
fn what_is_forgotten_or_swept_is_not_compared_and_leaves_no_pointer() {
    let host = MemoryHost::new();
    poll(&host, &rows(500));
    Rescuer::new(&host).forget(Some("a")).unwrap();
    assert!(host.files("/store").iter().all(|name| !name.starts_with("last/")));
    assert!(!poll(&host, &rows(501)).text.contains("the last result"));
    host.set_now_ms(host.now_ms() + 800 * 3_600_000);
    Rescuer::new(&host).sweep(None, None).unwrap();
    assert!(host.files("/store").iter().all(|name| !name.starts_with("last/")), "{:?}", host.files("/store"));
}

#[test]
fn a_handle_stays_within_its_cap_and_shorter_than_its_result() {
    let host = MemoryHost::new();
    host.set_setting("excerpt_max_chars", "400");
    poll(&host, &rows(500));
    let handle = poll(&host, &rows(500).replace("row 7", "ROW 7"));
    assert!(handle.text.chars().count() < 2_000, "{}", handle.text);
    assert!(handle.text.contains("[... excerpt truncated to excerpt_max_chars]"));
}
