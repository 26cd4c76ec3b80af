//! A table as a whole: every row is looked at.

use super::Delimiter;
use super::dialect::Sample;
use super::header::{has_header, is_text};
use crate::characters::without_end;
use crate::kind::columns::Columns;
use crate::view::{Section, View};
use crate::words::{Places, TableNotes};
use toolaria_scan::table::Rows;

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

impl Survey {
    /// Cost: one pass over the section.
    pub fn of(view: &View, section: &Section, delimiter: Delimiter) -> Survey {
        let text = &view.text()[view.span(section.lines.clone())];
        let sample = Sample::of(text, delimiter);
        let width = sample.as_ref().map_or(1, |sample| sample.width);
        let rows = sample.as_ref().map_or(Vec::new(), Sample::even_rows);
        let awaits_header = has_header(&rows);
        let are_texts = (0..width).map(|column| is_text(&rows[usize::from(awaits_header)..], column));
        let mut taken = Rows::new(delimiter, are_texts.collect());
        let mut header = None;
        let mut before_header = 0;
        let (mut blank, mut ragged) = (Places::default(), Places::default());
        for line in section.lines.clone() {
            let record = without_end(view.line(line));
            if record.trim_ascii().is_empty() {
                blank.add(line);
            } else if awaits_header && header.is_none() {
                header = taken.header(record).then_some(line);
                before_header += usize::from(header.is_none());
            } else if taken.add(record, view.line_start(line)) != width {
                ragged.add(line);
            }
        }
        let (columns, rows) = taken.finish();
        let joined = view.joins_lines(section);
        Survey { columns, rows: rows as usize, width, header, before_header, blank, ragged, joined }
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
