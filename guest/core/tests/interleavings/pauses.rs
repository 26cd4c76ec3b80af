//! Two processes that are held up for a while at any moment: both, since they share a clock.

use crate::forgets::{FORGET, fetch, held};
use crate::on_each_layout;
use crate::program::Program;
use crate::puts::put;
use crate::scenario::Scenario;
use crate::sweeps::{EXPIRED, TOMBSTONE_OVER, aged, unheld, with_sweep};

/// Longer than a mark is heeded: where blobs are files, no clock decides over them.
const LONG: u64 = 25;

/// Longer than anybody keeps off what another process may be at work on, and shorter than a mark is heeded.
const MINUTES: u64 = 11;

on_each_layout! {
    a_put_and_a_sweep_of_its_expired_file =
        |layout| with_sweep(&aged(layout, EXPIRED), put("a")).where_puts_may_be_refused().with_pause(LONG),
        on in_a_directory Directory in_both Both;
    a_put_and_a_sweep_of_its_expired_blob =
        |layout| with_sweep(&aged(layout, EXPIRED), put("a")).where_puts_may_be_refused().with_pause(MINUTES),
        on in_a_bucket Bucket;
    a_put_and_a_sweep_of_its_tombstone =
        |layout| with_sweep(&aged(layout, TOMBSTONE_OVER), put("a")).where_puts_may_be_refused().with_pause(MINUTES),
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_put_and_a_sweep_of_a_blob_without_record =
        |layout| with_sweep(&unheld(layout), put("a")).where_puts_may_be_refused().with_pause(MINUTES),
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_fetch_and_a_forget_of_its_session = |layout| {
        let (world, handle) = held(layout);
        Scenario::new(&world, [fetch(&handle), FORGET]).with_standing(vec![handle]).with_pause(MINUTES)
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_put_and_another_sessions_forget_of_the_same_content = |layout| {
        let (world, handle) = held(layout);
        let scenario = Scenario::new(&world, [put("b"), FORGET]).with_standing(vec![handle]);
        scenario.where_puts_may_be_refused().with_pause(MINUTES)
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    two_sweeps_of_an_expired_blob =
        |layout| with_sweep(&aged(layout, EXPIRED), Program::Sweep).with_pause(MINUTES),
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
}
