//! Sweeps at once with puts, fetches and other sweeps.

use crate::on_each_layout;
use crate::program::Program;
use crate::puts::{CONTENT, kept, put, put_spooled, used};
use crate::scenario::Scenario;
use crate::world::{Layout, World};

/// Hours after which a blob is swept, and after which its tombstone is.
pub const EXPIRED: u64 = 80;
pub const TOMBSTONE_OVER: u64 = 800;

/// A store with content that was put so many hours ago.
pub fn aged(layout: Layout, hours: u64) -> World {
    let world = World::new(layout);
    world.put("a", CONTENT).expect("a good storage");
    world.pass_hours(hours);
    world
}

pub fn with_sweep(world: &World, program: Program) -> Scenario {
    Scenario::new(world, [program, Program::Sweep])
}

/// A store whose blobs no record names.
pub fn unheld(layout: Layout) -> World {
    let world = World::new(layout);
    world.put("a", CONTENT).expect("a good storage");
    world.lose("record/");
    world.pass_hours(1);
    world
}

fn aside(layout: Layout, hours: u64) -> World {
    let world = aged(layout, hours);
    world.leave_aside();
    world
}

on_each_layout! {
    a_put_and_a_sweep_of_its_expired_blob = |layout| {
        let scenario = with_sweep(&aged(layout, EXPIRED), put("a"));
        if layout == Layout::Bucket { scenario.where_puts_may_be_refused() } else { scenario }
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_put_and_a_sweep_of_another_sessions_expired_blob = |layout| {
        let scenario = with_sweep(&aged(layout, EXPIRED), put("b"));
        if layout == Layout::Bucket { scenario.where_puts_may_be_refused() } else { scenario }
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_put_fetched_at_once_and_a_sweep_of_its_expired_blob = |layout| {
        let program = Program::PutAndFetch { of: "a", bytes: CONTENT };
        let scenario = with_sweep(&aged(layout, EXPIRED), program);
        if layout == Layout::Bucket { scenario.where_puts_may_be_refused() } else { scenario }
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_put_fetched_at_once_and_a_sweep_of_its_tombstone = |layout| {
        let program = Program::PutAndFetch { of: "a", bytes: CONTENT };
        with_sweep(&aged(layout, TOMBSTONE_OVER), program).where_puts_may_be_refused()
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_spooled_put_and_a_sweep_of_its_expired_blob = |layout| {
        let world = aged(layout, EXPIRED);
        let put = put_spooled(&world, "a");
        with_sweep(&world, put)
    },
        on in_a_directory Directory in_both Both;
    a_put_and_a_sweep_of_its_tombstone =
        |layout| with_sweep(&aged(layout, TOMBSTONE_OVER), put("a")).where_puts_may_be_refused(),
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_put_and_a_sweep_of_a_blob_without_record = |layout| {
        let scenario = with_sweep(&unheld(layout), put("a"));
        if layout == Layout::Bucket { scenario.where_puts_may_be_refused() } else { scenario }
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_put_and_a_sweep_of_what_a_killed_sweep_left_aside = |layout| with_sweep(&aside(layout, EXPIRED), put("a")),
        on in_a_directory Directory in_both Both;
    a_fetch_and_a_sweep_that_finds_its_blob_aside = |layout| {
        let (world, _) = used(layout);
        let handle = kept(&world, "a", CONTENT);
        world.leave_aside();
        let fetch = Program::Fetch { of: "a", id: handle.id.clone() };
        with_sweep(&world, fetch).with_standing(vec![handle])
    },
        on in_a_directory Directory in_both Both;
    a_fetch_and_a_sweep_of_what_has_expired = |layout| {
        let (world, _) = used(layout);
        let id = kept(&world, "a", CONTENT).id;
        world.pass_hours(EXPIRED);
        with_sweep(&world, Program::Fetch { of: "a", id }).where_fetches_may_be_late()
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    two_sweeps_of_an_expired_blob = |layout| with_sweep(&aged(layout, EXPIRED), Program::Sweep),
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    two_sweeps_of_a_tombstone = |layout| with_sweep(&aged(layout, TOMBSTONE_OVER), Program::Sweep),
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    two_sweeps_of_what_a_killed_sweep_left_aside = |layout| with_sweep(&aside(layout, EXPIRED), Program::Sweep),
        on in_a_directory Directory in_both Both;
    two_sweeps_that_find_a_live_blob_aside = |layout| {
        let (world, _) = used(layout);
        let handle = kept(&world, "a", CONTENT);
        world.leave_aside();
        with_sweep(&world, Program::Sweep).with_standing(vec![handle])
    },
        on in_a_directory Directory in_both Both;
}
