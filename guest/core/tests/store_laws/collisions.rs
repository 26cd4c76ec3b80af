//! Contents whose digests share their first digits: an id means one of them, for as long as somebody may ask for it.

use super::world::*;
use toolaria_core::error::{Error, Result};
use toolaria_core::store::Id;

/// Starts with the same 12 digits for everything, goes on with 4 that differ by length.
fn nearly(bytes: &[u8]) -> String {
    let number = bytes.iter().fold(7_u64, |number, byte| number.wrapping_mul(31).wrapping_add(u64::from(*byte)));
    format!("{:012}{:04x}{number:048x}", 0, bytes.len())
}

fn put(world: &World, of: &str, bytes: &[u8]) -> Id {
    world.store().with_hash(nearly).put(&session(of), bytes, None, draft()).unwrap().0
}

fn read(world: &World, of: &str, id: &Id) -> Result<Vec<u8>> {
    world.store().with_hash(nearly).read(&session(of), id).map(|held| held.bytes)
}

fn lengths(ids: &[&Id]) -> Vec<usize> {
    ids.iter().map(|id| id.as_str().len()).collect()
}

#[test]
fn ids_grow_by_four_and_each_gives_its_own_bytes() {
    for world in World::each() {
        let contents = [&b"x"[..], b"one", b"two"];
        let ids = contents.map(|bytes| put(&world, "a", bytes));
        assert_eq!(lengths(&ids.each_ref()), [12, 16, 20]);
        for (id, bytes) in ids.iter().zip(contents) {
            assert_eq!(read(&world, "a", id).unwrap(), bytes);
            assert_eq!(put(&world, "a", bytes), *id);
        }
        assert_eq!(world.store().list(&session("a"), None).unwrap().handles.len(), 3);
    }
}

#[test]
fn two_sessions_have_the_same_id_for_two_contents_and_forget_only_their_own() {
    for world in World::each() {
        let ids = [put(&world, "a", b"of a"), put(&world, "b", b"it is of b")];
        assert_eq!(ids[0], ids[1]);
        assert_eq!(read(&world, "a", &ids[0]).unwrap(), b"of a");
        world.forget("a");
        assert!(matches!(read(&world, "a", &ids[0]), Err(Error::NotFound(_))));
        assert_eq!(read(&world, "b", &ids[1]).unwrap(), b"it is of b");
        assert_eq!(put(&world, "a", b"new of a"), ids[0]);
        assert_eq!(read(&world, "b", &ids[1]).unwrap(), b"it is of b");
    }
}

#[test]
fn the_id_of_a_tombstone_is_not_given_to_another_content() {
    for world in World::each() {
        let first = put(&world, "a", b"x");
        world.pass_hours(73);
        for _ in 0..2 {
            let second = put(&world, "a", b"xx");
            assert_eq!(lengths(&[&second]), [16]);
            assert!(matches!(read(&world, "a", &first), Err(Error::Swept(_))));
            assert_eq!(read(&world, "a", &second).unwrap(), b"xx");
            world.sweep();
            world.pass_hours(1);
        }
        assert_eq!(put(&world, "a", b"x"), first);
        assert_eq!(read(&world, "a", &first).unwrap(), b"x");
    }
}

#[test]
fn the_second_handle_outlives_the_first() {
    for world in World::each() {
        let first = put(&world, "a", b"x");
        let second = put(&world, "a", b"xx");
        for _ in 0..30 {
            world.pass_hours(60);
            world.store().touch(&world.entry("a", &second));
        }
        world.sweep();
        world.pass_hours(1);
        assert_eq!(world.names("record/").len(), 1);
        assert!(matches!(read(&world, "a", &first), Err(Error::NotFound(_))));
        assert_eq!(read(&world, "a", &second).unwrap(), b"xx");
        // The shorter id is free again: from now on both mean the second.
        assert_eq!(put(&world, "a", b"xx"), first);
        for id in [&first, &second] {
            assert_eq!(read(&world, "a", id).unwrap(), b"xx");
        }
        assert_eq!(lengths(&[&put(&world, "a", b"x")]), [16]);
    }
}

#[test]
fn neither_a_damaged_record_nor_a_lost_blob_frees_an_id() {
    for world in World::each() {
        put(&world, "a", b"x");
        world.damage("record/");
        assert_eq!(lengths(&[&put(&world, "a", b"xx")]), [16]);
    }
    for world in World::each() {
        let first = put(&world, "a", b"x");
        world.names("blobs/").iter().for_each(|name| world.remove(name));
        assert_eq!(lengths(&[&put(&world, "a", b"xx")]), [16]);
        assert!(matches!(read(&world, "a", &first), Err(Error::Swept(_))));
    }
}
