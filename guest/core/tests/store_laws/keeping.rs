//! What is put is what is read, once, under an id of its own.

use super::world::*;
use toolaria_core::error::Error;
use toolaria_core::ports::Host;
use toolaria_core::store::Id;

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
fn a_put_over_which_another_of_the_same_wrote_an_earlier_record_is_kept() {
    for make in 0..3 {
        for operation in 0.. {
            let world = World::each().into_iter().nth(make).unwrap();
            world.put("b", CONTENT);
            let (now_ms, number) = (world.host.now_ms(), world.host.operations() + operation);
            let beside = world.beside();
            world.host.before_each_operation(move |now| {
                if now == number {
                    beside.host.set_now_ms(now_ms - 5);
                    beside.put("a", CONTENT);
                    beside.host.set_now_ms(now_ms);
                }
            });
            let id = world.put("a", CONTENT);
            assert_eq!(world.read("a", &id).unwrap(), CONTENT);
            if world.host.operations() < number {
                break;
            }
        }
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
