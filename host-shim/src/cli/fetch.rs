use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tempfile::NamedTempFile;
use toolaria::Toolaria;
use toolaria::types::{ChainQuery, GrepQuery, Query, RangeQuery, RawQuery, SearchQuery, Slice, SliceData};

use super::exit::{Exit, Failure};
use super::global::Global;
use super::{json, output};

/// Characters, or bytes of raw, of one of the slices that make up a whole.
const SLICE_OF_ALL: &str = "16000000";

/// Read a slice of a stored result: exactly the data on stdout, the notice and `cursor: …` on stderr
///
/// The whole result, byte for byte, in a new file: --mode raw --output FILE.
#[derive(Args)]
pub struct Fetch {
    /// The result's id
    id: String,
    /// What to read
    #[arg(long)]
    mode: Mode,
    /// First line, or first byte of raw, counted from 0 [default: 0]
    #[arg(long)]
    start: Option<u64>,
    /// How many lines, bytes of raw, or parts of search [default: as many as fit]
    #[arg(long)]
    count: Option<u64>,
    /// A regular expression
    #[arg(long, required_if_eq_any([("mode", "grep"), ("mode", "chain")]))]
    pattern: Option<String>,
    /// Lines on each side of each match of chain [default: 3]
    #[arg(long)]
    context: Option<u64>,
    /// Words to search for
    #[arg(long, required_if_eq("mode", "search"))]
    query: Option<String>,
    /// Continues an incomplete answer
    #[arg(long)]
    cursor: Option<String>,
    /// Writes the data to a new file that only you can read; raw and range without --count go on to the end
    ///
    /// An existing file is not replaced, and there is no file unless all was read.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The session that rescued it
    #[arg(long)]
    session: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Mode {
    Outline,
    Stat,
    Range,
    Grep,
    Chain,
    Search,
    Raw,
    Full,
}

impl Fetch {
    pub fn run(&self, global: &Global) -> Result<Exit, Failure> {
        match &self.output {
            Some(file) => self.write(&self.open(global)?, file, global.json)?,
            None => print(&self.slice(&global.open()?, self.cursor.as_deref())?, global.json)?,
        }
        Ok(Exit::Done)
    }

    /// How far one slice goes matters to a model alone. Each checks all of the result, so few large ones are faster.
    fn open(&self, global: &Global) -> Result<Toolaria, Failure> {
        let mut settings = global.settings()?;
        if self.is_of_all() {
            settings.set("fetch_max_chars", SLICE_OF_ALL);
        }
        global.open_with(settings)
    }

    fn slice(&self, toolaria: &Toolaria, cursor: Option<&str>) -> Result<Slice, Failure> {
        Ok(toolaria.fetch(&self.id, &self.query(), cursor, self.session.as_deref())?)
    }

    fn write(&self, toolaria: &Toolaria, path: &Path, as_json: bool) -> Result<(), Failure> {
        let mut file = NewFile::beside(path)?;
        let mut slice = self.slice(toolaria, self.cursor.as_deref())?;
        file.append(data(&slice))?;
        while let Some(cursor) = slice.cursor.as_deref().filter(|_| self.is_of_all()) {
            slice = self.slice(toolaria, Some(cursor))?;
            file.append(data(&slice))?;
        }
        let written = format!("{} bytes written to {}", file.bytes, path.display());
        slice.notice = match self.is_of_all() {
            true => written,
            false => format!("{written}\n{}", slice.notice),
        };
        file.keep()?;
        match as_json {
            true => output::object(&json::notice(&slice)),
            false => {
                notice(&slice);
                Ok(())
            }
        }
    }

    /// Whether everything from the start is asked for, in a mode whose slices make up a whole.
    fn is_of_all(&self) -> bool {
        matches!(self.mode, Mode::Raw | Mode::Range) && self.count.is_none()
    }

    fn query(&self) -> Query {
        let pattern = self.pattern.clone().unwrap_or_default();
        match self.mode {
            Mode::Outline => Query::Outline,
            Mode::Stat => Query::Stat,
            Mode::Range => Query::Range(RangeQuery { start: self.start, count: self.count }),
            Mode::Grep => Query::Grep(GrepQuery { pattern }),
            Mode::Chain => Query::Chain(ChainQuery { pattern, context_lines: self.context }),
            Mode::Search => {
                Query::Search(SearchQuery { text: self.query.clone().unwrap_or_default(), top: self.count })
            }
            Mode::Raw => Query::Raw(RawQuery { start_byte: self.start, count_bytes: self.count }),
            Mode::Full => Query::Full,
        }
    }
}

fn data(slice: &Slice) -> &[u8] {
    match &slice.data {
        SliceData::Text(text) => text.as_bytes(),
        SliceData::Bytes(bytes) => bytes,
    }
}

fn notice(slice: &Slice) {
    output::notice(&slice.notice);
    if let Some(cursor) = &slice.cursor {
        output::notice(&format!("cursor: {cursor}"));
    }
}

fn print(slice: &Slice, as_json: bool) -> Result<(), Failure> {
    if as_json {
        return output::object(&json::slice(slice));
    }
    output::data(data(slice))?;
    notice(slice);
    Ok(())
}

/// A private file that has no name until all of it is there.
struct NewFile<'p> {
    path: &'p Path,
    file: NamedTempFile,
    bytes: usize,
}

impl NewFile<'_> {
    /// Fails at once if there is a file of that name already.
    fn beside(path: &Path) -> Result<NewFile<'_>, Failure> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let made = match path.symlink_metadata() {
            Ok(_) => Err(ErrorKind::AlreadyExists.into()),
            Err(_) => NamedTempFile::new_in(folder),
        };
        Ok(NewFile { path, file: made.map_err(|e| failure(path, e))?, bytes: 0 })
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.bytes += bytes.len();
        self.file.write_all(bytes).map_err(|e| failure(self.path, e))
    }

    fn keep(self) -> Result<(), Failure> {
        let kept = self.file.persist_noclobber(self.path);
        kept.map(drop).map_err(|e| failure(self.path, e.error))
    }
}

fn failure(path: &Path, error: io::Error) -> Failure {
    Failure::Io(path.display().to_string(), error)
}
