//! Time: uses, tombstones, sweeps.

use super::world::*;
use toolaria_core::error::Error;
use toolaria_core::ports::Host;
use toolaria_core::settings::Thousandths;
use toolaria_core::store::Id;

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

/// Uses it now, as often as given.
fn use_it(world: &World, id: &Id, times: u64) {
    for _ in 0..times {
        world.store().touch(&world.entry("a", id));
    }
}

#[test]
fn three_uses_within_an_hour_make_a_result_hot() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        use_it(&world, &id, 2);
        assert!(!world.entry("a", &id).is_hot);
        world.pass_hours(1);
        use_it(&world, &id, 1);
        let entry = world.entry("a", &id);
        assert!(entry.is_hot);
        assert_eq!(entry.expires_at_ms, world.host.now_ms() + 168 * HOUR_MS);
    }
}

#[test]
fn uses_of_other_days_have_faded() {
    let world = World::new(&["/store"], &[]);
    let id = world.put("a", CONTENT);
    for _ in 0..10 {
        use_it(&world, &id, 1);
        world.pass_hours(24);
    }
    let entry = world.entry("a", &id);
    assert_eq!((entry.usage.count, entry.usage.heat_thousandths, entry.is_hot), (10, 1_998, false));
}

#[test]
fn the_settings_say_what_is_hot_and_for_how_long() {
    let mut world = World::new(&["/store"], &[]);
    world.settings.hot_fetch_threshold = Thousandths(1_500);
    world.settings.hot_ttl_hours = 100;
    world.settings.fetch_decay_half_life_hours = 48;
    let id = world.put("a", CONTENT);
    use_it(&world, &id, 1);
    world.pass_hours(48);
    use_it(&world, &id, 1);
    let entry = world.entry("a", &id);
    assert!(entry.is_hot, "one use and half of one are 1.5");
    assert_eq!(entry.expires_at_ms, world.host.now_ms() + 100 * HOUR_MS);
    world.settings.fetch_decay_half_life_hours = 24;
    world.pass_hours(1);
    use_it(&world, &id, 1);
    assert!(world.entry("a", &id).is_hot);
    world.settings.hot_fetch_threshold = Thousandths(3_000);
    assert!(!world.entry("a", &id).is_hot);
}

#[test]
fn a_short_hot_ttl_shortens_no_life() {
    let mut world = World::new(&["/store"], &[]);
    world.settings.hot_ttl_hours = 1;
    let id = world.put("a", CONTENT);
    use_it(&world, &id, 3);
    assert_eq!(world.entry("a", &id).expires_at_ms, world.host.now_ms() + 72 * HOUR_MS);
}

#[test]
fn the_settings_say_how_long_a_result_and_its_tombstone_live() {
    let mut world = World::new(&["/store"], &[]);
    world.settings.ttl_hours = 2;
    world.settings.tombstone_ttl_hours = 3;
    let id = world.put("a", CONTENT);
    world.pass_hours(1);
    assert_eq!(world.read("a", &id).unwrap(), CONTENT);
    world.pass_hours(1);
    assert!(matches!(world.read("a", &id), Err(Error::Swept(_))));
    world.pass_hours(3);
    assert!(matches!(world.read("a", &id), Err(Error::NotFound(_))));
}

#[test]
fn a_use_after_the_clock_went_backwards_shortens_no_life() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        use_it(&world, &id, 1);
        let entry = world.entry("a", &id);
        world.host.set_now_ms(1_000);
        use_it(&world, &id, 1);
        assert_eq!(world.entry("a", &id).expires_at_ms, entry.expires_at_ms);
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
        let kept = ["format", "records-in", "mark/", "sweep"];
        let left = world.names("").into_iter().filter(|name| !kept.iter().any(|kept| name.starts_with(kept)));
        assert_eq!(left.collect::<Vec<_>>(), [""; 0]);
    }
}
