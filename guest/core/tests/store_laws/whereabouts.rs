//! A store directory is never used without the records of its blobs.

use super::world::*;
use std::cell::RefCell;
use std::rc::Rc;
use toolaria_core::error::Error;
use toolaria_core::ports::Host;
use toolaria_core::ports::memory::MemoryHost;
use toolaria_core::store::Store;

/// The same directory with a host that opens these buckets, all empty.
fn moved(world: &World, buckets: &[&str]) -> World {
    let moved = World::new(&["/store"], buckets);
    for path in world.host.files("/store") {
        moved.host.set_file("/store", &path, &world.host.file("/store", &path).unwrap());
    }
    moved.host.set_now_ms(world.host.now_ms());
    moved
}

fn refusal(world: &World) -> String {
    match Store::open(&world.host, &world.settings) {
        Err(Error::Storage(message)) => message,
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("opened without its records"),
    }
}

#[test]
fn records_in_the_directory_are_not_left_for_a_bucket() {
    let world = World::new(&["/store"], &[]);
    world.put("a", CONTENT);
    assert_eq!(
        refusal(&moved(&world, &["toolaria"])),
        "The records of the store directory `/store` are in the directory itself, but the host opens the bucket `toolaria` for them. Close that bucket, or give another store directory."
    );
}

#[test]
fn records_in_a_bucket_are_not_left_for_the_directory() {
    let world = World::new(&["/store"], &["toolaria"]);
    world.put("a", CONTENT);
    assert_eq!(
        refusal(&moved(&world, &[])),
        "The records of the store directory `/store` are in a bucket, but the host does not open it. Open it by the name in the setting `bucket`, or give another store directory."
    );
}

#[test]
fn records_in_a_bucket_are_not_left_for_an_empty_one() {
    let world = World::new(&["/store"], &["toolaria"]);
    world.put("a", CONTENT);
    assert_eq!(
        refusal(&moved(&world, &["toolaria"])),
        "The records of the store directory `/store` are in a bucket, but the bucket `toolaria` that the host opens is empty. Open the bucket that holds them, or give another store directory."
    );
}

#[test]
fn a_directory_that_does_not_say_it_holds_its_records() {
    let world = World::new(&["/store"], &[]);
    let id = world.put("a", CONTENT);
    world.host.directories().unwrap()[0].1.remove("records-in").unwrap();
    assert!(refusal(&moved(&world, &["toolaria"])).contains("in the directory itself"));
    assert_eq!(world.read("a", &id).unwrap(), CONTENT);
    world.put("a", b"more");
    assert_eq!(world.host.file("/store", "records-in").unwrap(), b"directory");
}

#[test]
fn another_word_is_refused() {
    let world = World::new(&["/store"], &[]);
    world.host.set_file("/store", "records-in", b"elsewhere");
    assert!(refusal(&world).contains("neither `directory` nor `bucket`"));
}

#[test]
fn a_first_put_cut_anywhere_leaves_a_store_that_is_usable_after_a_while() {
    for buckets in [&[][..], &["toolaria"]] {
        for operations in 0.. {
            let world = World::new(&["/store"], buckets);
            world.host.leave_partial_files();
            world.host.fail_after(operations);
            let first = world.try_put("a", CONTENT);
            world.host.repair();
            world.pass_hours(1);
            let id = world.put("a", CONTENT);
            assert_eq!(world.read("a", &id).unwrap(), CONTENT);
            if first.is_ok() {
                break;
            }
        }
    }
}

#[test]
fn a_part_of_a_word_is_left_to_its_writer_for_a_while() {
    let world = World::new(&["/store"], &[]);
    world.host.set_file("/store", "records-in", b"");
    let error = world.try_put("a", CONTENT).unwrap_err();
    assert!(error.message().ends_with("that helps after 10 minutes."), "{error}");
    world.pass_hours(1);
    world.put("a", CONTENT);
}

/// A host on the same storage that opens no bucket: asks for one of another name.
fn without_bucket(host: &MemoryHost) -> World {
    let mut world = World { host: MemoryHost::on(host.storage()), settings: Default::default() };
    world.settings.bucket = "none".to_owned();
    world
}

fn race(make: impl Fn() -> (World, World)) {
    for operation in 0.. {
        let (one, other) = make();
        let (checked, outcome) = (one.beside(), Rc::new(RefCell::new(None)));
        let second = World { host: other.host.clone(), settings: other.settings.clone() };
        let slot = Rc::clone(&outcome);
        one.host.before_each_operation(move |now| {
            if now == operation {
                *slot.borrow_mut() = Some(second.try_put("b", b"of b"));
            }
        });
        let first = one.try_put("a", CONTENT);
        let Some(second) = outcome.take() else { break };
        assert!(first.is_ok() != second.is_ok(), "operation {operation}: {first:?} {second:?}");
        match (first, second) {
            (Ok(id), _) => assert_eq!(checked.read("a", &id).unwrap(), CONTENT),
            (_, Ok(id)) => assert_eq!(other.read("b", &id).unwrap(), b"of b"),
            _ => {}
        }
    }
}

#[test]
fn of_two_first_puts_with_records_in_two_places_one_is_refused() {
    let pair = || {
        let with_bucket = World::new(&["/store"], &["toolaria"]);
        let without = without_bucket(&with_bucket.host);
        (with_bucket, without)
    };
    race(pair);
    race(|| {
        let (with_bucket, without) = pair();
        (without, with_bucket)
    });
}
