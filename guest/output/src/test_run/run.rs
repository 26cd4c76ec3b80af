//! What a text tells of test runs, line by line, whatever runner wrote it.

use super::failures::{Failures, Mention, Rank};
use super::totals::Totals;
use super::{heads, pytest, sections};
use crate::place::place;
use toolaria_lines::plain;

/// Bytes of what was expected and of what came that are kept.
const DETAIL_BYTES: usize = 300;
/// Skipped tests whose lines are kept; those beyond are counted.
const SKIPPED: usize = 2;

/// What runs tests. The order is that of [`Runner::NAMES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runner {
    Pytest,
    Unittest,
    Cargo,
    Nextest,
    Go,
    Jest,
    Vitest,
    Mocha,
    Maven,
    Gradle,
    Tap,
    Rspec,
    Minitest,
    Gtest,
    Dotnet,
}

impl Runner {
    pub const NAMES: [&str; 15] = [
        "pytest",
        "unittest",
        "cargo test",
        "nextest",
        "go test",
        "jest",
        "vitest",
        "mocha",
        "maven",
        "gradle",
        "tap",
        "rspec",
        "minitest",
        "gtest",
        "dotnet test",
    ];
}

/// How one test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Passed,
    Failed,
    Error,
    Skipped,
}

/// What is said of one runner.
#[derive(Debug, Clone, Default)]
pub struct Told {
    /// As the runner says.
    pub totals: Totals,
    /// How many times it says so, and where first.
    pub times: u64,
    pub at: usize,
    /// What it says last.
    pub line: String,
    /// By the lines of single tests.
    pub counted: Totals,
}

#[derive(Debug, Default)]
pub struct Run {
    pub told: [Told; Runner::NAMES.len()],
    /// Each line with totals.
    pub told_at: Vec<usize>,
    pub failures: Failures,
    /// Where tests are told that were skipped, and how many.
    pub skipped_at: Vec<usize>,
    pub skipped: u64,
    /// Lines that are not blank, and those of them that are a runner's.
    pub lines: u64,
    pub known: u64,
    /// Lines that only a runner writes.
    pub certain: u64,
    /// Tests by a sign each, whose runner is known by its totals only.
    pub(super) dots: Totals,
    /// The failure that the lines here speak of, and what they are.
    pub(super) open: Option<usize>,
    pub(super) section: Section,
    /// A line of a test that may fail further down, by the name of the test.
    pub(super) pending: Vec<(String, usize, String)>,
    /// The test that runs.
    pub(super) current: String,
    /// The file that was named last.
    pub(super) file: String,
}

/// What the lines at hand are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Section {
    #[default]
    None,
    Pytest,
    Python,
    /// Of a test of cargo, before it panics.
    Panic,
    /// The next line says what went wrong, behind blank ones.
    Next(Runner),
    /// The name goes on in the next lines, to one that ends with a colon.
    Name(Runner),
    /// What went wrong is said; where and why may follow.
    Said(Runner),
    /// A list of numbered failures.
    Numbered(Runner),
    /// Failures told a second time.
    Again,
}

impl Run {
    pub fn of(text: &str) -> Run {
        let mut run = Run::default();
        plain::each(text, &mut |at, line| run.line(at, line));
        run.settle();
        run
    }

    /// What cannot be known before the end.
    fn settle(&mut self) {
        let unittest = &mut self.told[Runner::Unittest as usize].totals;
        unittest.passed = unittest.passed.saturating_sub(unittest.failed + unittest.errors + unittest.skipped);
        let dotted = [Runner::Pytest, Runner::Unittest, Runner::Rspec, Runner::Minitest];
        if let Some(dotted) = dotted.into_iter().find(|runner| self.told[*runner as usize].times > 0) {
            self.told[dotted as usize].counted.add(&self.dots);
        }
        if self.told[Runner::Jest as usize].times == 0 {
            let other = [Runner::Mocha, Runner::Vitest].into_iter().find(|other| self.told[*other as usize].times > 0);
            if let Some(other) = other {
                self.told[other as usize].counted = std::mem::take(&mut self.told[Runner::Jest as usize].counted);
            }
        }
    }

    pub fn line(&mut self, at: usize, line: &str) {
        let text = line.trim_ascii_start();
        if text.is_empty() {
            return;
        }
        self.lines += 1;
        let was_open = self.section != Section::None;
        if heads::head(self, at, line, text) || pytest::progress(self, at, text) {
            self.known += 1;
        } else if was_open {
            self.known += 1;
            sections::describe(self, at, line, text);
        } else {
            self.known += u64::from(sections::before(self, at, text));
        }
    }

    pub(super) fn tell(&mut self, runner: Runner, at: usize, line: &str, totals: Option<Totals>) -> bool {
        let Some(totals) = totals else {
            return false;
        };
        let told = &mut self.told[runner as usize];
        told.totals.add(&totals);
        if told.times == 0 {
            told.at = at;
        }
        told.times += 1;
        line.clone_into(&mut told.line);
        self.told_at.push(at);
        self.certain += 1;
        self.close();
        true
    }

    /// One test, in the list of all.
    pub(super) fn test(&mut self, runner: Runner, status: Status, key: &str, name: &str, at: usize) -> bool {
        let counted = &mut self.told[runner as usize].counted;
        match status {
            Status::Passed => counted.passed += 1,
            Status::Failed => counted.failed += 1,
            Status::Error => counted.errors += 1,
            Status::Skipped => {
                counted.skipped += 1;
                self.skipped += 1;
                if self.skipped_at.len() < SKIPPED {
                    self.skipped_at.push(at);
                }
            }
        }
        if matches!(status, Status::Failed | Status::Error) {
            self.failures.mention(Mention::Status, key, name, at);
        }
        true
    }

    /// What follows speaks of one failure.
    pub(super) fn open(&mut self, mention: Mention, key: &str, name: &str, at: usize, section: Section) -> bool {
        self.open = self.failures.mention(mention, key, name, at);
        self.section = section;
        self.certain += 1;
        true
    }

    pub(super) fn close(&mut self) {
        (self.open, self.section) = (None, Section::None);
    }

    pub(super) fn say(&mut self, rank: Rank, at: usize, message: &str) {
        if let Some(open) = self.open {
            self.failures.kept[open].say(rank, at, message);
            self.failures.kept[open].locate(place(message).as_deref());
        }
    }

    pub(super) fn locate(&mut self, place: Option<String>) {
        if let Some(open) = self.open {
            self.failures.kept[open].locate(place.as_deref());
        }
    }

    pub(super) fn detail(&mut self, text: &str) {
        if let Some(open) = self.open {
            let detail = &mut self.failures.kept[open].detail;
            if detail.len() < 2 {
                let text = text.trim_end_matches(',');
                detail.push(text[..text.floor_char_boundary(DETAIL_BYTES)].to_owned());
            }
        }
    }

    /// Of a chain of causes the last counts.
    pub(super) fn cause(&mut self, cause: &str) {
        if let Some(open) = self.open {
            self.failures.kept[open].detail.clear();
            self.detail(&format!("cause: {cause}"));
        }
    }
}
