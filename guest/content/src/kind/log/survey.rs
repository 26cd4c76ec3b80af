//! A log as a whole: levels, times, statuses and templates, in one pass.

use crate::characters::without_end;
use crate::view::{Section, View};
use std::ops::Range;
use toolaria_lines::level::Level;
use toolaria_lines::line::{Line, status};
use toolaria_lines::pace::Pace;
use toolaria_lines::templates::{Miner, Templates};

/// What is counted, with the first and the last line.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counted {
    pub lines: u64,
    pub first: usize,
    pub last: usize,
}

impl Counted {
    fn add(&mut self, line: usize) {
        if self.lines == 0 {
            self.first = line;
        }
        self.lines += 1;
        self.last = line;
    }
}

pub struct Survey {
    pub pace: Pace,
    /// By the order of [`Level::ALL`].
    pub levels: [Counted; Level::ALL.len()],
    /// By status, of requests.
    pub statuses: Vec<Counted>,
    pub templates: Templates,
}

impl Survey {
    /// Cost: one pass over the section.
    pub fn of(view: &View, section: &Section) -> Survey {
        let text = view.text().as_bytes();
        let (mut miner, mut pace) = (Miner::default(), Pace::default());
        let (mut levels, mut statuses) = ([Counted::default(); Level::ALL.len()], vec![Counted::default(); 600]);
        for number in section.lines.clone() {
            let range = range(view, number);
            if text[range.clone()].trim_ascii().is_empty() {
                continue;
            }
            let line = Line::of(text, range.clone());
            if let Some(stamp) = &line.stamp {
                pace.add(number, stamp.at);
            }
            if let Some(level) = line.level {
                levels[level as usize].add(number);
            } else if let Some(counted) = status(&text[range.clone()]).and_then(|status| statuses.get_mut(status)) {
                counted.add(number);
            }
            miner.line(text, &line.parts, range.start);
        }
        Survey { pace, levels, statuses, templates: miner.templates() }
    }

    /// The levels that came, gravest first.
    pub fn by_level(&self) -> impl Iterator<Item = (Level, &Counted)> {
        Level::ALL.into_iter().zip(&self.levels).filter(|(_, counted)| counted.lines > 0)
    }

    /// The statuses that came.
    pub fn by_status(&self) -> impl Iterator<Item = (usize, &Counted)> {
        self.statuses.iter().enumerate().filter(|(_, counted)| counted.lines > 0)
    }
}

/// The bytes of a line without its end.
pub fn range(view: &View, line: usize) -> Range<usize> {
    let start = view.line_start(line);
    start..start + without_end(view.line(line)).len()
}
