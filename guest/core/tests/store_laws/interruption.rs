//! Calls that stop anywhere, and calls in the middle of others.

use super::world::*;
use std::cell::RefCell;
use std::rc::Rc;
use toolaria_core::model::Label;
use toolaria_core::store::{Draft, Id, Store};

/// The id of `CONTENT`.
const ID_OF_CONTENT: &str = "8ef99d17b420";

#[test]
fn a_put_cut_anywhere_emits_nothing_or_a_good_id_and_can_be_repeated() {
    for make in 0..3 {
        for operations in 0.. {
            let world = World::each().into_iter().nth(make).unwrap();
            let old = world.put("a", b"an older result");
            world.host.leave_partial_files();
            world.host.fail_after(operations);
            let first = world.try_put("a", CONTENT);
            world.host.repair();
            if let Ok(id) = &first {
                assert_eq!(world.read("a", id).unwrap(), CONTENT);
            }
            let again = world.put("a", CONTENT);
            assert_eq!(world.read("a", &again).unwrap(), CONTENT);
            assert_eq!(world.read("a", &old).unwrap(), b"an older result");
            if first.is_ok() {
                break;
            }
        }
    }
}

#[test]
fn a_forget_cut_anywhere_can_be_called_again() {
    for make in 0..3 {
        for operations in 0.. {
            let world = World::each().into_iter().nth(make).unwrap();
            let shared = world.put("b", CONTENT);
            world.put("a", CONTENT);
            world.put("a", b"only of a");
            world.host.fail_after(operations);
            let first = Store::open(&world.host, &world.settings).and_then(|store| store.forget(&session("a")));
            world.host.repair();
            world.forget("a");
            assert_eq!(world.read("b", &shared).unwrap(), CONTENT);
            assert_eq!(world.names("record/").len(), 1);
            if first.is_ok() {
                assert_eq!(world.names("blobs/").len(), 1);
                break;
            }
        }
    }
}

#[test]
fn a_sweep_cut_anywhere_loses_nothing_live() {
    for make in 0..3 {
        for operations in 0.. {
            let world = World::each().into_iter().nth(make).unwrap();
            world.put("a", b"an older result");
            world.pass_hours(800);
            let live = world.put("a", CONTENT);
            world.host.fail_after(operations);
            let first = Store::open(&world.host, &world.settings).and_then(|store| store.sweep(None, None));
            world.host.repair();
            assert_eq!(world.read("a", &live).unwrap(), CONTENT);
            world.sweep();
            assert_eq!(world.read("a", &live).unwrap(), CONTENT);
            assert_eq!((world.names("blobs/").len(), world.names("aside/").len()), (1, 0));
            if first.is_ok() {
                break;
            }
        }
    }
}

/// Runs `call` as often as it has operations, each time with `other` as another process before one of them, on each layout.
fn with_another_process_anywhere<T: 'static>(
    prepare: impl Fn(&World) -> Id,
    other: fn(&World, &Id) -> T,
    call: impl Fn(&World),
    check: impl Fn(&World, &Id, T),
) {
    for make in 0..3 {
        for operation in 0.. {
            let world = World::each().into_iter().nth(make).unwrap();
            let id = prepare(&world);
            let beside = world.beside();
            let outcome = Rc::new(RefCell::new(None));
            let (slot, of, number) = (Rc::clone(&outcome), id.clone(), world.host.operations() + operation);
            world.host.before_each_operation(move |now| {
                if now == number {
                    *slot.borrow_mut() = Some(other(&beside, &of));
                }
            });
            call(&world);
            match outcome.take() {
                Some(outcome) => check(&world, &id, outcome),
                None => break,
            }
        }
    }
}

/// Puts, and lets the time of the result, or that of its tombstone as well, go by.
fn put_and_pass_hours(hours: u64) -> impl Fn(&World) -> Id {
    move |world| {
        let id = world.put("a", CONTENT);
        world.pass_hours(hours);
        id
    }
}

fn put_during_sweep(hours: u64) {
    with_another_process_anywhere(
        put_and_pass_hours(hours),
        |beside, _| beside.try_put("a", CONTENT),
        |world| _ = world.sweep(),
        |world, id, outcome| assert!(outcome.is_err() || world.read("a", id).unwrap() == CONTENT),
    );
}

fn sweep_during_put(hours: u64) {
    let kept = RefCell::new(None);
    with_another_process_anywhere(
        put_and_pass_hours(hours),
        |beside, _| _ = beside.sweep(),
        |world| *kept.borrow_mut() = Some(world.try_put("a", CONTENT)),
        |world, id, ()| assert!(kept.take().unwrap().is_err() || world.read("a", id).unwrap() == CONTENT),
    );
}

#[test]
fn a_put_in_the_middle_of_a_sweep_of_its_blob_is_refused_or_kept() {
    put_during_sweep(80);
}

#[test]
fn a_put_in_the_middle_of_a_sweep_of_its_tombstone_is_refused_or_kept() {
    put_during_sweep(800);
}

#[test]
fn a_sweep_in_the_middle_of_a_put_leaves_the_blob() {
    sweep_during_put(80);
}

#[test]
fn a_sweep_in_the_middle_of_a_put_leaves_the_record() {
    sweep_during_put(800);
}

#[test]
fn a_put_right_after_a_sweep_of_a_directory_is_not_refused() {
    let world = World::new(&["/store"], &[]);
    let id = put_and_pass_hours(80)(&world);
    world.sweep();
    assert_eq!(world.try_put("a", CONTENT), Ok(id));
}

#[test]
fn a_put_in_the_middle_of_another_sessions_forget_is_refused_or_kept() {
    with_another_process_anywhere(
        |world| world.put("a", CONTENT),
        |beside, _| beside.try_put("b", CONTENT),
        |world| _ = world.forget("a"),
        |world, id, outcome| assert!(outcome.is_err() || world.read("b", id).unwrap() == CONTENT),
    );
}

#[test]
fn a_sweep_in_the_middle_of_a_sweep_leaves_nothing_aside() {
    with_another_process_anywhere(
        put_and_pass_hours(800),
        |beside, _| _ = beside.sweep(),
        |world| _ = world.sweep(),
        |world, _, ()| assert_eq!([world.names("blobs/"), world.names("aside/")].concat(), [""; 0]),
    );
}

#[test]
fn a_fetch_in_the_middle_of_a_forget_brings_nothing_back() {
    with_another_process_anywhere(
        |world| world.put("a", CONTENT),
        |beside, id| drop(beside.read("a", id)),
        |world| _ = world.forget("a"),
        |world, _, ()| assert_eq!([world.names("blobs/"), world.names("aside/")].concat(), [""; 0]),
    );
}

#[test]
fn a_forget_in_the_middle_of_a_fetch_cannot_be_undone() {
    with_another_process_anywhere(
        |world| world.put("a", CONTENT),
        |beside, _| _ = beside.forget("a"),
        |world| drop(world.read("a", &Id::parse(ID_OF_CONTENT).unwrap())),
        |world, _, ()| assert_eq!([world.names("blobs/"), world.names("aside/")].concat(), [""; 0]),
    );
}

#[test]
fn a_put_while_a_forget_deletes_its_label_is_refused_or_keeps_it() {
    fn secret() -> Draft {
        Draft { label: Label::Credential, ..draft() }
    }
    with_another_process_anywhere(
        |world| {
            let (id, _) = world.store().put(&session("a"), CONTENT, None, secret()).unwrap();
            id
        },
        |beside, _| {
            let kept = beside.store().put(&session("b"), CONTENT, None, secret()).is_ok();
            kept && beside.try_put("c", CONTENT).is_ok()
        },
        |world| _ = world.forget("a"),
        |world, id, kept| {
            assert!(!kept || world.entry("c", id).record.label == Label::Credential);
        },
    );
}
