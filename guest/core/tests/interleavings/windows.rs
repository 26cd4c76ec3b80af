//! What no protocol on these ports can close, or none that is worth its cost: the schedules that show it. A test here fails once its
//! window is closed; ARCHITECTURE.md says why each remains.

use crate::puts::{colliding_puts, put};
use crate::sweeps::{EXPIRED, TOMBSTONE_OVER, aged, with_sweep};
use crate::world::Layout;

/// The first id comes to mean the second content: a bucket has no compare and swap.
#[test]
fn two_contents_of_one_id_put_at_once_by_one_session() {
    for layout in [Layout::Directory, Layout::Bucket, Layout::Both] {
        let scenario = colliding_puts(layout, "a").where_puts_may_be_refused();
        let schedule = scenario.refute("two_contents_of_one_id_put_at_once_by_one_session").expect("a window");
        assert!(schedule.starts_with("the handle 000000000000 of session a does not resolve"), "{schedule}");
    }
}

/// A mark is heeded for 10 to 20 minutes. Who stops for longer between its last look at the clock and its deletion deletes what was
/// put meanwhile.
#[test]
fn a_sweep_of_a_bucket_that_stops_for_25_minutes_before_it_deletes() {
    let scenario = with_sweep(&aged(Layout::Bucket, EXPIRED), put("a")).where_puts_may_be_refused().with_pause(25);
    let schedule = scenario.refute("a_sweep_of_a_bucket_that_stops").expect("a window");
    assert!(schedule.starts_with("the handle 8ef99d17b420 of session a does not resolve"), "{schedule}");
}

/// The same with the record, on each layout.
#[test]
fn a_sweep_of_a_tombstone_that_stops_for_25_minutes_before_it_deletes() {
    for layout in [Layout::Directory, Layout::Bucket, Layout::Both] {
        let scenario = with_sweep(&aged(layout, TOMBSTONE_OVER), put("a")).where_puts_may_be_refused().with_pause(25);
        let schedule = scenario.refute("a_sweep_of_a_tombstone_that_stops").expect("a window");
        assert!(schedule.starts_with("the handle 8ef99d17b420 of session a does not resolve"), "{schedule}");
    }
}
