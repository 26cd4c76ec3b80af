//! One pass over a text: line by line, and window by window where a line is long.

use super::Pattern;
use super::lines::{Line, advance};
use super::literals::Candidates;

/// Bytes that are skimmed for literals, or for characters, in the time in which regex-lite reads one.
const SKIMMED_PER_UNIT: usize = 32;

/// What a scan may cost and return.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Units of work after which the scan stops. A unit is one byte given to regex-lite (more for a large pattern), or
    /// 32 bytes skimmed for literals or for the ends of a window. The last step can exceed it: by a window, or by a skim of the whole text.
    pub budget: u64,
    /// Characters of the longest line that is matched whole; the width of the window that slides over longer ones.
    pub window_chars: usize,
    /// Hits that are returned; later ones are only counted. At least 1.
    pub max_hits: usize,
}

/// A match, in bytes of the text. Never across lines, without the line's end; empty where the pattern matched emptily.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    pub start: usize,
    pub end: usize,
    /// Where a scan goes on to get the hits behind this one; beyond `start`, at the latest behind the line.
    pub next: usize,
}

/// What a scan found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scan {
    /// The first hits, in the order of the text.
    pub hits: Vec<Hit>,
    /// All hits from the start of the scan to where it stopped, those of `hits` included.
    pub total: u64,
    /// The byte at which the scan stopped.
    pub stopped_at: usize,
    /// Whether that is the text's end, so that `total` is final.
    pub complete: bool,
    /// The byte to continue from to get the hits behind the last of `hits`; always beyond the scan's start.
    /// `None` where there are no more.
    pub resume: Option<usize>,
    /// The work done, in units of the budget.
    pub work: u64,
}

impl Pattern {
    /// Finds the pattern in the text from byte `from` on, which may lie inside a line.
    ///
    /// A line of up to `window_chars` characters gives at most one hit, its first match. A longer line gives every
    /// match that does not overlap an earlier one: a match of up to half a window is certain to be found, a longer one
    /// may be missed or cut at the window's end. A pattern that matches emptily gives at most one hit there, too.
    /// Assertions see the whole line. With the same limits, scans chained by `resume` find what one scan finds.
    pub fn scan(&self, text: &str, from: usize, limits: Limits) -> Scan {
        let from = text.floor_char_boundary(from);
        let scanner = Scanner {
            pattern: self,
            text,
            limits,
            from,
            candidates: self.literals.as_ref().map(Candidates::new),
            line: None,
            scan: Scan::default(),
        };
        scanner.run()
    }
}

struct Scanner<'a> {
    pattern: &'a Pattern,
    text: &'a str,
    limits: Limits,
    from: usize,
    candidates: Option<Candidates<'a>>,
    /// The line of the last step: finding a long line's ends anew for each of its windows would be quadratic.
    line: Option<Line>,
    scan: Scan,
}

impl Scanner<'_> {
    fn run(mut self) -> Scan {
        let mut at = self.from;
        while at < self.text.len() && (at == self.from || self.scan.work < self.limits.budget) {
            match self.step(at) {
                Some(next) => at = next,
                None => break,
            }
        }
        self.finish(at)
    }

    fn finish(self, at: usize) -> Scan {
        let complete = at >= self.text.len();
        let resume = if self.scan.total > self.scan.hits.len() as u64 {
            self.scan.hits.last().map(|hit| hit.next)
        } else {
            (!complete).then_some(at)
        };
        Scan { stopped_at: at, complete, resume, ..self.scan }
    }

    /// Searches the next line or window at or behind `at`, and returns where to go on: always further.
    /// `None` where the budget that is left does not pay for it.
    fn step(&mut self, at: usize) -> Option<usize> {
        let candidate = self.candidate(at);
        if candidate >= self.text.len() {
            return Some(self.text.len());
        }
        let mut line = self.line_around(at);
        if !line.holds(candidate) {
            line = self.line_around(candidate);
        }
        let at = at.max(line.start);
        if at > line.end {
            Some(line.next)
        } else if line.long {
            self.search_window(line, at, candidate)
        } else {
            Some(self.search_line(line, at))
        }
    }

    /// The first place at or behind `at` where the pattern can match a part; the text's length where there is none.
    fn candidate(&mut self, at: usize) -> usize {
        let Some(candidates) = &mut self.candidates else {
            return at;
        };
        let (candidate, skimmed) = candidates.next(self.text, at);
        self.scan.work += skimmed.div_ceil(SKIMMED_PER_UNIT) as u64;
        candidate
    }

    fn line_around(&mut self, at: usize) -> Line {
        match self.line {
            Some(line) if line.holds(at) => line,
            _ => *self.line.insert(Line::around(self.text, at, self.limits.window_chars)),
        }
    }

    fn search_line(&mut self, line: Line, at: usize) -> usize {
        self.charge(line.end - at);
        if let Some(found) = self.find(line, at, line.end) {
            self.accept(found, line.next);
        }
        line.next
    }

    /// Searches one window for a match that begins in its first half, so that half a window is left for it to end in.
    fn search_window(&mut self, line: Line, at: usize, candidate: usize) -> Option<usize> {
        let width = self.limits.window_chars.max(2);
        let half = advance(self.text, at, width / 2, line.end);
        let end = advance(self.text, half, width - width / 2, line.end);
        self.scan.work += (end - at).div_ceil(SKIMMED_PER_UNIT) as u64;
        let last = end == line.end;
        let beyond = if last { line.next } else { half };
        if candidate >= end {
            return Some(beyond);
        }
        match self.find(line, at, end) {
            Some(found) if last || found.start < half => {
                self.charge(self.read_for(found, at, end));
                if found.end == end && !last && self.pattern.looks_ahead {
                    return self.search_rest(line, at, half);
                }
                Some(self.accept_in_window(found, line))
            }
            _ => {
                self.charge(end - at);
                Some(beyond)
            }
        }
    }

    /// Searches all the rest of a long line, because at the window's end an assertion took the cut for the line's end.
    /// Where the whole budget does not pay for it, that match is missed.
    fn search_rest(&mut self, line: Line, at: usize, half: usize) -> Option<usize> {
        let cost = self.cost(line.end - at);
        if cost > self.limits.budget {
            return Some(half);
        }
        if at > self.from && self.scan.work + cost > self.limits.budget {
            return None;
        }
        self.scan.work += cost;
        let found = self.find(line, at, line.end);
        Some(found.map_or(line.next, |found| self.accept_in_window(found, line)))
    }

    /// The first match at or behind `at` in the line up to `end`.
    fn find(&self, line: Line, at: usize, end: usize) -> Option<Hit> {
        let found = self.pattern.regex.find_at(&self.text[line.start..end], at - line.start)?;
        let (start, end) = (line.start + found.start(), line.start + found.end());
        Some(Hit { start, end, next: end })
    }

    /// Bytes that regex-lite read, at most, to find this.
    fn read_for(&self, found: Hit, at: usize, end: usize) -> usize {
        let reach = self.pattern.reach.map_or(end, |reach| found.start.saturating_add(reach));
        reach.clamp(found.end, end) - at
    }

    fn accept_in_window(&mut self, found: Hit, line: Line) -> usize {
        let next = if self.pattern.nullable { line.next } else { found.end };
        self.accept(found, next);
        next
    }

    fn accept(&mut self, found: Hit, next: usize) {
        self.scan.total += 1;
        if self.scan.hits.len() < self.limits.max_hits.max(1) {
            self.scan.hits.push(Hit { next, ..found });
        }
    }

    fn charge(&mut self, bytes: usize) {
        self.scan.work += self.cost(bytes);
    }

    fn cost(&self, bytes: usize) -> u64 {
        (bytes as u64).saturating_mul(self.pattern.weight).max(1)
    }
}
