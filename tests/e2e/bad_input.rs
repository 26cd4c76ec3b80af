//! Results and requests that break others: nothing is lost, and the answer says what to change.

use crate::data;
use std::path::{Path, PathBuf};
use toolaria::types::{Content, GrepQuery, PassReason, Query, Refusal, RescueOutcome, SearchQuery, ToolCall};
use toolaria::{Error, Toolaria};

struct Fixture {
    toolaria: Toolaria,
    folder: tempfile::TempDir,
}

impl Fixture {
    fn new() -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        Fixture { toolaria: Toolaria::builder().store(folder.path().join("store")).build().unwrap(), folder }
    }

    fn store(&self) -> PathBuf {
        self.folder.path().join("store")
    }

    fn rescue(&self, content: Content) -> Result<RescueOutcome, Error> {
        let call = ToolCall { tool: None, toolset: None, arguments: None, session: None, label: None };
        self.toolaria.rescue(&call, &content)
    }

    fn stored(&self, content: Content) -> toolaria::types::Handle {
        match self.rescue(content) {
            Ok(RescueOutcome::Stored(handle)) => handle,
            other => panic!("not rescued: {other:?}"),
        }
    }

    fn grep(&self, id: &str, pattern: &str) -> toolaria::types::Slice {
        self.toolaria.fetch(id, &Query::Grep(GrepQuery { pattern: pattern.to_owned() }), None, None).unwrap()
    }
}

fn text(data: &toolaria::types::SliceData) -> &str {
    match data {
        toolaria::types::SliceData::Text(text) => text,
        toolaria::types::SliceData::Bytes(_) => panic!("bytes"),
    }
}

#[test]
fn an_empty_result_stays() {
    let fixture = Fixture::new();
    assert_eq!(fixture.rescue(Content::Text(String::new())).unwrap(), RescueOutcome::Unchanged(PassReason::Small(0)));
}

#[test]
fn one_line_of_5_megabytes_is_rescued_and_searched() {
    let fixture = Fixture::new();
    let line = format!("{}NEEDLE{}", "hay ".repeat(700_000), "stack ".repeat(400_000));
    let handle = fixture.stored(Content::Text(line));
    assert!(handle.text.chars().count() < 4_000);
    let hit = fixture.grep(&handle.id, "needle");
    assert!(text(&hit.data).contains("hay hay NEEDLEstack stack"), "{:?}", hit.data);
    let query = Query::Search(SearchQuery { text: "needlestack".to_owned(), top: Some(1) });
    assert!(text(&fixture.toolaria.fetch(&handle.id, &query, None, None).unwrap().data).contains("NEEDLEstack"));
}

#[test]
fn deep_nesting_is_no_recursion() {
    let fixture = Fixture::new();
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let handle = fixture.stored(Content::Text(deep));
    assert_eq!(handle.kind, "json");
    assert!(fixture.toolaria.fetch(&handle.id, &Query::Outline, None, None).is_ok());
}

#[test]
fn nul_is_text_and_shows_in_the_preview() {
    let fixture = Fixture::new();
    let handle = fixture.stored(Content::Text("a\0b\n".repeat(9_000)));
    assert_eq!(handle.kind, "text");
    assert!(handle.text.contains("a␀b"), "{}", handle.text);
    assert!(!handle.text.contains('\0'));
}

#[test]
fn a_path_out_of_the_allowed_places_is_denied() {
    let fixture = Fixture::new();
    fixture.stored(Content::Text(data::rows(500)));
    for path in ["../../etc/passwd", "/etc/passwd", "blobs/0", "/store/blobs/0", "incoming/../format", "/store/format"]
    {
        match fixture.rescue(Content::File(path.to_owned())) {
            Err(Error::Refused(Refusal::Denied(message))) => assert!(message.contains(path), "{message}"),
            other => panic!("{path}: {other:?}"),
        }
    }
}

#[test]
fn what_is_no_file_itself_is_denied_in_incoming() {
    let fixture = Fixture::new();
    let incoming = fixture.store().join("incoming");
    std::fs::create_dir_all(&incoming).unwrap();
    std::fs::write(fixture.folder.path().join("secret"), "secret ".repeat(9_000)).unwrap();
    std::os::unix::fs::symlink("../../secret", incoming.join("link")).unwrap();
    std::os::unix::fs::symlink("../blobs", incoming.join("folder")).unwrap();
    std::fs::create_dir(incoming.join("plain")).unwrap();
    for path in ["incoming/link", "incoming/folder/x", "incoming/plain", "incoming/link/x"] {
        match fixture.rescue(Content::File(path.to_owned())) {
            Err(Error::Refused(Refusal::Denied(message))) => {
                assert!(message.ends_with("Give the path of the file itself."), "{message}");
            }
            other => panic!("{path}: {other:?}"),
        }
    }
}

#[test]
fn a_store_that_takes_nothing_lets_the_result_pass() {
    let fixture = Fixture::new();
    block(&fixture.store(), "record");
    block(&fixture.store(), "blobs");
    match fixture.rescue(Content::Text(data::rows(500))) {
        Ok(RescueOutcome::Unchanged(PassReason::NotStored(why))) => assert!(!why.is_empty()),
        other => panic!("{other:?}"),
    }
}

/// Puts a file where the store needs a directory: also root cannot write there.
fn block(store: &Path, name: &str) {
    std::fs::write(store.join(name), "in the way").unwrap();
}

#[test]
fn a_newer_store_is_left_alone() {
    let fixture = Fixture::new();
    let handle = fixture.stored(Content::Text(data::rows(500)));
    std::fs::write(fixture.store().join("format"), "2").unwrap();
    match fixture.toolaria.fetch(&handle.id, &Query::Stat, None, None) {
        Err(Error::Refused(Refusal::Storage(message))) => assert!(message.contains("newer"), "{message}"),
        other => panic!("{other:?}"),
    }
}
