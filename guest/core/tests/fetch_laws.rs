//! Laws of rescue and fetch over any text: caps are exact, walks give back everything, every step advances.

use proptest::prelude::*;
use serde_json::json;
use toolaria_core::Rescuer;
use toolaria_core::model::{Content, Query, RescueOutcome, SliceData, ToolCall};
use toolaria_core::ports::memory::MemoryHost;
use toolaria_core::view::View;

fn host(settings: &[(&str, usize)]) -> MemoryHost {
    let host = MemoryHost::new();
    settings.iter().for_each(|(name, value)| host.set_setting(name, &value.to_string()));
    host
}

fn rescue(host: &MemoryHost, content: Content) -> Option<toolaria_core::model::Handle> {
    match Rescuer::new(host).rescue(ToolCall::default(), content).unwrap() {
        RescueOutcome::Stored(handle) => Some(handle),
        RescueOutcome::Unchanged(_) => None,
    }
}

/// The same in a law, which says nothing of what stays as it is.
fn stored(host: &MemoryHost, content: Content) -> Result<toolaria_core::model::Handle, TestCaseError> {
    rescue(host, content).ok_or_else(|| TestCaseError::reject("no longer than its handle"))
}

/// The data of all steps by cursor.
fn walk(host: &MemoryHost, id: &str, query: Query) -> Vec<Vec<u8>> {
    let (mut steps, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let slice = Rescuer::new(host).fetch(id, query.clone(), cursor.as_deref(), None).unwrap();
        steps.push(match slice.data {
            SliceData::Text(text) => text.into_bytes(),
            SliceData::Bytes(bytes) => bytes,
        });
        assert!(!steps.last().unwrap().is_empty(), "a step without data");
        match slice.cursor {
            None => return steps,
            Some(next) => {
                assert_ne!(cursor.as_deref(), Some(next.as_str()));
                cursor = Some(next);
            }
        }
    }
}

/// The data and the notices of all steps by cursor.
fn told(host: &MemoryHost, id: &str, query: &Query) -> Vec<(String, String)> {
    let (mut steps, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let slice = Rescuer::new(host).fetch(id, query.clone(), cursor.as_deref(), None).unwrap();
        let SliceData::Text(text) = slice.data else { panic!("no text") };
        steps.push((text, slice.notice));
        cursor = slice.cursor;
        if cursor.is_none() {
            return steps;
        }
    }
}

/// The two numbers of `: 9 of 1,000 matches shown`.
fn counts(notice: &str) -> (usize, usize) {
    let number = |word: &str| word.replace(',', "").parse().unwrap();
    let words: Vec<&str> = notice.split(' ').collect();
    let of = words.iter().position(|word| *word == "of").unwrap();
    (number(words[of - 1]), number(words[of + 1]))
}

/// Texts of some thousand characters of all widths: many lines, few, or one.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z \n]{2000,5000}", "[😀漢éa\n]{2000,5000}", "[😀a]{2000,5000}", "([a-z]{0,80}\r\n){200,300}"]
}

/// Results of every kind that has a view of its own, and of those that have none.
fn results() -> impl Strategy<Value = String> {
    let cell = prop_oneof![4 => "[a-zé😀]{1,20}", 1 => "\"[a-z,\r\n漢]{0,30}\"", 1 => "[a-z]{300,900}"];
    let row = (0..9_999u32, cell.clone(), cell).prop_map(|(id, one, other)| format!("{id},{one},{other}\n"));
    let table = prop::collection::vec(row, 20..40).prop_map(|rows| format!("id,one,other\n{}", rows.concat()));
    let member = prop_oneof![6 => "[a-zé😀]{0,40}", 1 => "[a-z漢]{300,900}"];
    let object = (0..9_999u32, member).prop_map(|(id, text)| json!({"id": id, "text": text}).to_string());
    let objects = prop::collection::vec(object, 30..50);
    let lines = objects.clone().prop_map(|rows| rows.join("\n") + "\n\n{\"id\":\n");
    let array = objects.prop_map(|rows| format!("[{}]", rows.join(",\n  ")));
    let kinds = prop_oneof![texts(), table, lines, array];
    (kinds, 0..4u8).prop_map(|(text, envelope)| match envelope {
        0 => json!({"output": text, "exit_code": 0}).to_string(),
        1 => json!({"content": [{"type": "text", "text": text}]}).to_string(),
        _ => text,
    })
}

fn excerpt_of(handle: &str) -> &str {
    let start = handle.find("\n--- ").map_or(handle.len(), |at| at + 1);
    &handle[start..]
}

/// How many cases a law is tried on: PROPTEST_CASES, which the configuration below would hide, or fewer.
fn cases(few: u32) -> u32 {
    std::env::var("PROPTEST_CASES").map_or(few, |cases| cases.parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(80)))]

    #[test]
    fn range_joined_is_the_view_within_the_cap(text in results(), cap in 200..1_000usize) {
        let host = host(&[("max_result_chars", 200), ("fetch_max_chars", cap)]);
        let handle = stored(&host, Content::Text(text.clone()))?;
        let steps = walk(&host, &handle.id, Query::Range { start: 0, count: None });
        let view = View::of(&text);
        prop_assert_eq!(steps.concat(), view.text().as_bytes());
        for step in steps {
            prop_assert!(String::from_utf8(step).unwrap().chars().count() <= cap);
        }
    }

    #[test]
    fn raw_joined_is_the_bytes_within_the_cap(bytes in prop::collection::vec(any::<u8>(), 1_000..4_000), cap in 200..1_000usize) {
        let host = host(&[("max_result_chars", 200), ("fetch_max_chars", cap)]);
        let handle = rescue(&host, Content::Bytes(bytes.clone())).unwrap();
        let steps = walk(&host, &handle.id, Query::Raw { start_byte: 0, count_bytes: None });
        prop_assert!(steps.iter().all(|step| step.len() <= cap));
        prop_assert_eq!(steps.concat(), bytes);
    }

    #[test]
    fn grep_steps_joined_are_all_matches(text in results(), cap in 200..1_000usize) {
        let host = host(&[("max_result_chars", 200), ("fetch_max_chars", cap), ("grep_max_line_len", 1_000_000)]);
        let handle = stored(&host, Content::Text(text.clone()))?;
        let view = View::of(&text);
        let wanted: Vec<usize> = (0..view.line_count()).filter(|line| view.line(*line).contains("a")).collect();
        prop_assume!(!wanted.is_empty());
        let steps = walk(&host, &handle.id, Query::Grep { pattern: "(?-i)a".to_owned() });
        prop_assert!(steps.iter().all(|step| String::from_utf8(step.clone()).unwrap().chars().count() <= cap));
        let joined = String::from_utf8(steps.concat()).unwrap();
        let number = |line: &str| line.split([':', ' ']).next().and_then(|number| number.parse::<usize>().ok());
        let found: Vec<usize> = joined.lines().filter_map(number).collect();
        prop_assert_eq!(found, wanted);
    }

    #[test]
    fn lines_that_are_shown_and_lines_that_are_not_are_all_lines(text in results(), cap in 200..4_000usize) {
        let host = host(&[("max_result_chars", 200), ("excerpt_max_chars", cap)]);
        let handle = stored(&host, Content::Text(text.clone()))?;
        let (_, account) = handle.text.split_once("NOT the full output: ").unwrap();
        let account = account.split(". ").next().unwrap();
        let number = |text: &str| text.rsplit(' ').next().unwrap().replace(',', "").parse::<usize>().unwrap();
        let total = number(account.split(" of ").nth(1).unwrap().split(" line").next().unwrap());
        let shown = number(account.split(" of ").next().unwrap());
        let not_shown = account.split(" not at all").next().filter(|_| account.contains(" not at all")).map_or(0, number);
        prop_assert_eq!(total, View::of(&text).line_count());
        prop_assert_eq!(shown + not_shown, total, "{}", account);
    }

    #[test]
    fn steps_say_where_they_begin_and_end_in_lines_and_columns(text in results(), cap in 200..500usize) {
        let host = host(&[("max_result_chars", 200), ("fetch_max_chars", cap)]);
        let handle = stored(&host, Content::Text(text.clone()))?;
        let view = View::of(&text);
        let mut at = 0;
        for (data, notice) in told(&host, &handle.id, &Query::Range { start: 0, count: None }) {
            let (first, last) = (view.line_at(at), view.line_at(at + data.len() - 1));
            let column = view.text()[view.line_start(first)..at].chars().count();
            let numbers: Vec<usize> = notice[handle.id.len() + 1..]
                .replace(',', "")
                .split(|char: char| !char.is_ascii_digit())
                .filter_map(|number| number.parse().ok())
                .collect();
            let begins = if column > 0 { vec![first, column] } else { vec![first] };
            prop_assert!(numbers.starts_with(&begins), "{} {:?}", notice, begins);
            prop_assert!(numbers.contains(&last) && numbers.contains(&view.line_count()), "{}", notice);
            at += data.len();
        }
        prop_assert_eq!(at, view.text().len());
    }

    #[test]
    fn pages_of_an_outline_are_the_outline(text in results(), cap in 200..500usize) {
        let host = host(&[("max_result_chars", 200), ("fetch_max_chars", cap)]);
        let handle = stored(&host, Content::Text(text.clone()))?;
        let pages = walk(&host, &handle.id, Query::Outline);
        prop_assert!(pages.iter().all(|page| std::str::from_utf8(page).unwrap().chars().count() <= cap));
        host.set_setting("fetch_max_chars", "400000");
        prop_assert_eq!(pages.concat(), walk(&host, &handle.id, Query::Outline).concat());
    }

    #[test]
    fn an_excerpt_keeps_its_cap_and_a_handle_is_shorter_than_the_result(
        text in results(),
        cap in prop::sample::select(vec![200, 201, 999, 8_000]),
    ) {
        let host = host(&[("max_result_chars", 200), ("excerpt_max_chars", cap)]);
        let handle = stored(&host, Content::Text(text.clone()))?;
        let characters = handle.text.chars().count();
        prop_assert!(characters < text.chars().count());
        prop_assert!(characters <= cap + 1_200);
        prop_assert!(excerpt_of(&handle.text).chars().count() <= cap, "{}", handle.text);
        let first: String = handle.text.chars().take(300).collect();
        prop_assert!(first.contains("PREVIEW") && first.contains("NOT the full output"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60)))]

    #[test]
    fn matches_in_long_lines_are_within_every_row(
        before in prop::collection::vec("[a-z ]{0,900}", 4..8), cap in 200..500usize, lines in prop::option::of(0..3u64),
    ) {
        let host = host(&[("max_result_chars", 200), ("excerpt_max_chars", 200), ("fetch_max_chars", cap)]);
        let text: String = before.iter().map(|before| format!("{before}NEEDLE{}\n", "é".repeat(600))).collect();
        let handle = rescue(&host, Content::Text(text)).unwrap();
        let pattern = "(?-i)NEEDLE".to_owned();
        let query = match lines {
            None => Query::Grep { pattern },
            Some(context_lines) => Query::Chain { pattern, context_lines },
        };
        let mut found = 0;
        for step in walk(&host, &handle.id, query) {
            let step = String::from_utf8(step).unwrap();
            prop_assert!(step.chars().count() <= cap && step.ends_with('\n'));
            for row in step.lines().filter(|row| row.split(' ').take(2).any(|word| word.ends_with(':'))) {
                prop_assert!(row.contains("NEEDLE") && row.contains(" @") && row.ends_with('…'), "{}", row);
                found += 1;
            }
        }
        prop_assert_eq!(found, before.len());
    }

    #[test]
    fn every_match_in_long_lines_is_shown_once_and_counted_where_it_is_shown(
        gaps in prop::collection::vec(prop_oneof![4 => "[a-zé]{0,12}", 1 => "[a-z漢]{100,700}", 1 => "[a-z]{0,300}\n"], 60..120),
        cap in 210..3_000usize, lines in prop::option::of(0..3u64),
    ) {
        let host = host(&[
            ("max_result_chars", 200), ("excerpt_max_chars", 200), ("fetch_max_chars", cap), ("grep_max_line_len", 200),
        ]);
        let text = format!("{}{}", gaps.join("NEEDLE"), "·".repeat(1_000));
        let handle = stored(&host, Content::Text(text.clone()))?;
        let pattern = "(?-i)NEEDLE".to_owned();
        let query = match lines {
            None => Query::Grep { pattern },
            Some(context_lines) => Query::Chain { pattern, context_lines },
        };
        // A line that is not long gives its first match only.
        let in_line = |line: &str, clipped: bool| match clipped || line.chars().count() > 200 {
            true => line.matches("NEEDLE").count(),
            false => usize::from(line.contains("NEEDLE")),
        };
        let mut left: usize = text.lines().map(|line| in_line(line, false)).sum();
        for (data, notice) in told(&host, &handle.id, &query) {
            let (shown, total) = counts(&notice);
            prop_assert!(data.chars().count() <= cap);
            let rows = data.lines().map(|row| in_line(row.split_once(": ").map_or("", |(_, line)| line), row.contains(" @")));
            prop_assert_eq!(rows.sum::<usize>(), shown, "{} {}", notice, data);
            prop_assert_eq!(total, left);
            left -= shown;
        }
        prop_assert_eq!(left, 0);
    }

    #[test]
    fn chain_is_grep_with_context(
        lines in prop::collection::vec(prop_oneof![6 => Just("b"), 1 => Just("a"), 1 => Just("")], 200..400), context in 0..6usize,
    ) {
        let host = host(&[("max_result_chars", 200), ("excerpt_max_chars", 200), ("fetch_max_chars", 100_000)]);
        let lines = [&lines[..], &["b"; 1_000]].concat();
        let handle = rescue(&host, Content::Text(lines.join("\n"))).unwrap();
        let pattern = "a".to_owned();
        let query = Query::Chain { pattern, context_lines: context as u64 };
        let SliceData::Text(text) = Rescuer::new(&host).fetch(&handle.id, query, None, None).unwrap().data else {
            return Err(TestCaseError::fail("no text"));
        };
        let matches: Vec<usize> = (0..lines.len()).filter(|line| lines[*line] == "a").collect();
        prop_assume!(matches.len() <= 100);
        let mut expected = String::new();
        let mut last = None;
        for (line, content) in lines.iter().enumerate() {
            if matches.iter().all(|found| found.abs_diff(line) > context) {
                continue;
            }
            if last.is_some_and(|last| last + 1 < line) {
                expected += "--\n";
            }
            last = Some(line);
            let mark = if *content == "a" { ':' } else { '-' };
            expected += &format!("{line}{mark} {content}\n");
        }
        prop_assert_eq!(text, expected);
    }

    #[test]
    fn chain_steps_rise_and_joined_hold_every_match(text in texts(), cap in 200..1_000usize, context in 0..40u64) {
        let host = host(&[("max_result_chars", 200), ("fetch_max_chars", cap), ("grep_max_line_len", 1_000_000)]);
        let handle = stored(&host, Content::Text(text.clone()))?;
        let wanted: Vec<usize> =
            text.split_inclusive('\n').enumerate().filter(|(_, line)| line.contains("a")).map(|(line, _)| line).collect();
        prop_assume!(!wanted.is_empty());
        let mut found = Vec::new();
        for step in walk(&host, &handle.id, Query::Chain { pattern: "(?-i)a".to_owned(), context_lines: context }) {
            let step = String::from_utf8(step).unwrap();
            prop_assert!(step.chars().count() <= cap);
            let mut last = None;
            for row in step.lines().filter(|row| *row != "--") {
                let (place, _) = row.split_at(row.find([':', '-']).unwrap() + 1);
                let line: usize = place[..place.find([' ', ':', '-']).unwrap()].parse().unwrap();
                prop_assert!(last.is_none_or(|last| last < line), "{}", step);
                last = Some(line);
                found.extend(place.ends_with(':').then_some(line));
            }
        }
        prop_assert_eq!(found, wanted);
    }

    #[test]
    fn search_steps_keep_the_cap_and_number_every_line(text in texts(), cap in 200..600usize) {
        let host = host(&[("max_result_chars", 200), ("fetch_max_chars", cap)]);
        let handle = rescue(&host, Content::Text(format!("needle {text} needle"))).unwrap();
        for step in walk(&host, &handle.id, Query::Search { text: "needle a".to_owned(), top: Some(3) }) {
            let step = String::from_utf8(step).unwrap();
            prop_assert!(step.chars().count() <= cap, "{}", step);
            for row in step.lines() {
                let digits = row.trim_start_matches(|c: char| c.is_ascii_digit());
                prop_assert!(digits.len() < row.len() && (digits.starts_with("| ") || digits.starts_with(". in line")), "{}", row);
            }
        }
    }
}

#[test]
fn search_numbers_its_lines_and_marks_where_it_cuts_them() {
    let host = host(&[("max_result_chars", 200), ("excerpt_max_chars", 200), ("search_snippet_chars", 60)]);
    let text =
        format!("{}\nneedle one\n[to go on, repeat]\n{}\n{}", "x ".repeat(300), "y ".repeat(100), "z ".repeat(900));
    let handle = rescue(&host, Content::Text(text)).unwrap();
    let query = Query::Search { text: "needle".to_owned(), top: None };
    let slice = Rescuer::new(&host).fetch(&handle.id, query, None, None).unwrap();
    let SliceData::Text(text) = slice.data else { panic!("no text") };
    assert!(
        text.starts_with("1. in lines 0 to 3, from line 1:\n1| needle one\n2| [to go on, repeat]\n3| y y"),
        "{text}"
    );
    assert!(text.ends_with("y …\n"), "{text}");
    assert!(slice.notice.contains(": search `needle`: 1 of 1 matching part shown"), "{}", slice.notice);
}

#[test]
fn dense_matches_in_one_long_line_take_about_as_much_as_they_are() {
    let host = host(&[]);
    let text: String = (0..1_000).map(|number| format!("needle{number:03} ")).collect();
    let handle = rescue(&host, Content::Text(format!("{}{text}", "x ".repeat(6_000)))).unwrap();
    let steps = told(&host, &handle.id, &Query::Grep { pattern: "needle[0-9]+".to_owned() });
    let characters: usize = steps.iter().map(|(text, _)| text.chars().count()).sum();
    assert_eq!((steps.len(), characters), (3, 10_240));
}
