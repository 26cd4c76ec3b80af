//! The lines at both ends of a view, as an excerpt shows them: as many as fit, lines that repeat one another as one.

use super::budget::{Block, Keep, Title};
use super::entry::Entry;
use crate::characters::{count, without_end};
use crate::fold;
use crate::kind::{Kind, Portrait};
use crate::media;
use crate::view::View;
use std::ops::Range;

const HEAD_WEIGHT: usize = 40;
const TAIL_WEIGHT: usize = 20;

/// Characters of one line of text, by how many there are.
const TEXT_CHARACTERS: std::ops::RangeInclusive<usize> = 240..=1_300;
/// Of what both ends may spend, the head has two parts in three.
const HEAD_PARTS: usize = 3;
/// Characters of a row of data.
const ROW_CHARACTERS: std::ops::RangeInclusive<usize> = 64..=600;
/// Rows at both ends of which there may be fewer; more are there because somebody set it.
const ROWS: usize = 7;
/// Fewer lines behind a line that are the same are shown each.
const REPEATS: usize = 2;
/// Characters for the number of a line, and for its part of a title.
const NUMBER_CHARACTERS: usize = 16;

/// The lines at both ends that an excerpt shows if they fit.
pub struct Ends<'v> {
    view: &'v View<'v>,
    pub head: Range<usize>,
    pub tail: Range<usize>,
    /// Characters of each line.
    width: usize,
}

impl<'v> Ends<'v> {
    /// As many as the settings ask for.
    pub fn all(view: &'v View, portrait: &Portrait) -> Ends<'v> {
        let lines = view.line_count();
        let tail = lines.saturating_sub(portrait.tail)..lines;
        Ends { view, head: 0..portrait.head.min(tail.start), tail, width: *TEXT_CHARACTERS.start() }
    }

    pub fn holds(&self, line: usize) -> bool {
        self.head.contains(&line) || self.tail.contains(&line)
    }

    pub fn between(&self) -> Range<usize> {
        self.head.end..self.tail.start
    }

    /// Those of them that have room in some characters.
    pub fn within(self, characters: usize) -> Ends<'v> {
        match self.view.main_section().kind {
            Kind::Json | Kind::Ndjson | Kind::Table(_) => self.rows(characters),
            _ => self.lines(characters),
        }
    }

    /// What each line can have of some characters.
    fn share(&self, characters: usize) -> usize {
        (characters / (self.head.len() + self.tail.len()).max(1)).saturating_sub(NUMBER_CHARACTERS)
    }

    /// Rows are narrowed before they give way. One at each end is always there, and as many as a setting asks for.
    fn rows(mut self, characters: usize) -> Ends<'v> {
        while self.share(characters) < *ROW_CHARACTERS.start() && self.head.len() + self.tail.len() <= ROWS {
            match (self.head.len(), self.tail.len()) {
                (..=1, ..=1) => break,
                (_, 2..) => self.tail.start += 1,
                _ => self.head.end -= 1,
            }
        }
        self.width = self.share(characters).clamp(*ROW_CHARACTERS.start(), *ROW_CHARACTERS.end());
        self
    }

    /// Lines of text are shown in their own length, one at each end at least.
    fn lines(mut self, characters: usize) -> Ends<'v> {
        self.width = self.share(characters).clamp(*TEXT_CHARACTERS.start(), *TEXT_CHARACTERS.end());
        let taken = |entries: &mut dyn Iterator<Item = Entry>, room: usize| {
            let (mut spent, mut lines) = (0, 0);
            for entry in entries {
                spent += count(&entry.text()) + 1;
                if lines > 0 && spent > room {
                    break;
                }
                lines += entry.repeats + 1;
            }
            lines
        };
        let tail_room = if self.head.is_empty() { characters } else { characters / HEAD_PARTS };
        let tail = taken(&mut self.tail.clone().rev().map(|line| self.entry(line, 0)), tail_room);
        self.tail.start = self.tail.end - tail.min(self.tail.len());
        let spent: usize = self.tail.clone().map(|line| count(&self.entry(line, 0).text()) + 1).sum();
        let head = taken(&mut self.entries(self.head.clone()).into_iter(), characters.saturating_sub(spent));
        self.head.end = self.head.start + head.min(self.head.len());
        self
    }

    pub fn blocks(&self) -> [Block; 2] {
        let block = |lines: &Range<usize>, weight, keep| Block {
            title: Title::Lines,
            weight,
            keep,
            entries: self.entries(lines.clone()),
        };
        [block(&self.head, HEAD_WEIGHT, Keep::Start), block(&self.tail, TAIL_WEIGHT, Keep::End)]
    }

    /// An entry for each line, or for each run of lines that show the same.
    fn entries(&self, lines: Range<usize>) -> Vec<Entry> {
        let mut entries = Vec::new();
        let mut line = lines.start;
        while line < lines.end {
            let shown = fold::shown(self.text(line));
            let same = |next: &usize| *next < lines.end && fold::shown(self.text(*next)) == shown;
            let repeats = match (line + 1..).take_while(same).count() {
                ..REPEATS => 0,
                repeats => repeats,
            };
            entries.push(self.entry(line, repeats));
            line += repeats + 1;
        }
        entries
    }

    fn entry(&self, line: usize, repeats: usize) -> Entry {
        let text = self.text(line);
        let start = self.view.line_start(line);
        match media::aside(self.view.text(), start..start + text.len()) {
            Some((range, what)) => Entry::line_beside(line, text, range, what, self.width),
            None => Entry::repeated(line, repeats, text, self.width),
        }
    }

    fn text(&self, line: usize) -> &'v str {
        without_end(self.view.line(line))
    }
}
