//! Laws of test runs and builds, over texts made of their lines, and over any text.

use proptest::prelude::*;
use toolaria_content::failures::Finder;
use toolaria_content::kind::{self, Kind, Portrait};
use toolaria_content::settings::Settings;
use toolaria_content::view::{Section, View};

/// Lines that runners and compilers write, each of which may come anywhere.
const LINES: &str = include_str!("runs_laws/lines.txt");

/// How many cases a law is tried on: PROPTEST_CASES, which the configuration below would hide, or fewer.
fn cases(few: u32) -> u32 {
    std::env::var("PROPTEST_CASES").map_or(few, |cases| cases.parse().unwrap())
}

/// Lines in any order, whole, cut or changed.
fn output() -> impl Strategy<Value = String> {
    let lines: Vec<&str> = LINES.lines().collect();
    let line =
        (prop::sample::select(lines), 0..300_usize, 0..9_u8, any::<char>()).prop_map(|(line, at, change, char)| {
            let at = line.floor_char_boundary(at);
            match change {
                0 => line[..at].to_owned(),
                1 => line[at..].to_owned(),
                2 => format!("{}{char}{}", &line[..at], &line[at..]),
                3 => format!("\u{1b}[1;31m{line}\u{1b}[0m\r"),
                4 => format!("2026-11-30T06:37:47.1234567Z {line}"),
                _ => line.to_owned(),
            }
        });
    prop_oneof![4 => prop::collection::vec(line, 0..40).prop_map(|lines| lines.join("\n")), 1 => any::<String>()]
}

fn portrait(view: &View, kind: Kind) -> (Portrait, Vec<String>) {
    let (settings, section) = (Settings::default(), Section { kind, lines: 0..view.line_count() });
    (kind::portrait(view, &section, &settings), kind::outline(view, &section, &Finder::new(&settings)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(2_000)))]

    #[test]
    fn what_is_named_is_there(text in output()) {
        let view = View::of(&text);
        for kind in [Kind::TestRun, Kind::Build] {
            let (portrait, outline) = portrait(&view, kind);
            for oddity in &portrait.oddities {
                prop_assert!(view.line_at(oddity.at) < view.line_count());
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
