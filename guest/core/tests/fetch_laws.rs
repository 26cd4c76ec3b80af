//! Laws of rescue and fetch over any text: caps are exact, walks give back everything, every step advances.

use proptest::prelude::*;
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

/// Texts of some thousand characters of all widths: many lines, few, or one.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z \n]{2000,5000}", "[😀漢éa\n]{2000,5000}", "[😀a]{2000,5000}", "([a-z]{0,80}\r\n){200,300}"]
}

fn excerpt_of(handle: &str) -> &str {
    let start = handle.find("\n--- ").map_or(handle.len(), |at| at + 1);
    &handle[start..]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn range_joined_is_the_view_within_the_cap(text in texts(), cap in 200..1_000usize) {
        let host = host(&[("max_result_chars", 200), ("fetch_max_chars", cap)]);
        let handle = rescue(&host, Content::Text(text.clone())).unwrap();
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
    fn grep_steps_joined_are_all_matches(text in texts(), cap in 200..1_000usize) {
        let host = host(&[("max_result_chars", 200), ("fetch_max_chars", cap), ("grep_max_line_len", 1_000_000)]);
        let handle = rescue(&host, Content::Text(text.clone())).unwrap();
        let wanted: Vec<usize> = text.split_inclusive('\n').enumerate().filter(|(_, line)| line.contains("a")).map(|(line, _)| line).collect();
        prop_assume!(!wanted.is_empty());
        let steps = walk(&host, &handle.id, Query::Grep { pattern: "(?-i)a".to_owned() });
        prop_assert!(steps.iter().all(|step| String::from_utf8(step.clone()).unwrap().chars().count() <= cap));
        let joined = String::from_utf8(steps.concat()).unwrap();
        let number = |line: &str| line.split([':', ' ']).next().and_then(|number| number.parse::<usize>().ok());
        let found: Vec<usize> = joined.lines().filter_map(number).collect();
        prop_assert_eq!(found, wanted);
    }

    #[test]
    fn an_excerpt_keeps_its_cap_and_a_handle_is_shorter_than_the_result(
        text in texts(),
        cap in prop::sample::select(vec![200, 201, 999, 8_000]),
    ) {
        let host = host(&[("max_result_chars", 200), ("excerpt_max_chars", cap)]);
        let handle = rescue(&host, Content::Text(text.clone())).unwrap();
        let characters = handle.text.chars().count();
        prop_assert!(characters < text.chars().count());
        prop_assert!(characters <= cap + 1_200);
        prop_assert!(excerpt_of(&handle.text).chars().count() <= cap, "{}", handle.text);
        let first: String = handle.text.chars().take(300).collect();
        prop_assert!(first.contains("PREVIEW") && first.contains("NOT the full output"));
    }
}
