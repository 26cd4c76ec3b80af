//! A document in Markdown, or a page shown in its way, as a whole.

use super::super::columns::{Oddity, Rows};
use super::super::{Likeness, table, text};
use super::line;
use crate::characters::{clip, visible, without_end};
use crate::view::{Section, View};
use crate::words::{markdown as words, outline};
use memchr::memchr;
use toolaria_lines::templates::Miner;
use toolaria_markup::markdown::{Line, Reader, cells};

/// Headings that a summary names, and of which so many are some.
const SUMMARY_HEADINGS: usize = 12;
const SOME_HEADINGS: usize = 4;
/// Characters of a heading that are shown, and of a column's name.
const HEADING_CHARACTERS: usize = 80;
const NAME_CHARACTERS: usize = 40;
/// Languages of code that a summary names.
const LANGUAGES: usize = 6;
/// Tables that are looked at cell by cell.
const TABLES: usize = 200;
/// In a table of fewer rows nothing is odd: in a document those hold prose.
const ODD_ROWS: u64 = 50;
/// One in so many items is alike to one that then goes on in its own way, at least.
const ITEMS_SHARE: u64 = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Tables have a row of dashes below their first.
    Markdown,
    /// A page as its view shows it: two lines of as many cells, with bars between, are a table.
    Page,
}

enum Part {
    Heading {
        level: usize,
        text: String,
    },
    Code {
        language: String,
        lines: usize,
    },
    /// Data for machines, by the types that it names.
    Data(String),
    Table {
        count: u64,
        names: Vec<String>,
        rows: Option<Rows>,
    },
}

#[derive(Default)]
pub struct Survey {
    /// In their order, each with its line.
    parts: Vec<(usize, Part)>,
    links: u64,
    front: usize,
    tables: usize,
    /// Where the next row of the last table stands, of a page.
    table_end: usize,
    /// Items of lists.
    items: Miner,
}

impl Survey {
    /// Cost: one pass over the section.
    pub fn of(view: &View, section: &Section, dialect: Dialect) -> Survey {
        let mut survey = Survey::default();
        let mut reader = Reader::default();
        let mut before = "";
        for number in section.lines.clone() {
            let line = view.line(number);
            let read = reader.line(line);
            if read == Line::Item {
                survey.items.line(view.text().as_bytes(), &text::parts(view, number), view.line_start(number));
            }
            match dialect {
                Dialect::Page
                    if matches!(read, Line::Text | Line::Item | Line::Delimiter | Line::Row | Line::Underline(_)) =>
                {
                    survey.page_line(line, (number, before), view);
                }
                _ => survey.see(read, line, (number, before), view),
            }
            before = line;
        }
        survey.finish();
        survey
    }

    fn see(&mut self, read: Line, line: &str, (number, before): (usize, &str), view: &View) {
        match read {
            Line::Heading { level, text } => self.heading(number, level, text),
            Line::Underline(level) => self.heading(number - 1, level, before.trim()),
            Line::Fence(language) => {
                let language = clip(&visible(language), NAME_CHARACTERS);
                self.parts.push((number, Part::Code { language, lines: 0 }));
            }
            Line::Code => {
                if let Some((_, Part::Code { lines, .. })) = self.parts.last_mut() {
                    *lines += 1;
                }
            }
            Line::Front => self.front += 1,
            Line::Delimiter => self.table(number - 1, cells(before), view),
            Line::Row => self.row(cells(without_end(line)), view.line_start(number)),
            Line::Blank | Line::Item | Line::Text => {}
        }
        if !matches!(read, Line::Code | Line::Front | Line::Blank) {
            self.links += line::links(line);
        }
    }

    fn page_line(&mut self, line: &str, (number, before): (usize, &str), view: &View) {
        if line.starts_with(line::DATA) {
            self.parts.push((number, Part::Data(line::types(line))));
        } else if memchr(b'|', line.as_bytes()).is_some()
            && let row = line::page_cells(line)
            && row.clone().nth(1).is_some()
        {
            let is_known = self.table_end == number && number > 0;
            let is_first = !is_known && {
                let header = line::page_cells(before);
                let is_header = header.clone().count() == row.clone().count();
                if is_header {
                    self.table(number - 1, header, view);
                }
                is_header
            };
            if is_known || is_first {
                self.table_end = number + 1;
                self.row(row, view.line_start(number));
            }
        }
        self.links += line::shown_links(line);
    }

    fn heading(&mut self, number: usize, level: usize, text: &str) {
        let text = clip(&visible(text), HEADING_CHARACTERS);
        self.parts.push((number, Part::Heading { level, text }));
    }

    fn table<'v>(&mut self, number: usize, header: impl Iterator<Item = (usize, &'v str)>, view: &View) {
        let name = |(number, (_, cell)): (usize, (usize, &str))| match cell.is_empty() {
            true => words::unnamed(number + 1),
            false => clip(&visible(cell), NAME_CHARACTERS),
        };
        let names: Vec<String> = header.enumerate().map(name).collect();
        let rows = (self.tables < TABLES).then(|| {
            let mut rows = Rows::new(view.line_start(number));
            rows.name(names.iter().map(String::as_str));
            rows
        });
        self.tables += 1;
        self.parts.push((number, Part::Table { count: 0, names, rows }));
    }

    fn row<'v>(&mut self, cells: impl Iterator<Item = (usize, &'v str)>, at: usize) {
        let Some((_, Part::Table { count, names, rows })) = self.parts.last_mut() else { return };
        *count += 1;
        if let Some(rows) = rows {
            let named = names.iter().map(String::as_str).chain(std::iter::repeat(""));
            rows.start(at);
            cells.zip(named).for_each(|((place, cell), name)| rows.cell(name, line::value(cell), at + place));
            rows.end(at);
        }
    }

    fn finish(&mut self) {
        for (_, part) in &mut self.parts {
            match part {
                Part::Table { rows: Some(rows), .. } => rows.finish(),
                // The line that closes it was counted.
                Part::Code { lines, .. } => *lines = lines.saturating_sub(1),
                _ => {}
            }
        }
        // Both of its marks were counted.
        self.front = self.front.saturating_sub(2);
    }

    pub fn likeness(self, view: &View, section: &Section) -> Likeness {
        let headings = self.parts.iter().filter(|(_, part)| matches!(part, Part::Heading { .. })).count();
        Likeness {
            label: words::label(section.kind.name(), headings, self.tables, section.lines.len()),
            summary: self.summary(view, headings),
            oddities: self.oddities(view),
            ..Likeness::default()
        }
    }

    fn summary(&self, view: &View, headings: usize) -> Vec<String> {
        let named: Vec<String> = self.coarsest().take(SUMMARY_HEADINGS).collect();
        let headings = (!named.is_empty()).then(|| outline::headings(&named, headings));
        let largest = self.parts.iter().rev().max_by_key(|(_, part)| match part {
            Part::Table { count, rows: Some(_), .. } => *count,
            _ => 0,
        });
        let table = largest.and_then(|(line, part)| match part {
            // Of one row there is nothing to sum up.
            Part::Table { count: 2.., rows: Some(rows), .. } => {
                let brief = table::summary(&rows.columns, &|at| view.line_at(at))?;
                Some(words::table(rows.count, *line, brief.split_once(": ")?.1))
            }
            _ => None,
        });
        let data = self.parts.iter().filter_map(|(line, part)| match part {
            Part::Data(types) => Some((*line, types)),
            _ => None,
        });
        let scripts = data.clone().count();
        let data = data.clone().next().map(|(line, types)| words::data(scripts, line, types));
        [headings, words::contents(&self.languages(), self.links, self.front), table, data]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Headings down to the first level that makes them some, but for those that repeat the one before, such as the title.
    fn coarsest(&self) -> impl Iterator<Item = String> {
        let all = self.parts.iter().filter_map(|(line, part)| match part {
            Part::Heading { level, text } => Some((*line, *level, text.as_str())),
            _ => None,
        });
        let enough = |deepest: &usize| all.clone().filter(|(_, level, _)| level <= deepest).count() >= SOME_HEADINGS;
        let deepest = (1..6).find(enough).unwrap_or(6);
        let mut before = "";
        all.filter(move |(_, level, text)| {
            let is_same = std::mem::replace(&mut before, text) == *text;
            *level <= deepest && !is_same
        })
        .map(|(line, level, text)| words::heading_at(level, text, line))
    }

    /// Blocks of code by their languages, most first.
    fn languages(&self) -> Vec<(String, u64)> {
        let (mut counted, mut others): (Vec<(String, u64)>, u64) = (Vec::new(), 0);
        for (_, part) in &self.parts {
            let Part::Code { language, .. } = part else { continue };
            match counted.iter().position(|(known, _)| known == language) {
                Some(at) => counted[at].1 += 1,
                None if counted.len() < LANGUAGES => counted.push((language.clone(), 1)),
                None => others += 1,
            }
        }
        crate::order::by(&mut counted, |(_, count)| (!(*count), 0));
        counted.extend((others > 0).then(|| (words::other_languages(), others)));
        counted
    }

    /// Cells of tables and items of lists that are unlike the others.
    fn oddities(self, view: &View) -> Vec<Oddity> {
        let tables = self.parts.iter().filter_map(|(_, part)| match part {
            Part::Table { count: ODD_ROWS.., rows: Some(rows), .. } => Some(rows.columns.oddities()),
            _ => None,
        });
        let mut oddities: Vec<Oddity> = tables.flatten().collect();
        let items = self.items.templates();
        if items.have_words() && items.are_few() {
            oddities.extend(text::departures(view, &items, ITEMS_SHARE));
        }
        crate::order::by(&mut oddities, |oddity| (oddity.count, oddity.at as u64));
        oddities
    }

    /// Headings, tables and blocks of code, each with its line.
    pub fn outline(&self) -> Vec<String> {
        let line = |(line, part): &(usize, Part)| {
            let text = match part {
                Part::Heading { level, text } => words::heading(*level, text),
                Part::Code { language, lines } => words::code(language, *lines),
                Part::Table { count, names, .. } => words::table_with(*count, names),
                Part::Data(types) => words::data_of(types),
            };
            outline::at_line(*line, &text)
        };
        self.parts.iter().map(line).collect()
    }
}
