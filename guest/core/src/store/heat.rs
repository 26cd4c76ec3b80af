//! How much a result is in demand: every use counts one, and fades.

use super::HOUR_MS;

/// What one use counts.
pub(super) const ONE_USE: u64 = 1_000;

/// Half of what a threshold is rounded to, so that three uses within an hour count as 3.0 though the first has begun to fade.
const ROUNDING: u64 = ONE_USE / 20;

/// What is left, in thousandths of a use, after some time: half of it at each half-life, in a straight line between them.
///
/// Whole numbers throughout: the same on every machine.
pub(super) fn faded(thousandths: u64, elapsed_ms: u64, half_life_hours: u64) -> u64 {
    let half_life_ms = half_life_hours.saturating_mul(HOUR_MS).max(1);
    let halvings = elapsed_ms / half_life_ms;
    let begun = thousandths.checked_shr(halvings.try_into().unwrap_or(u32::MAX)).unwrap_or_default();
    let share = u128::from(begun) * u128::from(elapsed_ms % half_life_ms) / (2 * u128::from(half_life_ms));
    begun - u64::try_from(share).unwrap_or(begun)
}

/// Whether that many uses, to the nearest tenth, are as many as a threshold.
pub(super) fn reaches(thousandths: u64, threshold_thousandths: u64) -> bool {
    thousandths.saturating_add(ROUNDING) >= threshold_thousandths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_is_left_after_each_half_life() {
        for (hours, left) in [(0, 4_000), (12, 3_000), (24, 2_000), (36, 1_500), (48, 1_000), (24 * 64, 0)] {
            assert_eq!(faded(4_000, hours * HOUR_MS, 24), left, "after {hours} hours");
        }
    }

    #[test]
    fn no_time_overflows() {
        assert_eq!(faded(u64::MAX, u64::MAX, 1), 0);
        assert_eq!(faded(u64::MAX, 0, u64::MAX), u64::MAX);
        assert_eq!(faded(7, u64::MAX, 0), 0);
    }

    #[test]
    fn a_threshold_is_met_to_the_nearest_tenth() {
        assert!(reaches(2_950, 3_000));
        assert!(!reaches(2_949, 3_000));
    }
}
