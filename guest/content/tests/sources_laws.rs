//! Laws of source code, over sources made of its lines, and over any text.

mod changed_lines;

use changed_lines::{cases, line};
use proptest::prelude::*;
use toolaria_content::kind::{self, Kind, code};
use toolaria_content::settings::Settings;
use toolaria_content::view::{Section, View};

/// Lines of sources, each of which may come anywhere.
const LINES: &str = include_str!("sources_laws/lines.txt");

/// Lines in any order, whole, cut or changed, and often many times.
fn sources() -> impl Strategy<Value = String> {
    let indented = |_: usize, line: &str| format!("    {line}\r");
    let numbered = |at: usize, line: &str| format!("   {at}\t{line}");
    let line = line(LINES, 120, [indented, numbered]);
    let some = (prop::collection::vec(line, 0..40), prop_oneof![9 => 1..2_usize, 1 => 20..60_usize]);
    prop_oneof![4 => some.prop_map(|(lines, times)| (lines.join("\n") + "\n").repeat(times)), 1 => any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(1_000)))]

    #[test]
    fn declarations_are_lines_each_once_and_as_many_as_the_label_says(text in sources()) {
        code::detect(&text);
        let (view, settings) = (View::of(&text), Settings::default());
        let section = Section { kind: Kind::Code, lines: 0..view.line_count() };
        let portrait = kind::portrait(&view, &section, &settings);
        for oddity in &portrait.oddities {
            prop_assert!(oddity.at < view.text().len() && oddity.count > 0 && !oddity.reason.is_empty());
            prop_assert!(view.text().is_char_boundary(oddity.at));
        }
        prop_assert!(portrait.summary.len() <= 4, "{:?}", portrait.summary);
        let outline = code::outline(&view, &section);
        let number = |line: &String| line.strip_prefix("line ").and_then(|rest| rest.split(':').next()?.parse().ok());
        let lines: Vec<usize> = outline.iter().filter_map(number).collect();
        prop_assert!(lines.is_sorted_by(|one, next| one < next) && lines.iter().all(|line| *line < view.line_count()));
        let said = portrait.label.split(' ').nth(1).unwrap().replace(',', "");
        prop_assert_eq!(said.parse::<usize>().unwrap(), lines.len(), "{}", portrait.label);
    }
}
