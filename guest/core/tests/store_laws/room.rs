//! Room: the cap, what goes first, and sweeps in steps.

use super::world::*;
use toolaria_core::Rescuer;
use toolaria_core::error::Error;
use toolaria_core::model::{Content, RescueOutcome, SweepReport, ToolCall};
use toolaria_core::ports::Host;
use toolaria_core::settings::Thousandths;
use toolaria_core::store::Id;

/// One of each layout, with room for 1 MB.
fn small_worlds() -> impl Iterator<Item = World> {
    World::each().into_iter().map(|mut world| {
        world.settings.max_store_mb = 1;
        world
    })
}

/// Content of 400,000 bytes, so that two of them fit and three do not.
fn large(number: u8) -> Vec<u8> {
    vec![number; 400_000]
}

/// Puts three contents, an hour between them.
fn put_three(world: &World) -> [Id; 3] {
    [1, 2, 3].map(|number| {
        let id = world.put("a", &large(number));
        world.pass_hours(1);
        id
    })
}

fn are_stored(world: &World, ids: &[Id]) -> Vec<bool> {
    ids.iter().map(|id| world.read("a", id).is_ok()).collect()
}

#[test]
fn above_the_cap_the_oldest_goes_and_becomes_a_tombstone() {
    for world in small_worlds() {
        let ids = put_three(&world);
        let report = world.sweep();
        assert_eq!((report.blobs_evicted, report.bytes_freed, report.blobs_deleted), (1, 400_000, 0));
        assert_eq!(are_stored(&world, &ids), [false, true, true]);
        assert!(matches!(world.read("a", &ids[0]), Err(Error::Swept(_))));
        assert_eq!(world.sweep(), SweepReport::default());
    }
}

#[test]
fn the_cap_is_the_setting() {
    for mut world in small_worlds() {
        world.settings.max_store_mb = 2;
        put_three(&world);
        assert_eq!(world.sweep().blobs_evicted, 0);
    }
}

#[test]
fn a_use_by_any_session_saves_a_content_from_eviction() {
    for world in small_worlds() {
        let ids = put_three(&world);
        world.put("b", &large(1));
        world.store().touch(&world.entry("b", &ids[0]));
        world.pass_hours(1);
        world.sweep();
        assert_eq!(are_stored(&world, &ids), [true, false, true]);
    }
}

#[test]
fn a_use_since_a_step_looked_saves_a_content_from_eviction() {
    for world in small_worlds() {
        let ids = put_three(&world);
        let first = world.store().sweep(Some(2), None).unwrap();
        world.pass_hours(1);
        world.store().touch(&world.entry("a", &ids[0]));
        world.pass_hours(1);
        world.store().sweep(Some(2), first.next.as_deref()).unwrap();
        assert!(world.read("a", &ids[0]).is_ok());
    }
}

#[test]
fn what_is_hot_is_evicted_last() {
    for mut world in small_worlds() {
        world.settings.hot_fetch_threshold = Thousandths(1_000);
        let ids = put_three(&world);
        world.store().touch(&world.entry("a", &ids[1]));
        world.pass_hours(1);
        world.put("a", &large(4));
        world.put("a", &large(5));
        world.pass_hours(1);
        world.sweep();
        assert_eq!(are_stored(&world, &ids), [false, true, false]);
    }
}

#[test]
fn what_was_put_or_used_just_now_stays_whatever_the_cap() {
    for world in small_worlds() {
        let ids = [1, 2, 3].map(|number| world.put("a", &large(number)));
        assert_eq!(world.sweep().blobs_evicted, 0);
        world.pass_hours(1);
        for id in &ids {
            world.store().touch(&world.entry("a", id));
        }
        assert_eq!(world.sweep().blobs_evicted, 0);
        assert_eq!(are_stored(&world, &ids), [true; 3]);
    }
}

#[test]
fn sidecars_count_and_go_with_their_blob() {
    let mut world = World::new(&["/store"], &[]);
    world.settings.max_store_mb = 1;
    let ids = [1, 2].map(|number| {
        let id = world.put("a", &large(number));
        world.pass_hours(1);
        id
    });
    let digest = world.entry("a", &ids[0]).record.digest;
    world.host.set_file("/store", &format!("sidecars/{digest}.outline"), &[0; 300_000]);
    let report = world.sweep();
    assert_eq!((report.blobs_evicted, report.bytes_freed), (1, 700_000));
    assert_eq!(world.names("sidecars/"), [""; 0]);
    assert_eq!(are_stored(&world, &ids), [false, true]);
}

#[test]
fn steps_look_at_so_many_contents_and_the_last_one_evicts() {
    for world in small_worlds() {
        let ids = put_three(&world);
        let first = world.store().sweep(Some(2), None).unwrap();
        assert_eq!((first.contents_left, first.blobs_evicted), (1, 0));
        let last = world.store().sweep(Some(2), first.next.as_deref()).unwrap();
        assert_eq!((last.contents_left, last.blobs_evicted, last.next), (0, 1, None));
        assert_eq!(are_stored(&world, &ids), [false, true, true]);
    }
}

/// Whether it was stored, and under which id.
fn try_rescue(world: &World, number: u64) -> Option<Id> {
    let text = format!("a line of result {number}\n").repeat(1_000);
    let call = ToolCall { session: Some("a".to_owned()), ..ToolCall::default() };
    match Rescuer::new(&world.host).rescue(call, Content::Text(text)) {
        Ok(RescueOutcome::Stored(handle)) => Some(Id::parse(&handle.id).unwrap()),
        _ => None,
    }
}

fn rescue(world: &World, number: u64) -> Id {
    try_rescue(world, number).expect("a result that is stored")
}

#[test]
fn a_place_that_no_sweep_named_is_refused() {
    let refused = World::new(&["/store"], &[]).store().sweep(Some(1), Some("../x")).unwrap_err();
    assert_eq!(
        refused.message(),
        "\"../x\" is no place to go on from. Give the `next` of the report before, or nothing."
    );
}

fn pass_minutes(world: &World, minutes: u64) {
    world.host.set_now_ms(world.host.now_ms() + minutes * 60_000);
}

#[test]
fn a_rescue_sweeps_when_that_was_long_ago() {
    for world in World::each() {
        rescue(&world, 1);
        world.pass_hours(73);
        rescue(&world, 2);
        assert_eq!(world.store().status().unwrap().blobs, 1);
        assert_eq!(world.store().status().unwrap().swept_at_ms, Some(world.host.now_ms()));
    }
}

#[test]
fn a_rescue_does_not_sweep_when_that_was_just_now() {
    for world in World::each() {
        rescue(&world, 1);
        world.pass_hours(72);
        rescue(&world, 2);
        pass_minutes(&world, 9);
        rescue(&world, 3);
        assert_eq!(world.store().status().unwrap().blobs, 3);
        pass_minutes(&world, 1);
        rescue(&world, 4);
        assert_eq!(world.store().status().unwrap().blobs, 3);
    }
}

#[test]
fn a_rescue_looks_at_a_thousand_contents_at_most() {
    let world = World::new(&["/store"], &[]);
    for number in 0..1_500 {
        world.put("a", format!("{number}").as_bytes());
    }
    world.pass_hours(73);
    rescue(&world, 1);
    // The new one may be among them.
    assert!((501..=502).contains(&world.store().status().unwrap().blobs));
    pass_minutes(&world, 10);
    rescue(&world, 2);
    assert_eq!(world.store().status().unwrap().blobs, 2);
}

/// How many operations a rescue needs.
fn operations_of_rescue(world: &World, number: u64) -> u64 {
    let started = world.host.operations();
    rescue(world, number);
    world.host.operations() - started
}

#[test]
fn a_rescue_whose_sweep_fails_anywhere_is_stored_all_the_same() {
    for make in 0..3 {
        let of_layout = || World::each().into_iter().nth(make).unwrap();
        let world = of_layout();
        rescue(&world, 1);
        world.pass_hours(1);
        rescue(&world, 2);
        let without_step = operations_of_rescue(&world, 3);
        for operation in without_step.. {
            let world = of_layout();
            rescue(&world, 1);
            world.pass_hours(73);
            world.host.fail_once_after(operation);
            let before = world.host.operations();
            let id = rescue(&world, 2);
            let all = world.host.operations() - before;
            world.host.repair();
            assert!(world.read("a", &id).is_ok(), "operation {operation}");
            if all < operation {
                break;
            }
        }
    }
}

#[test]
fn a_step_that_was_stopped_is_not_tried_by_every_rescue() {
    for world in World::each() {
        rescue(&world, 1);
        world.pass_hours(1);
        let with_step = operations_of_rescue(&world, 2);
        world.pass_hours(1);
        world.host.fail_after(with_step - 1);
        rescue(&world, 3);
        world.host.repair();
        assert!(operations_of_rescue(&world, 4) < with_step);
    }
}

#[test]
fn a_clock_that_goes_backwards_neither_stops_sweeps_nor_harms() {
    for world in World::each() {
        rescue(&world, 1);
        world.host.set_now_ms(world.host.now_ms() - HOUR_MS);
        rescue(&world, 2);
        let status = world.store().status().unwrap();
        assert_eq!((status.blobs, status.swept_at_ms), (2, Some(world.host.now_ms())));
    }
}
