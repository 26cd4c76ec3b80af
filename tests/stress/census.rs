//! What is in the store, seen from outside: files, keys, and bytes that must not be there.

use super::content::{Content, GONE};
use super::ledger::{Handle, Ledger, State};
use super::program::{Layout, Program};
use super::report::Leftovers;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const FOLDERS: [&str; 3] = ["tmp", "aside", "incoming"];

pub fn leftovers(program: &Program, ledger: &Ledger) -> Result<Leftovers, Box<dyn Error>> {
    let files = FOLDERS.map(|folder| Ok((folder, files_below(&program.store.join(folder))?.len())));
    let stored = Stored::of(program)?;
    let unacknowledged = digests(ledger.unacknowledged());
    let (stopped, orphans) = stored.records_without_blob(&unacknowledged);
    Ok(Leftovers {
        files: files.into_iter().collect::<io::Result<BTreeMap<_, _>>>()?,
        records_without_blob: orphans,
        tombstones_of_stopped: stopped,
        blobs_without_record: stored.blobs_without_record(),
        strays: stored.uses_without_record() + stored.labels_and_marks,
        not_erased: not_erased(program, ledger)?,
        unfinished_cache_files: unfinished_cache_files(&program.cache)?,
    })
}

fn digests(contents: Vec<Content>) -> BTreeSet<String> {
    let hex = |content: Content| Sha256::digest(content.text()).iter().map(|byte| format!("{byte:02x}")).collect();
    contents.into_iter().map(hex).collect()
}

/// Names of what is stored.
struct Stored {
    blobs: BTreeSet<String>,
    /// Session and id.
    records: BTreeSet<String>,
    uses: BTreeSet<String>,
    labels_and_marks: usize,
}

impl Stored {
    fn of(program: &Program) -> Result<Stored, Box<dyn Error>> {
        let keys = match program.layout {
            Layout::Directory => names_below(&program.store)?,
            Layout::Sqlite => keys_of_data_base(&data_base(program))?,
        };
        let below = |folder: &str| keys.iter().filter_map(|key| Some(key.strip_prefix(folder)?.to_owned())).collect();
        Ok(Stored {
            blobs: names_below(&program.store.join("blobs"))?.into_iter().collect(),
            records: below("record/"),
            uses: below("use/"),
            labels_and_marks: keys.iter().filter(|key| key.starts_with("label/") || key.starts_with("mark/")).count(),
        })
    }

    /// How many are of rescues that were not acknowledged, and how many are not.
    fn records_without_blob(&self, unacknowledged: &BTreeSet<String>) -> (usize, usize) {
        let ids = self.records.iter().filter_map(|record| record.split_once('.')).map(|(_, id)| id);
        let orphans = ids.filter(|id| !starts_one_of(id, &self.blobs));
        let (stopped, others): (Vec<&str>, _) = orphans.partition(|id| starts_one_of(id, unacknowledged));
        (stopped.len(), others.len())
    }

    fn blobs_without_record(&self) -> usize {
        let ids: BTreeSet<&str> = self.records.iter().filter_map(|record| Some(record.split_once('.')?.1)).collect();
        self.blobs.iter().filter(|blob| !ids.iter().any(|id| blob.starts_with(id))).count()
    }

    fn uses_without_record(&self) -> usize {
        self.uses.difference(&self.records).count()
    }
}

fn starts_one_of(id: &str, digests: &BTreeSet<String>) -> bool {
    digests.range(id.to_owned()..).next().is_some_and(|digest| digest.starts_with(id))
}

fn data_base(program: &Program) -> PathBuf {
    program.store.with_added_extension("kv.sqlite")
}

fn keys_of_data_base(file: &Path) -> rusqlite::Result<Vec<String>> {
    let connection = rusqlite::Connection::open(file)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    let mut statement = connection.prepare("SELECT key FROM entries ORDER BY key")?;
    statement.query_map([], |row| row.get(0))?.collect()
}

/// Needles of forgotten contents that are still in a file of the store, its data base or what SQLite keeps beside it.
fn not_erased(program: &Program, ledger: &Ledger) -> io::Result<Vec<String>> {
    let mut there = HashSet::new();
    for file in files_of_store(program)? {
        there.extend(needles_in(&fs::read(file)?));
    }
    let mut forgotten = ledger.all(State::Forgotten);
    forgotten.retain(|handle| handle.content.exclusive && there.contains(&handle.content.needle()));
    Ok(forgotten.iter().map(|handle| format!("{} {}", handle.session, handle.content.needle())).collect())
}

fn files_of_store(program: &Program) -> io::Result<Vec<PathBuf>> {
    let mut files = files_below(&program.store)?;
    files.extend(files_of_data_base(program).filter(|file| file.exists()));
    Ok(files)
}

fn files_of_data_base(program: &Program) -> impl Iterator<Item = PathBuf> {
    ["kv.sqlite", "kv.sqlite-wal", "kv.sqlite-shm"].into_iter().map(|suffix| program.store.with_added_extension(suffix))
}

/// What is left of a session that was forgotten just now, while others are at work.
pub fn traces(program: &Program, mut forgotten: Vec<Handle>) -> io::Result<Vec<String>> {
    let mut there = HashSet::new();
    for file in files_of_data_base(program) {
        there.extend(needles_in(&fs::read(file).or_else(empty_if_gone)?));
    }
    let mut blobs = BTreeSet::new();
    for folder in ["blobs", "aside"] {
        for entry in fs::read_dir(program.store.join(folder)).into_iter().flatten() {
            blobs.insert(entry?.file_name().to_string_lossy().into_owned());
        }
    }
    forgotten.retain(|handle| {
        handle.content.exclusive && (there.contains(&handle.content.needle()) || starts_one_of(&handle.id, &blobs))
    });
    Ok(forgotten.iter().map(|handle| format!("{} {}: still there after forget", handle.session, handle.id)).collect())
}

fn empty_if_gone(error: io::Error) -> io::Result<Vec<u8>> {
    match error.kind() {
        io::ErrorKind::NotFound => Ok(Vec::new()),
        _ => Err(error),
    }
}

fn needles_in(bytes: &[u8]) -> HashSet<String> {
    let length = Content::new(0, true).needle().len();
    let starts = bytes.windows(length).filter(|window| window.starts_with(GONE.as_bytes()));
    starts.map(|window| String::from_utf8_lossy(window).into_owned()).collect()
}

/// What processes that were killed left beside the compiled component.
fn unfinished_cache_files(cache: &Path) -> io::Result<usize> {
    Ok(names_below(cache)?.iter().filter(|name| !name.ends_with(".cwasm")).count())
}

/// Sets the time of every file back, as if all had been quiet since.
pub fn age(program: &Program, by: Duration) -> io::Result<()> {
    let then = SystemTime::now() - by;
    for file in files_below(&program.store)?.into_iter().chain(files_below(&program.cache)?) {
        File::open(file)?.set_modified(then)?;
    }
    Ok(())
}

fn names_below(folder: &Path) -> io::Result<Vec<String>> {
    let names = files_below(folder)?.into_iter();
    let name = |file: PathBuf| Some(file.strip_prefix(folder).ok()?.display().to_string());
    Ok(names.filter_map(name).collect())
}

fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop().filter(|folder| folder.exists()) {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            match entry.file_type()?.is_dir() {
                true => folders.push(entry.path()),
                false => files.push(entry.path()),
            }
        }
    }
    Ok(files)
}
