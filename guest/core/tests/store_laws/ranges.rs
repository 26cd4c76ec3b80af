//! A few bytes of large content: only their blocks are read, and nothing unchecked is given.

use super::world::*;
use toolaria_core::error::Error;
use toolaria_core::store::{Entry, Id};

const BLOCK: u64 = 64 * 1024;

/// More than what gets sums; its last block is a part of one.
fn large() -> Vec<u8> {
    let mut state = 7_u32;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..1_100_000).map(next).collect()
}

fn range(world: &World, id: &Id, range: std::ops::Range<u64>) -> Result<Vec<u8>, Error> {
    world.store().read_range(&world.entry("a", id), range)
}

fn digest(world: &World, id: &Id) -> String {
    let Entry { record, .. } = world.entry("a", id);
    record.digest
}

/// Flips a bit of one byte of the content, wherever it is kept.
fn damage_content(world: &World, position: usize) {
    let chunks = world.names("chunks/");
    match chunks.get(position >> 18) {
        Some(chunk) => world.change(chunk, |bytes| bytes[position & 0x3_ffff] ^= 1),
        None => world.change(&world.names("blobs/")[0], |bytes| bytes[position] ^= 1),
    }
}

#[test]
fn any_range_is_that_of_the_content() {
    let content = large();
    let all = content.len() as u64;
    for world in World::each() {
        let id = world.put("a", &content);
        let ends = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 4 * BLOCK, 5 * BLOCK + 7, all - 1, all];
        for start in ends {
            for end in ends.into_iter().filter(|end| *end >= start) {
                assert!(
                    range(&world, &id, start..end).unwrap() == content[start as usize..end as usize],
                    "{start} {end}"
                );
            }
        }
        assert_eq!(range(&world, &id, all - 2..u64::MAX).unwrap(), content[content.len() - 2..]);
        assert!(range(&world, &id, u64::MAX..u64::MAX).unwrap().is_empty());
    }
}

#[test]
fn other_blocks_are_not_read() {
    let content = large();
    for world in World::each() {
        let id = world.put("a", &content);
        damage_content(&world, 10 * BLOCK as usize);
        assert_eq!(range(&world, &id, 9 * BLOCK..10 * BLOCK).unwrap(), content[9 << 16..10 << 16]);
        assert_eq!(range(&world, &id, 11 * BLOCK..12 * BLOCK).unwrap(), content[11 << 16..12 << 16]);
    }
}

#[test]
fn a_flipped_bit_in_a_block_that_is_asked_for_is_corrupt_by_name() {
    for world in World::each() {
        let id = world.put("a", &large());
        damage_content(&world, 700_000);
        let error = range(&world, &id, 700_001..700_003).unwrap_err();
        assert!(matches!(&error, Error::Corrupt(message) if message.contains(&digest(&world, &id))), "{error}");
    }
}

#[test]
fn sums_that_are_gone_or_in_doubt_are_made_anew() {
    let content = large();
    for world in World::each() {
        let id = world.put("a", &content);
        let name = format!("sidecars/{}.sums", digest(&world, &id));
        let good = world.value(&name).unwrap();
        assert!(good.len() < 400, "{}", good.len());
        let mut others = vec![Some(Vec::new()), Some(good[1..].to_vec()), Some([&good[..], b"x"].concat()), None];
        others.push(Some([&good[..20], &[good[20] ^ 1], &good[21..]].concat()));
        for other in others {
            match other {
                Some(bytes) => world.change(&name, |sums| *sums = bytes),
                None => world.remove(&name),
            }
            assert_eq!(range(&world, &id, 5..7).unwrap(), content[5..7]);
            assert_eq!(world.value(&name).as_ref(), Some(&good));
        }
    }
}

#[test]
fn sums_of_another_content_are_not_believed() {
    let (content, mut other) = (large(), large());
    other[3] ^= 1;
    for world in World::each() {
        let (id, other_id) = (world.put("a", &content), world.put("a", &other));
        let name = |id: &Id| format!("sidecars/{}.sums", digest(&world, id));
        let foreign = world.value(&name(&other_id)).unwrap();
        world.change(&name(&id), |sums| *sums = foreign.clone());
        assert_eq!(range(&world, &id, 0..8).unwrap(), content[..8]);
        assert_ne!(world.value(&name(&id)), Some(foreign));
    }
}

#[test]
fn small_content_gets_no_sums_and_is_read_whole() {
    for world in World::each() {
        let id = world.put("a", &large()[..(1 << 20) - 1]);
        assert_eq!(range(&world, &id, 0..2).unwrap(), large()[..2]);
        assert_eq!(world.names("sidecars/"), [""; 0]);
        damage_content(&world, 900_000);
        assert!(matches!(range(&world, &id, 0..2), Err(Error::Corrupt(_))));
    }
}

#[test]
fn a_put_does_without_sums_that_cannot_be_written() {
    let content = large();
    let operations = |world: &World| {
        let before = world.host.operations();
        world.put("a", &content);
        world.host.operations() - before
    };
    for (make, written) in [2, 1, 2].into_iter().enumerate() {
        let all = operations(&World::each()[make]);
        for failing in all - written..all {
            let world = &World::each()[make];
            world.host.fail_once_after(failing);
            let id = world.put("a", &content);
            assert_eq!(world.names("sidecars/"), [""; 0]);
            assert_eq!(range(world, &id, 5..7).unwrap(), content[5..7]);
            assert_eq!(world.names("sidecars/").len(), 1);
        }
    }
}

#[test]
fn sums_that_a_slow_reader_left_after_a_forget_go_with_the_next_sweep() {
    let world = World::new(&["/store"], &[]);
    let id = world.put("a", &large());
    let name = format!("sidecars/{}.sums", digest(&world, &id));
    let sums = world.value(&name).unwrap();
    world.forget("a");
    assert_eq!(world.names("sidecars/"), [""; 0]);
    world.host.set_file("/store", &name, &sums);
    world.sweep();
    assert_eq!(world.names("sidecars/"), [""; 0]);
}
