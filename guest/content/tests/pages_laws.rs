//! Laws of XML, YAML, Markdown and pages, over texts made of their parts, and over any text.

use proptest::prelude::*;
use toolaria_content::failures::Finder;
use toolaria_content::kind::{self, Kind, Portrait};
use toolaria_content::settings::Settings;
use toolaria_content::view::{Section, View};

/// Parts of such texts, each of which may come anywhere.
const PARTS: &str = include_str!("pages_laws/parts.txt");

/// How many cases a law is tried on: PROPTEST_CASES, which the configuration below would hide, or fewer.
fn cases(few: u32) -> u32 {
    std::env::var("PROPTEST_CASES").map_or(few, |cases| cases.parse().unwrap())
}

/// Parts in any order, whole, cut or changed, with and without line breaks between.
fn text() -> impl Strategy<Value = String> {
    let parts: Vec<&str> = PARTS.lines().collect();
    let part = (prop::sample::select(parts), 0..40_usize, 0..9_u8, any::<char>(), 0..4_u8).prop_map(
        |(part, at, change, char, end)| {
            let at = part.floor_char_boundary(at);
            let part = match change {
                0 => part[..at].to_owned(),
                1 => part[at..].to_owned(),
                2 => format!("{}{char}{}", &part[..at], &part[at..]),
                3 => format!("  {part}"),
                _ => part.to_owned(),
            };
            part + ["\n", "\n", "", "\r\n"][usize::from(end)]
        },
    );
    prop_oneof![6 => prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat()), 1 => any::<String>()]
}

fn portrait(view: &View, kind: Kind) -> (Portrait, Vec<String>) {
    let (settings, section) = (Settings::default(), Section { kind, lines: 0..view.line_count() });
    (kind::portrait(view, &section, &settings), kind::outline(view, &section, &Finder::new(&settings)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(2_000)))]

    #[test]
    fn a_lines_bytes_decoded_by_its_transform_are_the_line(text in text(), kind in 0..3_u8) {
        let stored = match kind {
            0 => text,
            1 => format!("<!doctype html>{text}"),
            _ => serde_json::json!({"result": format!("<!doctype html>{text}")}).to_string(),
        };
        let view = View::of(&stored);
        for line in 0..view.line_count() {
            let source = view.source(line).unwrap();
            prop_assert_eq!(source.transform.decode(&stored[source.bytes]), view.line(line));
            let breaks = view.line(line).matches('\n').count();
            prop_assert!(breaks == usize::from(view.line(line).ends_with('\n')) && !view.line(line).is_empty());
            prop_assert!(breaks == 1 || line + 1 == view.line_count());
        }
    }

    #[test]
    fn prose_of_any_text_is_counted_and_outlined(
        sentence in "[ a-zа-яα-ω語\u{300}]{3,30}[.!?。؟।]? ?\n?", other in any::<String>(), times in 1..300_usize,
    ) {
        let text = sentence.repeat(times) + &other + &sentence.repeat(times);
        let view = View::of(&text);
        let (portrait, outline) = portrait(&view, Kind::Text);
        prop_assert!(portrait.oddities.iter().all(|odd| odd.at < view.text().len() && odd.count > 0));
        for line in outline {
            let numbers = line.split([' ', ':']).filter_map(|word| word.parse::<usize>().ok());
            let first = line.starts_with("line").then(|| numbers.take(1).next()).flatten();
            prop_assert!(first.is_none_or(|first| first < view.line_count()), "{line}");
        }
    }

    #[test]
    fn what_is_named_is_there(text in text()) {
        let view = View::of(&text);
        for kind in [Kind::Xml, Kind::Yaml, Kind::Markdown, Kind::Html, Kind::Text] {
            let (portrait, outline) = portrait(&view, kind);
            for oddity in &portrait.oddities {
                prop_assert!(view.line_at(oddity.at) < view.line_count(), "{oddity:?}");
                prop_assert!(oddity.count > 0 && !oddity.reason.is_empty());
            }
            prop_assert!(portrait.summary.len() <= 4, "{:?}", portrait.summary);
            for line in outline {
                let number = line.strip_prefix("line ").and_then(|rest| rest.split(':').next());
                if let Some(number) = number.and_then(|number| number.parse::<usize>().ok()) {
                    prop_assert!(number < view.line_count(), "{line}");
                }
            }
        }
    }
}

/// Samples of all kinds: none of another kind is taken for one of these, and these are.
#[test]
fn samples_are_taken_for_what_they_are() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/samples/detect");
    let mut mistaken = Vec::new();
    for folder in std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()) {
        let kind = folder.file_name().unwrap().to_str().unwrap().to_owned();
        for file in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let Ok(text) = std::fs::read_to_string(&file) else { continue };
            let found = View::of(&text).main_section().kind.name();
            let ours = ["html", "xml", "yaml", "markdown"];
            if found != kind && (ours.contains(&found) || ours.contains(&kind.as_str())) {
                mistaken.push(format!("{kind}/{} as {found}", file.file_name().unwrap().to_str().unwrap()));
            }
        }
    }
    mistaken.sort();
    assert_eq!(mistaken, [""; 0]);
}
