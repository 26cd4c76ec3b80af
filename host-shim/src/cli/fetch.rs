use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use toolaria::types::{ChainQuery, GrepQuery, Query, RangeQuery, RawQuery, SearchQuery, Slice, SliceData};

use super::exit::{Exit, Failure};
use super::global::Global;
use super::{json, output};

/// Read a slice of a stored result: exactly the data on stdout, the notice and `cursor: …` on stderr
#[derive(Args)]
pub struct Fetch {
    /// The result's id
    id: String,
    /// What to read
    #[arg(long)]
    mode: Mode,
    /// First line, or first byte of raw, counted from 0
    #[arg(long, default_value_t = 0)]
    start: u64,
    /// How many lines, bytes of raw, or parts of search [default: as many as fit]
    #[arg(long)]
    count: Option<u64>,
    /// A regular expression
    #[arg(long, required_if_eq_any([("mode", "grep"), ("mode", "chain")]))]
    pattern: Option<String>,
    /// Lines around each match of chain
    #[arg(long, default_value_t = 3)]
    context: u64,
    /// Words to search for
    #[arg(long, required_if_eq("mode", "search"))]
    query: Option<String>,
    /// Continues an incomplete answer
    #[arg(long)]
    cursor: Option<String>,
    /// Writes the data to a new file that only you can read
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
        let toolaria = global.open()?;
        let slice = toolaria.fetch(&self.id, &self.query(), self.cursor.as_deref(), self.session.as_deref())?;
        match (&self.output, global.json) {
            (None, true) => output::object(&json::slice(&slice))?,
            (None, false) => {
                output::data(data(&slice))?;
                notice(&slice);
            }
            (Some(file), true) => {
                write_new(file, data(&slice))?;
                output::object(&json::notice(&slice))?;
            }
            (Some(file), false) => {
                write_new(file, data(&slice))?;
                notice(&slice);
            }
        }
        Ok(Exit::Done)
    }

    fn query(&self) -> Query {
        let pattern = self.pattern.clone().unwrap_or_default();
        match self.mode {
            Mode::Outline => Query::Outline,
            Mode::Stat => Query::Stat,
            Mode::Range => Query::Range(RangeQuery { start: self.start, count: self.count }),
            Mode::Grep => Query::Grep(GrepQuery { pattern }),
            Mode::Chain => Query::Chain(ChainQuery { pattern, context_lines: self.context }),
            Mode::Search => Query::Search(SearchQuery {
                text: self.query.clone().unwrap_or_default(),
                top: self.count.map(|count| u32::try_from(count).unwrap_or(u32::MAX)),
            }),
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

fn write_new(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    opened.and_then(|mut file| file.write_all(bytes)).map_err(|e| Failure::Io(file.display().to_string(), e))
}
