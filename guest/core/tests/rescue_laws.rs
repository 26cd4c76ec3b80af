//! Laws of rescue: what stays is left as it came, what is stored is shorter and calm.

use toolaria_core::Rescuer;
use toolaria_core::model::{Content, Handle, PassReason, RescueOutcome, ToolCall};
use toolaria_core::ports::memory::MemoryHost;

fn host() -> MemoryHost {
    let host = MemoryHost::new();
    host.set_setting("max_result_chars", "200");
    host
}

fn rescue(host: &MemoryHost, tool: Option<&str>, content: Content) -> RescueOutcome {
    let call = ToolCall { tool: tool.map(str::to_owned), ..ToolCall::default() };
    Rescuer::new(host).rescue(call, content).unwrap()
}

fn stored(content: &str) -> Handle {
    match rescue(&host(), Some("web_extract"), Content::Text(content.to_owned())) {
        RescueOutcome::Stored(handle) => handle,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_result_that_a_handle_would_not_shorten_leaves_store_and_file_as_they_were() {
    for length in 201..2_300 {
        let host = host();
        let content = "z".repeat(length);
        host.set_file("/store", "incoming/x", content.as_bytes());
        match rescue(&host, None, Content::File("incoming/x".to_owned())) {
            RescueOutcome::Unchanged(reason) => {
                assert_eq!(reason, PassReason::NoGain);
                assert_eq!(host.files("/store"), ["incoming/x"], "{length}");
            }
            RescueOutcome::Stored(handle) => {
                assert!(handle.text.chars().count() < length, "{length}");
                assert!(!host.files("/store").contains(&"incoming/x".to_owned()));
            }
        }
    }
}

#[test]
fn a_handle_of_bytes_is_shorter_than_they_are() {
    for length in 201..600 {
        if let RescueOutcome::Stored(handle) = rescue(&host(), None, Content::Bytes(vec![0xff; length])) {
            assert!(handle.text.len() < length, "{length}: {}", handle.text);
        }
    }
}

#[test]
fn a_call_in_error_is_said_first() {
    let text = "no such file\\n".repeat(300);
    let handle = stored(&format!(r#"{{"content":[{{"type":"text","text":"{text}"}}],"isError":true}}"#));
    let first: String = handle.text.chars().take(300).collect();
    assert!(first.contains("The tool says that its call was in error"), "{first}");
    assert!(first.contains("out of an envelope that raw shows"), "{first}");
}

#[test]
fn no_handle_looks_like_a_failed_call_at_its_start() {
    let rows = format!("[{}]", r#"{"status":"failed","error":"error"},"#.repeat(200).trim_end_matches(','));
    let host = host();
    for tool in ["web_extract", "mcp_x\"failed\"x", "mcp_\"error\""] {
        let RescueOutcome::Stored(handle) = rescue(&host, Some(tool), Content::Text(rows.clone())) else { panic!() };
        let start: String = handle.text.chars().take(500).collect::<String>().to_lowercase();
        assert!(!start.contains("\"error\"") && !start.contains("\"failed\""), "{start}");
        assert!(handle.text.contains("\"failed\""), "the data is below");
    }
}

#[test]
fn a_hint_names_only_what_will_be_answered() {
    let long = stored(&"line of text\n".repeat(70_000));
    assert!(!long.text.contains("\"full\"") && !long.text.contains("tla:"), "{}", long.text);
    let short = stored(&"line of text\n".repeat(1_000));
    assert!(short.text.contains("\"full\"") && short.text.contains("tla:"), "{}", short.text);
}

#[test]
fn the_largest_excerpt_setting_is_no_overflow() {
    let host = host();
    host.set_setting("excerpt_max_chars", "18446744073709551615");
    let outcome = rescue(&host, None, Content::Text("line of text\n".repeat(1_000)));
    assert!(matches!(outcome, RescueOutcome::Stored(handle) if handle.text.contains("985 to 999, ×15| line of text")));
}

/// A document about failures reports none, and a program none at all; one failure in a document is told.
#[test]
fn what_speaks_of_failures_in_many_ways_reports_none() {
    let told = |text: &str| stored(text).text.contains("may tell of a failure");
    let words = ["read", "write", "open", "close", "seek", "parse", "bind", "send", "lock", "join", "fork", "exec"];
    let code: String = words
        .iter()
        .map(|word| format!("pub fn {word}() -> Result<(), Error> {{\n    {word}_error()?;\n    Ok(())\n}}\n\n"))
        .collect();
    assert!(!told(&code.repeat(12)));
    let guide = |failure: &str| {
        let sections: String = (0..80)
            .map(|number| {
                format!(
                    "## Part {number}\n\nSome [words](x.md) of part {number}, and *more* of them.\n\n{}",
                    if number == 50 { failure } else { "" }
                )
            })
            .collect();
        format!("# Guide\n\n{sections}")
    };
    assert!(!told(&guide("")));
    let about: String = words.iter().map(|word| format!("If {word} is an error, {word} again.\n\n")).collect();
    assert!(!told(&guide(&about)));
    assert!(told(&guide("ERROR: this part could not be rendered\n\n")));
}
