//! Laws of test runs and builds, over texts made of their lines, and over any text.

mod changed_lines;

use changed_lines::{cases, line};
use proptest::prelude::*;
use toolaria_content::failures::Finder;
use toolaria_content::kind::{self, Kind, Portrait};
use toolaria_content::settings::Settings;
use toolaria_content::view::{Section, View};

/// Lines that runners and compilers write, each of which may come anywhere.
const LINES: &str = include_str!("runs_laws/lines.txt");

/// Lines in any order, whole, cut or changed.
fn output() -> impl Strategy<Value = String> {
    let coloured = |_: usize, line: &str| format!("\u{1b}[1;31m{line}\u{1b}[0m\r");
    let prefixed = |_: usize, line: &str| format!("2026-11-30T06:37:47.1234567Z {line}");
    let lines = prop::collection::vec(line(LINES, 300, [coloured, prefixed]), 0..40);
    prop_oneof![4 => lines.prop_map(|lines| lines.join("\n")), 1 => any::<String>()]
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
