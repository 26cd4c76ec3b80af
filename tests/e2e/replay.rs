//! Replays a scenario (`tests/scenarios/README.md`) in this host.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use toolaria::keyvalue::{Backend, Memory, Sqlite};
use toolaria::types::*;
use toolaria::{Error, Toolaria};

/// Where records are.
#[derive(Clone, Copy)]
pub enum Layout {
    Directory,
    Memory,
    Sqlite,
}

/// Runs all steps of the scenario in a store of its own.
pub fn replay(text: &str, layout: Layout) {
    let scenario: Value = serde_json::from_str(text).expect("a scenario is JSON");
    let folder = tempfile::tempdir().unwrap();
    let mut builder = Toolaria::builder().store(folder.path().join("store"));
    let backend: Option<Arc<dyn Backend>> = match layout {
        Layout::Directory => None,
        Layout::Memory => Some(Arc::new(Memory::default())),
        Layout::Sqlite => Some(Arc::new(Sqlite::open(&folder.path().join("kv.sqlite")).unwrap())),
    };
    if let Some(backend) = backend {
        builder = builder.backend(backend);
    }
    for (name, value) in scenario["settings"].as_object().expect("settings") {
        builder = builder.set(name, value.as_str().expect("a setting is a string"));
    }
    let (toolaria, _) = builder.build_with_problems().unwrap();
    let mut replay = Replay { toolaria, folder, saved: BTreeMap::new() };
    for (number, step) in scenario["steps"].as_array().expect("steps").iter().enumerate() {
        replay.step(number, step);
    }
}

struct Replay {
    toolaria: Toolaria,
    folder: TempDir,
    saved: BTreeMap<String, String>,
}

/// What a step gave, in the terms of `expect`.
#[derive(Default)]
struct Answer {
    text: String,
    bytes: Option<Vec<u8>>,
    /// Where `contains` and `lacks` look.
    all: String,
    cursor: Option<String>,
    save: Option<String>,
    notice: Option<String>,
    handle: Option<String>,
    stored: Option<String>,
    unchanged: Option<&'static str>,
    ids: Option<Vec<String>>,
    problems: Option<Value>,
    numbers: BTreeMap<&'static str, u64>,
}

impl Replay {
    fn step(&mut self, number: usize, step: &Value) {
        let step = self.filled(step);
        let expect = step["expect"].as_object().expect("every step expects something").clone();
        let (answer, error) = match self.call(&step) {
            Ok(answer) => (answer, None),
            Err(Error::Refused(refusal)) => {
                (Answer { all: refusal.message().to_owned(), ..Answer::default() }, Some(refusal.case()))
            }
            Err(other) => panic!("step {number}: {other}"),
        };
        let place = format!("step {number}, {}: {}", step["call"], answer.all);
        assert_eq!(error, expect.get("error").and_then(Value::as_str), "{place}");
        for (name, wanted) in &expect {
            check(&answer, name, wanted, &place);
        }
        if let Some(name) = step.get("save").and_then(Value::as_str) {
            self.saved.extend(answer.save.map(|saved| (name.to_owned(), saved)));
        }
    }

    /// The step with `{name}` replaced by what was saved under that name.
    fn filled(&self, step: &Value) -> Value {
        let mut text = step.to_string();
        for (name, saved) in &self.saved {
            text = text.replace(&format!("{{{name}}}"), saved);
        }
        serde_json::from_str(&text).unwrap()
    }

    fn call(&self, step: &Value) -> Result<Answer, Error> {
        let text = |name: &str| step.get(name).and_then(Value::as_str);
        let session = text("session");
        match text("call").expect("call") {
            "rescue" => self.rescue(step),
            "fetch" => {
                let id = text("id").expect("id");
                self.toolaria.fetch(id, &query(&step["query"]), text("cursor"), session).map(slice_answer)
            }
            "expand" => {
                let expanded = self.toolaria.expand(
                    text("tool").expect("tool"),
                    text("arguments").expect("arguments"),
                    session,
                )?;
                let numbers = numbers(&[("tokens", expanded.tokens), ("characters", expanded.characters)]);
                Ok(Answer { numbers, ..text_answer(expanded.arguments) })
            }
            "definition" => self.toolaria.tool_definition().map(text_answer),
            "tool-call" => self.toolaria.tool_call(text("arguments").expect("arguments"), session).map(text_answer),
            "list-handles" => {
                let page = self.toolaria.list_handles(session, text("after"))?;
                let ids = page.handles.into_iter().map(|handle| handle.id).collect();
                Ok(Answer { ids: Some(ids), cursor: page.next, ..Answer::default() })
            }
            "forget" => {
                let report = self.toolaria.forget(session)?;
                Ok(report_answer(&[
                    ("records-deleted", report.records_deleted),
                    ("blobs-deleted", report.blobs_deleted),
                    ("bytes-freed", report.bytes_freed),
                ]))
            }
            "sweep" => {
                let report = self.toolaria.sweep(None, None)?;
                Ok(report_answer(&[
                    ("blobs-deleted", report.blobs_deleted),
                    ("bytes-freed", report.bytes_freed),
                    ("records-expired", report.records_expired),
                    ("tombstones-deleted", report.tombstones_deleted),
                    ("blobs-evicted", report.blobs_evicted),
                ]))
            }
            "doctor" => {
                let treatment = match text("treatment").unwrap_or("report") {
                    "mend" => Treatment::Mend,
                    _ => Treatment::Report,
                };
                let diagnosis = self.toolaria.doctor(treatment, None, None)?;
                Ok(report_answer(&[
                    ("contents-checked", diagnosis.contents_checked),
                    ("bytes-checked", diagnosis.bytes_checked),
                    ("contents-left", diagnosis.contents_left),
                ]))
            }
            "status" => {
                let status = self.toolaria.status()?;
                Ok(report_answer(&[
                    ("blobs", status.blobs),
                    ("blob-bytes", status.blob_bytes),
                    ("records", status.records),
                    ("tombstones", status.tombstones),
                    ("sessions", status.sessions),
                ]))
            }
            "check-config" => {
                let problems = self.toolaria.check_config()?.into_iter();
                let problems = problems
                    .map(|problem| json!({"name": problem.name, "message": problem.message, "used": problem.used}));
                Ok(Answer { problems: Some(problems.collect()), ..Answer::default() })
            }
            other => panic!("there is no call {other}"),
        }
    }

    fn rescue(&self, step: &Value) -> Result<Answer, Error> {
        let text = |name: &str| step.get(name).and_then(Value::as_str).map(str::to_owned);
        let call = ToolCall {
            tool: text("tool"),
            toolset: text("toolset"),
            arguments: text("arguments"),
            session: text("session"),
            label: text("label").map(|label| match label.as_str() {
                "public" => Label::Public,
                "personal" => Label::Personal,
                "credential" => Label::Credential,
                other => panic!("there is no label {other}"),
            }),
        };
        let content = &step["content"];
        let outcome = match content["file"].as_str() {
            Some(path) => self.rescue_file(&call, path, content)?,
            None => self.toolaria.rescue(&call, &text_or_bytes(content_bytes(content)))?,
        };
        Ok(match outcome {
            RescueOutcome::Stored(handle) => Answer {
                all: handle.text.clone(),
                handle: Some(handle.text),
                save: Some(handle.id),
                stored: Some(handle.kind),
                numbers: numbers(&[("characters", handle.characters)]),
                ..Answer::default()
            },
            RescueOutcome::Unchanged(reason) => Answer { unchanged: Some(reason_name(&reason)), ..Answer::default() },
        })
    }

    /// This host lends the component no `/in`: what is there it hands over itself.
    fn rescue_file(&self, call: &ToolCall, path: &str, content: &Value) -> Result<RescueOutcome, Error> {
        let is_there = content.as_object().expect("content").len() > 1;
        match path.strip_prefix("/in/") {
            Some(name) if is_there => {
                let file = self.folder.path().join(name);
                fs::write(&file, content_bytes(content)).unwrap();
                self.toolaria.rescue_file(call, &file)
            }
            _ => {
                if is_there {
                    self.put_into_the_store(path, &content_bytes(content));
                }
                self.toolaria.rescue(call, &Content::File(path.to_owned()))
            }
        }
    }

    fn put_into_the_store(&self, path: &str, bytes: &[u8]) {
        let file = self.folder.path().join("store").join(path);
        fs::create_dir_all(file.parent().unwrap_or(Path::new(""))).unwrap();
        fs::write(file, bytes).unwrap();
    }
}

fn check(answer: &Answer, name: &str, wanted: &Value, place: &str) {
    let parts = || wanted.as_array().expect(name).iter().map(|part| part.as_str().expect(name));
    match name {
        "error" => {}
        "stored" => assert_eq!(answer.stored.as_deref(), wanted.as_str(), "{place}"),
        "handle" => assert_eq!(answer.handle.as_deref(), wanted.as_str(), "{place}"),
        "notice" => assert_eq!(answer.notice.as_deref(), wanted.as_str(), "{place}"),
        "problems" => assert_eq!(answer.problems.as_ref(), Some(wanted), "{place}"),
        "unchanged" => assert_eq!(answer.unchanged, wanted.as_str(), "{place}"),
        "text" => assert_eq!(answer.text, wanted.as_str().expect(name), "{place}"),
        "bytes" => {
            let wanted: Vec<u8> = serde_json::from_value(wanted.clone()).expect(name);
            assert_eq!(answer.bytes.as_ref(), Some(&wanted), "{place}");
        }
        "contains" => parts().for_each(|part| assert!(answer.all.contains(part), "lacks {part:?}: {place}")),
        "lacks" => parts().for_each(|part| assert!(!answer.all.contains(part), "contains {part:?}: {place}")),
        "cursor" => assert_eq!(answer.cursor.is_some(), wanted.as_bool().expect(name), "{place}"),
        "ids" => {
            let wanted: Vec<String> = serde_json::from_value(wanted.clone()).expect(name);
            assert_eq!(answer.ids.as_ref(), Some(&wanted), "{place}");
        }
        number => assert_eq!(answer.numbers.get(number).copied(), wanted.as_u64(), "{number}: {place}"),
    }
}

fn slice_answer(slice: Slice) -> Answer {
    let (text, bytes) = match slice.data {
        SliceData::Text(text) => (text, None),
        SliceData::Bytes(bytes) => (String::from_utf8_lossy(&bytes).into_owned(), Some(bytes)),
    };
    Answer {
        all: format!("{}\n{text}", slice.notice),
        text,
        bytes,
        save: slice.cursor.clone(),
        cursor: slice.cursor,
        notice: Some(slice.notice),
        ..Answer::default()
    }
}

fn text_answer(text: String) -> Answer {
    Answer { all: text.clone(), text, ..Answer::default() }
}

fn report_answer(figures: &[(&'static str, u64)]) -> Answer {
    Answer { numbers: numbers(figures), ..Answer::default() }
}

fn numbers(numbers: &[(&'static str, u64)]) -> BTreeMap<&'static str, u64> {
    numbers.iter().copied().collect()
}

fn reason_name(reason: &PassReason) -> &'static str {
    match reason {
        PassReason::Small(_) => "small",
        PassReason::ExcludedTool => "excluded-tool",
        PassReason::Retrieved => "retrieved",
        PassReason::NoGain => "no-gain",
        PassReason::NotStored(_) => "not-stored",
    }
}

fn text_or_bytes(bytes: Vec<u8>) -> Content {
    match String::from_utf8(bytes) {
        Ok(text) => Content::Text(text),
        Err(not_text) => Content::Bytes(not_text.into_bytes()),
    }
}

fn content_bytes(content: &Value) -> Vec<u8> {
    let text = |name: &str, default: &str| content[name].as_str().unwrap_or(default).to_owned();
    let line = text("lines", "");
    let lines = (0..content["count"].as_u64().unwrap_or(0)).map(|n| line.replace("{n}", &n.to_string()));
    let joined = lines.collect::<Vec<_>>().join(&text("join", "\n"));
    let mut bytes = (text("before", "") + &text("text", &joined) + &text("after", "")).into_bytes();
    let tail: Option<Vec<u8>> =
        content.get("bytes-after").map(|tail| serde_json::from_value(tail.clone()).expect("bytes"));
    bytes.extend(tail.into_iter().flatten());
    bytes
}

fn query(query: &Value) -> Query {
    let (mode, empty) = (query.as_str(), Map::new());
    let (mode, fields) = match mode {
        Some(mode) => (mode, &empty),
        None => query
            .as_object()
            .and_then(|query| query.iter().next())
            .map(|(mode, fields)| (mode.as_str(), fields.as_object().expect("fields")))
            .expect("a query"),
    };
    let number = |name: &str| fields.get(name).and_then(Value::as_u64);
    let text = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    match mode {
        "outline" => Query::Outline,
        "stat" => Query::Stat,
        "full" => Query::Full,
        "range" => Query::Range(RangeQuery { start: number("start"), count: number("count") }),
        "grep" => Query::Grep(GrepQuery { pattern: text("pattern") }),
        "chain" => Query::Chain(ChainQuery { pattern: text("pattern"), context_lines: number("context-lines") }),
        "search" => Query::Search(SearchQuery { text: text("text"), top: number("top") }),
        "raw" => Query::Raw(RawQuery { start_byte: number("start-byte"), count_bytes: number("count-bytes") }),
        other => panic!("there is no mode {other}"),
    }
}
