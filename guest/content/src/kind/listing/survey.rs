//! A listing as a whole: every line is looked at.

use super::aligned::is_rule;
use super::entry::{Entry, extension, root, split};
use super::form::{Form, around, commit_of};
use super::groups::Groups;
use super::parse;
use crate::characters::without_end;
use crate::fold;
use crate::kind::columns::{Rows, Value, is_number};
use crate::view::{Section, View};

/// Stands for what a path has not.
const NONE: &str = "(none)";
/// Files that everybody may write which are named.
const WRITABLE: usize = 3;

pub struct Survey {
    pub form: Form,
    pub rows: Rows,
    /// Lines that are no entries, but for blank ones.
    pub others: u64,
    pub groups: Groups,
    /// Where files stand that everybody may write, if they are few.
    pub writable: Vec<usize>,
}

/// What is known from the lines before.
#[derive(Default)]
struct State {
    /// The path of the file or folder that the lines belong to.
    heading: String,
    /// The names that lead to the last line of a tree, with their depths.
    branch: Vec<(usize, String)>,
    /// Whether a path with a folder came.
    has_roots: bool,
    /// The author of a commit whose subject has not come yet.
    author: Option<String>,
}

struct Reader<'v> {
    survey: &'v mut Survey,
    state: &'v mut State,
    /// The line as it is shown, its number and where it starts.
    text: &'v str,
    line: usize,
    at: usize,
}

impl Survey {
    /// Cost: one pass over the section.
    pub fn of(view: &View, section: &Section) -> Option<Survey> {
        let form = Form::of(&view.text()[view.span(section.lines.clone())])?;
        let mut survey = Survey {
            form: form.clone(),
            rows: Rows::new(0),
            others: 0,
            groups: Groups::default(),
            writable: Vec::new(),
        };
        let mut state = State::default();
        for line in section.lines.clone() {
            let text = fold::shown(without_end(view.line(line)));
            let text = text.trim_start_matches('\u{feff}').trim_ascii_end();
            if text.is_empty() {
                continue;
            }
            let mut reader = Reader { survey: &mut survey, state: &mut state, text, line, at: view.line_start(line) };
            let is_entry = reader.read(&form);
            survey.others += u64::from(!is_entry);
        }
        let (line, at) = (section.lines.end.saturating_sub(1), view.span(section.lines.clone()).end);
        Reader { survey: &mut survey, state: &mut state, text: "", line, at }.end_commit("");
        survey.rows.finish();
        if survey.writable.len() > WRITABLE {
            survey.writable.clear();
        }
        Some(survey)
    }
}

impl Reader<'_> {
    /// Whether the line is an entry, and takes it in.
    fn read(&mut self, form: &Form) -> bool {
        let text = self.text;
        match form {
            Form::Table(header) => {
                if is_rule(text) || text == header.line || text.starts_with('|') {
                    return false;
                }
                let mut cells = Vec::new();
                header.each(text, |number, cell| cells.push((number, cell)));
                let is_row = cells.len() * 2 > header.names.len();
                if is_row {
                    self.start();
                    cells.into_iter().for_each(|(number, cell)| self.cell(&header.names[number], cell));
                    self.end("", 0);
                }
                is_row
            }
            Form::Headings => match parse::numbered(text) {
                Some((is_hit, found)) if !self.state.heading.is_empty() => {
                    if is_hit {
                        let heading = std::mem::take(&mut self.state.heading);
                        self.hit(&heading, found);
                        self.state.heading = heading;
                    }
                    is_hit
                }
                _ => {
                    if parse::is_path(text) {
                        self.state.heading = text.to_owned();
                    }
                    false
                }
            },
            Form::Tree => match parse::branch(text) {
                Some((depth, name)) => {
                    self.branch(depth, name);
                    true
                }
                None => false,
            },
            Form::History => {
                if commit_of(text).is_some() {
                    self.end_commit("");
                    self.state.author = Some(String::new());
                    return false;
                }
                match (text.strip_prefix("Author:"), text.strip_prefix("    ")) {
                    (Some(author), _) => {
                        self.state.author.as_mut().into_iter().for_each(|known| *known = author.trim().to_owned());
                        false
                    }
                    (_, Some(subject)) => self.end_commit(subject),
                    _ => false,
                }
            }
            Form::Hits if text == "--" || parse::hit(text).is_none() && around(text).is_some() => false,
            _ => match form.entry(text) {
                Some(Entry { path, text: Some((_, found)), .. }) if matches!(form, Form::Hits) => {
                    self.hit(path, found);
                    true
                }
                Some(entry) => {
                    self.entry(&entry);
                    true
                }
                None => {
                    if let Some(folder) = text.strip_suffix(':') {
                        self.state.heading = folder.to_owned();
                    }
                    false
                }
            },
        }
    }

    /// Takes in the commit whose lines have come, if there is one.
    fn end_commit(&mut self, subject: &str) -> bool {
        let Some(author) = self.state.author.take() else {
            return false;
        };
        self.start();
        for (name, text) in parse::of_commit(&author, subject) {
            self.text(name, text);
        }
        self.text("subject", subject);
        self.end("", 0);
        true
    }

    fn hit(&mut self, path: &str, found: &str) {
        self.start();
        self.cell("file", path);
        self.text("extension", extension(split(path).1).unwrap_or(NONE));
        self.text("text", found.trim());
        self.end(path, 0);
    }

    fn entry(&mut self, entry: &Entry) {
        self.start();
        let is_writable = |mode: &str| mode.as_bytes().get(8) == Some(&b'w') && mode.starts_with('-');
        for (name, cell) in entry.cells.iter().flatten() {
            if *name == "modified" {
                self.text(name, cell)
            } else {
                self.cell(name, cell)
            }
            if *name == "mode" && is_writable(cell) {
                self.survey.writable.push(self.at);
            }
        }
        if let Some((name, text)) = entry.text {
            self.text(name, text);
        }
        let (folder, name) = split(entry.path);
        self.path(entry.path, folder, name);
        let heading = std::mem::take(&mut self.state.heading);
        let group = if folder.is_empty() { heading.as_str() } else { folder };
        self.end(group, entry.bytes());
        self.state.heading = heading;
    }

    /// What the path of an entry tells.
    fn path(&mut self, path: &str, folder: &str, name: &str) {
        if path.is_empty() {
            return;
        }
        // `ls` names the folder above its files, if at all.
        self.state.has_roots |= !folder.is_empty() || !matches!(self.survey.form, Form::Long);
        if self.state.has_roots {
            let root = root(path);
            self.text("root", if root.is_empty() { NONE } else { root });
        }
        self.text("extension", extension(name).unwrap_or(NONE));
        self.text("name", name);
    }

    fn branch(&mut self, depth: usize, name: &str) {
        let branch = &mut self.state.branch;
        while branch.last().is_some_and(|(other, _)| *other >= depth) {
            branch.pop();
        }
        let folder: Vec<&str> = branch.iter().map(|(_, name)| name.as_str()).collect();
        let folder = folder.join("/");
        branch.push((depth, name.to_owned()));
        self.start();
        self.text("extension", extension(name).unwrap_or(NONE));
        self.text("name", name);
        self.end(&folder, 0);
    }

    fn start(&mut self) {
        self.survey.rows.start(self.at);
    }

    /// A cell that is a number where it is written as one.
    fn cell(&mut self, name: &str, text: &str) {
        match is_number(text) {
            true => self.value(name, Value::Number(text), text),
            false => self.text(name, text),
        }
    }

    fn text(&mut self, name: &str, text: &str) {
        self.value(name, Value::String(text), text);
    }

    fn value(&mut self, name: &str, value: Value, text: &str) {
        let within = (text.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let within = if within <= self.text.len() { within } else { 0 };
        self.survey.rows.cell(name, value, self.at + within);
    }

    fn end(&mut self, group: &str, bytes: u64) {
        self.survey.rows.end(self.at);
        self.survey.groups.add(group, bytes, self.line);
    }
}
