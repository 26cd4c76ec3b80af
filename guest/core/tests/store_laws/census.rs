//! Lists and figures.

use super::world::*;
use toolaria_core::ports::Host;

#[test]
fn status_counts_what_is_there() {
    for (world, place) in World::each().into_iter().zip([
        ("directory /store", "directory /store"),
        ("bucket toolaria", "bucket toolaria"),
        ("directory /store", "bucket toolaria"),
    ]) {
        world.put("a", b"an older result");
        let oldest = world.host.now_ms();
        world.pass_hours(73);
        world.put("a", CONTENT);
        world.put("b", CONTENT);
        let status = world.store().status().unwrap();
        assert_eq!((status.blobs_in.as_str(), status.records_in.as_str()), place);
        assert_eq!((status.blobs, status.blob_bytes), (2, 23));
        assert_eq!((status.records, status.tombstones, status.sessions), (3, 1, 2));
        assert_eq!((status.oldest_at_ms, status.newest_at_ms), (Some(oldest), Some(world.host.now_ms())));
    }
}

#[test]
fn a_list_has_one_sessions_live_handles_in_pages() {
    let world = World::new(&["/store"], &[]);
    world.put("b", b"of b");
    for number in 0..1_001 {
        world.put("a", format!("{number}").as_bytes());
    }
    let first = world.store().list(&session("a"), None).unwrap();
    assert_eq!(first.handles.len(), 1_000);
    let second = world.store().list(&session("a"), first.next.as_deref()).unwrap();
    assert_eq!((second.handles.len(), second.next), (1, None));
    assert!(first.handles.windows(2).all(|pair| pair[0].id < pair[1].id));
    assert!(first.handles[999].id < second.handles[0].id);
}

#[test]
fn a_list_of_an_unknown_session_is_empty() {
    assert_eq!(World::new(&["/store"], &[]).store().list(&session("a"), None).unwrap(), Default::default());
}
