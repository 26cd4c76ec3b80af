//! What is no regular file stands in nobody's way: everything goes on, leaves it alone, and the doctor names it.

use super::world::*;
use toolaria_core::model::{Ailment, FindingState, Label, Treatment};
use toolaria_core::store::{Draft, Id};

/// A store in a directory with a result that lives and one that is to be forgotten.
struct Fixture {
    world: World,
    live: Id,
    doomed: Id,
}

impl Fixture {
    fn each() -> impl Iterator<Item = Fixture> {
        [World::new(&["/store"], &[]), World::new(&["/store"], &["toolaria"])].into_iter().map(|world| {
            let live = world.put("live", b"a result that lives");
            let doomed = world.put("doomed", CONTENT);
            Fixture { world, live, doomed }
        })
    }

    fn digest(&self, of: &str, id: &Id) -> String {
        self.world.entry(of, id).record.digest
    }

    fn make_link(&self, name: &str) {
        self.world.host.set_file("/store", name, b"what the link leads to");
        self.world.host.make_link("/store", name);
    }

    /// All that runs by itself or for the people who run a host, with what the doctor finds under a name.
    #[track_caller]
    fn goes_on_beside(&self, name: &str) -> Vec<Ailment> {
        let Fixture { world, live, doomed } = self;
        let mut ailments = Vec::new();
        for hours in [0, 1] {
            world.pass_hours(hours);
            assert_eq!(world.store().status().unwrap().records, 2, "{name}");
            assert_eq!(world.sweep().blobs_deleted, 0, "{name}");
            let found = |treatment| world.store().doctor(treatment, |_| draft(), None, None).unwrap().findings;
            assert_eq!(found(Treatment::Report), found(Treatment::Mend), "{name}");
            ailments = found(Treatment::Report)
                .into_iter()
                .map(|finding| {
                    assert_eq!((finding.name.as_str(), finding.state), (name, FindingState::Open));
                    finding.ailment
                })
                .collect();
        }
        assert_eq!(world.read("live", live).unwrap(), b"a result that lives", "{name}");
        let digest = self.digest("doomed", doomed);
        let report = world.forget("doomed");
        assert_eq!((report.records_deleted, report.blobs_deleted), (1, 1), "{name}");
        assert_eq!(world.names(&format!("blobs/{digest}")), [""; 0], "{name}");
        assert_eq!(world.read("live", live).unwrap(), b"a result that lives", "{name}");
        assert!(world.put("later", CONTENT) == *doomed && world.read("later", doomed).is_ok(), "{name}");
        ailments
    }
}

#[test]
fn a_link_is_named_and_left_alone() {
    for index in 0..5 {
        for fixture in Fixture::each() {
            let (live, doomed) = (fixture.digest("live", &fixture.live), fixture.digest("doomed", &fixture.doomed));
            let name = match index {
                0 => format!("sidecars/{}.sums", "f".repeat(64)),
                1 => format!("sidecars/{live}.sums"),
                2 => format!("blobs/{}", "f".repeat(64)),
                3 => format!("aside/{}.0123456789abcdef", "f".repeat(64)),
                _ => format!("aside/{doomed}.0123456789abcdef"),
            };
            fixture.make_link(&name);
            assert_eq!(fixture.goes_on_beside(&name), [Ailment::Withheld], "{name}");
            assert!(fixture.world.host.file("/store", &name).is_some(), "{name} is deleted");
        }
    }
}

#[test]
fn a_folder_is_none_of_ours() {
    let digest = "f".repeat(64);
    let names = ["blobs", "sidecars", "aside", "tmp", "incoming"].map(|folder| format!("{folder}/folder/x"));
    for name in names.into_iter().chain([
        format!("aside/{digest}.x/x"),
        format!("sidecars/{digest}.sums/x"),
        "sweep/x".to_owned(),
    ]) {
        for fixture in Fixture::each() {
            fixture.world.host.set_file("/store", &name, b"");
            assert_eq!(fixture.goes_on_beside(&name), [], "{name}");
            assert!(fixture.world.host.file("/store", &name).is_some(), "{name} is deleted");
        }
    }
}

#[test]
fn a_blob_that_is_a_link_is_not_deleted_with_its_record() {
    for Fixture { world, live, doomed } in Fixture::each() {
        let blob = format!("blobs/{}", world.entry("doomed", &doomed).record.digest);
        world.host.make_link("/store", &blob);
        world.pass_hours(1);
        assert_eq!(world.store().status().unwrap().blobs, 1);
        assert_eq!(world.store().list(&session("doomed"), None).unwrap().handles, []);
        let report = world.forget("doomed");
        assert_eq!((report.records_deleted, report.blobs_deleted), (1, 0));
        world.sweep();
        assert!(world.host.file("/store", &blob).is_some() && world.read("live", &live).is_ok());
    }
}

#[test]
fn a_link_in_the_place_of_a_small_value_hides_no_other() {
    for start in ["last/", "label/", "use/", "sweep"] {
        let world = World::new(&["/store"], &[]);
        let secret = Draft { label: Label::Personal, ..draft() };
        let (id, _) = world.store().put(&session("a"), CONTENT, None, secret).unwrap();
        world.store().note_last(&session("a"), "tool", &id);
        world.store().touch(&world.entry("a", &id));
        let live = world.put("live", b"a result that lives");
        world.sweep();
        let name = world.names(start).remove(0);
        world.host.make_link("/store", &name);
        world.pass_hours(1);
        world.store().status().unwrap();
        assert_eq!(world.store().list(&session("live"), None).unwrap().handles.len(), 1);
        world.store().list(&session("a"), None).unwrap();
        world.sweep();
        world.store().doctor(Treatment::Mend, |_| draft(), None, None).unwrap();
        world.forget("a");
        assert!(world.read("live", &live).is_ok());
    }
}

#[test]
fn a_damaged_record_whose_blob_is_withheld_keeps_its_id() {
    for Fixture { world, live, doomed } in Fixture::each() {
        let digest = world.entry("doomed", &doomed).record.digest;
        let record = world.names("record/").into_iter().find(|name| name.ends_with(doomed.as_str())).unwrap();
        world.damage(&record);
        world.host.make_link("/store", &format!("blobs/{digest}"));
        world.pass_hours(1);
        let findings = world.store().doctor(Treatment::Mend, |_| draft(), None, None).unwrap().findings;
        let found: Vec<_> = findings.iter().map(|finding| (finding.ailment, finding.state)).collect();
        assert_eq!(found, [Ailment::DamagedRecord, Ailment::Withheld].map(|ailment| (ailment, FindingState::Open)));
        assert!(world.value(&record).is_some() && world.read("live", &live).is_ok());
    }
}
