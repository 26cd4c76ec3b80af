//! Laws of what is said of data: figures are those of a naive computation, an excerpt keeps its cap, calm data stay calm.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use toolaria_core::Rescuer;
use toolaria_core::kind::{self, Portrait};
use toolaria_core::model::{Content, Query, RescueOutcome, SliceData, ToolCall};
use toolaria_core::ports::memory::MemoryHost;
use toolaria_core::settings::Settings;
use toolaria_core::view::View;

/// Empty where a handle would not be shorter than the text.
fn outline(text: &str) -> Vec<String> {
    let host = MemoryHost::new();
    host.set_setting("max_result_chars", "200");
    host.set_setting("fetch_max_chars", "4000000");
    let rescuer = Rescuer::new(&host);
    let outcome = rescuer.rescue(ToolCall::default(), Content::Text(text.to_owned())).unwrap();
    let RescueOutcome::Stored(handle) = outcome else { return Vec::new() };
    match rescuer.fetch(&handle.id, Query::Outline, None, None).unwrap().data {
        SliceData::Text(outline) => outline.lines().map(str::to_owned).collect(),
        SliceData::Bytes(_) => panic!("an outline is text"),
    }
}

fn portrait(data: &Value) -> Portrait {
    let text = data.to_string();
    let view = View::of(&text);
    kind::portrait(&view, &view.main_section(), &Settings::default().of_content())
}

/// What is odd, in words, in the order in which it is told.
fn oddities(data: &Value) -> Vec<String> {
    portrait(data).oddities.into_iter().map(|oddity| format!("{} {}", oddity.path, oddity.reason)).collect()
}

/// A row of which each member may be missing or null.
fn row() -> impl Strategy<Value = Value> {
    let number = prop_oneof![Just(json!(null)), (-9_000..9_000_i32).prop_map(Value::from), Just(json!(7))];
    let text = prop_oneof![
        Just(json!(null)),
        "[a-c]{0,2}".prop_map(Value::from),
        "[a-zé😀\"\\\\\n]{0,90}".prop_map(Value::from)
    ];
    let list = prop::collection::vec(0..3, 0..4).prop_map(Value::from);
    let member = |strategy: BoxedStrategy<Value>| prop::option::weighted(0.9, strategy);
    (member(number.boxed()), member(text.boxed()), member(list.boxed()), any::<bool>()).prop_map(
        |(number, text, list, flag)| {
            let mut row = json!({"flag": flag});
            for (name, value) in [("number", number), ("text", text), ("list", list)] {
                if let Some(value) = value {
                    row[name] = value;
                }
            }
            row
        },
    )
}

/// The first of the least and of the greatest, by a key, with their lines.
fn ends<T, K: Ord>(values: &[(usize, T)], key: impl Fn(&T) -> K) -> [&(usize, T); 2] {
    let least = values.iter().min_by_key(|(_, value)| key(value)).unwrap();
    let greatest = values.iter().rev().max_by_key(|(_, value)| key(value)).unwrap();
    [least, greatest]
}

fn naive_numbers(numbers: &[(usize, i64)]) -> String {
    let [min, max] = ends(numbers, |number| *number);
    if min.1 == max.1 {
        return format!("[always {}]", min.1);
    }
    let mean = numbers.iter().map(|(_, number)| *number as f64).sum::<f64>() / numbers.len() as f64;
    let mean = format!("{mean:.4}").trim_end_matches('0').trim_end_matches('.').to_owned();
    format!("[min={} (line {}) max={} (line {}) mean={mean}]", min.1, min.0, max.1, max.0)
}

fn naive_lengths(texts: &[(usize, String)]) -> String {
    let length = |text: &String| text.chars().count();
    let [short, long] = ends(texts, length);
    match (length(&short.1), length(&long.1)) {
        (1, 1) => "1 character]".to_owned(),
        (least, most) if least == most => format!("{least} characters]"),
        (least, most) => format!("{least} (line {}) to {most} (line {}) characters]", short.0, long.0),
    }
}

fn with_lines<T>(rows: &[Value], name: &str, read: impl Fn(&Value) -> Option<T>) -> Vec<(usize, T)> {
    let read = |(line, row): (usize, &Value)| Some((line, read(row.get(name)?)?));
    rows.iter().enumerate().filter_map(read).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(256), ..ProptestConfig::default() })]

    #[test]
    fn figures_of_an_outline_are_the_naive_ones(rows in prop::collection::vec(row(), 20..80), pretty in any::<bool>()) {
        let data = Value::from(rows.clone());
        let outline = outline(&if pretty { format!("{data:#}") } else { data.to_string() });
        let line = |name: &str| outline.iter().find(|line| line.trim_start().starts_with(&format!("- {name} "))).cloned().unwrap_or_default();
        prop_assume!(!outline.is_empty());
        prop_assert_eq!(&outline[0], &format!("root: array[{}]", rows.len()));

        let numbers = with_lines(&rows, "number", Value::as_i64);
        if !numbers.is_empty() {
            prop_assert!(line("number").contains(&naive_numbers(&numbers)), "{}\n{}", line("number"), naive_numbers(&numbers));
        }
        let texts = with_lines(&rows, "text", |text| text.as_str().map(str::to_owned));
        let distinct: BTreeSet<&String> = texts.iter().map(|(_, text)| text).collect();
        if distinct.len() > 12 {
            let counted = if distinct.len() == texts.len() { "[all distinct; ".to_owned() } else { format!("[{} distinct; ", distinct.len()) };
            prop_assert!(line("text").contains(&format!("{counted}{}", naive_lengths(&texts))), "{}", line("text"));
        }
        for name in ["number", "text", "list"] {
            let has = rows.iter().filter(|row| row.get(name).is_some()).count();
            let nulls = rows.iter().filter(|row| row.get(name).is_some_and(Value::is_null)).count();
            let shown = line(name);
            prop_assert_eq!(shown.contains(&format!(" in {has} of {}", rows.len())), has > 0 && has < rows.len(), "{}", shown);
            prop_assert_eq!(shown.contains(&format!("null ×{nulls}")), nulls > 0 && nulls < has, "{}", shown);
        }
        let trues = rows.iter().filter(|row| row["flag"] == true).count();
        let flags = match trues {
            0 => "[always false]".to_owned(),
            trues if trues == rows.len() => "[always true]".to_owned(),
            trues => format!("[true ×{trues}, false ×{}]", rows.len() - trues),
        };
        prop_assert_eq!(line("flag"), format!("  - flag bool {flags}"));
    }

    #[test]
    fn an_excerpt_keeps_its_cap(rows in prop::collection::vec(row(), 2..40), wide in "[a😀漢]{0,400}", cap in prop::sample::select(vec![200_usize, 201, 999, 8_000])) {
        let host = MemoryHost::new();
        host.set_setting("max_result_chars", "200");
        host.set_setting("excerpt_max_chars", &cap.to_string());
        let text = json!({"meta": {"note": wide}, "rows": rows}).to_string();
        if let RescueOutcome::Stored(handle) = Rescuer::new(&host).rescue(ToolCall::default(), Content::Text(text.clone())).unwrap() {
            let excerpt = handle.text.split_once("\n--- ").map_or(0, |(_, excerpt)| excerpt.chars().count() + 4);
            prop_assert!(excerpt <= cap, "{excerpt} of {cap}");
            prop_assert!(handle.text.chars().count() < text.chars().count());
        }
    }
}

/// Seeded numbers.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.bits() % limit
    }
}

fn generated(rows: usize, mut row: impl FnMut(usize, &mut Random) -> Value) -> Value {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    (0..rows).map(|number| row(number, &mut random)).collect()
}

fn payments() -> Value {
    generated(2_000, |number, random| {
        json!({"id": number, "user": format!("user{}", number % 97), "mail": format!("u-{number}@x.com"), "amount": (random.unit() * 90_000.0).round() / 100.0,
            "status": if number % 3 == 1 { "pending" } else { "ok" }, "active": true, "note": format!("settled in batch {}", number / 7),
            "at": format!("2026-03-{:02}T12:{:02}:00Z", 1 + number % 28, number % 60), "tags": ["a", "b"]})
    })
}

/// Payments of which number 777 was changed.
fn but_for(change: impl Fn(&mut Value)) -> Vec<String> {
    let mut data = payments();
    change(&mut data[777]);
    oddities(&data)
}

#[track_caller]
fn assert_calm(data: &Value) {
    assert_eq!(oddities(data), [""; 0]);
}

#[test]
fn uniform_rows_are_calm() {
    assert_calm(&generated(2_000, |_, _| json!({"a": 1, "b": "same", "c": null})));
}

#[test]
fn ordinary_payments_are_calm() {
    assert_calm(&payments());
}

#[test]
fn random_noise_is_calm() {
    assert_calm(&generated(
        2_000,
        |_, random| json!({"a": random.unit(), "b": random.bits(), "c": format!("{:016x}", random.bits()), "d": random.normal()}),
    ));
}

#[test]
fn distinct_values_are_calm() {
    assert_calm(&generated(3_000, |number, _| json!(format!("item {number}"))));
}

#[test]
fn sorted_ids_are_calm() {
    assert_calm(&generated(1_000, |number, _| json!({"id": number + 1, "name": format!("item-{}", number + 1)})));
}

#[test]
fn amounts_with_a_heavy_tail_are_calm() {
    assert_calm(&generated(
        3_000,
        |_, random| json!({"amount": (random.normal() * 1.3 + 3.0).exp(), "bytes": (1_000.0 / (1.0 - random.unit())) as u64}),
    ));
}

#[test]
fn short_hexadecimal_numbers_are_calm() {
    assert_calm(&generated(3_000, |_, random| json!(format!("{:08x}", random.bits() as u32))));
}

#[test]
fn words_as_often_as_words_come_are_calm() {
    assert_calm(&generated(3_000, |_, random| json!({"tag": format!("tag{}", (1.0 / (1.0 - random.unit())) as u64)})));
}

#[test]
fn members_that_come_and_go_are_calm() {
    assert_calm(&generated(2_000, |_, random| {
        let names = ["a", "b", "c", "d", "e", "f"].into_iter().filter(|_| random.below(2) == 0);
        names.map(|name| (name.to_owned(), json!(3))).collect::<serde_json::Map<_, _>>().into()
    }));
}

#[test]
fn a_wide_object_of_like_values_is_calm() {
    let mut random = Random(7);
    let members = (0..3_000).map(|number| (format!("key_{number}"), json!(random.below(1_000))));
    assert_calm(&members.collect::<serde_json::Map<_, _>>().into());
}

#[test]
fn counts_are_calm() {
    assert_calm(&generated(
        1_500,
        |_, random| json!({"n": (0..300).filter(|_| random.below(100) == 0).count(), "kind": random.below(3)}),
    ));
}

#[test]
fn texts_of_some_words_are_calm() {
    let words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];
    assert_calm(&generated(1_000, |_, random| {
        json!((0..3 + random.below(9)).map(|_| words[random.below(6) as usize]).collect::<Vec<_>>().join(" "))
    }));
}

#[test]
fn a_rare_value_is_odd() {
    assert_eq!(but_for(|row| row["status"] = json!("failed")), ["status = failed (only here, of 2,000)"]);
}

#[test]
fn a_number_far_outside_is_odd() {
    let odd = but_for(|row| row["amount"] = json!(98_765.43));
    assert!(odd.len() == 1 && odd[0].starts_with("amount = 98765.43 (the rest at most 899."), "{odd:?}");
}

#[test]
fn the_only_negative_number_is_odd() {
    let odd = but_for(|row| row["amount"] = json!(-3.5));
    assert!(odd.len() == 1 && odd[0].starts_with("amount = -3.5 (the rest at least 0."), "{odd:?}");
}

#[test]
fn the_only_null_is_odd() {
    assert_eq!(but_for(|row| row["user"] = json!(null)), ["user is null (only here, of 2,000; else str)"]);
}

#[test]
fn a_value_of_another_type_is_odd() {
    assert_eq!(but_for(|row| row["amount"] = json!("12")), ["amount is str (only here, of 2,000; else number)"]);
}

#[test]
fn names_that_are_data_are_calm() {
    let features = |row: usize| -> serde_json::Map<String, Value> {
        (0..3)
            .map(|number| (format!("feature{}", row * 7 + number), json!([])))
            .chain([("std".to_owned(), json!([]))])
            .collect()
    };
    let rows: Vec<Value> = (0..60).map(|row| json!({"id": row, "features": features(row)})).collect();
    assert_eq!(oddities(&json!(rows)), [""; 0]);
}

#[test]
fn a_row_that_lacks_a_member_is_odd() {
    let odd = but_for(|row| row.as_object_mut().unwrap().retain(|name, _| name != "user"));
    assert_eq!(odd, ["user is missing (only here, of 2,000)"]);
}

#[test]
fn the_first_row_may_lack_a_member() {
    let mut data = payments();
    data[0].as_object_mut().unwrap().retain(|name, _| name != "user");
    let odd = portrait(&data).oddities;
    assert_eq!((odd.len(), odd[0].at, &*odd[0].reason), (1, 1, "is missing (only here, of 2,000)"));
}

#[test]
fn a_row_with_a_member_more_is_odd() {
    assert_eq!(but_for(|row| row["error"] = json!({"code": 5})), ["error is present (only here, of 2,000)"]);
}

#[test]
fn a_row_of_another_type_is_odd() {
    let odd = but_for(|row| *row = json!("text"));
    assert_eq!(odd, [" is str (only here, of 2,000; else object)", "id jumps by 2 (other steps at most 1)"]);
}

#[test]
fn the_only_false_is_odd() {
    assert_eq!(but_for(|row| row["active"] = json!(false)), ["active = false (only here, of 2,000)"]);
}

#[test]
fn a_text_of_another_form_is_odd() {
    assert_eq!(
        but_for(|row| row["mail"] = json!("u 777 at x")),
        ["mail = u 777 at x is written unlike the rest (such as u-0@x.com)"]
    );
}

#[test]
fn a_long_text_is_odd() {
    assert_eq!(but_for(|row| row["note"] = json!("x".repeat(400))), ["note has 400 characters (the rest at most 20)"]);
}

#[test]
fn a_time_long_ago_is_odd() {
    let odd = but_for(|row| row["at"] = json!("1970-01-01T00:00:00Z"));
    assert_eq!(odd, ["at = 1970-01-01T00:00:00Z (the rest at least 2026-03-01T12:00:00Z)"]);
}

#[test]
fn a_gap_in_a_series_is_odd() {
    let series = |gap: usize| {
        generated(900, |number, _| {
            let minute = number + if number < 500 { 0 } else { gap };
            json!({"at": format!("2026-03-01T{:02}:{:02}:00Z", minute / 60, minute % 60), "n": "x"})
        })
    };
    assert_eq!(oddities(&series(47)), ["at jumps by 48 min (other steps at most 1 min)"]);
    assert_calm(&series(0));
}

#[test]
fn a_number_out_of_order_is_odd() {
    assert_eq!(but_for(|row| row["id"] = json!(1_300)), ["id = 1300 precedes 778 (else only rising)"]);
    assert_eq!(but_for(|row| row["id"] = json!(50)), ["id = 50 follows 776 (else only rising)"]);
    assert_eq!(
        but_for(|row| row["id"] = json!(776)),
        ["id = 776 again (else only rising)", "id jumps by 2 (other steps at most 1)"]
    );
}

#[test]
fn an_address_of_another_scheme_is_odd() {
    let mut data = generated(400, |number, _| json!(format!("https://host-{number}.example/page")));
    assert_calm(&data);
    data[200] = json!("ftp://host-200.example/page");
    assert_eq!(oddities(&data), [" starts with ftp:// (most with https://)"]);
}

#[test]
fn objects_and_arrays_at_one_path_have_columns_of_their_own() {
    let mut data = generated(40, |number, _| json!({"k": number, "v": "same and long enough for a handle"}));
    data[7] = json!(["header", "again"]);
    assert_eq!(
        outline(&data.to_string())[1..],
        [
            "- [] object ×39|array[2] ×1 [array ×1 (line 7)]",
            "  - k int [min=0 (line 0) max=39 (line 39) mean=19.8205]",
            "  - v str [always same and long enough for a hand…]",
            "  - [0] str [header]",
            "  - [1] str [again]",
        ]
    );
}

#[test]
fn a_long_list_is_odd() {
    assert_eq!(but_for(|row| row["tags"] = Value::from(vec!["a"; 12])), ["tags has 12 elements (the rest at most 2)"]);
}

#[test]
fn a_value_in_a_list_is_odd() {
    assert_eq!(but_for(|row| row["tags"] = json!(["a", "spam"])), ["tags holds spam (only here, of 4,000)"]);
}

#[test]
fn a_member_of_a_wide_object_is_odd() {
    let mut members: serde_json::Map<_, _> =
        (0..3_000).map(|number| (format!("key_{number}"), json!("enabled"))).collect();
    members["key_1777"] = json!("disabled");
    assert_eq!(oddities(&members.into()), [" = disabled (only here, of 3,000)"]);
}

#[test]
fn the_largest_array_names_what_is_read() {
    let data = json!({"meta": {"total": 9_999}, "data": {"items": payments()}, "next": null});
    let portrait = portrait(&data);
    assert_eq!(portrait.label, "json array[2000] at data.items");
    assert_eq!(portrait.summary[1], "beside it: meta.total 9999; next null");
}

#[test]
fn deep_nesting_is_read() {
    let deep = "{\"a\":[".repeat(10_000) + &"]}".repeat(10_000);
    assert!(outline(&deep).len() < 20);
    let wide = format!(
        "{{{}\"z\":1}}",
        (0..300).map(|number| format!("\"k{number}\":{{")).collect::<String>() + &"},".repeat(300)
    );
    let _ = outline(&wide);
}

#[test]
fn wide_objects_in_wide_objects_are_read_in_linear_time() {
    let mut text = "1".to_owned();
    for level in 0..60 {
        let members: String = (0..120).map(|number| format!(",\"{level}-{number}\":0")).collect();
        text = format!("{{\"first\":{text}{members}}}");
    }
    assert!(!outline(&text).is_empty());
}
