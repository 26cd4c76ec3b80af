//! How numbers are spread, and which of them stand far outside.
//!
//! Judged by gaps between neighbours, as they stand and in their magnitude, because a mean is moved by what it is to judge: the tails of
//! even, normal, exponential and log-normal data have no gap that is large against their own outer thirty.

use crate::order;

/// Numbers that are looked at for what is usual; of more, each second, fourth…
const SAMPLE: usize = 4_096;
/// Of one column at most so many on each side stand outside.
const OUTSIDE: usize = 3;
/// Fewer numbers have no usual spread.
const LEAST: u64 = 12;

#[derive(Debug)]
pub struct Spread {
    count: u64,
    /// A power of two.
    stride: u64,
    sample: Vec<f64>,
    /// What is not beyond these is no end.
    within: [f64; 2],
    /// The lowest, in rising order, and the highest, in falling order; the first of equals before the others.
    ends: [Vec<End>; 2],
}

/// A number at one end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct End {
    pub value: f64,
    pub at: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Low,
    High,
}

impl Default for Spread {
    fn default() -> Self {
        let within = [f64::INFINITY, f64::NEG_INFINITY];
        Spread { count: 0, stride: 1, sample: Vec::new(), within, ends: [Vec::new(), Vec::new()] }
    }
}

impl Spread {
    /// `value` is finite.
    pub fn add(&mut self, value: f64, at: usize) {
        if self.count & (self.stride - 1) == 0 {
            self.sample.push(value);
            if self.sample.len() == SAMPLE {
                self.thin();
            }
        }
        self.count += 1;
        let [lowest, highest] = &mut self.ends;
        if value < self.within[0] {
            self.within[0] = insert(lowest, End { value, at }, |new, old| new < old).unwrap_or(f64::INFINITY);
        }
        if value > self.within[1] {
            self.within[1] = insert(highest, End { value, at }, |new, old| new > old).unwrap_or(f64::NEG_INFINITY);
        }
    }

    fn thin(&mut self) {
        let mut odd = true;
        self.sample.retain(|_| {
            odd = !odd;
            !odd
        });
        self.stride *= 2;
    }

    /// The extreme of one side, the first of equals.
    pub fn end(&self, side: Side) -> Option<End> {
        self.ends[side as usize].first().copied()
    }

    /// One in the middle, where there are any.
    pub fn middle(&self) -> Option<f64> {
        let mut sample = self.sample.clone();
        order::floats(&mut sample);
        sample.get(sample.len() / 2).copied()
    }

    /// Whether all are far above a value.
    pub fn is_above(&self, value: f64) -> bool {
        let mut sample: Vec<f64> = self.sample.iter().map(|value| -value).collect();
        crate::order::floats(&mut sample);
        self.count >= LEAST && self.end(Side::Low).is_some_and(|low| is_isolated(-value, -low.value, &sample))
    }

    /// Those that stand outside on one side, the outermost first, and the outermost of the rest.
    pub fn outside(&self, side: Side) -> Option<(&[End], End)> {
        let ends = &self.ends[side as usize];
        if self.count < LEAST || self.ends[0].first()?.value == self.ends[1].first()?.value {
            return None;
        }
        let sign = if side == Side::Low { -1.0 } else { 1.0 };
        let mut sample: Vec<f64> = self.sample.iter().map(|value| value * sign).collect();
        order::floats(&mut sample);
        let isolated = |&outside: &usize| {
            outside as u64 * LEAST <= self.count
                && ends.len() > outside
                && is_isolated(ends[outside - 1].value * sign, ends[outside].value * sign, &sample)
        };
        let outside = (1..=OUTSIDE).rev().find(isolated)?;
        Some((&ends[..outside], ends[outside]))
    }
}

/// Returns the value of the last end, if there is room for no more.
fn insert(ends: &mut Vec<End>, new: End, before: fn(f64, f64) -> bool) -> Option<f64> {
    ends.truncate(OUTSIDE);
    let at = ends.iter().position(|old| before(new.value, old.value)).unwrap_or(ends.len());
    ends.insert(at, new);
    ends.get(OUTSIDE).map(|end| end.value)
}

/// Whether `value` lies far above `next`, which is the highest of the rest; the sample rises.
fn is_isolated(value: f64, next: f64, sample: &[f64]) -> bool {
    let rest = &sample[..sample.partition_point(|other| *other <= next)];
    let outer = (rest.len() / 4).min(30);
    let (Some(&edge), Some(&middle)) =
        (rest.len().checked_sub(outer + 1).and_then(|at| rest.get(at)), rest.get(rest.len() / 2))
    else {
        return false;
    };
    let contrast = if outer < 10 { 6.0 } else { 4.0 };
    let far = |value: f64, next: f64, edge: f64, middle: f64| {
        value - next > contrast * (next - edge) && 5.0 * (value - next) > next - middle
    };
    let in_magnitude =
        || far(magnitude(value), magnitude(next), magnitude(edge), magnitude(middle.max(edge.min(next) / 2.0)));
    value > next
        && (far(value, next, edge, middle) && (edge <= 0.0 || in_magnitude())
            || below_an_edge(value, next, edge, middle))
}

/// Whether numbers that are not negative come close to zero in numbers, and this one is negative. All are negated here.
fn below_an_edge(value: f64, next: f64, edge: f64, middle: f64) -> bool {
    value > 0.0 && next <= 0.0 && edge < next && -next <= next - edge && 10.0 * (next - edge) <= next - middle
}

/// The binary logarithm, in straight lines between powers of two: the same wherever it is computed.
fn magnitude(value: f64) -> f64 {
    const ONE: f64 = (1_u64 << 52) as f64;
    value.to_bits() as f64 / ONE - 1_023.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outside(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
        let mut spread = Spread::default();
        values.into_iter().enumerate().for_each(|(at, value)| spread.add(value, at));
        let ends =
            [Side::Low, Side::High].map(|side| spread.outside(side).map_or(Vec::new(), |(ends, _)| ends.to_vec()));
        ends.concat().iter().map(|end| end.value).collect()
    }

    /// A seeded uniform number between 0 and 1.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        }

        fn normal(&mut self) -> f64 {
            (0..12).map(|_| self.next()).sum::<f64>() - 6.0
        }
    }

    #[test]
    fn natural_distributions_have_nothing_outside() {
        let mut odd = 0;
        for seed in 0..300 {
            let mut random = Random(seed * 7_919 + 1);
            let count = [20, 100, 2_000][seed as usize % 3];
            let mut draw =
                |f: &mut dyn FnMut(&mut Random) -> f64| outside((0..count).map(|_| f(&mut random)).collect::<Vec<_>>());
            odd += usize::from(!draw(&mut |random| random.next()).is_empty());
            odd += usize::from(!draw(&mut |random| random.normal() * 30.0 + 100.0).is_empty());
            odd += usize::from(!draw(&mut |random| -random.next().ln()).is_empty());
            odd += usize::from(!draw(&mut |random| random.normal().exp()).is_empty());
            odd += usize::from(!draw(&mut |random| (random.normal() * 2.0).exp()).is_empty());
            odd += usize::from(!draw(&mut |random| 1.0 / (1.0 - random.next())).is_empty());
            odd += usize::from(!draw(&mut |random| (random.next() * 10.0).floor()).is_empty());
        }
        assert!(odd <= 8, "{odd} of 2,100");
        assert!(outside((0..2_000).map(f64::from)).is_empty());
    }

    #[test]
    fn what_stands_far_outside_is_found() {
        let amounts = || (0..2_000).map(|number| f64::from(number * 7_919 % 2_000) / 2.0);
        assert_eq!(outside(amounts().chain([5_000.0])), [5_000.0]);
        assert_eq!(outside(amounts().chain([-1.0])), [-1.0]);
        assert_eq!(outside(amounts().map(|amount| amount + 200.0).chain([0.0])), [0.0]);
        assert_eq!(outside(amounts().chain([1e12, 1e12, -1e9])), [-1e9, 1e12, 1e12]);
        assert_eq!(outside((0..100).map(|_| 5.0).chain([6.0])), [6.0]);
        assert_eq!(outside((0..20_000).map(|number| f64::from(number % 100)).chain([1_000.0])), [1_000.0]);
    }
}
