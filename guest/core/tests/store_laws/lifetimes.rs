//! Time: uses, tombstones, sweeps.

use super::world::*;
use toolaria_core::error::Error;
use toolaria_core::ports::Host;

#[test]
fn a_use_makes_a_result_live_longer() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        world.pass_hours(71);
        world.store().touch(&world.entry("a", &id));
        world.pass_hours(71);
        let entry = world.entry("a", &id);
        assert_eq!((entry.usage.count, entry.expires_at_ms), (1, world.host.now_ms() + HOUR_MS));
        world.pass_hours(1);
        assert!(matches!(world.read("a", &id), Err(Error::Swept(_))));
    }
}

#[test]
fn a_swept_result_says_which_call_to_run_again() {
    let world = World::new(&["/store"], &[]);
    let id = world.put("a", CONTENT);
    world.pass_hours(72);
    let Err(Error::Swept(info)) = world.read("a", &id) else { panic!("not swept") };
    assert_eq!(info.tool.as_deref(), Some("web_extract"));
    assert_eq!(info.arguments.as_deref(), Some(r#"{"url":"x"}"#));
}

#[test]
fn a_tombstones_own_time_ends_in_not_found() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        world.pass_hours(72 + 720);
        assert!(matches!(world.read("a", &id), Err(Error::NotFound(_))));
    }
}

#[test]
fn a_put_renews_what_is_over() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        world.pass_hours(80);
        world.sweep();
        assert!(matches!(world.read("a", &id), Err(Error::Swept(_))));
        world.pass_hours(1);
        assert_eq!(world.put("a", CONTENT), id);
        assert_eq!(world.read("a", &id).unwrap(), CONTENT);
    }
}

#[test]
fn a_clock_that_goes_backwards_does_no_harm() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        world.host.set_now_ms(1_000);
        world.sweep();
        assert_eq!(world.read("a", &id).unwrap(), CONTENT);
    }
}

#[test]
fn a_sweep_deletes_what_is_over_and_keeps_what_is_live() {
    for world in World::each() {
        let old = world.put("a", b"an older result");
        world.pass_hours(73);
        let live = world.put("a", CONTENT);
        let report = world.sweep();
        assert_eq!((report.blobs_deleted, report.bytes_freed, report.records_expired), (1, 15, 1));
        assert_eq!(world.read("a", &live).unwrap(), CONTENT);
        assert!(matches!(world.read("a", &old), Err(Error::Swept(_))));
        assert_eq!(world.sweep(), Default::default());
    }
}

#[test]
fn a_sweep_keeps_what_expired_just_now() {
    for world in World::each() {
        world.put("a", CONTENT);
        world.pass_hours(72);
        assert_eq!(world.sweep().blobs_deleted, 0);
    }
}

#[test]
fn a_sweep_deletes_tombstones_whose_time_is_over() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        world.store().touch(&world.entry("a", &id));
        world.pass_hours(72 + 720);
        let report = world.sweep();
        assert_eq!((report.tombstones_deleted, report.blobs_deleted, report.records_expired), (1, 1, 0));
        assert_eq!([world.names("record/"), world.names("use/"), world.names("blobs/")].concat(), [""; 0]);
    }
}

#[test]
fn leftovers_of_stopped_puts_go_after_a_while() {
    for world in World::each() {
        world.host.leave_partial_files();
        world.host.fail_after(12);
        let _ = world.try_put("a", CONTENT);
        world.host.repair();
        world.pass_hours(800);
        world.sweep();
        let kept = ["format", "records-in", "mark/"];
        let left = world.names("").into_iter().filter(|name| !kept.iter().any(|kept| name.starts_with(kept)));
        assert_eq!(left.collect::<Vec<_>>(), [""; 0]);
    }
}
