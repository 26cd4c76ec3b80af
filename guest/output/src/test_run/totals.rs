//! The lines in which a runner says how many tests passed and failed.

/// How many tests ended how.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    pub passed: u64,
    pub failed: u64,
    pub errors: u64,
    pub skipped: u64,
}

impl Totals {
    pub fn add(&mut self, other: &Totals) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.errors += other.errors;
        self.skipped += other.skipped;
    }

    pub fn all(&self) -> u64 {
        self.passed + self.failed + self.errors + self.skipped
    }

    fn field(&mut self, word: &str) -> Option<&mut u64> {
        match word.trim_end_matches('s') {
            "pas" | "passed" | "passing" | "Passed" | "PASSED" | "xpassed" => Some(&mut self.passed),
            "fail" | "failed" | "failing" | "failure" | "Failure" | "Failed" | "FAILED" => Some(&mut self.failed),
            "error" | "Error" => Some(&mut self.errors),
            "skip" | "skipped" | "Skipped" | "pending" | "ignored" | "todo" | "xfailed" => Some(&mut self.skipped),
            _ => None,
        }
    }

    /// From `1 failed, 2 passed in 3.2s`. `None` where no number stands before such a word.
    pub fn before_words(text: &str) -> Option<Totals> {
        let mut totals = Totals::default();
        let (mut number, mut known) = (None, false);
        for word in words(text) {
            if let (Some(number), Some(field)) = (number, totals.field(word)) {
                *field += number;
                known = true;
            }
            number = word.parse::<u32>().ok().map(u64::from);
        }
        known.then_some(totals)
    }

    /// From `Tests run: 5, Failures: 1, Skipped: 2`, where the passed ones are the rest of the first number, or none are told.
    pub fn behind_words(text: &str) -> Option<Totals> {
        let mut totals = Totals::default();
        let (mut word, mut all, mut tells_passed, mut known) = ("", None, false, false);
        for next in words(text) {
            if let Ok(number) = next.parse::<u32>() {
                if let Some(field) = totals.field(word) {
                    *field += u64::from(number);
                    known = true;
                    tells_passed |= word == "Passed";
                } else if all.is_none() && matches!(word, "run" | "Tests" | "Total") {
                    all = Some(u64::from(number));
                }
            }
            word = next;
        }
        if let (Some(all), false) = (all, tells_passed) {
            totals.passed = all.saturating_sub(totals.failed + totals.errors + totals.skipped);
        }
        (known || all.is_some()).then_some(totals)
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals([passed, failed, errors, skipped]: [u64; 4]) -> Option<Totals> {
        Some(Totals { passed, failed, errors, skipped })
    }

    #[test]
    fn totals_are_read_before_and_behind_words() {
        let before = Totals::before_words;
        assert_eq!(before("1 failed, 212 passed, 3 skipped, 2 warnings, 1 error in 3.21s"), totals([212, 1, 1, 3]));
        assert_eq!(
            before("FAILED. 212 passed; 1 failed; 3 ignored; 0 measured; 0 filtered out"),
            totals([212, 1, 0, 3])
        );
        assert_eq!(before("Tests:       1 failed, 2 skipped, 4 passed, 7 total"), totals([4, 1, 0, 2]));
        assert_eq!(before("nothing in 3 words"), None);
        let behind = Totals::behind_words;
        assert_eq!(behind("Tests run: 213, Failures: 1, Errors: 2, Skipped: 3"), totals([207, 1, 2, 3]));
        assert_eq!(
            behind("Failed!  - Failed:     1, Passed:   212, Skipped:     3, Total:   216"),
            totals([212, 1, 0, 3])
        );
        assert_eq!(behind("FAILED (failures=1, errors=2, skipped=3)"), totals([0, 1, 2, 3]));
        assert_eq!(behind("OK"), None);
    }
}
