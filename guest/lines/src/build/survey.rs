//! All diagnostics of a text.

use super::diagnostic::{self, Diagnostic, Severity};
use crate::plain;

/// Errors that are kept; those beyond are counted.
pub const KEPT: usize = 1_000;
/// Notices of a CI service that are kept; those beyond are as the service itself takes them, of no weight.
const NOTICES: usize = 3;
/// Bytes of an option that is counted.
const OPTION_BYTES: usize = 60;
/// Lines between a message and its place.
const PLACE_LINES: u64 = 6;

/// One error.
#[derive(Debug, Clone)]
pub struct Found {
    pub at: usize,
    pub place: String,
    pub code: String,
    pub message: String,
}

/// By what diagnostics are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// The code, or the message with what it names left out where there is none.
    Kind,
    File,
    /// Of a command that compiles one file.
    Option,
}

/// Counts a diagnostic by one of its keys: whether it is a warning, the key, and where it stands.
pub type Count<'c> = &'c mut dyn FnMut(Key, bool, &str, usize);

#[derive(Debug, Default)]
pub struct Survey {
    pub errors: u64,
    pub warnings: u64,
    pub kept: Vec<Found>,
    /// Where the build says how it ended.
    pub ends: Vec<usize>,
    /// Where a CI service says what it wants noticed.
    pub notices: Vec<usize>,
    /// Commands that compile one file.
    pub commands: u64,
    pub lines: u64,
    /// Lines of compilers and builders, and those of them that hardly anything else writes.
    pub known: u64,
    pub certain: u64,
    /// The last diagnostic, for the place that may follow, and the line that it was in.
    open: Option<(Severity, usize, u64)>,
    /// Whether a package of Go was named, whose diagnostics have no severity.
    is_go: bool,
    /// The file that a list of problems stands below.
    file: String,
    key: String,
}

impl Survey {
    pub fn of(text: &str, count: Count) -> Survey {
        let mut survey = Survey::default();
        plain::each(text, &mut |at, line| survey.line(at, line, count));
        survey
    }

    pub fn line(&mut self, at: usize, line: &str, count: Count) {
        let text = line.trim_ascii_start();
        if text.is_empty() {
            return;
        }
        self.lines += 1;
        if text.len() < line.len() {
            self.indented(at, text, count);
        } else if line.starts_with("##[notice]") || line.starts_with("::notice") {
            self.known += 1;
            self.certain += 1;
            if self.notices.len() < NOTICES {
                self.notices.push(at);
            }
        } else if let Some(options) = options(line) {
            self.known += 1;
            self.certain += 1;
            self.commands += 1;
            options.for_each(|option| count(Key::Option, false, option, at));
        } else if let Some(found) = diagnostic::parse(line).filter(|found| found.is_certain || self.may_be_bare(found))
        {
            self.add(at, &found, count);
        } else if is_end(line) {
            self.ends.push(at);
            self.known += 1;
            self.certain += u64::from(!line.starts_with("Found "));
        } else if is_progress(line) {
            self.known += 1;
            self.certain += u64::from(is_step(line));
            self.is_go |= line.starts_with("# ");
        } else if is_path(line) {
            line.clone_into(&mut self.file);
        }
    }

    /// What stands below a message: its place, its lines of source, or a problem of the file above.
    fn indented(&mut self, at: usize, text: &str, count: Count) {
        if let Some(place) = text.strip_prefix("--> ") {
            self.known += 1;
            self.certain += 1;
            self.locate(place, count);
        } else if let Some(found) = (!self.file.is_empty()).then(|| stylish(text)).flatten() {
            let place = format!("{}:{}", self.file, found.place);
            self.add(at, &Diagnostic { place: &place, ..found }, count);
        } else if text.starts_with(|char: char| char.is_ascii_digit() || matches!(char, '|' | '=' | '^' | '~'))
            || is_started(text)
        {
            self.known += 1;
            self.certain += u64::from(is_step(text));
            if is_end(text) {
                self.ends.push(at);
            }
        }
    }

    /// Whether a diagnostic that is not certain may be one: a message without a place, or one of Go below its package.
    fn may_be_bare(&self, found: &Diagnostic) -> bool {
        found.place.is_empty() || self.is_go
    }

    fn add(&mut self, at: usize, found: &Diagnostic, count: Count) {
        self.known += 1;
        self.certain += u64::from(found.is_certain || !found.place.is_empty());
        let is_warning = found.severity == Severity::Warning;
        match found.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => return,
        }
        self.open = Some((found.severity, at, self.lines)).filter(|_| found.place.is_empty());
        key(found, &mut self.key);
        count(Key::Kind, is_warning, &self.key, at);
        if !found.place.is_empty() {
            count(Key::File, is_warning, found.file(), at);
        }
        if !is_warning && self.kept.len() < KEPT {
            let [place, code, message] = [found.place, &self.key, found.message].map(str::to_owned);
            self.kept.push(Found { at, place, code, message });
        }
    }

    fn locate(&mut self, place: &str, count: Count) {
        let Some((severity, at, _)) = self.open.take().filter(|(.., since)| self.lines - since <= PLACE_LINES) else {
            return;
        };
        count(Key::File, severity == Severity::Warning, diagnostic::file(place), at);
        if let Some(last) = self.kept.last_mut().filter(|last| severity == Severity::Error && last.at == at) {
            place.clone_into(&mut last.place);
        }
    }
}

/// The code, or the message with what it names left out.
fn key(found: &Diagnostic, key: &mut String) {
    key.clear();
    if !found.code.is_empty() {
        return key.push_str(found.code);
    }
    let mut quoted = false;
    for char in found.message.chars().take(120) {
        match char {
            '`' | '\'' | '"' | '‘' | '’' => {
                quoted = !quoted;
                key.push(char);
                key.extend(quoted.then_some('…'));
            }
            _ if quoted => {}
            _ if char.is_ascii_digit() && key.ends_with('0') => {}
            _ if char.is_ascii_digit() => key.push('0'),
            _ => key.push(char),
        }
    }
}

/// `12:5  error  message  rule` of eslint, below the path of its file.
fn stylish(text: &str) -> Option<Diagnostic<'_>> {
    let (place, rest) = text.split_once(' ')?;
    let (line, column) = place.split_once(':')?;
    if ![line, column].iter().all(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())) {
        return None;
    }
    let (severity, rest) = diagnostic::severity(rest.trim_start())?;
    let message = rest.trim_start();
    let code = message.rsplit_once("  ").map_or("", |(_, code)| code);
    Some(Diagnostic { place, ..Diagnostic::certain(severity, code, message) })
}

/// The starts of lines that tell what a build is at.
const PROGRESS: [&str; 22] = [
    "Compiling ",
    "Checking ",
    "Finished ",
    "Downloading ",
    "Downloaded ",
    "Building ",
    "Updating ",
    "Fresh ",
    "Documenting ",
    "Running ",
    "In file included from ",
    "make: ",
    "make[",
    "gcc ",
    "cc ",
    "g++ ",
    "clang ",
    "-- ",
    "> Task :",
    "[INFO] ",
    "##[",
    "Scanning dependencies",
];

/// The options of a command that compiles one file, less those that name one.
fn options(line: &str) -> Option<impl Iterator<Item = &str>> {
    let command = match line.strip_prefix('[') {
        Some(step) => step.split_once("] ")?.1,
        None => line,
    };
    let (program, rest) = command.split_once(' ')?;
    let program = program.rsplit('/').next().unwrap_or_default();
    let compiles = ["cc", "c++", "g++", "clang", "clang++"].iter().any(|end| program.ends_with(end));
    let is_one = |word: &&str| {
        word.starts_with('-') && word.len() <= OPTION_BYTES && memchr::memchr2(b'/', b'"', word.as_bytes()).is_none()
    };
    (compiles && program.len() <= OPTION_BYTES && rest.contains("-c ")).then(|| rest.split(' ').filter(is_one))
}

/// A step of cargo, with a crate and its version or a profile; of CMake, with its share of the whole; of a C compiler; of BuildKit.
fn is_step(text: &str) -> bool {
    if options(text).is_some() || text.starts_with('[') && text.contains("%] ") || is_layer(text) {
        return true;
    }
    let is_of_crate = ["Compiling ", "Checking ", "Downloaded ", "Fresh ", "Documenting "]
        .iter()
        .any(|start| text.starts_with(start));
    is_of_crate && text.contains(" v") || text.starts_with("Finished ") && text.contains(" target(s) in ")
}

/// `#5 [2/9] RUN make` of BuildKit.
fn is_layer(line: &str) -> bool {
    let step = line.strip_prefix('#').and_then(|rest| rest.split_once(" ["));
    step.is_some_and(|(number, rest)| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) && rest.contains("] ")
    })
}

fn is_started(line: &str) -> bool {
    let first = line.as_bytes().first();
    PROGRESS.iter().any(|start| start.as_bytes().first() == first && line.starts_with(start))
}

fn is_progress(line: &str) -> bool {
    is_started(line)
        || line.starts_with('[')
            && line[1..].trim_start().starts_with(|char: char| char.is_ascii_digit())
            && line.contains(']')
        || line.starts_with('#') && is_layer(line)
        || line.starts_with("# ") && line.contains('/') && !line[2..].contains(' ')
        || line.ends_with(':') && line.contains(": In function ")
}

/// Whether a line says how a build ended or how many diagnostics there were.
fn is_end(line: &str) -> bool {
    const ENDS: [&str; 9] = [
        "BUILD SUCCESS",
        "BUILD FAIL",
        "[INFO] BUILD ",
        "Build succeeded",
        "Build FAILED",
        "Found ",
        "error: could not compile ",
        "✖ ",
        "error: aborting due to ",
    ];
    let counts = |line: &str| line.contains("error") || line.contains("problem") || line.contains("warning");
    match ENDS.iter().find(|end| line.starts_with(**end)) {
        Some(&"Found " | &"✖ ") => counts(line) && line.contains(|char: char| char.is_ascii_digit()),
        Some(_) => true,
        None => {
            line.starts_with("Finished ") && line.contains(" target(s) in ")
                || line.starts_with("warning: `") && line.contains(" generated ")
                || line.starts_with("Success: no issues found")
        }
    }
}

/// Whether a line is a path and nothing else, as above a list of problems.
fn is_path(line: &str) -> bool {
    let bytes = line.as_bytes();
    let name = &bytes[memchr::memrchr2(b'/', b'\\', bytes).map_or(0, |at| at + 1)..];
    let has_dot = memchr::memchr(b'.', name).is_some_and(|at| at + 1 < name.len());
    line.len() < 300 && has_dot && !line.ends_with([':', '.']) && !line.contains("  ")
}
