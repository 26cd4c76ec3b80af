//! `target/release/examples/many`: what the size of a store costs. Puts and reads must not feel it.
//!
//! One store of 100 results and one of 100,000 are made; then the same calls go to both in turn, so that whatever else the
//! machine does strikes both. The median says what a call costs; the worst has the bounded sweep step that a put takes at times.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use toolaria::Toolaria;
use toolaria::types::{Query, RangeQuery, RescueOutcome, ToolCall};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Lines of a result; it has about 1,500 bytes, because the handle of a shorter one would not be shorter.
const LINES: usize = 24;
const THREADS: usize = 4;
/// What a put or a fetch in the large store may cost, in terms of the small one.
const ALLOWED: f64 = 1.5;

/// Compares the verbs in a small and a large store. Exit code 1 if put or fetch cost more than 1.5 times as much in the large.
#[derive(Parser)]
struct Options {
    #[arg(long, default_value_t = 100)]
    small: usize,
    #[arg(long, default_value_t = 100_000)]
    large: usize,
    #[arg(long, default_value_t = 50)]
    sessions: usize,
    /// Calls of put and fetch in each store
    #[arg(long, default_value_t = 300)]
    rounds: usize,
    /// Calls of status and sweep in each store
    #[arg(long, default_value_t = 5)]
    scans: usize,
    /// `directory` or `sqlite` [default: one after the other]
    #[arg(long)]
    layout: Option<String>,
    /// Where the stores are made; /dev/shm spares the waiting for a disk [default: a temporary folder]
    #[arg(long)]
    folder: Option<PathBuf>,
}

fn main() -> Outcome<ExitCode> {
    let options = Options::parse();
    let folder = options.folder.clone().unwrap_or_else(std::env::temp_dir);
    println!("in {}, results of {} bytes in {} sessions", folder.display(), text(0).len(), options.sessions);
    println!(
        "| layout | verb | calls | {0} results: median | worst | {1}: median | worst | ratio of medians |",
        options.small, options.large
    );
    println!("|---|---|---|---|---|---|---|---|");
    let layouts =
        options.layout.clone().map_or(vec!["directory".to_owned(), "sqlite".to_owned()], |layout| vec![layout]);
    let mut is_flat = true;
    for layout in layouts {
        let root = tempfile::Builder::new().prefix("toolaria-many-").tempdir_in(&folder)?;
        is_flat &= compare(&options, &layout, root.path())?;
    }
    Ok(if is_flat { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn compare(options: &Options, layout: &str, root: &Path) -> Outcome<bool> {
    let mut small = Subject::make(&root.join("small"), layout, options.small, options.sessions)?;
    let start = Instant::now();
    let mut large = Subject::make(&root.join("large"), layout, options.large, options.sessions)?;
    let took = start.elapsed();
    eprintln!(
        "{layout}: {} results in {:.0} s, {:.2} ms each with {THREADS} threads",
        options.large,
        took.as_secs_f64(),
        took.as_secs_f64() * 1e3 / options.large as f64
    );
    let mut is_flat = true;
    for verb in [Verb::Put, Verb::Fetch, Verb::Status, Verb::Sweep] {
        let calls = if verb.scans() { options.scans } else { options.rounds };
        let (mut in_small, mut in_large) = (Times::default(), Times::default());
        for _ in 0..calls {
            in_small.add(small.time(verb)?);
            in_large.add(large.time(verb)?);
        }
        let ratio = in_large.median().as_secs_f64() / in_small.median().as_secs_f64();
        println!(
            "| {layout} | {} | {calls} | {} | {} | {} | {} | {ratio:.2} |",
            verb.name(),
            ms(in_small.median()),
            ms(in_small.worst()),
            ms(in_large.median()),
            ms(in_large.worst())
        );
        is_flat &= verb.scans() || ratio <= ALLOWED;
    }
    Ok(is_flat)
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

#[derive(Clone, Copy)]
enum Verb {
    Put,
    Fetch,
    Status,
    Sweep,
}

impl Verb {
    fn name(self) -> &'static str {
        match self {
            Verb::Put => "put",
            Verb::Fetch => "fetch, range",
            Verb::Status => "status",
            Verb::Sweep => "sweep",
        }
    }

    /// Whether it looks at everything, so that it may cost more in a larger store.
    fn scans(self) -> bool {
        matches!(self, Verb::Status | Verb::Sweep)
    }
}

#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    fn add(&mut self, time: Duration) {
        self.0.push(time);
        self.0.sort_unstable();
    }

    fn median(&self) -> Duration {
        self.0.get(self.0.len() / 2).copied().unwrap_or_default()
    }

    fn worst(&self) -> Duration {
        self.0.last().copied().unwrap_or_default()
    }
}

/// A store and what it holds.
struct Subject {
    toolaria: Toolaria,
    sessions: usize,
    ids: Vec<String>,
    /// Counts the fetches.
    fetched: usize,
}

impl Subject {
    fn make(store: &Path, layout: &str, count: usize, sessions: usize) -> Outcome<Subject> {
        let toolaria = Toolaria::builder().store(store).set("kv", layout).set("max_result_chars", "200").build()?;
        let ids = thread::scope(|scope| -> Outcome<Vec<String>> {
            let part = count.div_ceil(THREADS).max(1);
            let parts = (0..count).step_by(part).map(|start| start..count.min(start + part));
            let toolaria = &toolaria;
            let threads: Vec<_> = parts
                .map(|mut part| {
                    scope.spawn(move || {
                        part.try_fold(Vec::new(), |mut ids, number| {
                            ids.push(put(toolaria, number, sessions)?);
                            Outcome::Ok(ids)
                        })
                    })
                })
                .collect();
            let parts: Outcome<Vec<_>> =
                threads.into_iter().map(|thread| thread.join().expect("a thread ends")).collect();
            Ok(parts?.concat())
        })?;
        Ok(Subject { toolaria, sessions, ids, fetched: 0 })
    }

    fn time(&mut self, verb: Verb) -> Outcome<Duration> {
        let start = Instant::now();
        match verb {
            Verb::Put => {
                let id = put(&self.toolaria, self.ids.len(), self.sessions)?;
                self.ids.push(id);
            }
            Verb::Fetch => self.fetch()?,
            Verb::Status => drop(self.toolaria.status()?),
            Verb::Sweep => drop(self.toolaria.sweep(None, None)?),
        }
        Ok(start.elapsed())
    }

    /// A line of a result that is not near the one before.
    fn fetch(&mut self) -> Outcome<()> {
        self.fetched += 1;
        let number = self.fetched * 7_919 % self.ids.len();
        let query = Query::Range(RangeQuery { start: Some(3), count: Some(2) });
        let slice = self.toolaria.fetch(&self.ids[number], &query, None, Some(&session(number, self.sessions)))?;
        let expected = text(number).split_inclusive('\n').skip(3).take(2).collect::<String>();
        match &slice.data {
            toolaria::types::SliceData::Text(text) if *text == expected => Ok(()),
            other => Err(format!("not line 3 of result {number}: {other:?}").into()),
        }
    }
}

fn put(toolaria: &Toolaria, number: usize, sessions: usize) -> Outcome<String> {
    let call = ToolCall {
        tool: Some("web_extract".to_owned()),
        toolset: None,
        arguments: Some(format!(r#"{{"page":{number}}}"#)),
        session: Some(session(number, sessions)),
        label: None,
    };
    match toolaria.rescue_bytes(&call, text(number).as_bytes())? {
        RescueOutcome::Stored(handle) => Ok(handle.id),
        RescueOutcome::Unchanged(reason) => Err(format!("result {number} is not stored: {reason:?}").into()),
    }
}

fn session(number: usize, sessions: usize) -> String {
    format!("session-{}", number % sessions)
}

fn text(number: usize) -> String {
    let line = |line: usize| format!("result {number:>6}, line {line:>2}: some words of an answer, not more\n");
    (0..LINES).map(line).collect()
}
