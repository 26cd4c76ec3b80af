//! Stored bytes that changed: an error that names them, never a wrong answer.

#[path = "damage/flips.rs"]
mod flips;

use crate::data;
use std::path::{Path, PathBuf};
use toolaria::types::{Query, RangeQuery, Refusal, RescueOutcome, ToolCall};
use toolaria::{Error, Toolaria};

struct Fixture {
    toolaria: Toolaria,
    store: PathBuf,
    id: String,
    _folder: tempfile::TempDir,
}

impl Fixture {
    fn new() -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("store");
        let toolaria = Toolaria::builder().store(&store).build().unwrap();
        let id = rescue(&toolaria);
        Fixture { toolaria, store, id, _folder: folder }
    }

    fn refusal(&self) -> Refusal {
        let query = Query::Range(RangeQuery { start: None, count: Some(1) });
        match self.toolaria.fetch(&self.id, &query, None, None) {
            Err(Error::Refused(refusal)) => refusal,
            other => panic!("{other:?}"),
        }
    }
}

fn rescue(toolaria: &Toolaria) -> String {
    let call = ToolCall {
        tool: Some("web_extract".to_owned()),
        toolset: None,
        arguments: Some("{\"url\":\"x\"}".to_owned()),
        session: None,
        label: None,
    };
    match toolaria.rescue_bytes(&call, data::rows(1_000).as_bytes()) {
        Ok(RescueOutcome::Stored(handle)) => handle.id,
        other => panic!("{other:?}"),
    }
}

fn only_file(folder: &Path) -> PathBuf {
    let entry = std::fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    if entry.is_dir() { only_file(&entry) } else { entry }
}

fn flip(file: &Path) {
    let mut bytes = std::fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(file, bytes).unwrap();
}

#[test]
fn a_flipped_bit_in_a_blob_is_corrupt_and_the_next_rescue_mends_it() {
    let fixture = Fixture::new();
    let blob = only_file(&fixture.store.join("blobs"));
    flip(&blob);
    let Refusal::Corrupt(message) = fixture.refusal() else { panic!("{:?}", fixture.refusal()) };
    assert!(message.contains(&*blob.file_name().unwrap().to_string_lossy()), "{message}");
    rescue(&fixture.toolaria);
    assert!(fixture.toolaria.fetch(&fixture.id, &Query::Outline, None, None).is_ok());
}

#[test]
fn a_blob_that_was_cut_is_corrupt() {
    let fixture = Fixture::new();
    let blob = only_file(&fixture.store.join("blobs"));
    let bytes = std::fs::read(&blob).unwrap();
    std::fs::write(&blob, &bytes[..bytes.len() - 1]).unwrap();
    assert!(matches!(fixture.refusal(), Refusal::Corrupt(_)), "{:?}", fixture.refusal());
}

#[test]
fn a_missing_blob_is_swept_and_names_the_call() {
    let fixture = Fixture::new();
    std::fs::remove_file(only_file(&fixture.store.join("blobs"))).unwrap();
    let Refusal::Swept(info) = fixture.refusal() else { panic!("{:?}", fixture.refusal()) };
    assert_eq!((info.tool.as_deref(), info.arguments.as_deref()), (Some("web_extract"), Some("{\"url\":\"x\"}")));
    assert!(info.message.contains("web_extract"), "{}", info.message);
}

#[test]
fn a_flipped_bit_in_a_record_is_corrupt() {
    let fixture = Fixture::new();
    flip(&only_file(&fixture.store.join("record")));
    let Refusal::Corrupt(message) = fixture.refusal() else { panic!("{:?}", fixture.refusal()) };
    assert!(message.contains(&fixture.id), "{message}");
}
