//! Counts that add up over processes and time, in a file beside the store.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, params};

use crate::error::Error;
use crate::fs;
use crate::plugin::Toolaria;

/// Behind the path of the store.
const SUFFIX: &str = "counts.sqlite";
/// How long one process waits for another.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS counts (
        of TEXT NOT NULL,
        what TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (of, what)
    ) WITHOUT ROWID";

/// So much of one thing: of a tool, say, its results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The thing.
    pub of: String,
    /// What of it is counted.
    pub what: String,
    /// How much.
    pub count: u64,
}

/// The counts of one store. They hold no content and know no session.
#[derive(Debug)]
pub struct Counts {
    path: PathBuf,
    connection: Connection,
}

impl Toolaria {
    /// Opens the counts of this store; the first time, that makes their file, with mode 0600.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if it is no regular file of this user, or no data base.
    pub fn counts(&self) -> Result<Counts, Error> {
        let path = self.directory.beside(SUFFIX);
        fs::make_private_file(&path).map_err(|e| Error::storage(&path, e))?;
        let connection = connect(&path).map_err(|e| Error::storage(&path, e))?;
        Ok(Counts { path, connection })
    }

    /// What was counted so far; nothing where nothing was. Makes no file.
    ///
    /// # Errors
    ///
    /// Those of [`Toolaria::counts`].
    pub fn counted(&self) -> Result<Vec<Count>, Error> {
        match self.directory.beside(SUFFIX).symlink_metadata() {
            Ok(_) => self.counts()?.all(),
            Err(_) => Ok(Vec::new()),
        }
    }
}

impl Counts {
    /// Adds to what is there; all or, after an error, nothing.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if the file cannot be written.
    pub fn add(&mut self, counts: &[Count]) -> Result<(), Error> {
        let mut add = || -> rusqlite::Result<()> {
            let transaction = self.connection.transaction()?;
            for Count { of, what, count } in counts {
                transaction.execute(
                    "INSERT INTO counts VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET count = count + excluded.count",
                    params![of, what, i64::try_from(*count).unwrap_or(i64::MAX)],
                )?;
            }
            transaction.commit()
        };
        add().map_err(|e| Error::storage(&self.path, e))
    }

    fn all(&self) -> Result<Vec<Count>, Error> {
        let read = || -> rusqlite::Result<Vec<Count>> {
            let mut select = self.connection.prepare("SELECT of, what, count FROM counts ORDER BY of, what")?;
            let rows = select.query_map([], |row| {
                let count = u64::try_from(row.get::<_, i64>(2)?).unwrap_or_default();
                Ok(Count { of: row.get(0)?, what: row.get(1)?, count })
            })?;
            rows.collect()
        };
        read().map_err(|e| Error::storage(&self.path, e))
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute(SCHEMA, [])?;
    Ok(connection)
}
