//! What is damaged or lost is said, never read.

use super::world::*;
use toolaria_core::error::Error;
use toolaria_core::ports::Host;

#[test]
fn a_damaged_record_is_corrupt_and_keeps_its_id() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        world.damage("record/");
        let error = world.read("a", &id).unwrap_err();
        assert!(matches!(&error, Error::Corrupt(message) if message.contains(id.as_str())), "{error}");
        let renewed = world.put("a", CONTENT);
        assert_eq!(renewed.as_str().len(), 16);
        assert_eq!(world.read("a", &renewed).unwrap(), CONTENT);
    }
}

#[test]
fn a_sweep_spares_the_blob_of_a_damaged_record() {
    for world in World::each() {
        world.put("a", CONTENT);
        world.damage("record/");
        world.pass_hours(100);
        assert_eq!(world.sweep().blobs_deleted, 0);
        assert_eq!(world.names("blobs/").len(), 1);
    }
}

#[test]
fn a_link_in_the_place_of_a_record_hides_no_other_and_keeps_its_blob() {
    let world = World::new(&["/store"], &[]);
    world.put("a", CONTENT);
    for name in world.names("record/") {
        world.host.make_link("/store", &name);
    }
    let other = world.put("b", b"of b");
    assert_eq!(world.store().status().unwrap().records, 1);
    assert_eq!(world.store().list(&session("a"), None).unwrap().handles, []);
    assert_eq!(world.store().list(&session("b"), None).unwrap().handles.len(), 1);
    world.pass_hours(100);
    assert_eq!(world.sweep().blobs_deleted, 1);
    assert_eq!(world.names("blobs/").len(), 1);
    assert!(matches!(world.read("b", &other), Err(Error::Swept(_))));
    assert_eq!(world.forget("b").records_deleted, 1);
    assert_eq!(world.names("blobs/").len(), 1);
    assert_eq!(world.forget("a").records_deleted, 1);
    assert_eq!([world.names("record/"), world.names("blobs/")].concat(), [""; 0]);
}

#[test]
fn a_list_is_never_cut_short_by_storage_that_goes_away() {
    for operations in 0.. {
        let world = World::new(&["/store"], &[]);
        world.put("a", CONTENT);
        let store = world.store();
        world.host.fail_after(operations);
        match store.list(&session("a"), None) {
            Err(error) => assert!(matches!(error, Error::Storage(_))),
            Ok(page) => return assert_eq!(page.handles.len(), 1),
        }
    }
}

#[test]
fn a_damaged_blob_is_corrupt_by_name_until_it_is_put_again() {
    for (world, start) in World::each().into_iter().zip(["blobs/", "chunks/", "blobs/"]) {
        let id = world.put("a", CONTENT);
        let digest = world.entry("a", &id).record.digest;
        world.damage(start);
        let error = world.read("a", &id).unwrap_err();
        assert!(matches!(&error, Error::Corrupt(message) if message.contains(&digest)), "{error}");
        world.put("b", CONTENT);
        assert_eq!(world.read("a", &id).unwrap(), CONTENT);
    }
}

#[test]
fn a_damaged_manifest_is_corrupt_until_the_content_is_put_again() {
    let world = World::new(&[], &["toolaria"]);
    let id = world.put("a", CONTENT);
    world.damage("blobs/");
    assert!(matches!(world.read("a", &id), Err(Error::Corrupt(_))));
    world.put("a", CONTENT);
    assert_eq!(world.read("a", &id).unwrap(), CONTENT);
}

#[test]
fn a_damaged_use_counts_as_a_use_now() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        world.pass_hours(70);
        world.store().touch(&world.entry("a", &id));
        world.pass_hours(50);
        world.damage("use/");
        assert_eq!(world.sweep().blobs_deleted, 0);
        assert_eq!(world.read("a", &id).unwrap(), CONTENT);
        world.store().touch(&world.entry("a", &id));
        world.pass_hours(73);
        assert_eq!(world.sweep().blobs_deleted, 1);
    }
}

#[test]
fn another_sessions_record_of_the_same_content_is_not_taken_for_ones_own() {
    for world in World::each() {
        let ids = [world.put("a", CONTENT), world.put("b", CONTENT)];
        let names = world.names("record/");
        let of_other = world.value(&names[1]).unwrap();
        world.set(&names[0], &of_other);
        let answers = [world.read("a", &ids[0]), world.read("b", &ids[1])];
        let corrupt = answers.iter().filter(|answer| matches!(answer, Err(Error::Corrupt(_)))).count();
        assert_eq!(corrupt, 1, "{answers:?}");
    }
}

#[test]
fn a_lost_blob_is_swept() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        for name in world.names("blobs/") {
            match world.host.directories().unwrap().first() {
                Some((_, directory)) => drop(directory.remove(&name).unwrap()),
                None => world.host.bucket("toolaria").unwrap().unwrap().delete(&name).unwrap(),
            }
        }
        assert!(matches!(world.read("a", &id), Err(Error::Swept(_))));
        assert!(matches!(world.store().record(&session("a"), &id), Err(Error::Swept(_))));
        assert_eq!(world.store().status().unwrap().tombstones, 1);
        assert_eq!(world.store().list(&session("a"), None).unwrap().handles, []);
    }
}
