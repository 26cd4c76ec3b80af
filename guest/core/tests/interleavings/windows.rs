//! What no protocol on these ports closes, or none that is worth its cost: the schedules that show it, printed with `--nocapture`.
//! A test here fails once its window is closed. ARCHITECTURE.md says why each remains.

use crate::on_each_layout;
use crate::puts::{colliding_puts, put};
use crate::scenario::Scenario;
use crate::sweeps::{EXPIRED, TOMBSTONE_OVER, aged, with_sweep};
use crate::world::Layout;

/// A put and a sweep, both held up for longer than a mark is heeded, which is 10 to 20 minutes: what is deleted after that may have
/// been put after the last look.
fn held_up(layout: Layout, hours: u64) -> Scenario {
    with_sweep(&aged(layout, hours), put("a")).where_puts_may_be_refused().with_pause(25)
}

on_each_layout! {
    two_contents_of_one_id_put_at_once_by_one_session = |layout| {
        let scenario = colliding_puts(layout, "a").where_puts_may_be_refused();
        scenario.with_window("the handle 000000000000 of session a does not resolve")
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_sweep_of_an_expired_blob_that_stops_for_25_minutes =
        |layout| held_up(layout, EXPIRED).with_window("the handle 8ef99d17b420 of session a does not resolve"),
        on in_a_bucket Bucket;
    a_sweep_of_a_tombstone_that_stops_for_25_minutes =
        |layout| held_up(layout, TOMBSTONE_OVER).with_window("the handle 8ef99d17b420 of session a does not resolve"),
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
}
