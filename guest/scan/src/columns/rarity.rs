//! When something that is counted is rare among its like.

/// What is rare is at most one in this many as frequent as what is least frequent of the rest.
const CONTRAST: u64 = 10;
/// What is rare makes up at most one in this many, and may always come up to twice.
const SHARE: u64 = 200;

/// How many of these counts, which rise, are rare. Counts that fall off by and by, as those of words do, have no rare ones.
pub fn rare(counts: &[u64]) -> usize {
    let total: u64 = counts.iter().sum();
    let most = (total / SHARE).max(2);
    let mut taken = 0;
    let mut rare = 0;
    for (number, pair) in (1..).zip(counts.windows(2)) {
        taken += pair[0];
        if pair[0] > most || taken > most.max(total / 50) {
            break;
        }
        if pair[0].saturating_mul(CONTRAST) <= pair[1] {
            rare = number;
        }
    }
    rare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_few_is_rare() {
        assert_eq!([&[1, 39][..], &[1, 11], &[1, 500, 1500], &[1, 2, 500, 1500]].map(rare), [1, 1, 1, 2]);
    }

    #[test]
    fn what_falls_off_by_and_by_is_not() {
        let zipf: Vec<u64> = (1..40).rev().map(|rank| 2_000 / rank / rank).collect();
        assert_eq!(rare(&zipf), 0);
        assert_eq!([&[1, 1, 1, 1][..], &[1, 2], &[1, 8], &[30, 1000], &[20], &[]].map(rare), [0; 6]);
    }

    #[test]
    fn many_that_are_rare_together_are_not() {
        assert_eq!(rare(&[1; 30].into_iter().chain([100, 900]).collect::<Vec<_>>()), 0);
        assert_eq!(rare(&[1; 8].into_iter().chain([100, 900]).collect::<Vec<_>>()), 8);
    }
}
