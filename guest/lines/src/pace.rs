//! When lines came: the largest gap, and when many came at once.

use toolaria_scan::order;

/// Gaps that an outline names.
const GAPS: usize = 5;
/// A gap is unlike the rest where the next largest is at most this part of it.
const GAP_CONTRAST: i64 = 10;
/// Fewer lines have no pace.
const LEAST: usize = 50;
/// Parts of the whole time in which lines are counted.
const PARTS: i64 = 500;
/// A burst has so many times the lines of a part that is busier than nine in ten, and at least so many.
const BURST_CONTRAST: u32 = 10;
const BURST_LINES: u32 = 40;
/// More bursts are how the text is.
const BURSTS: usize = 3;

/// The times of lines, in their order, in milliseconds.
#[derive(Debug, Default)]
pub struct Pace {
    times: Vec<i64>,
    lines: Vec<u32>,
}

/// A time without lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// The first line behind it.
    pub line: usize,
    pub milliseconds: i64,
}

/// Many lines at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Burst {
    pub first_line: usize,
    pub last_line: usize,
    pub lines: u64,
    /// The times of the first and the last.
    pub times: [i64; 2],
}

impl Pace {
    pub fn add(&mut self, line: usize, time: i64) {
        self.times.push(time);
        self.lines.push(line as u32);
    }

    /// How many lines have a time.
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// The lines with the earliest and the latest time.
    #[inline(never)]
    pub fn ends(&self) -> Option<[usize; 2]> {
        let times = || self.times.iter().zip(&self.lines);
        let first = times().min_by_key(|(time, line)| (**time, **line))?;
        let last = times().max_by_key(|(time, line)| (**time, **line))?;
        Some([*first.1 as usize, *last.1 as usize])
    }

    /// Milliseconds from the earliest to the latest time.
    pub fn span(&self) -> i64 {
        let ends = self.times.iter().min().zip(self.times.iter().max());
        ends.map_or(0, |(first, last)| last - first)
    }

    /// The largest gaps, and whether the first is unlike the others.
    #[inline(never)]
    pub fn gaps(&self) -> (Vec<Gap>, bool) {
        let mut gaps: Vec<Gap> = Vec::new();
        for (pair, line) in self.times.windows(2).zip(self.lines.iter().skip(1)) {
            let gap = Gap { line: *line as usize, milliseconds: pair[1] - pair[0] };
            if gap.milliseconds > 0 && (gaps.len() <= GAPS || gap.milliseconds > gaps[GAPS].milliseconds) {
                let place = gaps.partition_point(|known| known.milliseconds >= gap.milliseconds);
                gaps.insert(place, gap);
                gaps.truncate(GAPS + 1);
            }
        }
        let is_odd = self.lines.len() >= LEAST
            && gaps.len() > 1
            && gaps[0].milliseconds >= gaps[1].milliseconds * GAP_CONTRAST
            && gaps[0].milliseconds > 1_000;
        gaps.truncate(GAPS);
        (gaps, is_odd)
    }

    /// Where many lines came at once, compared to the rest.
    #[inline(never)]
    pub fn bursts(&self) -> Vec<Burst> {
        let (span, Some(first)) = (self.span(), self.times.iter().min()) else { return Vec::new() };
        let width = (span / PARTS).max(1_000);
        if self.lines.len() < LEAST || span < 20 * width {
            return Vec::new();
        }
        let part = |time: i64| ((time - first) / width) as usize;
        let mut counts = vec![0_u32; part(first + span) + 1];
        self.times.iter().for_each(|time| counts[part(*time)] += 1);
        let mut rising: Vec<u32> = counts.iter().copied().filter(|count| *count > 0).collect();
        order::by(&mut rising, |count| (u64::from(*count), 0));
        let busy = rising[rising.len() * 9 / 10];
        let bar = (busy * BURST_CONTRAST).max(BURST_LINES);
        let mut bursts: Vec<Burst> = Vec::new();
        let mut last = None;
        for (number, _) in counts.iter().enumerate().filter(|(_, count)| **count >= bar) {
            let burst = self.burst(first + number as i64 * width, width);
            match (bursts.last_mut(), last) {
                (Some(before), Some(last)) if last + 1 == number => {
                    before.last_line = burst.last_line;
                    before.lines += burst.lines;
                    before.times[1] = burst.times[1];
                }
                _ => bursts.push(burst),
            }
            last = Some(number);
        }
        if bursts.len() > BURSTS { Vec::new() } else { bursts }
    }

    /// The lines of one part, without the calm ones before and behind.
    fn burst(&self, start: i64, width: i64) -> Burst {
        let inside = (0..self.times.len()).filter(|at| (start..start + width).contains(&self.times[*at]));
        let all: Vec<usize> = inside.collect();
        // Ten lines of a burst come within four times the time that they take if all are spread over the part.
        let (run, close) = (all.len().min(10), width * 40 / all.len() as i64);
        let (mut first, mut last) = (None, all[all.len() - 1]);
        for lines in all.windows(run) {
            if (self.times[lines[run - 1]] - self.times[lines[0]]).abs() <= close && lines[run - 1] - lines[0] < run {
                first = first.or(Some(lines[0]));
                last = lines[run - 1];
            }
        }
        let first = first.unwrap_or(all[0]);
        let lines = all.iter().filter(|at| (first..=last).contains(at)).count() as u64;
        Burst {
            first_line: self.lines[first] as usize,
            last_line: self.lines[last] as usize,
            lines,
            times: [self.times[first], self.times[last]],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(times: impl IntoIterator<Item = i64>) -> Pace {
        let mut pace = Pace::default();
        times.into_iter().enumerate().for_each(|(line, time)| pace.add(line, time));
        pace
    }

    #[test]
    fn a_gap_is_odd_beside_small_ones_only() {
        let calm: Vec<i64> = (0..100).map(|number| number * 5_000).collect();
        assert!(!pace(calm.clone()).gaps().1);
        let (gaps, is_odd) = pace(calm.iter().map(|time| time + i64::from(*time > 200_000) * 2_731_000)).gaps();
        assert_eq!((gaps[0], is_odd), (Gap { line: 41, milliseconds: 2_736_000 }, true));
        assert_eq!(gaps.len(), 5);
        assert_eq!(pace([]).gaps(), (Vec::new(), false));
    }

    #[test]
    fn many_lines_at_once_are_a_burst() {
        let calm = (0..1_000).map(|number| number * 2_000);
        assert_eq!(pace(calm.clone()).bursts(), []);
        let burst = (0..400).map(|number| 1_000_500 + number * 10);
        let mut times: Vec<i64> = calm.chain(burst).collect();
        times.sort_unstable();
        let bursts = pace(times).bursts();
        assert_eq!(bursts.len(), 1, "{bursts:?}");
        assert!((500..=501).contains(&bursts[0].first_line) && bursts[0].lines >= 400, "{bursts:?}");
        assert_eq!(pace([7; 500]).bursts(), []);
    }
}
