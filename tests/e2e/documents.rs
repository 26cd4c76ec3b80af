//! What the READMEs show is what the tests run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use toolaria::Toolaria;

#[path = "../hosts/shim/snippet.rs"]
mod snippet;

fn tests() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests"))
}

fn shows(language: &str, file: &str) {
    let readme = fs::read_to_string(tests().join("../README.md")).unwrap();
    let snippet = fs::read_to_string(tests().join("hosts").join(file)).unwrap();
    assert!(readme.contains(&format!("```{language}\n{snippet}```\n")), "README.md does not show {file} as it is");
}

#[test]
fn the_readme_shows_the_snippet_in_rust() {
    shows("rust", "shim/snippet.rs");
}

#[test]
fn the_readme_shows_the_snippet_in_python() {
    shows("python", "python/snippet.py");
}

#[test]
fn the_readme_shows_the_snippet_in_javascript() {
    shows("js", "node/snippet.mjs");
}

#[test]
fn the_readme_shows_the_snippet_for_the_wasmtime_program() {
    shows("sh", "wasmtime-cli/snippet.sh");
}

#[test]
fn the_snippet_in_rust_shows_a_handle_and_answers_the_model() {
    let folder = tempfile::tempdir().unwrap();
    let toolaria = Toolaria::builder().store(folder.path().join("store")).build().unwrap();
    let result: String = (0..5_000).map(|n| format!("row {n}: some of the output\n")).collect();
    let shown = snippet::shown(&toolaria, result).unwrap();
    let (_, id) = shown.split_once("; id=").expect("a handle");
    let arguments = format!(r#"{{"id":"{}","mode":"grep","pattern":"row 4321:"}}"#, &id[..12]);
    let answer = snippet::answered(&toolaria, &arguments).unwrap();
    assert!(answer.ends_with("\n4321: row 4321: some of the output\n"), "{answer}");
    assert_eq!(snippet::shown(&toolaria, "short".into()).unwrap(), "short");
}

/// The rows of the table of hosts and scenarios, without its head; the last one has the times.
fn rows_of_the_table() -> Vec<Vec<String>> {
    let readme = fs::read_to_string(tests().join("hosts/README.md")).unwrap();
    let table = readme.lines().skip_while(|line| !line.starts_with("| scenario |")).skip(2);
    let rows = table.take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

#[test]
fn the_table_of_hosts_names_every_scenario() {
    let files = fs::read_dir(tests().join("scenarios")).unwrap().map(|file| file.unwrap().path());
    let scenarios: BTreeSet<String> = files
        .filter(|file| file.extension().is_some_and(|extension| extension == "json"))
        .map(|file| file.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let mut rows: Vec<String> = rows_of_the_table().into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(rows.pop().as_deref(), Some("wall time"));
    assert_eq!(BTreeSet::from_iter(rows), scenarios, "run tests/hosts/table and paste what it prints");
}

#[test]
fn the_table_of_hosts_has_no_empty_cell() {
    let mut rows = rows_of_the_table();
    let times = rows.pop().expect("the times");
    for row in &rows {
        assert_eq!(row.len(), 9, "{row:?}");
        assert!(row[1..].iter().all(|cell| cell == "passed"), "{row:?}");
    }
    assert_eq!(times.len(), 9);
    assert!(times[1..].iter().all(|time| time.ends_with(" s")), "{times:?}");
}
