//! A small store in which each kind of value is, of a session and of another.

use crate::world::*;
use toolaria_core::model::Label;
use toolaria_core::store::{Draft, Id};

pub const OWN: &[u8] = b"{\"of\":\"session a\",\n\"needle\":1}\n";
pub const FOREIGN: &[u8] = b"{\"of\":\"secretive b\",\"needle\":2}";
pub const SHARED: &[u8] = b"what both have called";
pub const SECRET: &str = "secretive";

pub const OF_BOTH: &str = "record of what both hold";
pub const OF_OTHER: &str = "label that the other gave";

/// The layout after those of [`World::each`]: a directory in which a killed sweep has set the blob of `OWN` aside.
pub const SET_ASIDE: usize = 3;

/// A store in which session `a` holds `OWN` and `SHARED`, and `b` holds `FOREIGN` and `SHARED`. All of them live by their last use.
/// That `SHARED` is personal only `b` has said.
pub struct Fixture {
    pub world: World,
    pub own: Id,
    pub shared: Id,
    pub foreign: Id,
}

impl Fixture {
    pub fn new(layout: usize) -> Fixture {
        let world = World::each().into_iter().nth(layout % SET_ASIDE).unwrap();
        world.host.set_setting("passref_allowed_tools", "sink");
        let put = |of: &str, bytes: &[u8], label: Label| {
            let of_tool = if of == "b" { SECRET } else { of };
            let draft = Draft { arguments: Some(format!("{{\"of\":\"{of_tool}\"}}")), label, ..draft() };
            world.store().put(&session(of), bytes, None, draft).unwrap().0
        };
        let own = put("a", OWN, Label::Personal);
        let shared = put("a", SHARED, Label::Public);
        let foreign = put("b", FOREIGN, Label::Personal);
        put("b", SHARED, Label::Personal);
        world.pass_hours(70);
        for (of, id) in [("a", &own), ("a", &shared), ("b", &foreign), ("b", &shared)] {
            world.store().touch(&world.entry(of, id));
        }
        world.store().sweep(Some(1), None).unwrap();
        for id in [&own, &foreign] {
            let digest = world.names("label/").into_iter().find(|name| name[6..].starts_with(id.as_str())).unwrap();
            world.set(&format!("mark/{}.1666600", &digest[6..70]), b"");
        }
        world.pass_hours(50);
        if layout == SET_ASIDE {
            let blob = world.names("blobs/").into_iter().find(|name| name.contains(own.as_str())).unwrap();
            world.set(&format!("aside/{}.0123456789abcdef", &blob[6..]), OWN);
            world.remove(&blob);
        }
        Fixture { world, own, shared, foreign }
    }

    /// What there is of `a` in it: kind, name, and the name of the same kind that belongs to `b`.
    pub fn targets(&self) -> Vec<(&'static str, String, Option<String>)> {
        let names = self.world.names("");
        let of = |start: &str, id: &Id| -> Vec<String> {
            names.iter().filter(|name| name.starts_with(start) && name.contains(id.as_str())).cloned().collect()
        };
        let mine = |start: &str| of(start, &self.own)[0].clone();
        let theirs = |start: &str| of(start, &self.foreign).first().cloned();
        let in_bucket = !of("chunks/", &self.own).is_empty();
        let mut targets: Vec<(&str, String, Option<String>)> =
            [("use", "use/"), ("label", "label/"), ("mark", "mark/")]
                .map(|(kind, start)| (kind, mine(start), theirs(start)))
                .to_vec();
        let aside = of("aside/", &self.own);
        match (in_bucket, aside.first()) {
            (true, _) => {
                targets.push(("manifest", mine("blobs/"), theirs("blobs/")));
                targets.push(("chunk", mine("chunks/"), theirs("chunks/")));
            }
            (false, None) => targets.push(("blob", mine("blobs/"), theirs("blobs/"))),
            (false, Some(aside)) => targets.push(("blob set aside", aside.clone(), theirs("blobs/"))),
        }
        targets.push((OF_OTHER, of("label/", &self.shared)[0].clone(), None));
        targets.push(("record", mine("record/"), theirs("record/")));
        let [one, two] = &of("record/", &self.shared)[..] else { panic!("two sessions hold it") };
        let owner = mine("record/").rsplit_once('.').unwrap().0.to_owned();
        let (record, other) = if one.starts_with(&owner) { (one, two) } else { (two, one) };
        targets.push((OF_BOTH, record.clone(), Some(other.clone())));
        for kind in ["format", "records-in", "sweep"] {
            targets.extend(names.iter().find(|name| *name == kind).map(|name| (kind, name.clone(), None)));
        }
        targets
    }
}
