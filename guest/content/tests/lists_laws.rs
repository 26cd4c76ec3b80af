//! Laws of listings, messages and code: nothing of a text makes them fail, and what they name is there.

use proptest::prelude::*;
use std::path::Path;
use toolaria_content::failures::Finder;
use toolaria_content::kind::{self, Kind, code, listing, mail};
use toolaria_content::settings::Settings;
use toolaria_content::view::{Section, View};

/// How many cases a law is tried on: PROPTEST_CASES, which the configuration below would hide, or fewer.
fn cases(few: u32) -> u32 {
    std::env::var("PROPTEST_CASES").map_or(few, |cases| cases.parse().unwrap())
}

/// Samples of these kinds.
fn samples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/samples/detect");
    let mut paths: Vec<_> = ["listing", "mail", "code"]
        .iter()
        .flat_map(|kind| std::fs::read_dir(folder.join(kind)).unwrap().map(|sample| sample.unwrap().path()))
        .collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Reads a text as each of the kinds, whatever it is.
fn read(text: &str) {
    let _ = (listing::detect(text), mail::detect(text), code::detect(text));
    let view = View::of(text);
    let settings = Settings::default();
    for kind in [Kind::Listing, Kind::Mail, Kind::Code] {
        let section = Section { kind, ..view.main_section() };
        let portrait = kind::portrait(&view, &section, &settings);
        assert!(portrait.oddities.iter().all(|odd| odd.at <= view.text().len()), "{:?}", portrait.oddities);
        assert!(portrait.summary.len() <= 4, "{:?}", portrait.summary);
        for line in kind::outline(&view, &section, &Finder::new(&settings)) {
            let named = line.trim_start().strip_prefix("line ").and_then(|line| line.split([':', ' ']).next());
            let number = named.and_then(|number| number.parse::<usize>().ok());
            assert!(number.is_none_or(|number| number < view.line_count()), "{line}");
        }
    }
}

fn changed(sample: usize, changes: &[(usize, u8, String)]) -> String {
    let samples = samples();
    let mut text = samples[sample % samples.len()].clone();
    for (at, how, with) in changes {
        let at = text.floor_char_boundary(at % (text.len() + 1));
        match how % 4 {
            0 => text.truncate(at),
            1 => text.insert_str(at, with),
            2 => text = text[at..].to_owned(),
            _ => {
                text = text.replacen(&text[at..text.floor_char_boundary((at + 1).min(text.len()))].to_owned(), with, 3)
            }
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(500)))]

    #[test]
    fn any_text_can_be_read_as_any_of_them(text in "(\\PC|[ \t\r\n:<>\\[\\]0-9/.|=-]){0,400}") {
        read(&text);
    }

    #[test]
    fn changed_samples_can_be_read(sample: usize, changes in prop::collection::vec((0..4_000usize, any::<u8>(), "\\PC{0,3}|\n|: |\\[|<|──|é"), 0..6)) {
        read(&changed(sample, &changes));
    }

    #[test]
    fn found_lines_are_counted(files in prop::collection::vec((1..9usize, 0..5usize), 3..20)) {
        let line = |(number, (count, folder)): (usize, &(usize, usize))| format!("src/f{folder}/a{number}.rs:7:let x\n").repeat(*count);
        let text: String = files.iter().enumerate().map(line).collect();
        let view = View::of(&text);
        let portrait = kind::portrait(&view, &view.main_section(), &Settings::default());
        let label = format!("listing {} matches in {} files", text.lines().count(), files.len());
        prop_assert_eq!(portrait.label, label);
    }

    #[test]
    fn messages_are_counted_by_their_senders(names in prop::collection::vec("Ada|Ivo|Mina", 30..80)) {
        let text: String = names.iter().enumerate().map(|(number, name)| format!("[09:00:{:02}] {name}: hello you\n", number % 60)).collect();
        let view = View::of(&text);
        let outline = kind::outline(&view, &view.main_section(), &Finder::new(&Settings::default()));
        for name in ["Ada", "Ivo", "Mina"] {
            let count = names.iter().filter(|other| *other == name).count();
            let said = outline.iter().any(|line| line.ends_with(&format!(": {name} ×{count}")));
            prop_assert_eq!(said, count > 0, "{:?}", &outline);
        }
    }
}
