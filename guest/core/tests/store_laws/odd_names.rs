//! Names that nobody here made: they are in nobody's way.

use super::world::*;
use toolaria_core::model::{Ailment, FindingState, Treatment};
use toolaria_core::ports::Host;

const ODD_KEYS: [&str; 7] = [
    "record/s.nonsense",
    "record/nonsense",
    "record/s.tla:0123456789ab",
    "use/s.ffffffffffff0",
    "use/s.zzz",
    "label/zzz.credential",
    "mark/zzz.1",
];

fn set(world: &World, name: &str) {
    let in_bucket = world.host.bucket("toolaria").unwrap().filter(|_| {
        let is_blob = name.starts_with("sidecars/");
        !is_blob || world.host.directories().unwrap().is_empty()
    });
    match in_bucket {
        Some(bucket) => bucket.set(name, b"x").unwrap(),
        None => world.host.set_file("/store", name, b"x"),
    }
}

#[test]
fn every_next_is_taken_by_the_call_after() {
    for world in World::each() {
        ODD_KEYS.iter().chain(&["sidecars/zzz", "sidecars/ffffffffffff"]).for_each(|name| set(&world, name));
        let ids: Vec<_> = (0..3_u8).map(|number| world.put("a", &[number; 9])).collect();
        let (mut after, mut steps) = (None, 0);
        loop {
            let step = world.store().doctor(Treatment::Report, |_| draft(), Some(1), after.as_deref()).unwrap();
            (after, steps) = (step.next, steps + 1);
            if after.is_none() {
                break;
            }
        }
        let mut sweeps = 0;
        loop {
            let step = world.store().sweep(Some(1), after.as_deref()).unwrap();
            (after, sweeps) = (step.next, sweeps + 1);
            if after.is_none() {
                break;
            }
        }
        assert_eq!((steps, sweeps), (4, 4), "three contents and one that an odd name could belong to");
        assert!(ids.iter().all(|id| world.read("a", id).is_ok()));
    }
}

#[test]
fn a_sidecar_of_nothing_is_stale_once_it_is_old() {
    for world in World::each() {
        let live = world.put("live", b"a result that lives");
        let doctor = |treatment| world.store().doctor(treatment, |_| draft(), None, None).unwrap().findings;
        set(&world, "sidecars/zzz");
        // Of a key nobody knows how old it is.
        if !world.host.directories().unwrap().is_empty() {
            assert_eq!(doctor(Treatment::Report), []);
            world.sweep();
            assert_eq!(world.names("sidecars/"), ["sidecars/zzz"]);
        }
        world.pass_hours(1);
        let [finding] = &doctor(Treatment::Report)[..] else { panic!("a sidecar") };
        assert_eq!((finding.ailment, finding.name.as_str()), (Ailment::StaleSidecar, "sidecars/zzz"));
        world.sweep();
        assert_eq!(world.names("sidecars/"), [""; 0]);
        set(&world, "sidecars/zzz");
        world.pass_hours(1);
        assert!(doctor(Treatment::Mend).iter().all(|finding| finding.state == FindingState::Mended));
        assert_eq!(world.names("sidecars/"), [""; 0]);
        assert!(world.read("live", &live).is_ok());
    }
}

#[test]
fn a_key_of_nothing_is_left_alone() {
    for world in World::each() {
        ODD_KEYS.iter().for_each(|key| set(&world, key));
        world.put("a", CONTENT);
        world.pass_hours(1);
        world.sweep();
        assert_eq!(world.store().doctor(Treatment::Mend, |_| draft(), None, None).unwrap().findings, []);
        assert_eq!(world.store().status().unwrap().records, 1);
        world.forget("a");
        assert!(ODD_KEYS.iter().all(|key| world.value(key).is_some()));
    }
}
