//! The index of a large result's lines: with it `range` reads little and answers to the byte what it answers without it.

use serde_json::{Value, json};
use toolaria_core::Rescuer;
use toolaria_core::error::Error;
use toolaria_core::model::{Ailment, Content, Query, RescueOutcome, Slice, ToolCall, Treatment};
use toolaria_core::ports::Host;
use toolaria_core::ports::memory::MemoryHost;

/// One of each layout.
fn hosts() -> [MemoryHost; 3] {
    [MemoryHost::new(), MemoryHost::with(&[], &["toolaria"]), MemoryHost::with(&["/store"], &["toolaria"])]
}

fn rescue(host: &MemoryHost, text: String) -> String {
    let call = ToolCall { session: Some("a".to_owned()), ..ToolCall::default() };
    match Rescuer::new(host).rescue(call, Content::Text(text)).unwrap() {
        RescueOutcome::Stored(handle) => handle.id,
        RescueOutcome::Unchanged(reason) => panic!("{reason:?}"),
    }
}

fn fetch(host: &MemoryHost, id: &str, query: &Query, cursor: Option<&str>) -> Result<Slice, Error> {
    Rescuer::new(host).fetch(id, query.clone(), cursor, Some("a"))
}

/// The names of the sidecars with lines.
fn indexes(host: &MemoryHost) -> Vec<String> {
    let mut names = host.files("/store");
    if let Some(bucket) = host.bucket("toolaria").unwrap() {
        let mut page = bucket.list_keys(None).unwrap();
        names.append(&mut page.keys);
        while let Some(cursor) = page.cursor {
            page = bucket.list_keys(Some(cursor)).unwrap();
            names.append(&mut page.keys);
        }
    }
    names.retain(|name| name.starts_with("sidecars/") && name.ends_with(".lines"));
    names
}

fn value(host: &MemoryHost, name: &str) -> Vec<u8> {
    host.file("/store", name).or_else(|| host.bucket("toolaria").unwrap()?.get(name).unwrap()).unwrap()
}

/// Puts other bytes in the place of a sidecar; `None` takes it away.
fn replace(host: &MemoryHost, name: &str, bytes: Option<&[u8]>) {
    let bucket = host.bucket("toolaria").unwrap();
    match (host.directories().unwrap().first(), bytes) {
        (Some(_), Some(bytes)) => host.set_file("/store", name, bytes),
        (Some((_, directory)), None) => drop(directory.remove(name).unwrap()),
        (None, Some(bytes)) => bucket.unwrap().set(name, bytes).unwrap(),
        (None, None) => bucket.unwrap().delete(name).unwrap(),
    }
}

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

fn rows(count: usize) -> impl Iterator<Item = Value> {
    let row = |id: usize| json!({"id": id, "name": format!("row {}", id % 7), "é": "漢\n\"".repeat(id % 9), "more": [id, null]});
    (0..count).map(row)
}

fn log(count: usize) -> String {
    let line =
        |number: usize| format!("2026-11-30T06:{:02}:00Z INFO worker {} did é {number}\n", number % 60, number % 7);
    (0..count).map(line).collect()
}

fn array() -> Value {
    Value::from(rows(14_000).collect::<Vec<_>>())
}

fn table() -> String {
    let row = |id: usize| format!("{id},\"a{}b\",some text of a cell,é\n", ["\n", "", " "][id % 3]);
    (0..35_000).map(row).collect()
}

/// What an MCP server makes of a text.
fn block(text: String) -> String {
    json!({"content": [{"type": "text", "text": text}]}).to_string()
}

/// Asks for lines all over a text, and goes on by cursors, with its index and without it.
fn answers_are_the_same(kind: &str, text: String) {
    let (with, without) = (MemoryHost::new(), MemoryHost::new());
    for host in [&with, &without] {
        host.set_setting("fetch_max_chars", "4000");
    }
    let id = rescue(&with, text.clone());
    assert_eq!(id, rescue(&without, text));
    let notice = fetch(&with, &id, &Query::Range { start: 0, count: Some(0) }, None).unwrap().notice;
    let lines: usize =
        notice.split("view has ").nth(1).unwrap().split(' ').next().unwrap().replace(',', "").parse().unwrap();
    let [name] = &indexes(&with)[..] else { panic!("{kind} has no index") };
    let mut numbers = Numbers(kind.len() as u64);
    for start in [0, lines - 1, lines, usize::MAX, numbers.below(lines), numbers.below(lines)] {
        let start = start as u64;
        let counts = [Some(1), Some(20), None, Some(numbers.below(300) as u64), Some(u64::MAX), Some(0)];
        let query = Query::Range { start, count: counts[numbers.below(6)] };
        let mut cursor: Option<String> = None;
        for _ in 0..2 {
            replace(&without, name, None);
            let right = fetch(&without, &id, &query, cursor.as_deref());
            let (before, found) = (with.bytes_read(), fetch(&with, &id, &query, cursor.as_deref()));
            assert_eq!(found, right, "{kind}: {query:?} {cursor:?}");
            let read = with.bytes_read() - before;
            assert!(read < 500_000, "{kind}: {query:?} {cursor:?} reads {read} bytes");
            let Ok(Slice { cursor: Some(next), .. }) = right else { break };
            // As it is, or into some line.
            let (head, at) = next.rsplit_once('-').unwrap();
            let at = at.parse::<usize>().unwrap() + [0, numbers.below(9_000)][numbers.below(2)];
            cursor = Some(format!("{head}-{at}"));
        }
    }
}

#[test]
fn answers_of_a_log_are_the_same() {
    answers_are_the_same("log", log(25_000));
    let long = format!("{}{}\n{}", log(12_000), "漢字 ".repeat(60_000), log(9_000));
    answers_are_the_same("long line", long);
}

#[test]
fn answers_of_an_array_are_the_same() {
    answers_are_the_same("array", array().to_string());
    answers_are_the_same("indented array", format!("{:#}", array()));
}

#[test]
fn answers_of_an_object_are_the_same() {
    let items = json!({"total": 14_000, "data": {"items": array()}, "next": null});
    answers_are_the_same("items", items.to_string());
}

#[test]
fn answers_of_lines_of_json_are_the_same() {
    answers_are_the_same("lines of JSON", rows(14_000).map(|row| format!("{row}\n")).collect());
}

#[test]
fn answers_of_a_table_are_the_same() {
    answers_are_the_same("table", table());
    answers_are_the_same("table in an envelope", json!({"output": table(), "exit_code": 0}).to_string());
}

#[test]
fn answers_of_what_was_unwrapped_are_the_same() {
    answers_are_the_same("log in an envelope", block(log(25_000)));
    answers_are_the_same("array in two", block(json!({"result": array().to_string()}).to_string()));
}

#[test]
fn answers_of_two_blocks_are_the_same() {
    let blocks = [log(10_000), array().to_string()].map(|text| json!({"type": "text", "text": text}));
    answers_are_the_same("two blocks", json!(blocks).to_string());
}

#[test]
fn a_cursor_that_is_none_of_ours_is_refused_or_answered_as_without_an_index() {
    let (with, without) = (MemoryHost::new(), MemoryHost::new());
    let id = rescue(&with, log(30_000));
    rescue(&without, log(30_000));
    let [name] = &indexes(&with)[..] else { panic!("no index") };
    let query = Query::Range { start: 10_000, count: Some(400) };
    let cursor = fetch(&with, &id, &query, None).unwrap().cursor.unwrap();
    let (head, _) = cursor.rsplit_once('-').unwrap();
    let places = [0, 1, 65, 66, 300_000, 900_000, 1_000_000, 1_409_999, 2_000_000, usize::MAX];
    for cursor in places.map(|place| format!("{head}-{place}")).into_iter().chain(["nonsense".to_owned()]) {
        replace(&without, name, None);
        let right = fetch(&without, &id, &query, Some(&cursor));
        assert_eq!(fetch(&with, &id, &query, Some(&cursor)), right, "{cursor}");
    }
}

#[test]
fn twenty_lines_of_five_megabytes_read_few_of_them() {
    let array = Value::from(rows(65_000).collect::<Vec<_>>()).to_string();
    for (text, most) in [(log(110_000), 150_000), (array, 270_000)] {
        assert!(text.len() > 5_000_000, "{}", text.len());
        for host in hosts() {
            let id = rescue(&host, text.clone());
            let before = host.bytes_read();
            let slice = fetch(&host, &id, &Query::Range { start: 40_000, count: Some(20) }, None).unwrap();
            assert!(slice.notice.contains("line 40000 to line 40019, of "), "{}", slice.notice);
            // A bucket gives a chunk of 256 KiB at least.
            let most = if host.files("/store").is_empty() { most + (512 << 10) } else { most };
            let read = host.bytes_read() - before;
            assert!(read <= most, "{read} bytes");
        }
    }
}

#[test]
fn whatever_becomes_of_an_index_the_answer_is_right_and_it_is_made_anew() {
    let query = Query::Range { start: 20_000, count: Some(20) };
    for host in hosts() {
        let id = rescue(&host, log(30_000));
        let foreign = rescue(&host, log(30_001));
        let right = fetch(&host, &id, &query, None).unwrap();
        let names = indexes(&host);
        let of = |id: &str| names.iter().find(|name| name.contains(id)).unwrap();
        let (name, good) = (of(&id), value(&host, of(&id)));
        assert!(good.len() < 600, "{}", good.len());
        let flips = (0..good.len()).step_by(61).map(|at| {
            let mut flipped = good.clone();
            flipped[at] ^= 1 << (at % 8);
            Some(flipped)
        });
        let others = [
            None,
            Some(Vec::new()),
            Some(good[..good.len() / 2].to_vec()),
            Some([&good[..], b"\0"].concat()),
            Some(value(&host, of(&foreign))),
        ];
        for other in others.into_iter().chain(flips) {
            replace(&host, name, other.as_deref());
            assert_eq!(fetch(&host, &id, &query, None).unwrap(), right, "{other:?}");
            assert_eq!(value(&host, name), good, "{other:?}");
        }
    }
}

#[test]
fn a_rescue_does_without_an_index_that_cannot_be_written() {
    let operations = |host: &MemoryHost| {
        let before = host.operations();
        rescue(host, log(30_000));
        host.operations() - before
    };
    for layout in 0..3 {
        let all = operations(&hosts()[layout]);
        let lost = (0..all).filter(|failing| {
            let host = &hosts()[layout];
            host.fail_once_after(*failing);
            let call = ToolCall { session: Some("a".to_owned()), ..ToolCall::default() };
            let outcome = Rescuer::new(host).rescue(call, Content::Text(log(30_000)));
            let Ok(RescueOutcome::Stored(handle)) = outcome else { return false };
            let is_lost = indexes(host).is_empty();
            fetch(host, &handle.id, &Query::Range { start: 1, count: Some(1) }, None).unwrap();
            assert_eq!(indexes(host).len(), 1);
            is_lost
        });
        assert!(lost.count() > 0);
    }
}

#[test]
fn an_index_goes_with_its_blob_and_is_counted_and_looked_at() {
    for host in hosts() {
        let rescuer = Rescuer::new(&host);
        let id = rescue(&host, log(30_000));
        let [name] = &indexes(&host)[..] else { panic!("no index") };
        let status = rescuer.status().unwrap();
        assert_eq!((status.sidecars, status.sidecar_bytes > value(&host, name).len() as u64), (2, true));
        let good = value(&host, name);
        assert_eq!(rescuer.doctor(Treatment::Report, None, None).unwrap().findings, []);
        replace(&host, name, Some(&[&good[..], b"x"].concat()));
        let findings = rescuer.doctor(Treatment::Mend, None, None).unwrap().findings;
        assert!(
            matches!(&findings[..], [finding] if finding.ailment == Ailment::StaleSidecar && finding.name == *name)
        );
        assert_eq!(indexes(&host), [""; 0]);
        fetch(&host, &id, &Query::Range { start: 1, count: Some(1) }, None).unwrap();
        assert_eq!(value(&host, name), good);
        rescuer.forget(Some("a")).unwrap();
        assert_eq!(indexes(&host), [""; 0]);
        // A bucket's marks lapse.
        host.set_now_ms(host.now_ms() + 3_600_000);
        rescue(&host, log(30_000));
        assert_eq!(indexes(&host).len(), 1);
        host.set_now_ms(host.now_ms() + 90 * 24 * 3_600_000);
        rescuer.sweep(None, None).unwrap();
        assert_eq!(indexes(&host), [""; 0]);
    }
}

#[test]
fn what_is_gone_or_damaged_is_said_as_without_an_index() {
    let query = Query::Range { start: 20_000, count: Some(1) };
    let host = MemoryHost::new();
    let id = rescue(&host, log(30_000));
    let blob = host.files("/store").into_iter().find(|name| name.starts_with("blobs/")).unwrap();
    let good = host.file("/store", &blob).unwrap();
    let mut damaged = good.clone();
    damaged[log(20_000).len()] ^= 1;
    host.set_file("/store", &blob, &damaged);
    assert!(matches!(fetch(&host, &id, &query, None), Err(Error::Corrupt(_))));
    replace(&host, &blob, None);
    for query in [query, Query::Range { start: u64::MAX, count: None }] {
        assert!(matches!(fetch(&host, &id, &query, None), Err(Error::Swept(_))));
    }
}
