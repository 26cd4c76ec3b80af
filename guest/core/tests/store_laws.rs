//! What the store promises, on each layout: a directory alone, a bucket alone, blobs in a directory and records in a bucket.

use toolaria_core::error::Error;
use toolaria_core::model::Label;
use toolaria_core::ports::Host;
use toolaria_core::ports::memory::MemoryHost;
use toolaria_core::session::Session;
use toolaria_core::settings::Settings;
use toolaria_core::store::{Draft, Entry, Id, Store};

const HOUR_MS: u64 = 3_600_000;
const CONTENT: &[u8] = b"a result";

fn draft() -> Draft {
    Draft {
        tool: Some("web_extract".to_owned()),
        toolset: None,
        arguments: Some(r#"{"url":"x"}"#.to_owned()),
        characters: 8,
        lines: 1,
        kind: "text".to_owned(),
        view_version: 1,
        label: Label::Public,
    }
}

fn session(id: &str) -> Session {
    Session::new(Some(id)).unwrap()
}

/// One host with short ways to use its store.
struct World {
    host: MemoryHost,
    settings: Settings,
}

impl World {
    fn new(directories: &[&str], buckets: &[&str]) -> World {
        World { host: MemoryHost::with(directories, buckets), settings: Settings::default() }
    }

    fn each() -> [World; 3] {
        [World::new(&["/store"], &[]), World::new(&[], &["toolaria"]), World::new(&["/store"], &["toolaria"])]
    }

    fn store(&self) -> Store<'_> {
        Store::open(&self.host, &self.settings).unwrap()
    }

    fn try_put(&self, of: &str, bytes: &[u8]) -> Result<Id, Error> {
        let store = Store::open(&self.host, &self.settings)?;
        store.put(&session(of), bytes, None, draft()).map(|(id, _)| id)
    }

    fn put(&self, of: &str, bytes: &[u8]) -> Id {
        self.try_put(of, bytes).unwrap()
    }

    fn read(&self, of: &str, id: &Id) -> Result<Vec<u8>, Error> {
        self.store().read(&session(of), id).map(|held| held.bytes)
    }

    fn entry(&self, of: &str, id: &Id) -> Entry {
        self.store().record(&session(of), id).unwrap()
    }

    fn pass_hours(&self, hours: u64) {
        self.host.set_now_ms(self.host.now_ms() + hours * HOUR_MS);
    }

    /// All keys and files whose name starts so.
    fn names(&self, start: &str) -> Vec<String> {
        let mut names = self.host.files("/store");
        if let Some(bucket) = self.host.bucket("toolaria").unwrap() {
            let mut cursor = None;
            loop {
                let page = bucket.list_keys(cursor).unwrap();
                names.extend(page.keys);
                cursor = page.cursor;
                if cursor.is_none() {
                    break;
                }
            }
        }
        names.retain(|name| name.starts_with(start));
        names.sort();
        names
    }

    /// Flips a bit in the middle of everything whose name starts so.
    fn damage(&self, start: &str) {
        let flip = |mut bytes: Vec<u8>| {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            bytes
        };
        for name in self.names(start) {
            if let Some(bytes) = self.host.file("/store", &name) {
                self.host.set_file("/store", &name, &flip(bytes));
            } else if let Some(bucket) = self.host.bucket("toolaria").unwrap() {
                bucket.set(&name, &flip(bucket.get(&name).unwrap().unwrap())).unwrap();
            }
        }
    }
}

/// Everything starts with the same 12 digits.
fn colliding(bytes: &[u8]) -> String {
    let number = bytes.iter().fold(7_u64, |number, byte| number.wrapping_mul(31).wrapping_add(u64::from(*byte)));
    format!("{:012}{number:052x}", 0)
}

/// Everything starts with the same 12 digits, and differs in the next 4.
fn nearly_colliding(bytes: &[u8]) -> String {
    format!("{:012}{:04x}{}", 0, bytes.len(), &colliding(bytes)[16..])
}

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
fn empty_content_is_content() {
    for world in World::each() {
        let id = world.put("a", b"");
        assert_eq!(world.read("a", &id).unwrap(), b"");
    }
}

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
fn a_put_that_failed_says_at_which_step() {
    let world = World::new(&["/store"], &[]);
    world.host.fail_after(0);
    let error = world.try_put("a", CONTENT).unwrap_err();
    assert_eq!(error, Error::Storage("The host's storage refused opening the bucket: the storage is gone.".to_owned()));
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
fn two_contents_of_one_id_in_one_session_get_two_ids() {
    for world in World::each() {
        let put = |bytes: &[u8]| {
            world.store().with_hash(nearly_colliding).put(&session("a"), bytes, None, draft()).unwrap().0
        };
        let ids = [put(b"one"), put(b"three"), put(b"one")];
        assert_eq!(ids[0].as_str(), "000000000000");
        assert_eq!(ids[1].as_str(), "0000000000000005");
        assert_eq!(ids[2], ids[0]);
        let store = world.store().with_hash(nearly_colliding);
        assert_eq!(store.read(&session("a"), &ids[0]).unwrap().bytes, b"one");
        assert_eq!(store.read(&session("a"), &ids[1]).unwrap().bytes, b"three");
    }
}

#[test]
fn an_id_grows_as_far_as_it_must() {
    let world = World::new(&["/store"], &[]);
    let put = |bytes: &[u8]| world.store().with_hash(colliding).put(&session("a"), bytes, None, draft()).unwrap().0;
    put(b"one");
    put(b"two");
    assert_eq!(put(b"three").as_str().len(), 20);
}

#[test]
fn two_contents_of_one_id_in_two_sessions_do_not_meet() {
    let world = World::new(&["/store"], &[]);
    let store = world.store().with_hash(colliding);
    let (one, _) = store.put(&session("a"), b"one", None, draft()).unwrap();
    let (two, _) = store.put(&session("b"), b"two", None, draft()).unwrap();
    assert_eq!(one, two);
    assert_eq!(store.read(&session("a"), &one).unwrap().bytes, b"one");
    assert_eq!(store.read(&session("b"), &two).unwrap().bytes, b"two");
}

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
        world.store().sweep().unwrap();
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
        world.store().sweep().unwrap();
        assert_eq!(world.read("a", &id).unwrap(), CONTENT);
    }
}

#[test]
fn a_damaged_record_is_corrupt_and_keeps_its_id() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        world.damage("record/");
        let error = world.read("a", &id).unwrap_err();
        assert!(matches!(&error, Error::Corrupt(message) if message.contains(id.as_str())), "{error}");
        let renewed = world.put("a", CONTENT);
        assert_eq!(renewed.as_str().len(), 16);
        assert_eq!(world.read("a", &renewed).unwrap(), CONTENT);
    }
}

#[test]
fn a_sweep_spares_the_blob_of_a_damaged_record() {
    for world in World::each() {
        world.put("a", CONTENT);
        world.damage("record/");
        world.pass_hours(100);
        assert_eq!(world.store().sweep().unwrap().blobs_deleted, 0);
        assert_eq!(world.names("blobs/").len(), 1);
    }
}

#[test]
fn a_damaged_blob_is_corrupt_by_name_until_it_is_put_again() {
    for (world, start) in World::each().into_iter().zip(["blobs/", "chunks/", "blobs/"]) {
        let id = world.put("a", CONTENT);
        let digest = world.entry("a", &id).record.digest;
        world.damage(start);
        let error = world.read("a", &id).unwrap_err();
        assert!(matches!(&error, Error::Corrupt(message) if message.contains(&digest)), "{error}");
        world.put("b", CONTENT);
        assert_eq!(world.read("a", &id).unwrap(), CONTENT);
    }
}

#[test]
fn a_damaged_manifest_is_corrupt_until_the_content_is_put_again() {
    let world = World::new(&[], &["toolaria"]);
    let id = world.put("a", CONTENT);
    world.damage("blobs/");
    assert!(matches!(world.read("a", &id), Err(Error::Corrupt(_))));
    world.put("a", CONTENT);
    assert_eq!(world.read("a", &id).unwrap(), CONTENT);
}

#[test]
fn a_lost_blob_is_swept() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        for name in world.names("blobs/") {
            match world.host.directories().unwrap().first() {
                Some((_, directory)) => drop(directory.remove(&name).unwrap()),
                None => world.host.bucket("toolaria").unwrap().unwrap().delete(&name).unwrap(),
            }
        }
        assert!(matches!(world.read("a", &id), Err(Error::Swept(_))));
        assert!(matches!(world.store().record(&session("a"), &id), Err(Error::Swept(_))));
        assert_eq!(world.store().status().unwrap().tombstones, 1);
        assert_eq!(world.store().list(&session("a"), None).unwrap().handles, []);
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

#[test]
fn forget_erases_all_but_what_others_hold() {
    for world in World::each() {
        let shared = world.put("a", CONTENT);
        world.put("b", CONTENT);
        let own = world.put("a", b"only of a");
        world.store().touch(&world.entry("a", &own));
        let report = world.store().forget(&session("a")).unwrap();
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
        world.store().forget(&session("a")).unwrap();
        let left: Vec<String> = world.names("").into_iter().filter(|name| !name.starts_with("mark/")).collect();
        assert_eq!(left, ["format"]);
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
            world.store().forget(&session("a")).unwrap();
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
fn a_sweep_deletes_what_is_over_and_keeps_what_is_live() {
    for world in World::each() {
        let old = world.put("a", b"an older result");
        world.pass_hours(73);
        let live = world.put("a", CONTENT);
        let report = world.store().sweep().unwrap();
        assert_eq!((report.blobs_deleted, report.bytes_freed, report.records_expired), (1, 15, 1));
        assert_eq!(world.read("a", &live).unwrap(), CONTENT);
        assert!(matches!(world.read("a", &old), Err(Error::Swept(_))));
        assert_eq!(world.store().sweep().unwrap(), Default::default());
    }
}

#[test]
fn a_sweep_keeps_what_expired_just_now() {
    for world in World::each() {
        world.put("a", CONTENT);
        world.pass_hours(72);
        assert_eq!(world.store().sweep().unwrap().blobs_deleted, 0);
    }
}

#[test]
fn a_sweep_deletes_tombstones_whose_time_is_over() {
    for world in World::each() {
        let id = world.put("a", CONTENT);
        world.store().touch(&world.entry("a", &id));
        world.pass_hours(72 + 720);
        let report = world.store().sweep().unwrap();
        assert_eq!((report.tombstones_deleted, report.blobs_deleted, report.records_expired), (1, 1, 0));
        assert_eq!([world.names("record/"), world.names("use/"), world.names("blobs/")].concat(), [""; 0]);
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
            let first = Store::open(&world.host, &world.settings).and_then(|store| store.sweep());
            world.host.repair();
            assert_eq!(world.read("a", &live).unwrap(), CONTENT);
            world.store().sweep().unwrap();
            assert_eq!(world.read("a", &live).unwrap(), CONTENT);
            assert_eq!((world.names("blobs/").len(), world.names("aside/").len()), (1, 0));
            if first.is_ok() {
                break;
            }
        }
    }
}

#[test]
fn a_put_in_the_middle_of_a_sweep_is_refused_or_kept() {
    for make in 0..3 {
        for operation in 0.. {
            let world = World::each().into_iter().nth(make).unwrap();
            let id = world.put("a", CONTENT);
            world.pass_hours(800);
            let other = World { host: MemoryHost::on(world.host.storage()), settings: Settings::default() };
            let outcome = std::rc::Rc::new(std::cell::RefCell::new(None));
            let (slot, start) = (std::rc::Rc::clone(&outcome), world.host.operations());
            world.host.before_each_operation(move |number| {
                if number == start + operation {
                    *slot.borrow_mut() = Some(other.try_put("a", CONTENT));
                }
            });
            world.store().sweep().unwrap();
            let Some(outcome) = outcome.take() else { break };
            if outcome.is_ok() {
                assert_eq!(world.read("a", &id).unwrap(), CONTENT, "layout {make}, operation {operation}");
            }
        }
    }
}

#[test]
fn a_fetch_in_the_middle_of_a_forget_brings_nothing_back() {
    for make in 0..3 {
        for operation in 0.. {
            let world = World::each().into_iter().nth(make).unwrap();
            let id = world.put("a", CONTENT);
            let other = World { host: MemoryHost::on(world.host.storage()), settings: Settings::default() };
            let ran = std::rc::Rc::new(std::cell::Cell::new(false));
            let (flag, start) = (std::rc::Rc::clone(&ran), world.host.operations());
            world.host.before_each_operation(move |number| {
                if number == start + operation {
                    flag.set(true);
                    let _ = other.read("a", &id);
                }
            });
            world.store().forget(&session("a")).unwrap();
            if !ran.get() {
                break;
            }
            assert_eq!(
                [world.names("blobs/"), world.names("aside/")].concat(),
                [""; 0],
                "layout {make}, operation {operation}"
            );
        }
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
        world.store().sweep().unwrap();
        let kept = ["format", "mark/"];
        let left = world.names("").into_iter().filter(|name| !kept.iter().any(|kept| name.starts_with(kept)));
        assert_eq!(left.collect::<Vec<_>>(), [""; 0]);
    }
}

#[test]
fn a_sidecar_goes_with_its_blob() {
    let world = World::new(&["/store"], &[]);
    let id = world.put("a", CONTENT);
    let digest = world.entry("a", &id).record.digest;
    world.host.set_file("/store", &format!("sidecars/{digest}.outline"), b"1234");
    assert_eq!(world.store().status().unwrap().sidecar_bytes, 4);
    assert_eq!(world.store().forget(&session("a")).unwrap().bytes_freed, 12);
    assert_eq!(world.names("sidecars/"), [""; 0]);
}

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
