//! A small run of what `./build.sh stress` does in full: processes that are killed at any moment cost nothing acknowledged.

#[path = "../stress/trial.rs"]
mod trial;

use trial::Trial;
use trial::program::Layout;
use trial::report::Report;

fn keeps_its_word(layout: Layout) {
    let root = tempfile::tempdir().unwrap();
    let trial = Trial {
        program: env!("CARGO_BIN_EXE_toolaria").into(),
        layout,
        folder: root.path().join("run"),
        cache: root.path().join("cache"),
        workers: 2,
        calls: 15,
        kills: 4,
        seed: 1,
        run: 1,
    };
    let report = trial.run().unwrap();
    assert!(report.is_good(), "{}\n{}\n{}", Report::HEAD, report.row(), report.details());
}

#[test]
fn records_in_the_directory_outlive_killed_processes() {
    keeps_its_word(Layout::Directory);
}

#[test]
fn records_in_sqlite_outlive_killed_processes() {
    keeps_its_word(Layout::Sqlite);
}
