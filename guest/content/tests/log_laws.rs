//! Laws of logs: no text stops them; counts are those of a naive look; the lines that they name are there.

use proptest::prelude::*;
use toolaria_content::failures::Finder;
use toolaria_content::kind::{self, Kind, log};
use toolaria_content::settings::Settings;
use toolaria_content::view::{Section, View};

/// Lines in the forms of well-known loggers, some of them damaged.
fn line() -> impl Strategy<Value = String> {
    let time = prop_oneof![
        (0..86_400u32).prop_map(|at| format!("2026-03-14 {:02}:{:02}:{:02},250 ", at / 3_600, at / 60 % 60, at % 60)),
        (0..86_400u32).prop_map(|at| format!("Mar  4 {:02}:{:02}:{:02} web ", at / 3_600, at / 60 % 60, at % 60)),
        (0..86_400u32).prop_map(|at| format!(
            "E0314 {:02}:{:02}:{:02}.12 7 x.go:1] ",
            at / 3_600,
            at / 60 % 60,
            at % 60
        )),
        (0..86_400u32).prop_map(|at| format!(
            "1.2.3.4 - - [14/Mar/2026:{:02}:{:02}:00 +0000] \"GET / HTTP/1.1\" {} 7",
            at / 3_600,
            at / 60 % 60,
            200 + at % 300
        )),
        (0..u64::MAX).prop_map(|at| format!("[{at}.5] ")),
        "[-0-9:TZ,. \\[\\]/+A-Za-z]{0,30}",
        "\\PC{0,12}",
    ];
    let level =
        prop::sample::select(vec!["INFO", "WARN ", "[error]", "level=debug", "", "\u{1b}[31mERROR\u{1b}[0m", "é"]);
    let message = prop_oneof![2 => "(order|parcel) [0-9]{1,9} [a-f0-9]{4,12} (sent|lost)", 1 => "\\PC{0,20}", 1 => "k=[a-z0-9]{0,6} ms=[0-9]{0,40}"];
    let end = prop::sample::select(vec!["\n", "\r\n", "\n\n", "\n\tat x\n"]);
    (time, level, message, end).prop_map(|(time, level, message, end)| format!("{time}{level} {message}{end}"))
}

fn look(text: &str) -> (View<'_>, Section) {
    let view = View::of(text);
    let section = Section { kind: Kind::Log, lines: 0..view.line_count() };
    (view, section)
}

/// Looks at a text as a log, and at every number of a line that is named.
fn check(text: &str) -> Result<(), TestCaseError> {
    log::detect(text);
    let (view, section) = look(text);
    let portrait = kind::portrait(&view, &section, &Settings::default());
    for oddity in &portrait.oddities {
        prop_assert!(oddity.at < view.text().len() && oddity.count > 0, "{:?}", oddity);
        prop_assert!(view.text().is_char_boundary(oddity.at));
    }
    let outline = kind::outline(&view, &section, &Finder::new(&Settings::default()));
    let mut lines = 0;
    for entry in outline.iter().filter_map(|line| line.strip_prefix("- ×")) {
        let (count, rest) = entry.split_once(" first at line ").unwrap();
        lines += count.replace(',', "").parse::<u64>().unwrap();
        prop_assert!(rest.split(':').next().unwrap().parse::<usize>().unwrap() < view.line_count());
    }
    let whole = (0..view.line_count()).filter(|line| !view.line(*line).trim_ascii().is_empty()).count() as u64;
    prop_assert_eq!(lines, whole, "{:?}", outline);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_can_be_looked_at_as_a_log(text in "(\\PC|\n|\r|\u{1b}\\[|[0-9:]){0,300}") {
        check(&text)?;
    }

    #[test]
    fn templates_have_all_lines_and_lines_that_are_named_exist(lines in prop::collection::vec(line(), 0..120)) {
        check(&lines.concat())?;
    }

    #[test]
    fn levels_are_those_of_a_naive_count(levels in prop::collection::vec(prop::sample::select(vec!["INFO", "WARN", "DEBUG"]), 1..80)) {
        let text: String = levels.iter().map(|level| format!("2026-03-14T09:00:00Z {level} x y\n")).collect();
        let (view, section) = look(&text);
        let summary = kind::portrait(&view, &section, &Settings::default()).summary.join("\n");
        for level in ["INFO", "WARN", "DEBUG"] {
            let count = levels.iter().filter(|other| **other == level).count();
            prop_assert_eq!(summary.contains(&format!("{level} {count} (line")), count > 0, "{}", summary);
        }
    }
}
