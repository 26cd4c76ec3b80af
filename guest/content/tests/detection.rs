//! What is taken for what: every sample of `tests/samples/detect` against the kind whose folder it is in.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use toolaria_content::kind::Kind;
use toolaria_content::view::View;

/// Samples that are taken for another kind: for which, why, and which samples.
const EXCEPTIONS: &[(&str, &str, &[&str])] = &[
    ("build", "a log of a CI service, with the steps of a build in it", &["log/actions"]),
    ("text", "UTF-8, so it can be read as text", &["binary/nul-among-text"]),
    ("text", "too few of its rows are as wide as the others", &["csv/ragged"]),
    ("text", "a number alone reads as text", &["json/number"]),
    ("text", "an envelope of a string: its text is what is read", &["json/string-alone"]),
];

fn kind_of(bytes: &[u8]) -> &'static str {
    match std::str::from_utf8(bytes) {
        Ok(text) => View::of(text).main_section().kind.name(),
        Err(_) => Kind::Binary.name(),
    }
}

/// The kind that a folder's samples are of.
fn expected(folder: &str) -> &str {
    match folder {
        "object" | "wide-object" => "json",
        folder => folder,
    }
}

fn table(confused: &BTreeMap<(String, String), usize>) -> String {
    confused.iter().map(|((folder, kind), samples)| format!("{folder:12} {kind:10} {samples:4}\n")).collect()
}

#[test]
fn samples_are_taken_for_what_they_are_but_for_known_exceptions() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/samples/detect");
    let mut confused: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut mistakes: BTreeSet<(String, String)> = BTreeSet::new();
    for folder in std::fs::read_dir(&samples).unwrap().map(|folder| folder.unwrap().path()).filter(|path| path.is_dir())
    {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        for sample in std::fs::read_dir(&folder).unwrap().map(|sample| sample.unwrap().path()) {
            let kind = kind_of(&std::fs::read(&sample).unwrap());
            *confused.entry((name.clone(), kind.to_owned())).or_default() += 1;
            if kind != expected(&name) {
                let sample = sample.file_name().unwrap().to_string_lossy().into_owned();
                mistakes.insert((format!("{name}/{sample}"), kind.to_owned()));
            }
        }
    }
    println!("{}", table(&confused));
    let known = EXCEPTIONS.iter().flat_map(|(kind, _, samples)| samples.iter().map(|sample| (*sample, *kind)));
    let known: BTreeSet<(String, String)> = known.map(|(sample, kind)| (sample.to_owned(), kind.to_owned())).collect();
    assert_eq!(
        mistakes, known,
        "the first are the samples that are taken for another kind, the second those that are known"
    );
}
