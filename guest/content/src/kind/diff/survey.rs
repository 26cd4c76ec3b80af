//! A diff as a whole: commits, files, hunks and changed lines.

use super::edits::Edits;
use crate::characters::without_end;
use crate::fold;
use crate::view::{Section, View};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Modified,
    New,
    Deleted,
    Renamed,
    Copied,
    Mode,
    Binary,
}

impl Status {
    pub const ALL: [Status; 7] =
        [Status::Modified, Status::New, Status::Deleted, Status::Renamed, Status::Copied, Status::Mode, Status::Binary];

    pub fn name(self) -> &'static str {
        match self {
            Status::Modified => "modified",
            Status::New => "new",
            Status::Deleted => "deleted",
            Status::Renamed => "renamed",
            Status::Copied => "copied",
            Status::Mode => "only of another mode",
            Status::Binary => "binary",
        }
    }
}

#[derive(Debug)]
pub struct File {
    pub path: String,
    pub status: Status,
    pub line: usize,
    pub added: u64,
    pub removed: u64,
    /// The lines of their headers.
    pub hunks: Vec<usize>,
}

#[derive(Debug, Default)]
pub struct Survey {
    pub commits: usize,
    pub files: Vec<File>,
    /// Where marks of conflicts stand that somebody added.
    pub conflicts: Vec<usize>,
}

/// What of a hunk has not come yet, in lines of the old and the new file.
pub struct Rest {
    old: u64,
    new: u64,
    /// Columns of signs before each line: one for each file that is compared.
    signs: usize,
}

struct Reader<'e> {
    survey: Survey,
    edits: &'e mut Edits,
    rest: Rest,
    /// Whether the last file was named by `diff --git`, so that `---` and `+++` only repeat that.
    is_named: bool,
}

impl Survey {
    /// Cost: one pass over the section.
    pub fn of(view: &View, section: &Section, edits: &mut Edits) -> Survey {
        let rest = Rest { old: 0, new: 0, signs: 1 };
        let mut reader = Reader { survey: Survey::default(), edits, rest, is_named: false };
        for line in section.lines.clone() {
            let text = fold::shown(without_end(view.line(line)));
            reader.line(&text, line, view.line_start(line));
        }
        reader.edits.end_of_run();
        reader.survey
    }

    /// Lines added and removed.
    pub fn changed(&self) -> [u64; 2] {
        let sum = |of: fn(&File) -> u64| self.files.iter().map(of).sum();
        [sum(|file| file.added), sum(|file| file.removed)]
    }
}

impl Reader<'_> {
    fn line(&mut self, text: &str, line: usize, at: usize) {
        if self.rest.old + self.rest.new > 0 && self.changed_line(text, at) {
            return;
        }
        self.edits.end_of_run();
        if let Some(rest) = hunk(text) {
            self.rest = rest;
            if let Some(file) = self.survey.files.last_mut() {
                file.hunks.push(line);
            }
        } else {
            self.header(text, line);
        }
    }

    /// Takes in a line of a hunk; `false` for what cannot stand in one.
    fn changed_line(&mut self, text: &str, at: usize) -> bool {
        let signs = &text.as_bytes()[..self.rest.signs.min(text.len())];
        let (adds, removes) = (signs.contains(&b'+'), signs.contains(&b'-'));
        let is_line = signs.iter().all(|sign| matches!(sign, b'+' | b'-' | b' ' | b'\\' | b'\t'));
        if !is_line {
            (self.rest.old, self.rest.new) = (0, 0);
            return false;
        }
        if signs.first() == Some(&b'\\') {
            return true;
        }
        self.rest.new = self.rest.new.saturating_sub(u64::from(!removes));
        self.rest.old = self.rest.old.saturating_sub(u64::from(!adds));
        let body = text.get(self.rest.signs..).unwrap_or_default();
        match (adds, removes) {
            (true, _) => {
                self.edits.added(body, at);
                if ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| body.starts_with(mark)) {
                    self.survey.conflicts.push(at);
                }
            }
            (_, true) => self.edits.removed(body, at),
            _ => self.edits.end_of_run(),
        }
        if let Some(file) = self.survey.files.last_mut() {
            file.added += u64::from(adds);
            file.removed += u64::from(removes);
        }
        true
    }

    fn header(&mut self, text: &str, line: usize) {
        (self.rest.old, self.rest.new) = (0, 0);
        if let Some(names) = text.strip_prefix("diff --git ") {
            let path = names.rsplit_once(" b/").map_or(names, |(_, path)| path);
            self.file(path, line);
            self.is_named = true;
        } else if text.strip_prefix("commit ").is_some_and(is_hash) {
            self.survey.commits += 1;
        } else if let Some(name) = text.strip_prefix("+++ ") {
            self.name(name, line);
        } else if let Some(names) = text.strip_prefix("Binary files ") {
            if !self.is_named {
                let path = names.split(" and ").last().unwrap_or(names).trim_end_matches(" differ");
                self.file(path, line);
            }
            self.set(Status::Binary);
        } else if let Some(old) = text.strip_prefix("rename from ") {
            self.set(Status::Renamed);
            self.set_path(old.to_owned());
        } else if let Some(new) = text.strip_prefix("rename to ") {
            let old = self.survey.files.last().map_or("", |file| &file.path);
            self.set_path(format!("{old} → {new}"));
        } else if text == "GIT binary patch" {
            self.set(Status::Binary);
        } else if let Some(status) = status(text) {
            self.set(status);
        } else if let Some(path) = text.strip_prefix("diff --cc ").or(text.strip_prefix("Index: ")) {
            self.file(path, line);
            self.is_named = true;
        }
    }

    /// A file that is named by the second of its two header lines.
    fn name(&mut self, name: &str, line: usize) {
        let name = name.split('\t').next().unwrap_or(name);
        if self.is_named {
            self.is_named = false;
            if name == "/dev/null" {
                self.set(Status::Deleted);
            }
            return;
        }
        self.file(name.strip_prefix("b/").unwrap_or(name), line);
    }

    fn file(&mut self, path: &str, line: usize) {
        let path = path.trim_matches('"').to_owned();
        let file = File { path, status: Status::Modified, line, added: 0, removed: 0, hunks: Vec::new() };
        self.survey.files.push(file);
        self.is_named = false;
    }

    fn set_path(&mut self, path: String) {
        if let Some(file) = self.survey.files.last_mut() {
            file.path = path;
        }
    }

    fn set(&mut self, status: Status) {
        if let Some(file) = self.survey.files.last_mut()
            && file.hunks.is_empty()
            && (matches!(file.status, Status::Modified | Status::Mode) || status == Status::Binary)
        {
            file.status = status;
        }
    }
}

fn status(text: &str) -> Option<Status> {
    let starts = [
        ("new file mode ", Status::New),
        ("deleted file mode ", Status::Deleted),
        ("copy from ", Status::Copied),
        ("old mode ", Status::Mode),
    ];
    starts.iter().find(|(start, _)| text.starts_with(start)).map(|(_, status)| *status)
}

fn is_hash(text: &str) -> bool {
    let hash = text.split(' ').next().unwrap_or_default();
    hash.len() >= 7 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What a hunk's header announces: `@@ -1,5 +1,6 @@ fn x()`, with one more `@` for each further file that is compared.
pub fn hunk(text: &str) -> Option<Rest> {
    let signs = text.bytes().take_while(|byte| *byte == b'@').count().checked_sub(1).filter(|signs| *signs > 0)?;
    let marks = &text[..=signs];
    let ranges = text[marks.len()..].strip_prefix(' ')?.split_once(marks)?.0;
    let lines = |range: &str| match range[1..].split_once(',') {
        Some((_, lines)) => lines.parse().ok(),
        None => range[1..].parse::<u64>().ok().map(|_| 1),
    };
    let mut rest = Rest { old: 0, new: 0, signs };
    for range in ranges.split_ascii_whitespace() {
        match range.as_bytes()[0] {
            b'-' => rest.old = lines(range)?.max(rest.old),
            b'+' => rest.new = lines(range)?,
            _ => return None,
        }
    }
    Some(rest)
}
