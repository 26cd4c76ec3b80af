//! Every file of a store on disk, damaged in every way, and the data base of its records: the right answer or a typed error. Each
//! test prints its table: `cargo test --release -p toolaria --test e2e damage -- --nocapture`.

use crate::data;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use toolaria::keyvalue::Sqlite;
use toolaria::types::{Label, Query, RawQuery, Refusal, RescueOutcome, SliceData, ToolCall};
use toolaria::{Error, Toolaria};

/// A sweep leaves alone what was written within the last 10 minutes.
const AGE: Duration = Duration::from_secs(3_600);

/// What only session `b` may read.
const SECRET: &str = "secretive";

/// A store, the ids in it, and a copy of all that it had before it was damaged.
struct Fixture {
    folder: tempfile::TempDir,
    /// Session and id.
    ids: Vec<(&'static str, String)>,
    right: Vec<Answer>,
    files: Vec<(PathBuf, Vec<u8>)>,
    is_sqlite: bool,
}

/// A verb, what it was asked for, and what it said.
type Answer = (&'static str, String, Result<String, Error>);

impl Fixture {
    fn new(is_sqlite: bool) -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let mut fixture = Fixture { folder, ids: Vec::new(), right: Vec::new(), files: Vec::new(), is_sqlite };
        let toolaria = fixture.open().unwrap();
        let foreign = data::rows(900).replace("user", SECRET);
        let large = data::log(25_000);
        let results =
            [("a", data::rows(1_000)), ("a", data::log(900)), ("a", large), ("b", foreign), ("b", data::log(900))];
        for (session, text) in results {
            fixture.ids.push((session, rescue(&toolaria, session, &text)));
        }
        fixture.answers(&toolaria);
        fixture.right = fixture.answers(&toolaria);
        drop(toolaria);
        fixture.keep();
        fixture
    }

    fn store(&self) -> PathBuf {
        self.folder.path().join("store")
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("records.sqlite")
    }

    fn open(&self) -> Result<Toolaria, Error> {
        let builder = Toolaria::builder().store(self.store());
        match self.is_sqlite {
            true => builder.backend(Arc::new(Sqlite::open(&self.database())?)).build(),
            false => builder.build(),
        }
    }

    fn keep(&mut self) {
        self.files =
            files(self.folder.path()).into_iter().map(|path| (path.clone(), fs::read(&path).unwrap())).collect();
        self.restore();
    }

    /// Everything as it was, written an hour ago.
    fn restore(&self) {
        for path in files(self.folder.path()) {
            if !self.files.iter().any(|(kept, _)| *kept == path) {
                fs::remove_file(path).unwrap();
            }
        }
        for (path, bytes) in &self.files {
            write(path, bytes);
        }
    }

    /// What the verbs that change nothing answer to each session.
    fn answers(&self, toolaria: &Toolaria) -> Vec<Answer> {
        let mut answers = Vec::new();
        for session in ["a", "b"] {
            let page = toolaria.list_handles(Some(session), None);
            let ids = page.map(|page| {
                page.handles.iter().map(|handle| format!("{} {:?}\n", handle.id, handle.arguments)).collect()
            });
            answers.push(("list", session.to_owned(), ids));
        }
        for (session, id) in &self.ids {
            let raw = Query::Raw(RawQuery { start_byte: Some(3_000), count_bytes: Some(1_000) });
            for (verb, query) in [("stat", Query::Stat), ("raw", raw)] {
                let slice = toolaria.fetch(id, &query, None, Some(session));
                answers.push((verb, format!("{session} {id}"), slice.map(|slice| text(slice.data))));
            }
        }
        answers
    }

    /// What is said of a store that is damaged, into a row of the table.
    fn ask(&self, case: &str, row: &mut Row) {
        let toolaria = match self.open() {
            Ok(toolaria) => toolaria,
            Err(error) => return row.note("open", refused(case, &error)),
        };
        for (found, right) in self.answers(&toolaria).iter().zip(&self.right) {
            row.note(found.0, outcome(case, found, right.2.as_ref().unwrap()));
        }
        row.note("sweep", toolaria.sweep(None, None).map_or_else(|error| refused(case, &error), |_| "done"));
    }
}

fn rescue(toolaria: &Toolaria, session: &str, text: &str) -> String {
    let word = if session == "b" { SECRET } else { session };
    let call = ToolCall {
        tool: Some("web_extract".to_owned()),
        toolset: None,
        arguments: Some(format!("{{\"url\":\"{word}\"}}")),
        session: Some(session.to_owned()),
        label: Some(Label::Personal),
    };
    match toolaria.rescue_bytes(&call, text.as_bytes()) {
        Ok(RescueOutcome::Stored(handle)) => handle.id,
        other => panic!("{other:?}"),
    }
}

fn text(data: SliceData) -> String {
    match data {
        SliceData::Bytes(bytes) => String::from_utf8(bytes).unwrap(),
        SliceData::Text(text) => {
            let changes = ["last_used_at_ms", "uses", "expires_at_ms"];
            text.lines().filter(|line| !changes.iter().any(|name| line.starts_with(name))).collect()
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
    fs::File::options().append(true).open(path).unwrap().set_modified(SystemTime::now() - AGE).unwrap();
}

fn outcome(case: &str, (verb, asked, found): &Answer, right: &str) -> &'static str {
    match found {
        Ok(text) if text == right => "right",
        Ok(text) if *verb == "list" && text.lines().all(|line| right.contains(line)) => "without it",
        Ok(text) if *verb == "stat" && text.replace("label: public", "label: personal") == right => "a lower label",
        Ok(text) => panic!("{case}: {verb} {asked} answers {text}"),
        Err(error) => refused(case, error),
    }
}

fn refused(case: &str, error: &Error) -> &'static str {
    match error {
        Error::Refused(Refusal::Corrupt(_)) => "corrupt",
        Error::Refused(Refusal::Swept(_)) => "swept",
        Error::Refused(Refusal::NotFound(_)) => "not-found",
        Error::Refused(Refusal::Storage(_)) | Error::Storage { .. } => "storage",
        error => panic!("{case}: {error:?}"),
    }
}

const VERBS: [&str; 5] = ["open", "raw", "stat", "list", "sweep"];

/// How often each verb had each outcome.
#[derive(Default)]
struct Row(BTreeMap<&'static str, BTreeMap<&'static str, u32>>);

impl Row {
    fn note(&mut self, verb: &'static str, outcome: &'static str) {
        *self.0.entry(verb).or_default().entry(outcome).or_default() += 1;
    }

    fn cell(&self, verb: &str) -> String {
        let count = |(outcome, count): (&&str, &u32)| format!("{outcome} {count}");
        self.0.get(verb).into_iter().flatten().map(count).collect::<Vec<_>>().join(", ")
    }
}

fn print(rows: &BTreeMap<(String, &'static str), Row>) {
    let mut table = format!("\n| file | damage | {} |\n|---|---|{}\n", VERBS.join(" | "), "---|".repeat(VERBS.len()));
    for ((file, damage), row) in rows {
        table += &format!("| {file} | {damage} | {} |\n", VERBS.map(|verb| row.cell(verb)).join(" | "));
    }
    println!("{table}");
}

/// Positions of a file: its ends, its middle, and some between.
fn positions(length: usize, step: usize) -> BTreeSet<usize> {
    let ends = [0, length / 2, length.saturating_sub(1)];
    (0..length).step_by(step).chain(ends).filter(|position| *position < length).collect()
}

type Damage = (&'static str, Option<Vec<u8>>);

fn damages(good: &[u8], step: usize, other: Option<&[u8]>) -> Vec<Damage> {
    let flip = |position: usize| {
        let mut bytes = good.to_vec();
        bytes[position] ^= 1 << (position % 8);
        ("a bit", Some(bytes))
    };
    let mut damages: Vec<Damage> = positions(good.len(), step).into_iter().map(flip).collect();
    damages.extend(
        positions(good.len(), good.len().max(1)).into_iter().map(|length| ("cut", Some(good[..length].to_vec()))),
    );
    damages.push(("longer", Some([good, b"\0"].concat())));
    damages.extend(other.map(|other| ("another's", Some(other.to_vec()))));
    damages.push(("gone", None));
    damages
}

fn kind(fixture: &Fixture, path: &Path) -> String {
    let below = path.strip_prefix(fixture.store()).or(path.strip_prefix(fixture.folder.path())).unwrap();
    below.iter().next().unwrap().to_string_lossy().into_owned()
}

#[test]
fn every_file_of_a_store() {
    let fixture = Fixture::new(false);
    let mut rows: BTreeMap<(String, &str), Row> = BTreeMap::new();
    for (path, good) in &fixture.files {
        let kind = kind(&fixture, path);
        let other = fixture.files.iter().find(|(other, bytes)| self::kind(&fixture, other) == kind && bytes != good);
        let step = if good.len() < 1_000 { 29 } else { good.len() };
        for (damage, bytes) in damages(good, step, other.map(|(_, bytes)| &bytes[..])) {
            match &bytes {
                Some(bytes) => write(path, bytes),
                None => fs::remove_file(path).unwrap(),
            }
            let case = format!("{}, {damage}", path.display());
            fixture.ask(&case, rows.entry((kind.clone(), damage)).or_default());
            fixture.spares_what_is_whole(&case, path);
            fixture.restore();
        }
    }
    print(&rows);
}

impl Fixture {
    /// A sweep deletes no blob for the sake of what is damaged, but one whose record is gone. What a damaged log of the data base held
    /// is as if it had never been written.
    fn spares_what_is_whole(&self, case: &str, damaged: &Path) {
        let (_, last_id) = &self.ids[self.ids.len() - 1];
        for (path, good) in self.files.iter().filter(|(path, _)| kind(self, path) == "blobs" && path != damaged) {
            let is_gone = match &*kind(self, damaged) {
                "record" => case.ends_with("gone"),
                "records.sqlite-wal" => path.file_name().unwrap().to_string_lossy().starts_with(last_id),
                _ => false,
            };
            assert!(is_gone || fs::read(path).is_ok_and(|bytes| bytes == *good), "{case}: {} is gone", path.display());
        }
    }
}

/// The data base, and the log beside it that is read before it.
#[test]
fn the_data_base_of_records() {
    let mut fixture = Fixture::new(true);
    let mut rows: BTreeMap<(String, &str), Row> = BTreeMap::new();
    let database = fixture.database();
    try_database(&fixture, &database, 389, &mut rows);
    let open = fixture.open().unwrap();
    fixture.ids.push(("a", rescue(&open, "a", &data::rows(800))));
    fixture.right = fixture.answers(&open);
    let files = [database.clone(), log_of(&database)].map(|path| (path.clone(), fs::read(path).unwrap()));
    drop(open);
    fixture.keep();
    fixture.files.retain(|(path, _)| *path != database);
    fixture.files.extend(files);
    try_database(&fixture, &log_of(&database), 1_021, &mut rows);
    print(&rows);
}

fn log_of(database: &Path) -> PathBuf {
    database.with_extension("sqlite-wal")
}

fn try_database(fixture: &Fixture, path: &Path, step: usize, rows: &mut BTreeMap<(String, &'static str), Row>) {
    fixture.restore();
    let good = fs::read(path).unwrap();
    for (number, (damage, bytes)) in damages(&good, step, None).into_iter().enumerate() {
        match &bytes {
            Some(bytes) => write(path, bytes),
            None => fs::remove_file(path).unwrap(),
        }
        let case = format!("{}, {damage} {number}", path.display());
        fixture.ask(&case, rows.entry((kind(fixture, path), damage)).or_default());
        fixture.spares_what_is_whole(&case, path);
        fixture.restore();
    }
}
