//! Room: the cap, what goes first, and sweeps in steps.

use super::world::*;
use toolaria_core::Rescuer;
use toolaria_core::error::Error;
use toolaria_core::model::{Content, RescueOutcome, SweepReport, ToolCall, Treatment};
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

/// All steps of a sweep, each of so many contents; how many blobs they evicted.
fn sweep_in_steps(world: &World, limit: u32) -> u64 {
    let (mut after, mut evicted) = (None, 0);
    loop {
        let report = world.store().sweep(Some(limit), after.as_deref()).unwrap();
        evicted += report.blobs_evicted;
        after = report.next;
        if after.is_none() {
            return evicted;
        }
    }
}

/// Puts many small contents; their ids in the order in which a sweep looks at them.
fn put_many(world: &World, count: u64, bytes: usize) -> Vec<Id> {
    let content = |number: u64| {
        let mut content = format!("{number:08}").into_bytes();
        content.resize(bytes, b'x');
        content
    };
    let mut ids: Vec<Id> = (0..count).map(|number| world.put("a", &content(number))).collect();
    ids.sort();
    ids
}

fn count_stored(world: &World, ids: &[Id]) -> usize {
    are_stored(world, ids).into_iter().filter(|stored| *stored).count()
}

#[test]
fn steps_look_at_so_many_contents_and_evict_once_all_are_counted() {
    for world in small_worlds() {
        let ids = put_three(&world);
        let first = world.store().sweep(Some(2), None).unwrap();
        assert_eq!((first.contents_left, first.blobs_evicted), (1, 0));
        let second = world.store().sweep(Some(2), first.next.as_deref()).unwrap();
        assert_eq!((second.contents_left, second.blobs_evicted), (3, 0));
        assert!(second.next.is_some(), "once more, now that it is known how much there is");
        assert_eq!(are_stored(&world, &ids), [true; 3]);
        sweep_in_steps(&world, 2);
        assert!(world.store().status().unwrap().blob_bytes <= 1_000_000);
        assert!(world.read("a", &ids[2]).is_ok());
    }
}

#[test]
fn a_pass_in_steps_reaches_the_cap_and_evicts_what_was_used_least_recently() {
    let mut world = World::new(&["/store"], &[]);
    world.settings.max_store_mb = 1;
    let ids = put_many(&world, 2_000, 1_000);
    world.pass_hours(5);
    let (unused, used) = ids.split_at(1_000);
    used.iter().for_each(|id| world.store().touch(&world.entry("a", id)));
    world.pass_hours(5);
    sweep_in_steps(&world, 700);
    assert!(world.store().status().unwrap().blob_bytes <= 1_000_000);
    // Each step keeps its share, so what the first steps hold of the one is not made up for by the other.
    assert!(count_stored(&world, used) > count_stored(&world, unused));
}

#[test]
fn where_old_and_new_are_mixed_only_the_old_ones_go() {
    let mut world = World::new(&["/store"], &[]);
    world.settings.max_store_mb = 1;
    let ids = put_many(&world, 2_000, 1_000);
    world.pass_hours(5);
    ids.iter().step_by(4).for_each(|id| world.store().touch(&world.entry("a", id)));
    world.pass_hours(5);
    sweep_in_steps(&world, 500);
    let used: Vec<Id> = ids.into_iter().step_by(4).collect();
    assert_eq!(count_stored(&world, &used), 500);
    let bytes = world.store().status().unwrap().blob_bytes;
    assert!((990_000..=1_000_000).contains(&bytes), "{bytes}");
}

#[test]
fn steps_that_are_repeated_or_cross_each_other_evict_nothing_below_the_cap() {
    for world in small_worlds() {
        let ids = put_many(&world, 9, 100_000);
        world.pass_hours(1);
        let first = world.store().sweep(Some(4), None).unwrap();
        let other = world.store().sweep(Some(4), None).unwrap();
        for _ in 0..3 {
            world.store().sweep(Some(2), first.next.as_deref()).unwrap();
        }
        world.store().sweep(None, other.next.as_deref()).unwrap();
        world.store().sweep(None, first.next.as_deref()).unwrap();
        assert_eq!(count_stored(&world, &ids), 9);
    }
}

#[test]
fn what_was_put_while_the_clock_was_ahead_goes_first() {
    for world in small_worlds() {
        let now_ms = world.host.now_ms();
        world.host.set_now_ms(now_ms + 8_760 * HOUR_MS);
        (0..10).for_each(|number| _ = world.put("a", &[number; 100_001]));
        world.host.set_now_ms(now_ms);
        let id = world.put("a", CONTENT);
        world.pass_hours(1);
        assert_eq!(world.sweep().blobs_evicted, 1);
        assert!(world.read("a", &id).is_ok());
    }
}

#[test]
fn what_a_damaged_record_may_name_is_not_evicted() {
    for mut world in small_worlds() {
        world.settings.ttl_hours = 1_000;
        let id = world.put("a", &large(1));
        world.damage("record/");
        for number in 2..4 {
            world.pass_hours(1);
            world.put("a", &large(number));
        }
        world.pass_hours(1);
        world.sweep();
        world.store().doctor(Treatment::Mend, |_| draft(), None, None).unwrap();
        assert!(world.read("a", &id).is_ok());
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
fn forgets_do_not_keep_the_sweep_from_coming_round() {
    let world = World::new(&["/store"], &[]);
    let ids = put_many(&world, 3_000, 20);
    world.pass_hours(70);
    ids[..1_500].iter().for_each(|id| world.store().touch(&world.entry("a", id)));
    world.pass_hours(10);
    for number in 0..5 {
        rescue(&world, number);
        pass_minutes(&world, 5);
        world.put("gone", format!("{number}").as_bytes());
        world.forget("gone");
        pass_minutes(&world, 6);
    }
    assert_eq!(world.store().status().unwrap().blobs, 1_505);
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
