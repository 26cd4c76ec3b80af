use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use super::{Backend, BackendError, Bucket, KEYS_PER_PAGE, KeyPage, OpenBucket};
use crate::error::Error;
use crate::fs;

/// How long a call waits for another process's write.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
const BUSY_PAUSE: Duration = Duration::from_millis(5);

const STILL_IN_LOG: &str = "all is forgotten, but the log beside the data base still has a copy of the records, because another \
    process is reading it: forget again";

/// How long a listing trusts the last check of the whole file. A sweep lists several times.
const CHECKED_FOR: Duration = Duration::from_secs(60);

/// Keys keep their number when their value is replaced, and a number is never given twice: list_keys pages by it.
const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS entries (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        bucket TEXT NOT NULL,
        key TEXT NOT NULL,
        value BLOB NOT NULL,
        UNIQUE (bucket, key)
    )";

/// Buckets in one SQLite file, for any number of processes. Any name can be opened.
///
/// Writes are on disk when `set` returns (WAL, `synchronous=FULL`), deleted values are overwritten (`secure_delete`).
///
/// A listing fails where the file is damaged: one flipped bit can hide a key from it that `get` still finds, and what is not
/// listed is swept.
#[derive(Debug)]
pub struct Sqlite {
    connection: Arc<Mutex<Connection>>,
    checked_at: Arc<Mutex<Option<Instant>>>,
}

impl Sqlite {
    /// Opens the file at `path`, or makes it, with mode 0600. It must not lie in the store directory, which the
    /// component can write.
    ///
    /// Errors: `Storage` if it is not a regular file of this user, or not a data base.
    pub fn open(path: &Path) -> Result<Sqlite, Error> {
        fs::make_private_file(path).map_err(|e| Error::storage(path, e))?;
        let connection = connect(path).map_err(|e| Error::storage(path, e))?;
        Ok(Sqlite { connection: Arc::new(Mutex::new(connection)), checked_at: Arc::default() })
    }
}

/// SQLite does not wait for another process that is just turning WAL on; this does.
fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let start = Instant::now();
    loop {
        match try_connect(path) {
            Err(e) if is_busy(&e) && start.elapsed() < BUSY_TIMEOUT => thread::sleep(BUSY_PAUSE),
            connected => return connected,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
}

fn try_connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "secure_delete", "ON")?;
    connection.execute(SCHEMA, [])?;
    Ok(connection)
}

impl Backend for Sqlite {
    fn open(&self, name: &str) -> Result<Option<OpenBucket>, BackendError> {
        let (connection, checked_at) = (Arc::clone(&self.connection), Arc::clone(&self.checked_at));
        Ok(Some(Arc::new(SqliteBucket { connection, checked_at, name: name.into() })))
    }

    /// `secure_delete` overwrites in the data base; the log still has the pages as they were, for as long as any process has
    /// the file open.
    fn erase_deleted(&self) -> Result<(), BackendError> {
        let start = Instant::now();
        while !self.empty_log().map_err(BackendError::other)? {
            if start.elapsed() > BUSY_TIMEOUT {
                return Err(BackendError::Other(STILL_IN_LOG.into()));
            }
            thread::sleep(BUSY_PAUSE);
        }
        Ok(())
    }
}

impl Sqlite {
    /// `false` if another process is doing the same, for which SQLite does not wait, or has been reading for long.
    fn empty_log(&self) -> rusqlite::Result<bool> {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let is_busy: bool = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        Ok(!is_busy)
    }
}

struct SqliteBucket {
    connection: Arc<Mutex<Connection>>,
    checked_at: Arc<Mutex<Option<Instant>>>,
    name: String,
}

impl SqliteBucket {
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn execute(&self, sql: &str, parameters: impl rusqlite::Params) -> Result<(), BackendError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(sql).map_err(BackendError::other)?;
        statement.execute(parameters).map_err(BackendError::other)?;
        Ok(())
    }

    /// Compares the table with its index. About as long as listing all keys twice.
    fn check(&self) -> Result<(), BackendError> {
        let mut checked_at = self.checked_at.lock().unwrap_or_else(PoisonError::into_inner);
        if checked_at.is_some_and(|at| at.elapsed() < CHECKED_FOR) {
            return Ok(());
        }
        let found: String = self
            .connection()
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
            .map_err(BackendError::other)?;
        if found != "ok" {
            return Err(BackendError::Other(format!("the data base is damaged: {}", found.replace('\n', " "))));
        }
        *checked_at = Some(Instant::now());
        Ok(())
    }

    fn list_after(&self, cursor: Option<u64>) -> rusqlite::Result<Vec<(u64, String)>> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(
            "SELECT number, key FROM entries WHERE bucket = ?1 AND number > ?2 ORDER BY number LIMIT ?3",
        )?;
        let after = i64::try_from(cursor.unwrap_or(0)).unwrap_or(i64::MAX);
        let rows = statement.query_map(params![self.name, after, KEYS_PER_PAGE as i64], |row| {
            Ok((row.get::<_, i64>(0)?.unsigned_abs(), row.get(1)?))
        })?;
        rows.collect()
    }
}

impl Bucket for SqliteBucket {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, BackendError> {
        let connection = self.connection();
        let mut statement = connection
            .prepare_cached("SELECT value FROM entries WHERE bucket = ?1 AND key = ?2")
            .map_err(BackendError::other)?;
        let value = statement.query_row(params![self.name, key], |row| row.get(0));
        value.optional().map_err(BackendError::other)
    }

    fn set(&self, key: &str, value: &[u8]) -> Result<(), BackendError> {
        self.execute(
            "INSERT INTO entries (bucket, key, value) VALUES (?1, ?2, ?3)
             ON CONFLICT (bucket, key) DO UPDATE SET value = excluded.value",
            params![self.name, key, value],
        )
    }

    fn delete(&self, key: &str) -> Result<(), BackendError> {
        self.execute("DELETE FROM entries WHERE bucket = ?1 AND key = ?2", params![self.name, key])
    }

    fn exists(&self, key: &str) -> Result<bool, BackendError> {
        let connection = self.connection();
        let mut statement = connection
            .prepare_cached("SELECT 1 FROM entries WHERE bucket = ?1 AND key = ?2")
            .map_err(BackendError::other)?;
        statement.exists(params![self.name, key]).map_err(BackendError::other)
    }

    fn list_keys(&self, cursor: Option<u64>) -> Result<KeyPage, BackendError> {
        if cursor.is_none() {
            self.check()?;
        }
        self.list_after(cursor).map(KeyPage::from_numbered).map_err(BackendError::other)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn the_laws_hold() {
        let root = tempfile::tempdir().unwrap();
        super::super::laws::hold(&Sqlite::open(&root.path().join("kv.sqlite")).unwrap());
    }

    #[test]
    fn values_outlive_the_process_and_are_seen_by_others() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("kv.sqlite");
        let first = Sqlite::open(&path).unwrap();
        let second = Sqlite::open(&path).unwrap();
        first.open("b").unwrap().unwrap().set("k", b"v").unwrap();
        assert_eq!(second.open("b").unwrap().unwrap().get("k").unwrap().unwrap(), b"v");
        drop((first, second));
        let third = Sqlite::open(&path).unwrap();
        assert_eq!(third.open("b").unwrap().unwrap().get("k").unwrap().unwrap(), b"v");
    }

    #[test]
    fn many_may_make_the_file_and_write_at_once() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("kv.sqlite");
        std::thread::scope(|scope| {
            for writer in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    let bucket = Sqlite::open(path).unwrap().open("b").unwrap().unwrap();
                    bucket.set(&format!("k{writer}"), b"v").unwrap();
                });
            }
        });
        let bucket = Sqlite::open(&path).unwrap().open("b").unwrap().unwrap();
        assert_eq!(bucket.list_keys(None).unwrap().keys.len(), 8);
    }

    #[test]
    fn what_was_deleted_is_in_no_file_though_others_have_it_open() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("kv.sqlite");
        let _other = Sqlite::open(&path).unwrap();
        let sqlite = Sqlite::open(&path).unwrap();
        let bucket = sqlite.open("b").unwrap().unwrap();
        (0..200).for_each(|i| bucket.set(&format!("k{i}"), b"a secret").unwrap());
        (0..200).for_each(|i| bucket.delete(&format!("k{i}")).unwrap());
        let knows =
            |file: std::fs::DirEntry| std::fs::read(file.path()).unwrap().windows(8).any(|bytes| bytes == b"a secret");
        assert!(root.path().read_dir().unwrap().any(|file| knows(file.unwrap())), "erasing has nothing to do");
        sqlite.erase_deleted().unwrap();
        assert!(!root.path().read_dir().unwrap().any(|file| knows(file.unwrap())));
    }

    #[test]
    fn a_damaged_key_is_no_other_key_in_a_listing() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("kv.sqlite");
        let set = |key: &str| Sqlite::open(&path).unwrap().open("b").unwrap().unwrap().set(key, b"v").unwrap();
        set("some/key");
        let mut bytes = std::fs::read(&path).unwrap();
        let place = bytes.windows(8).rposition(|window| window == b"some/key").unwrap();
        bytes[place] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let listed = Sqlite::open(&path).unwrap().open("b").unwrap().unwrap().list_keys(None);
        assert!(listed.unwrap_err().to_string().starts_with("the data base is damaged: row 1 missing from index"));
    }

    #[test]
    fn its_files_are_private() {
        let root = tempfile::tempdir().unwrap();
        let sqlite = Sqlite::open(&root.path().join("kv.sqlite")).unwrap();
        sqlite.open("b").unwrap().unwrap().set("k", b"v").unwrap();
        for entry in root.path().read_dir().unwrap() {
            assert_eq!(entry.unwrap().metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn a_link_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let link = root.path().join("link");
        symlink(root.path().join("elsewhere"), &link).unwrap();
        assert!(Sqlite::open(&link).is_err());
    }
}
