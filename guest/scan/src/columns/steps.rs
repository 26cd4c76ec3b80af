//! Columns that rise throughout, or fall: which step is unlike the others, and what is out of order.

use super::spread::{End, Side, Spread};

/// Values out of order that are told; with more, a column has no order.
const MOST: usize = 3;
/// An order has so many steps for each value, or start of another series, that breaks it.
const LEAST: u64 = 12;

/// Values are looked at as they come, in the direction in which the first two differ.
#[derive(Debug, Default)]
pub struct Steps {
    /// 1 where values rise, -1 where they fall, 0 before two differ. All values here are times this one.
    sign: f64,
    first: f64,
    /// The last in order, and the one before.
    top: Option<End>,
    under: Option<End>,
    /// One that is lower than the last in order, while it is open what to make of it.
    held: Option<End>,
    first_step_at: usize,
    /// Whether a value may be missing behind the last.
    is_interrupted: bool,
    sizes: Spread,
    rises: u64,
    /// Starts of another series.
    restarts: u64,
    repeats: u64,
    repeat: Option<End>,
    breaks: Vec<Break>,
    /// There is no order.
    none: bool,
}

/// A value that breaks an order.
#[derive(Debug, Clone, Copy)]
pub struct Break {
    pub value: f64,
    pub at: usize,
    /// The one beside it that should not stand there, and whether that comes first.
    pub beside: f64,
    pub follows: bool,
    /// Whether the order goes on from here.
    restarts: bool,
}

impl Steps {
    /// `value` is finite.
    pub fn add(&mut self, value: f64, at: usize) {
        if self.none {
            return;
        }
        if self.sign == 0.0 {
            self.turn(value, at);
        }
        let new = End { value: value * self.sign, at };
        match (self.held.take(), self.top) {
            (Some(held), Some(top)) => self.settle(held, top, new),
            (_, Some(top)) => self.go_on(top, new),
            _ => self.top = Some(End { value, at }),
        }
    }

    /// Finds the direction, once two values differ.
    fn turn(&mut self, value: f64, at: usize) {
        let Some(top) = self.top.filter(|top| top.value != value) else {
            return;
        };
        self.sign = if value > top.value { 1.0 } else { -1.0 };
        self.first = top.value * self.sign;
        self.top = Some(End { value: self.first, ..top });
        self.first_step_at = at;
    }

    fn go_on(&mut self, top: End, new: End) {
        if self.sign == 0.0 {
            self.repeats += 1;
        } else if new.value > top.value {
            if !std::mem::take(&mut self.is_interrupted) {
                self.sizes.add(new.value - top.value, new.at);
                self.rises += 1;
            }
            (self.under, self.top) = (self.top, Some(new));
        } else if new.value == top.value {
            self.repeats += 1;
            self.repeat.get_or_insert(new);
        } else {
            self.held = Some(new);
        }
    }

    /// Tells by the value behind it what one was that broke the order: late, behind one that was early, or the start of
    /// another series.
    fn settle(&mut self, held: End, top: End, new: End) {
        let late = Break { value: held.value, at: held.at, beside: top.value, follows: true, restarts: false };
        // However short the series before: where others started with the same value, this one does.
        if self.restarts > 0 && held.value == self.first && new.value > held.value {
            self.restarts += 1;
            (self.under, self.top) = (None, Some(held));
            self.go_on(held, new);
        } else if new.value >= top.value {
            // A step past it may be two.
            self.breaks.push(late);
            (self.under, self.top) = (Some(top), Some(new));
        } else if new.value >= held.value {
            self.breaks.push(match self.under {
                Some(under) if under.value <= held.value => {
                    Break { value: top.value, at: top.at, beside: held.value, follows: false, restarts: false }
                }
                _ => {
                    self.restarts += 1;
                    Break { restarts: true, ..late }
                }
            });
            (self.under, self.top) = (None, Some(held));
            self.go_on(held, new);
        } else {
            self.none = true;
        }
        if self.restarts > 1 {
            self.breaks.retain(|found| !found.restarts);
        }
        if self.none || self.breaks.len() > MOST || self.restarts > 1 && self.restarts * LEAST > self.rises {
            *self = Steps { none: true, ..Steps::default() };
        }
    }

    /// A value is not there that might have been: the next step may be of two.
    pub fn interrupt(&mut self) {
        self.is_interrupted = true;
    }

    pub fn are_rising(&self) -> bool {
        self.sign > 0.0
    }

    pub fn count(&self) -> u64 {
        self.rises
    }

    /// Steps that are far larger than the others, by where they end, and the largest of the others. Among steps of a calendar, one that
    /// is a little larger is only rare.
    pub fn jumps(&self) -> Option<(&[End], End)> {
        self.sizes
            .outside(Side::High)
            .filter(|(jumps, usual)| jumps.iter().all(|jump| jump.value * 2.0 >= usual.value * 3.0))
    }

    /// Whether the first step ends here.
    pub fn is_first(&self, at: usize) -> bool {
        at == self.first_step_at
    }

    /// Values that are out of order by no less than a usual step.
    pub fn breaks(&self) -> Vec<Break> {
        let usual = self.jumps().map(|(_, usual)| usual).or(self.sizes.end(Side::High));
        let (Some(usual), Some(top)) = (usual, self.top) else {
            return Vec::new();
        };
        let at_end =
            |held: End| Break { value: held.value, at: held.at, beside: top.value, follows: true, restarts: false };
        let is_far = |found: &Break| {
            let fall = (found.value - found.beside).abs();
            fall >= usual.value && (!found.restarts || fall * 10.0 <= found.beside - self.first)
        };
        let breaks = self.breaks.iter().copied().chain(self.held.map(at_end)).filter(is_far);
        let far: Vec<Break> = breaks
            .map(|found| Break { value: found.value * self.sign, beside: found.beside * self.sign, ..found })
            .collect();
        match far.len() as u64 * LEAST > self.rises {
            true => Vec::new(),
            false => far,
        }
    }

    /// The first value that comes again right behind itself where each step leads on, and how many do.
    pub fn repeat(&self) -> Option<(End, u64)> {
        let repeat = self.repeat.filter(|_| self.sizes.is_above(0.0))?;
        Some((End { value: repeat.value * self.sign, ..repeat }, self.repeats))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl IntoIterator<Item = f64>) -> Steps {
        let mut steps = Steps::default();
        values.into_iter().enumerate().for_each(|(at, value)| steps.add(value, at));
        steps
    }

    fn jumps(steps: &Steps) -> Vec<(f64, usize)> {
        steps.jumps().map_or(Vec::new(), |(ends, _)| ends.iter().map(|end| (end.value, end.at)).collect())
    }

    fn breaks(values: impl IntoIterator<Item = f64>) -> Vec<(f64, usize, f64)> {
        of(values).breaks().iter().map(|found| (found.value, found.at, found.beside)).collect()
    }

    fn fives() -> Vec<f64> {
        (0..200).map(|number| f64::from(number) * 5.0).collect()
    }

    #[test]
    fn the_one_step_that_is_larger_is_a_jump() {
        let gap = |number: i32| f64::from(number * 60 + if number < 90 { 0 } else { 2_820 });
        assert_eq!(jumps(&of((0..200).map(gap))), [(2_880.0, 90)]);
        assert_eq!(jumps(&of((0..200).map(|number| -gap(number)))), [(2_880.0, 90)]);
        assert_eq!(jumps(&of(fives())), []);
        assert_eq!(jumps(&of((0..200).map(|number| f64::from(number / 50)))), []);
    }

    #[test]
    fn what_comes_late_or_early_is_out_of_order() {
        let with = |at: usize, value: f64| {
            let mut values = fives();
            values[at] = value;
            values
        };
        assert_eq!(breaks(with(150, 253.0)), [(253.0, 150, 745.0)]);
        assert_eq!(breaks(with(150, 5_000.0)), [(5_000.0, 150, 755.0)]);
        assert_eq!(breaks(with(199, 7.0)), [(7.0, 199, 990.0)]);
        assert_eq!(breaks(with(150, 253.0).iter().map(|value| -value)), [(-253.0, 150, -745.0)]);
        assert_eq!(breaks(fives()), []);
    }

    #[test]
    fn an_order_that_goes_back_a_little_breaks_and_another_series_does_not() {
        let back = |by: f64| fives().into_iter().chain(fives().into_iter().map(move |value| 1_000.0 - by + value));
        assert_eq!(breaks(back(60.0)), [(940.0, 200, 995.0)]);
        assert_eq!(breaks(back(1_000.0)), []);
        assert_eq!(jumps(&of(back(1_000.0))), []);
    }

    #[test]
    fn a_step_that_is_a_little_larger_is_no_jump() {
        let days = |number: u32| f64::from(number + number / 5 * 2 + number / 40 + u32::from(number >= 300) * 2);
        assert_eq!(jumps(&of((0..600).map(days))), []);
    }

    #[test]
    fn short_series_among_others_break_nothing() {
        let lengths = (0..80_u8).map(|number| match number {
            11 | 17 => 2,
            _ => 14 + number % 9,
        });
        let values: Vec<f64> = lengths.flat_map(|length| (0..length).map(f64::from)).collect();
        assert_eq!(breaks(values), []);
    }

    #[test]
    fn a_value_that_comes_again_is_one_where_each_leads_on() {
        let mut values = fives();
        values[77] = values[76];
        assert_eq!(of(values).repeat().map(|(end, count)| (end.value, end.at, count)), Some((380.0, 77, 1)));
        let mut random = 1_u64;
        let mut draw = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 50) as f64
        };
        let mut dense: Vec<f64> = (0..500).map(|_| draw()).collect();
        crate::order::floats(&mut dense);
        dense[77] = dense[76];
        assert!(of(dense).repeat().is_none());
    }

    #[test]
    fn a_step_past_what_is_missing_is_no_jump() {
        let mut steps = Steps::default();
        for number in (0..200_u8).filter(|number| *number != 77) {
            if number == 78 {
                steps.interrupt();
            }
            steps.add(f64::from(number), number.into());
        }
        assert_eq!(jumps(&steps), []);
    }

    #[test]
    fn what_has_no_order_is_given_up() {
        let steps = of((0..200).map(|number| f64::from(number * 7_919 % 200)));
        assert!(steps.none && steps.count() == 0 && steps.breaks().is_empty());
    }
}
