//! Grep finds what a naive loop finds, always advances, and stays within its budget.

use proptest::prelude::*;
use regex_lite::Regex;
use toolaria_scan::grep::{Hit, Limits, Pattern, Scan};

const WIDE: Limits = Limits { budget: u64::MAX, window_chars: 2000, max_hits: usize::MAX };

fn pattern(text: &str) -> Pattern {
    Pattern::compile(text, 200).unwrap()
}

fn scan(pattern_text: &str, text: &str, limits: Limits) -> Scan {
    pattern(pattern_text).scan(text, 0, limits)
}

fn found<'t>(pattern_text: &str, text: &'t str, limits: Limits) -> Vec<&'t str> {
    scan(pattern_text, text, limits).hits.iter().map(|hit| &text[hit.start..hit.end]).collect()
}

fn windows_of(window_chars: usize) -> Limits {
    Limits { window_chars, ..WIDE }
}

/// The first match of each line, by regex-lite alone.
fn naive(regex: &str, text: &str) -> Vec<Hit> {
    let regex = Regex::new(regex).unwrap();
    let mut hits = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.strip_suffix('\n').map_or(line, |line| line.strip_suffix('\r').unwrap_or(line));
        if let Some(found) = regex.find(content) {
            hits.push(Hit { start: start + found.start(), end: start + found.end(), next: start + line.len() });
        }
        start += line.len();
    }
    hits
}

/// The hits of scans that each continue the one before.
fn chained(pattern: &Pattern, text: &str, limits: Limits) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut from = Some(0);
    while let Some(at) = from {
        let scan = pattern.scan(text, at, limits);
        assert!(scan.resume.is_none_or(|resume| resume > at && text.is_char_boundary(resume)));
        hits.extend(scan.hits);
        from = scan.resume;
    }
    hits
}

/// Patterns that mean the same to regex-lite under `(?i)` over the letters of [`texts`].
fn patterns() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop::sample::select(vec![
            "ab",
            "b",
            "ba?",
            "[ab]",
            "c*",
            "(a|bc)",
            r"\b",
            "^",
            "$",
            r"\w+",
            r"\W",
            ".",
            "a{2,3}",
            " ",
            "(?:b|$)",
            "(?:ca|🦀)",
            "🦀b",
        ]),
        1..5,
    )
    .prop_map(|parts| parts.concat())
}

fn texts() -> impl Strategy<Value = String> {
    let pieces = vec!["a", "b", "c", "ab", "bca", "A", " ", "🦀", "\n", "\r\n", "\r", "aaaaaaaa"];
    prop::collection::vec(prop::sample::select(pieces), 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn short_lines_are_matched_as_by_a_naive_loop(pattern_text in patterns(), text in texts()) {
        let expected = naive(&format!("(?i){pattern_text}"), &text);
        let scan = scan(&pattern_text, &text, WIDE);
        prop_assert_eq!(scan.total, expected.len() as u64);
        prop_assert!(scan.complete && scan.resume.is_none());
        prop_assert_eq!(scan.hits, expected);
    }

    #[test]
    fn chained_scans_find_what_one_scan_finds(
        pattern_text in patterns(), text in texts(), window_chars in 1usize..12, max_hits in 1usize..4, budget in 64u64..200,
    ) {
        let pattern = pattern(&pattern_text);
        let whole = pattern.scan(&text, 0, windows_of(window_chars));
        let limits = Limits { budget: u64::MAX, window_chars, max_hits };
        prop_assert_eq!(&chained(&pattern, &text, limits), &whole.hits);
        let poor = Limits { budget, window_chars, max_hits };
        let rich_enough = text.lines().all(|line| line.len() < 64);
        let hits = chained(&pattern, &text, poor);
        prop_assert!(!rich_enough || hits == whole.hits);
    }

    #[test]
    fn later_hits_are_counted(pattern_text in patterns(), text in texts(), window_chars in 1usize..12) {
        let all = scan(&pattern_text, &text, windows_of(window_chars));
        let one = scan(&pattern_text, &text, Limits { max_hits: 1, ..windows_of(window_chars) });
        prop_assert_eq!(one.total, all.total);
        prop_assert_eq!(one.hits.first(), all.hits.first());
        prop_assert_eq!(one.resume.is_some(), all.total > 1);
    }

    #[test]
    fn hits_in_windows_are_matches_of_the_whole_line(pattern_text in patterns(), text in texts(), window_chars in 1usize..12) {
        let anchored = |hit: &Hit| {
            let start = text[..hit.start].rfind('\n').map_or(0, |at| at + 1);
            let end = text[hit.start..].find('\n').map_or(text.len(), |at| hit.start + at);
            let end = if text[start..end].ends_with('\r') && end < text.len() { end - 1 } else { end };
            let regex = Regex::new(&format!(r"(?i){pattern_text}")).unwrap();
            regex.find_at(&text[start..end], hit.start - start).is_some_and(|found| found.start() + start == hit.start)
        };
        prop_assert!(scan(&pattern_text, &text, windows_of(window_chars)).hits.iter().all(anchored));
    }

    #[test]
    fn any_pattern_compiles_or_is_refused(pattern_text in r"\PC{0,12}|[\\(\[{^$.|?*+)\]}dwsbpPxaA0-9:<>&-]{0,14}", text in texts()) {
        if let Ok(pattern) = Pattern::compile(&pattern_text, 80) {
            pattern.scan(&text, 0, windows_of(7));
        }
    }

    #[test]
    fn a_scan_may_begin_anywhere(pattern_text in patterns(), text in texts(), from in 0usize..80) {
        let hits = pattern(&pattern_text).scan(&text, from, WIDE).hits;
        prop_assert!(hits.iter().all(|hit| hit.start + 3 >= from.min(text.len())));
    }
}

#[test]
fn an_empty_text_has_no_lines() {
    assert_eq!(scan("x*", "", WIDE), Scan { complete: true, ..Scan::default() });
}

#[test]
fn case_is_folded_beyond_ascii() {
    assert_eq!(found("ошибка", "Ошибка: ОШИБКА", windows_of(40)), ["Ошибка"]);
    assert_eq!(found("k1s", "\u{212a}1ſ", WIDE), ["\u{212a}1ſ"]);
    assert_eq!(found("\u{212a}elvin", "kelvin", WIDE), ["kelvin"]);
}

#[test]
fn case_counts_when_the_pattern_says_so() {
    assert_eq!(found("(?-i)Fatal", "fatal\nFatal\nFATAL", WIDE), ["Fatal"]);
}

#[test]
fn the_line_end_is_no_part_of_the_line() {
    assert_eq!(found("b$", "ab\r\nab\nab", WIDE), ["b", "b", "b"]);
    assert_eq!(found(r".\s?$", "ab\r\n", WIDE), ["b"]);
}

#[test]
fn an_empty_match_is_one_hit_on_its_line() {
    let line = "ab".repeat(50);
    assert_eq!(scan("x*", &format!("{line}\n\n{line}\n"), windows_of(10)).total, 3);
    assert_eq!(scan("^$", "a\n\nb\n", WIDE).hits, [Hit { start: 2, end: 2, next: 3 }]);
}

#[test]
fn a_long_line_gives_every_match() {
    let line = format!("{}7{}7{}", "🦀".repeat(99), "я".repeat(300), "🦀".repeat(5));
    assert_eq!(found("🦀7", &line, windows_of(10)), ["🦀7"]);
    assert_eq!(found("[🦀я]7", &line, windows_of(10)), ["🦀7", "я7"]);
    assert_eq!(scan("🦀", &line, windows_of(10)).total, 104);
}

#[test]
fn a_match_of_half_a_window_is_found_wherever_it_lies() {
    for before in 0..40 {
        let line = format!("{}needl{}", "·".repeat(before), "·".repeat(40));
        for pattern in ["needl", "n[a-z]{4}", r"\bneedl\b", "(?:x|n)eed."] {
            assert_eq!(found(pattern, &line, windows_of(10)), ["needl"], "{pattern} behind {before}");
        }
    }
}

#[test]
fn assertions_see_beyond_the_window() {
    let line = "a".repeat(100);
    assert_eq!(scan("^a", &line, windows_of(10)).total, 1);
    assert_eq!(found("a$", &line, windows_of(10)), ["a"]);
    assert_eq!(found(r"\ba{3}", &line, windows_of(10)), ["aaa"]);
    assert_eq!(scan(r"a{3}\b", &format!("{line} {line}"), windows_of(10)).total, 2);
    assert_eq!(found("b.*$", &format!("{line}b{line}"), windows_of(10)), [format!("b{line}")]);
}

#[test]
fn nested_repetition_over_five_megabytes_ends_within_its_budget() {
    let mut line = "a".repeat(5_000_000);
    line.push('b');
    let limits = Limits { budget: 20_000_000, ..WIDE };
    let scan = scan("(a+)+$", &line, limits);
    assert!(scan.complete && scan.total == 0, "{scan:?}");
    assert!(scan.work <= limits.budget, "{}", scan.work);
}

#[test]
fn a_spent_budget_stops_the_scan_where_it_can_go_on() {
    let text = "no digit here\n".repeat(1000);
    let scan = scan(r"\d", &text, Limits { budget: 130, ..WIDE });
    assert_eq!((scan.complete, scan.total, scan.resume, scan.work), (false, 0, Some(140), 130));
}

#[test]
fn many_matches_in_one_line_cost_what_their_windows_cost() {
    let limits = Limits { budget: 2_000_000, window_chars: 2_000, max_hits: 100 };
    for (pattern_text, line) in [("a", "a".repeat(1_000_000)), ("я", "я".repeat(1_000_000))] {
        let scan = scan(pattern_text, &line, limits);
        assert!(!scan.complete && scan.hits.len() == 100, "{pattern_text}");
        assert!((limits.budget..limits.budget + 4_000).contains(&scan.work), "{}", scan.work);
        assert!(scan.total * 60 < limits.budget, "{}", scan.total);
        assert_eq!(scan.stopped_at, scan.total as usize * pattern_text.len());
        assert_eq!(scan.resume, Some(100 * pattern_text.len()));
    }
}
