//! A table as a whole: every row is looked at.

use super::Delimiter;
use super::dialect::Sample;
use super::header::{has_header, is_text};
use super::value::Value as Written;
use crate::characters::without_end;
use crate::kind::columns::{Columns, Value};
use crate::view::{Section, View};
use crate::words::{Places, TableNotes, unnamed_column};
use toolaria_scan::table::Cells;

pub struct Survey {
    pub columns: Columns,
    pub rows: usize,
    pub width: usize,
    /// The line of the header.
    pub header: Option<usize>,
    pub before_header: usize,
    pub blank: Places,
    pub ragged: Places,
    joined: bool,
}

struct Reader {
    survey: Survey,
    /// The column of all rows.
    row: Option<usize>,
    /// Which columns hold texts, though some of their cells can be read as something else.
    are_texts: Vec<bool>,
    /// The columns of the cells.
    columns: Vec<Option<usize>>,
    members: Vec<usize>,
}

impl Survey {
    /// Cost: one pass over the section.
    pub fn of(view: &View, section: &Section, delimiter: Delimiter) -> Survey {
        let text = &view.text()[view.span(section.lines.clone())];
        let sample = Sample::of(text, delimiter);
        let width = sample.as_ref().map_or(1, |sample| sample.width);
        let rows = sample.as_ref().map_or(Vec::new(), Sample::even_rows);
        let awaits_header = has_header(&rows);
        let are_texts = (0..width).map(|column| is_text(&rows[usize::from(awaits_header)..], column));
        let mut cells = Cells::new(delimiter);
        let mut reader = Reader::new(are_texts.collect(), view.joins_lines(section));
        let mut header = None;
        for line in section.lines.clone() {
            let at = view.line_start(line);
            let record = without_end(view.line(line));
            if record.trim().is_empty() {
                reader.survey.blank.add(line);
            } else if awaits_header && header.is_none() {
                header = reader.header(&mut cells, record).then_some(line);
                reader.survey.before_header += usize::from(header.is_none());
            } else {
                reader.row(&mut cells, record, line, at);
            }
        }
        reader.survey.header = header;
        reader.finish()
    }

    pub fn notes(&self) -> TableNotes<'_> {
        TableNotes {
            width: self.width,
            header: self.header,
            before_header: self.before_header,
            blank: &self.blank,
            ragged: &self.ragged,
            joined: self.joined,
        }
    }
}

impl Reader {
    fn new(are_texts: Vec<bool>, joined: bool) -> Reader {
        let width = are_texts.len();
        let mut columns = Columns::default();
        columns.add(Columns::ROOT, Value::Array, 0);
        let row = columns.element(Columns::ROOT);
        let survey = Survey {
            columns,
            rows: 0,
            width,
            header: None,
            before_header: 0,
            blank: Places::default(),
            ragged: Places::default(),
            joined,
        };
        Reader { survey, row, are_texts, columns: Vec::new(), members: Vec::new() }
    }

    /// Takes the names of the columns from a record, if it is as wide as the table.
    fn header(&mut self, cells: &mut Cells, record: &str) -> bool {
        let mut names = Vec::new();
        cells.each(record.trim_start_matches('\u{feff}'), |cell| names.push(cell.text.trim().to_owned()));
        let is_header = names.len() == self.survey.width;
        if is_header {
            names.iter().for_each(|name| self.name(name));
        }
        is_header
    }

    fn name(&mut self, name: &str) {
        let number = self.columns.len() + 1;
        let unnamed = unnamed_column(number);
        let name = if name.is_empty() { &unnamed } else { name };
        let column = self.row.and_then(|row| self.survey.columns.member(row, name));
        self.columns.push(column);
    }

    fn row(&mut self, cells: &mut Cells, record: &str, line: usize, at: usize) {
        let Some(row) = self.row else {
            return;
        };
        self.members.clear();
        self.survey.columns.add(row, Value::Object, at);
        let mut count = 0;
        cells.each(record, |cell| {
            count += 1;
            self.cell(cell.number, cell.text, at + cell.at);
        });
        self.survey.rows += 1;
        if count != self.survey.width {
            self.survey.ragged.add(line);
        }
        self.survey.columns.end_object(row, &mut self.members, at);
    }

    fn cell(&mut self, number: usize, text: &str, at: usize) {
        while self.columns.len() <= number {
            self.name("");
        }
        let Some(column) = self.columns[number] else {
            return;
        };
        self.members.push(column);
        let is_text = self.are_texts.get(number).is_some_and(|is_text| *is_text);
        self.survey.columns.add(column, value(text, is_text), at);
    }

    fn finish(mut self) -> Survey {
        let rows = self.survey.rows as u64;
        self.survey.columns.end_array(Columns::ROOT, rows, 0);
        self.survey
    }
}

fn value(text: &str, is_text: bool) -> Value<'_> {
    let trimmed = text.trim_ascii();
    if is_text && !trimmed.is_empty() {
        return Value::String(text);
    }
    match Written::of(trimmed) {
        Written::Empty => Value::Null,
        Written::Boolean if trimmed.eq_ignore_ascii_case("true") => Value::True,
        Written::Boolean => Value::False,
        Written::Integer | Written::Float => Value::Number(trimmed),
        Written::Text => Value::String(text),
    }
}
