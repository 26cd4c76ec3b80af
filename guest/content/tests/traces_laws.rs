//! Laws of stack traces, over texts made of their lines, and over any text.

mod changed_lines;

use changed_lines::{cases, line};
use proptest::prelude::*;
use toolaria_content::kind::{self, Kind, Portrait, traces};
use toolaria_content::settings::Settings;
use toolaria_content::view::{Section, View};

/// Lines of traces and of what stands around them, each of which may come anywhere.
const LINES: &str = include_str!("traces_laws/lines.txt");

/// Lines in any order, whole, cut or changed.
fn output() -> impl Strategy<Value = String> {
    let coloured = |_: usize, line: &str| format!("\u{1b}[1;31m{line}\u{1b}[0m\r");
    let prefixed = |at: usize, line: &str| format!("web-{at}  | {line}");
    let lines = prop::collection::vec(line(LINES, 120, [coloured, prefixed]), 0..50);
    prop_oneof![4 => lines.prop_map(|lines| lines.join("\n")), 1 => any::<String>()]
}

fn look(view: &View, kind: Kind) -> (Portrait, Vec<String>) {
    let section = Section { kind, lines: 0..view.line_count() };
    (kind::portrait(view, &section, &Settings::default()), traces::outline(view, &section))
}

fn number(text: &str) -> u64 {
    text.trim_end_matches(',').replace(',', "").parse().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(1_000)))]

    #[test]
    fn what_is_named_is_there_and_as_often(text in output()) {
        traces::detect(&text);
        let view = View::of(&text);
        for kind in [Kind::Traces, Kind::Log, Kind::Text] {
            let (portrait, outline) = look(&view, kind);
            for oddity in &portrait.oddities {
                prop_assert!(view.line_at(oddity.at) < view.line_count(), "{:?}", oddity);
                prop_assert!(view.text().is_char_boundary(oddity.at));
                prop_assert!(oddity.count > 0 && !oddity.reason.is_empty());
            }
            prop_assert!(portrait.summary.len() <= 4, "{:?}", portrait.summary);
            if kind == Kind::Traces {
                let all = number(portrait.label.split(' ').nth(1).unwrap());
                prop_assert_eq!(outline.len() as u64, all, "{}", portrait.label);
                prop_assert!(portrait.oddities.iter().map(|oddity| oddity.count).sum::<u64>() <= all);
                for line in outline {
                    let line = line.strip_prefix("line ").and_then(|rest| rest.split(':').next()).unwrap();
                    prop_assert!(line.parse::<usize>().unwrap() < view.line_count(), "{}", line);
                }
            }
        }
    }

    #[test]
    fn traces_are_counted_by_what_was_thrown(thrown in prop::collection::vec(prop::sample::select(vec!["KeyError: 'a'", "TimeoutError", "OSError: x"]), 1..60)) {
        let trace = |thrown: &&str| format!("Traceback (most recent call last):\n  File \"/srv/a.py\", line 3, in b\n    c()\n{thrown}\n");
        let text: String = thrown.iter().map(trace).collect();
        let view = View::of(&text);
        let (portrait, _) = look(&view, Kind::Traces);
        prop_assert_eq!(number(portrait.label.split(' ').nth(1).unwrap()), thrown.len() as u64);
        for name in ["KeyError: 'a'", "TimeoutError", "OSError: x"] {
            let count = thrown.iter().filter(|other| **other == name).count() as u64;
            let told = portrait.oddities.iter().find(|oddity| view.text()[oddity.at..].starts_with(name));
            prop_assert_eq!(told.map_or(0, |oddity| oddity.count), count, "{:?}", portrait.oddities);
        }
    }
}
