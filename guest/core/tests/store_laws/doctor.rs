//! What a doctor finds, and mends without deleting what lives.

use super::world::*;
use toolaria_core::error::Error;
use toolaria_core::model::{Ailment, Diagnosis, FindingState, Label, Treatment};
use toolaria_core::ports::Host;
use toolaria_core::store::{Draft, Id};

fn doctor(world: &World, treatment: Treatment) -> Diagnosis {
    world.store().doctor(treatment, |_| draft(), None, None).unwrap()
}

fn ailments(diagnosis: &Diagnosis) -> Vec<(Ailment, FindingState)> {
    diagnosis.findings.iter().map(|finding| (finding.ailment, finding.state)).collect()
}

/// What is found, then what becomes of it, then that nothing but what stayed open is found again.
#[track_caller]
fn is_found_and_mended(world: &World, ailment: Ailment) {
    assert_eq!(ailments(&doctor(world, Treatment::Report)), [(ailment, FindingState::Open)]);
    assert_eq!(ailments(&doctor(world, Treatment::Mend)), [(ailment, FindingState::Mended)]);
    assert_eq!(ailments(&doctor(world, Treatment::Report)), []);
}

#[track_caller]
fn is_found_and_stays(world: &World, ailment: Ailment) {
    for treatment in [Treatment::Report, Treatment::Mend, Treatment::Report] {
        assert_eq!(ailments(&doctor(world, treatment)), [(ailment, FindingState::Open)]);
    }
}

/// One of each layout with a result in it that must be there in the end.
fn worlds_with_a_live_result() -> impl Iterator<Item = (World, Id)> {
    World::each().into_iter().map(|world| {
        let live = world.put("live", b"a result that lives");
        (world, live)
    })
}

/// Deletes everything whose name starts so.
fn remove(world: &World, start: &str) {
    for name in world.names(start) {
        if world.host.file("/store", &name).is_some() {
            world.host.directories().unwrap()[0].1.remove(&name).unwrap();
        } else {
            world.host.bucket("toolaria").unwrap().unwrap().delete(&name).unwrap();
        }
    }
}

fn record_of(world: &World, of: &str, id: &Id) -> String {
    let own = |name: &String| name.contains(session(of).key()) && name.ends_with(id.as_str());
    world.names("record/").into_iter().find(own).unwrap()
}

fn blob_of(world: &World, of: &str, id: &Id) -> String {
    format!("blobs/{}", world.entry(of, id).record.digest)
}

#[test]
fn a_healthy_store_is_read_whole_and_nothing_is_found() {
    for (world, _) in worlds_with_a_live_result() {
        world.put("a", CONTENT);
        world.pass_hours(1);
        let expected = Diagnosis { contents_checked: 2, bytes_checked: 27, ..Diagnosis::default() };
        assert_eq!(doctor(&world, Treatment::Mend), expected);
    }
}

#[test]
fn a_record_whose_blob_is_gone_stays_and_names_the_call() {
    for (world, live) in worlds_with_a_live_result() {
        let id = world.put("a", CONTENT);
        let blob = blob_of(&world, "a", &id);
        remove(&world, &blob);
        assert_eq!(doctor(&world, Treatment::Report).findings, [], "somebody may just put it");
        world.pass_hours(1);
        remove(&world, "chunks/8ef99d17b420");
        is_found_and_stays(&world, Ailment::RecordWithoutBlob);
        assert!(matches!(world.read("a", &id), Err(Error::Swept(_))));
        assert!(world.read("live", &live).is_ok());
    }
}

#[test]
fn a_blob_that_no_record_names_is_deleted() {
    for (world, live) in worlds_with_a_live_result() {
        let id = world.put("a", CONTENT);
        remove(&world, &record_of(&world, "a", &id));
        assert_eq!(doctor(&world, Treatment::Mend).findings, [], "somebody may just put it");
        world.pass_hours(1);
        is_found_and_mended(&world, Ailment::BlobWithoutRecord);
        assert_eq!(world.names("blobs/").len(), 1);
        assert!(world.read("live", &live).is_ok());
    }
}

#[test]
fn a_damaged_record_is_made_anew_from_its_blob() {
    for (world, live) in worlds_with_a_live_result() {
        let secret = Draft { label: Label::Credential, ..draft() };
        let (id, _) = world.store().put(&session("a"), CONTENT, None, secret).unwrap();
        world.damage(&record_of(&world, "a", &id));
        assert!(matches!(world.read("a", &id), Err(Error::Corrupt(_))));
        is_found_and_mended(&world, Ailment::DamagedRecord);
        assert_eq!(world.read("a", &id).unwrap(), CONTENT);
        assert_eq!(world.entry("a", &id).record.label, Label::Credential);
        assert!(matches!(world.read("b", &id), Err(Error::NotFound(_))));
        assert!(world.read("live", &live).is_ok());
    }
}

#[test]
fn a_damaged_record_without_a_blob_is_deleted() {
    for (world, live) in worlds_with_a_live_result() {
        let id = world.put("a", CONTENT);
        let blob = blob_of(&world, "a", &id);
        world.damage(&record_of(&world, "a", &id));
        remove(&world, &blob);
        remove(&world, "chunks/8ef99d17b420");
        is_found_and_mended(&world, Ailment::DamagedRecord);
        assert!(matches!(world.read("a", &id), Err(Error::NotFound(_))));
        assert!(world.read("live", &live).is_ok());
    }
}

#[test]
fn a_damaged_blob_stays_until_it_is_put_again() {
    for (world, live) in worlds_with_a_live_result() {
        let id = world.put("a", CONTENT);
        let in_bucket = world.host.directories().unwrap().is_empty();
        world.damage(&if in_bucket { "chunks/8ef99d17b420".to_owned() } else { blob_of(&world, "a", &id) });
        is_found_and_stays(&world, Ailment::DamagedBlob);
        assert!(matches!(world.read("a", &id), Err(Error::Corrupt(_))));
        assert!(world.read("live", &live).is_ok());
        assert_eq!(world.put("a", CONTENT), id);
        assert_eq!(doctor(&world, Treatment::Report).findings, []);
    }
}

#[test]
fn a_record_that_names_nothing_any_more_stays_while_there_is_a_blob_that_it_may_have_named() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        let record = record_of(&world, "a", &id);
        match world.host.file("/store", &record) {
            Some(_) => world.host.set_file("/store", &record, b"cut"),
            None => world.host.bucket("toolaria").unwrap().unwrap().set(&record, b"cut").unwrap(),
        }
        world.pass_hours(1);
        is_found_and_stays(&world, Ailment::DamagedRecord);
        assert_eq!(world.names("blobs/").len(), 1);
    }
}

#[test]
fn a_record_is_not_made_anew_of_what_another_session_put() {
    fn colliding(bytes: &[u8]) -> String {
        format!("{:012}{:052x}", 0, bytes.len())
    }
    let world = World::new(&["/store"], &[]);
    let store = || world.store().with_hash(colliding);
    let (id, _) = store().put(&session("a"), b"mine", None, draft()).unwrap();
    store().put(&session("b"), b"of another session", None, draft()).unwrap();
    world.damage(&record_of(&world, "a", &id));
    remove(&world, &format!("blobs/{}", colliding(b"mine")));
    store().doctor(Treatment::Mend, |_| draft(), None, None).unwrap();
    assert!(store().read(&session("a"), &id).is_err());
}

#[test]
fn what_is_forgotten_while_it_is_mended_stays_forgotten() {
    thread_local!(static BESIDE: std::cell::RefCell<Option<World>> = const { std::cell::RefCell::new(None) });
    for world in World::each() {
        let id = world.put("a", CONTENT);
        world.put("b", CONTENT);
        world.damage(&record_of(&world, "a", &id));
        BESIDE.set(Some(world.beside()));
        let forget_and_describe = |_: &[u8]| {
            BESIDE.with_borrow(|beside| beside.as_ref().unwrap().forget("a"));
            draft()
        };
        world.store().doctor(Treatment::Mend, forget_and_describe, None, None).unwrap();
        assert!(matches!(world.read("a", &id), Err(Error::NotFound(_))));
    }
}

#[test]
fn mending_makes_no_tombstone_live_again() {
    let world = World::new(&["/store"], &[]);
    let id = world.put("a", CONTENT);
    world.pass_hours(80);
    world.put("b", CONTENT);
    world.damage(&record_of(&world, "a", &id));
    assert_eq!(ailments(&doctor(&world, Treatment::Mend)), [(Ailment::DamagedRecord, FindingState::Mended)]);
    assert!(matches!(world.read("a", &id), Err(Error::Swept(_))));
}

#[test]
fn steps_that_mend_tell_of_leftovers_too() {
    let world = World::new(&["/store"], &[]);
    (0..3_u8).for_each(|number| _ = world.put("a", &[number; 9]));
    world.host.set_file("/store", "tmp/0000000000000001", b"x");
    world.pass_hours(1);
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let step = world.store().doctor(Treatment::Mend, |_| draft(), Some(1), after.as_deref()).unwrap();
        found.extend(ailments(&step));
        after = step.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(found, [(Ailment::Leftover, FindingState::Mended)]);
}

#[test]
fn sums_that_are_not_those_of_the_blob_are_deleted() {
    for (world, live) in worlds_with_a_live_result() {
        let large = vec![7; 2 << 20];
        let id = world.put("a", &large);
        world.damage("sidecars/");
        is_found_and_mended(&world, Ailment::StaleSidecar);
        assert_eq!(world.read("a", &id).unwrap(), large);
        assert!(world.read("live", &live).is_ok());
    }
}

#[test]
fn a_sidecar_without_a_blob_is_deleted() {
    for (world, live) in worlds_with_a_live_result() {
        let name = format!("sidecars/{}.sums", "0".repeat(64));
        match world.host.bucket("toolaria").unwrap().filter(|_| world.host.directories().unwrap().is_empty()) {
            Some(bucket) => bucket.set(&name, b"x").unwrap(),
            None => world.host.set_file("/store", &name, b"x"),
        }
        is_found_and_mended(&world, Ailment::StaleSidecar);
        assert!(world.read("live", &live).is_ok());
    }
}

#[test]
fn files_of_stopped_calls_are_deleted_once_they_are_old() {
    let world = World::new(&["/store"], &[]);
    world.put("a", CONTENT);
    world.host.set_file("/store", "tmp/0000000000000001", b"1");
    assert_eq!(doctor(&world, Treatment::Mend).findings, []);
    world.pass_hours(1);
    is_found_and_mended(&world, Ailment::Leftover);
    world.host.set_file("/store", "incoming/spooled", b"1");
    world.pass_hours(1);
    is_found_and_mended(&world, Ailment::Leftover);
}

#[test]
fn what_a_killed_sweep_left_aside_is_brought_back() {
    let world = World::new(&["/store"], &[]);
    let id = world.put("a", CONTENT);
    let blob = blob_of(&world, "a", &id);
    let aside = format!("aside/{}.0000000000000001", blob.trim_start_matches("blobs/"));
    world.host.directories().unwrap()[0].1.rename(&blob, &aside).unwrap();
    world.pass_hours(1);
    is_found_and_mended(&world, Ailment::Leftover);
    assert_eq!(world.names("blobs/"), [blob]);
    assert_eq!(world.read("a", &id).unwrap(), CONTENT);
}

#[test]
fn chunks_that_no_manifest_names_are_deleted_once_they_are_old() {
    let world = World::new(&[], &["toolaria"]);
    world.put("a", CONTENT);
    let bucket = world.host.bucket("toolaria").unwrap().unwrap();
    let generation = format!("{:x}-0000000000000001", world.host.now_ms());
    bucket.set(&format!("chunks/{}/{generation}/0", "1".repeat(64)), b"x").unwrap();
    assert_eq!(doctor(&world, Treatment::Mend).findings, []);
    world.pass_hours(1);
    is_found_and_mended(&world, Ailment::Leftover);
}

#[test]
fn what_belongs_to_nothing_is_deleted() {
    for (world, live) in worlds_with_a_live_result() {
        let id = world.put("a", CONTENT);
        world.store().touch(&world.entry("a", &id));
        let blob = blob_of(&world, "a", &id);
        remove(&world, &record_of(&world, "a", &id));
        remove(&world, &blob);
        remove(&world, "chunks/8ef99d17b420");
        is_found_and_mended(&world, Ailment::Leftover);
        assert_eq!(world.names("use/"), [""; 0]);
        assert!(world.read("live", &live).is_ok());
    }
}

#[test]
fn a_link_in_the_place_of_a_file_is_found_and_left_alone() {
    let world = World::new(&["/store"], &[]);
    let (kept, id) = (world.put("a", b"another result"), world.put("a", CONTENT));
    let blob = blob_of(&world, "a", &id);
    world.host.make_link("/store", &blob);
    world.pass_hours(1);
    is_found_and_stays(&world, Ailment::Withheld);
    let record = record_of(&world, "a", &id);
    world.host.make_link("/store", &record);
    assert_eq!(ailments(&doctor(&world, Treatment::Mend)), [(Ailment::Withheld, FindingState::Open); 2]);
    assert!(world.sweep().blobs_deleted == 0 && world.read("a", &kept).is_ok());
}

#[test]
fn steps_together_find_what_one_call_finds() {
    for world in World::each() {
        for number in 0..5_u8 {
            let id = world.put("a", &[number; 9]);
            world.damage(&record_of(&world, "a", &id));
        }
        let mut found = Vec::new();
        let mut after = None;
        loop {
            let step = world.store().doctor(Treatment::Report, |_| draft(), Some(2), after.as_deref()).unwrap();
            found.extend(step.findings);
            after = step.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!((found.len(), &found), (5, &doctor(&world, Treatment::Report).findings));
        let refused = world.store().doctor(Treatment::Report, |_| draft(), None, Some("x")).unwrap_err();
        assert!(matches!(refused, Error::Invalid(_)));
    }
}

#[test]
fn a_mending_cut_anywhere_deletes_nothing_that_lives() {
    for make in 0..3 {
        for operation in 0.. {
            let (world, live) = worlds_with_a_live_result().nth(make).unwrap();
            let id = world.put("a", CONTENT);
            world.damage(&record_of(&world, "a", &id));
            world.pass_hours(1);
            world.host.fail_after(operation);
            let store = toolaria_core::store::Store::open(&world.host, &world.settings);
            let mended = store.and_then(|store| store.doctor(Treatment::Mend, |_| draft(), None, None));
            world.host.repair();
            assert!(world.read("live", &live).is_ok());
            assert_eq!(world.names("blobs/").len(), 2);
            if mended.is_ok() {
                break;
            }
        }
    }
}
