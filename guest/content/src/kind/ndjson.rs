//! NDJSON: one JSON value a line. Lines that are blank or broken are kept and counted.

use super::columns::{Columns, Lines, Oddity};
use super::json::Rows;
use super::{Likeness, table};
use crate::characters::without_end;
use crate::json::tokens::{Token, Tokens};
use crate::order;
use crate::view::{Section, View};
use crate::words::{self, Places};

/// Lines that are not blank and bytes that are looked at.
const SAMPLE_LINES: usize = 100;
const SAMPLE_BYTES: usize = 1 << 18;
/// Of a hundred of them, so many are objects or arrays; at least two are.
const WHOLE: usize = 65;

/// Broken lines that are looked at as gaps in what rises.
const BROKEN: usize = 100;

/// How a line reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    Blank,
    Whole,
    Broken,
}

impl Reading {
    /// Leaves the line's tokens in `tokens`, as far as it can be read.
    pub fn of(line: &str, tokens: &mut Vec<Token>) -> Reading {
        tokens.clear();
        let line = without_end(line);
        if line.trim().is_empty() {
            return Reading::Blank;
        }
        for token in Tokens::new(line) {
            match token {
                Ok(token) => tokens.push(token),
                Err(_) => return Reading::Broken,
            }
        }
        Reading::Whole
    }
}

/// Whether most lines of a text are JSON objects or arrays.
pub fn detect(text: &str) -> bool {
    let (mut lines, mut whole, mut bytes, mut tokens) = (0, 0, 0, Vec::new());
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        if !trimmed.is_empty() {
            lines += 1;
            whole += usize::from(trimmed.starts_with(['{', '[']) && Reading::of(line, &mut tokens) == Reading::Whole);
        }
        bytes += line.len();
        if lines == SAMPLE_LINES || lines > 2 && bytes > SAMPLE_BYTES || lines == 10 && whole == 0 {
            break;
        }
    }
    whole >= 2 && whole * 100 >= lines * WHOLE
}

/// All lines, read.
struct Survey {
    columns: Columns,
    rows: usize,
    broken: Places,
    blank: Places,
}

impl Survey {
    /// Cost: one pass over the section.
    fn of(view: &View, section: &Section) -> Survey {
        let mut rows = Rows::new(view.text());
        let (mut count, mut broken, mut blank) = (0, Places::default(), Places::default());
        let mut tokens = Vec::new();
        for line in section.lines.clone() {
            match Reading::of(view.line(line), &mut tokens) {
                Reading::Blank => blank.add(line),
                Reading::Broken => {
                    broken.add(line);
                    // With more than these, gaps are the rule.
                    if broken.count <= BROKEN {
                        rows.interrupt();
                    }
                }
                Reading::Whole => {
                    rows.add(&tokens, view.line_start(line));
                    count += 1;
                }
            }
        }
        Survey { columns: rows.columns(), rows: count, broken, blank }
    }

    /// Those of the columns, and what is no JSON among them by its count.
    fn oddities(&self, view: &View) -> Vec<Oddity> {
        let mut oddities = self.columns.oddities();
        oddities.extend(self.broken.first().map(|line| Oddity {
            at: view.line_start(line),
            count: self.broken.count as u64,
            path: String::new(),
            reason: words::no_json(),
        }));
        order::by(&mut oddities, |oddity| (oddity.count, oddity.at as u64));
        oddities
    }

    /// The column that an outline starts from: that of the rows, where all are objects.
    fn root(&self) -> usize {
        let row = self.columns.root().children().next();
        let are_objects = |row: &usize| self.columns.column(*row).objects == self.rows as u64;
        row.filter(are_objects).unwrap_or(Columns::ROOT)
    }

    fn warnings(&self, shown: usize) -> Vec<String> {
        words::ndjson_warnings(&self.broken, &self.blank, shown)
    }
}

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let survey = Survey::of(view, section);
    let lines = |at: usize| view.line_at(at);
    let size = words::ndjson_size(survey.rows, survey.broken.count, survey.blank.count);
    let mut summary: Vec<String> = table::summary(&survey.columns, &lines).into_iter().collect();
    summary.extend(survey.warnings(table::SUMMARY_LINES));
    Likeness {
        label: format!("{} {size}", section.kind.name()),
        summary,
        oddities: survey.oddities(view),
        ..Likeness::default()
    }
}

pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let survey = Survey::of(view, section);
    let lines: Lines = &|at| view.line_at(at);
    let mut out = vec![words::ndjson_size(survey.rows, survey.broken.count, survey.blank.count)];
    out.extend(survey.warnings(usize::MAX));
    out.extend(survey.columns.outline(survey.root(), lines));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_and_arrays_by_line_are_ndjson() {
        assert!(detect("{\"a\":1}\n{\"a\":2}\n"));
        assert!(detect("\u{feff}{\"a\":1}\r\n\r\n[1]\r\n{\"a\":\r\n{}\r\n"));
        let broken = "{\"a\":1}\n".repeat(70) + &"{\"a\":\n".repeat(30);
        assert!(detect(&broken));
    }

    #[test]
    fn other_lines_are_not() {
        for text in ["", "{}\n", "1\n2\n3\n", "{\n\"a\": 1\n}\n", "[1,\n{},\n{},\n", "x\n{}\ny\n{}\n", "true\nfalse\n"]
        {
            assert!(!detect(text), "{text:?}");
        }
    }
}
