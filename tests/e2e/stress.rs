//! A small run of what `./build.sh stress` does in full: processes that are killed at any moment cost nothing acknowledged.

#[path = "../stress/trial.rs"]
mod trial;

use std::sync::atomic::{AtomicBool, Ordering};
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

/// Files come and go in `tmp/` with every record that another process writes.
#[test]
fn a_listing_passes_over_what_vanishes_meanwhile() {
    const PRESENT: u64 = 32;
    let root = tempfile::tempdir().unwrap();
    let toolaria = toolaria::Toolaria::builder().store(root.path()).build().unwrap();
    let busy = root.path().join("tmp");
    std::fs::create_dir(&busy).unwrap();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0_u64.. {
                std::fs::write(busy.join(number.to_string()), "").unwrap();
                if let Some(oldest) = number.checked_sub(PRESENT) {
                    std::fs::remove_file(busy.join(oldest.to_string())).unwrap();
                }
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
            }
        });
        let sweeps: Vec<_> = (0..200).map(|_| toolaria.sweep(None, None).map(drop)).collect();
        is_over.store(true, Ordering::Relaxed);
        sweeps.into_iter().for_each(|sweep| sweep.unwrap());
    });
}
