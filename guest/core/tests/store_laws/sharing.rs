//! What sessions see and erase of each other: nothing.

use super::world::*;
use toolaria_core::error::Error;
use toolaria_core::model::Label;
use toolaria_core::session::Session;
use toolaria_core::store::{Draft, Id};

#[test]
fn another_sessions_id_and_an_unknown_one_are_the_same_not_found() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        let foreign = world.read("b", &id).unwrap_err();
        assert!(matches!(foreign, Error::NotFound(_)));
        let unknown = Id::parse("0123456789ab").unwrap();
        let message = world.read("b", &unknown).unwrap_err().message().replace("0123456789ab", id.as_str());
        assert_eq!(foreign.message(), message);
        assert!(world.store().read(&Session::new(None).unwrap(), &id).is_err());
    }
}

#[test]
fn a_foreign_tombstone_is_not_found_either() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        world.pass_hours(73);
        assert!(matches!(world.read("a", &id), Err(Error::Swept(_))));
        assert!(matches!(world.read("b", &id), Err(Error::NotFound(_))));
    }
}

#[test]
fn unscoped_access_reads_any_session_but_no_credential() {
    for mut world in World::each() {
        world.settings.unscoped_access = true;
        let id = world.put("a", CONTENT);
        assert_eq!(world.read("b", &id).unwrap(), CONTENT);
        let secret = Draft { label: Label::Credential, ..draft() };
        world.store().put(&session("c"), CONTENT, None, secret).unwrap();
        assert!(matches!(world.read("b", &id), Err(Error::NotFound(_))));
        assert_eq!(world.entry("a", &id).record.label, Label::Credential);
    }
}

#[test]
fn an_own_tombstone_hides_no_live_result_from_unscoped_access() {
    for mut world in World::each() {
        world.settings.unscoped_access = true;
        let id = world.put("a", CONTENT);
        world.pass_hours(73);
        assert!(matches!(world.read("a", &id), Err(Error::Swept(_))));
        world.put("b", CONTENT);
        assert_eq!(world.read("a", &id).unwrap(), CONTENT);
    }
}

#[test]
fn another_sessions_damaged_record_hides_no_live_result_from_unscoped_access() {
    for mut world in World::each() {
        world.settings.unscoped_access = true;
        let id = world.put("a", CONTENT);
        world.damage("record/");
        world.put("b", CONTENT);
        for of in ["c", "d"] {
            assert_eq!(world.read(of, &id).unwrap(), CONTENT);
        }
    }
}

#[test]
fn a_use_through_unscoped_access_counts_for_the_session_that_put() {
    let mut world = World::new(&["/store"], &[]);
    world.settings.unscoped_access = true;
    let id = world.put("a", CONTENT);
    world.store().touch(&world.entry("b", &id));
    assert_eq!(world.entry("a", &id).usage.count, 1);
}

#[test]
fn the_highest_label_of_all_sessions_holds() {
    for world in World::each() {
        let personal = Draft { label: Label::Personal, ..draft() };
        let id = world.put("a", CONTENT);
        world.store().put(&session("b"), CONTENT, None, personal).unwrap();
        assert_eq!(world.entry("a", &id).record.label, Label::Personal);
    }
}

#[test]
fn forget_erases_all_but_what_others_hold() {
    for world in World::each() {
        let shared = world.put("a", CONTENT);
        world.put("b", CONTENT);
        let own = world.put("a", b"only of a");
        world.store().touch(&world.entry("a", &own));
        let report = world.forget("a");
        assert_eq!((report.records_deleted, report.blobs_deleted, report.bytes_freed), (2, 1, 9));
        assert!(matches!(world.read("a", &own), Err(Error::NotFound(_))));
        assert!(matches!(world.read("a", &shared), Err(Error::NotFound(_))));
        assert_eq!(world.read("b", &shared).unwrap(), CONTENT);
        assert_eq!(world.names("use/"), [""; 0]);
        assert_eq!(world.names("blobs/").len(), 1);
    }
}

#[test]
fn forget_leaves_nothing_of_a_credential_behind() {
    for world in World::each() {
        let secret = Draft { label: Label::Credential, ..draft() };
        world.store().put(&session("a"), CONTENT, None, secret).unwrap();
        world.forget("a");
        let left: Vec<String> = world.names("").into_iter().filter(|name| !name.starts_with("mark/")).collect();
        assert!(left.iter().all(|name| ["format", "records-in"].contains(&name.as_str())), "{left:?}");
    }
}

#[test]
fn a_forget_takes_what_stopped_calls_left_of_any_content() {
    let world = World::new(&["/store"], &[]);
    world.put("a", CONTENT);
    world.host.set_file("/store", "tmp/0000000000000001", CONTENT);
    world.host.set_file("/store", "incoming/spooled", CONTENT);
    world.pass_hours(1);
    world.forget("a");
    assert_eq!([world.names("tmp/"), world.names("incoming/")].concat(), [""; 0]);
}

#[test]
fn a_sidecar_goes_with_its_blob() {
    let world = World::new(&["/store"], &[]);
    let id = world.put("a", CONTENT);
    let digest = world.entry("a", &id).record.digest;
    world.host.set_file("/store", &format!("sidecars/{digest}.outline"), b"1234");
    assert_eq!(world.store().status().unwrap().sidecar_bytes, 4);
    assert_eq!(world.forget("a").bytes_freed, 12);
    assert_eq!(world.names("sidecars/"), [""; 0]);
}
