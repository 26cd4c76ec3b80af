//! What is put is what is read, once, under an id of its own.

use super::world::*;
use toolaria_core::error::Error;
use toolaria_core::store::Id;

/// Everything starts with the same 12 digits, and differs in the next 4.
fn nearly_colliding(bytes: &[u8]) -> String {
    format!("{:012}{:04x}{}", 0, bytes.len(), &colliding(bytes)[16..])
}

/// Everything starts with the same 12 digits.
fn colliding(bytes: &[u8]) -> String {
    let number = bytes.iter().fold(7_u64, |number, byte| number.wrapping_mul(31).wrapping_add(u64::from(*byte)));
    format!("{:012}{number:052x}", 0)
}

#[test]
fn what_was_put_is_read_by_the_next_process() {
    for world in World::each() {
        let big: Vec<u8> = (0..600_000_u32).map(|number| (number % 251) as u8).collect();
        let id = world.put("a", &big);
        assert_eq!(id.as_str().len(), 12);
        assert_eq!(world.read("a", &id).unwrap(), big);
    }
}

#[test]
fn empty_content_is_content() {
    for world in World::each() {
        let id = world.put("a", b"");
        assert_eq!(world.read("a", &id).unwrap(), b"");
    }
}

#[test]
fn a_put_that_failed_says_at_which_step() {
    let world = World::new(&["/store"], &[]);
    world.host.fail_after(0);
    let error = world.try_put("a", CONTENT).unwrap_err();
    let sentence = "The host's storage failed at opening the bucket: the storage is gone. Try again; if it stays so, check the host's storage.";
    assert_eq!(error, Error::Storage(sentence.to_owned()));
}

#[test]
fn content_is_stored_once() {
    for world in World::each() {
        let ids = [world.put("a", CONTENT), world.put("a", CONTENT), world.put("b", CONTENT)];
        assert!(ids.iter().all(|id| *id == ids[0]));
        assert_eq!(world.names("blobs/").len(), 1);
        assert_eq!(world.names("record/").len(), 2);
    }
}

#[test]
fn a_put_costs_the_same_in_a_full_store() {
    for world in World::each() {
        let cost = |content: &[u8]| {
            let before = world.host.operations();
            world.put("a", content);
            world.host.operations() - before
        };
        world.put("a", b"first");
        let early = cost(b"second");
        (0..60).for_each(|number| drop(world.put("a", format!("more {number}").as_bytes())));
        assert_eq!(cost(b"last"), early);
    }
}

#[test]
fn a_spooled_file_is_moved_in() {
    let world = World::new(&["/store"], &[]);
    world.host.set_file("/store", "incoming/x", CONTENT);
    let (id, _) = world.store().put(&session("a"), CONTENT, Some("incoming/x"), draft()).unwrap();
    assert_eq!(world.names("incoming/"), [""; 0]);
    assert_eq!(world.read("a", &id).unwrap(), CONTENT);
}

#[test]
fn a_spooled_file_that_changed_since_it_was_read_is_not_trusted() {
    let world = World::new(&["/store"], &[]);
    world.host.set_file("/store", "incoming/x", b"changed!");
    let (id, _) = world.store().put(&session("a"), CONTENT, Some("incoming/x"), draft()).unwrap();
    assert_eq!(world.read("a", &id).unwrap(), CONTENT);
}

#[test]
fn a_spooled_file_is_still_there_after_a_put_that_failed() {
    for operations in 0.. {
        let world = World::new(&["/store"], &["toolaria"]);
        world.host.set_file("/store", "incoming/x", CONTENT);
        let store = world.store();
        let before = world.host.operations();
        world.host.fail_once_after(operations);
        let outcome = store.put(&session("a"), CONTENT, Some("incoming/x"), draft());
        let failed = world.host.operations() - before > operations;
        world.host.repair();
        match outcome {
            Err(_) => assert_eq!(world.host.file("/store", "incoming/x").as_deref(), Some(CONTENT), "{operations}"),
            Ok((id, _)) => assert_eq!(world.read("a", &id).unwrap(), CONTENT),
        }
        if !failed {
            break;
        }
    }
}

#[test]
fn two_contents_of_one_id_in_one_session_get_two_ids() {
    for world in World::each() {
        let put = |bytes: &[u8]| {
            world.store().with_hash(nearly_colliding).put(&session("a"), bytes, None, draft()).unwrap().0
        };
        let ids = [put(b"one"), put(b"three"), put(b"one")];
        assert_eq!(ids[0].as_str(), "000000000000");
        assert_eq!(ids[1].as_str(), "0000000000000005");
        assert_eq!(ids[2], ids[0]);
        let store = world.store().with_hash(nearly_colliding);
        assert_eq!(store.read(&session("a"), &ids[0]).unwrap().bytes, b"one");
        assert_eq!(store.read(&session("a"), &ids[1]).unwrap().bytes, b"three");
    }
}

#[test]
fn an_id_grows_as_far_as_it_must() {
    let world = World::new(&["/store"], &[]);
    let put = |bytes: &[u8]| world.store().with_hash(colliding).put(&session("a"), bytes, None, draft()).unwrap().0;
    put(b"one");
    put(b"two");
    assert_eq!(put(b"three").as_str().len(), 20);
}

#[test]
fn two_contents_of_one_id_in_two_sessions_do_not_meet() {
    let world = World::new(&["/store"], &[]);
    let store = world.store().with_hash(colliding);
    let (one, _) = store.put(&session("a"), b"one", None, draft()).unwrap();
    let (two, _) = store.put(&session("b"), b"two", None, draft()).unwrap();
    assert_eq!(one, two);
    assert_eq!(store.read(&session("a"), &one).unwrap().bytes, b"one");
    assert_eq!(store.read(&session("b"), &two).unwrap().bytes, b"two");
}

#[test]
fn a_newer_store_is_refused_and_left_alone() {
    let world = World::new(&["/store"], &[]);
    world.host.set_file("/store", "format", b"2");
    let error = world.try_put("a", CONTENT).unwrap_err();
    assert!(matches!(&error, Error::Storage(message) if message.contains("format 2, which is newer")), "{error}");
    assert_eq!(world.host.files("/store"), ["format"]);
}

#[test]
fn reading_an_empty_store_writes_nothing() {
    for world in World::each() {
        assert!(world.read("a", &Id::parse("0123456789ab").unwrap()).is_err());
        assert_eq!(world.names(""), [""; 0]);
    }
}
