//! Everything that a store holds, damaged in every way, asked by every verb: the right answer or a typed error. The snapshot
//! `flips` is the table of what is answered.

mod fixture;
mod sums;

use super::world::*;
use fixture::*;
use std::collections::{BTreeMap, BTreeSet};
use toolaria_core::Rescuer;
use toolaria_core::error::{Error, Result};
use toolaria_core::model::{Query, SliceData, StoredRecord};
use toolaria_core::store::{Id, Store};

type Damage = (&'static str, Option<Vec<u8>>);

/// What a value may have become. `None` is gone.
fn damages(good: &[u8], others: Option<Vec<u8>>) -> Vec<Damage> {
    let flipped = |position: usize| {
        let mut bytes = good.to_vec();
        bytes[position / 8] ^= 1 << (position % 8);
        ("a bit", Some(bytes))
    };
    // One bit of every byte; every bit where there is but one byte.
    let step = if good.len() == 1 { 1 } else { 9 };
    let mut damages: Vec<Damage> = (0..8 * good.len()).step_by(step).map(flipped).collect();
    for length in BTreeSet::from([0, good.len() / 2, good.len().saturating_sub(1)]) {
        if length < good.len() {
            damages.push(("cut", Some(good[..length].to_vec())));
        }
    }
    damages.push(("longer", Some([good, b"\0"].concat())));
    damages.extend(others.map(|other| ("another's", Some(other))));
    damages.push(("gone", None));
    damages
}

fn queries() -> [Query; 7] {
    let pattern = || "needle|called".to_owned();
    [
        Query::Raw { start_byte: 0, count_bytes: None },
        Query::Outline,
        Query::Range { start: 0, count: None },
        Query::Grep { pattern: pattern() },
        Query::Chain { pattern: pattern(), context_lines: 1 },
        Query::Search { text: "needle called".to_owned(), top: None },
        Query::Full,
    ]
}

fn fetched(world: &World, id: &Id, query: Query) -> Result<String> {
    let slice = Rescuer::new(&world.host).fetch(id.as_str(), query, None, Some("a"))?;
    Ok(match slice.data {
        SliceData::Text(text) => format!("{}\n{text}", slice.notice),
        SliceData::Bytes(bytes) => format!("{}\n{}", slice.notice, String::from_utf8(bytes).unwrap()),
    })
}

/// What each verb that changes nothing answers to session `a`.
fn answers(world: &World, id: &Id) -> Vec<(&'static str, Result<String>)> {
    let rescuer = Rescuer::new(&world.host);
    let mut answers = vec![("list", rescuer.list_handles(Some("a"), None).map(|page| listed(&page.handles)))];
    answers.push(("status", rescuer.status().map(|_| "counts".to_owned())));
    answers.push(("stat", fetched(world, id, Query::Stat).map(|text| without_uses(&text))));
    let arguments = format!("{{\"text\":\"tla:{id}\"}}");
    answers.push(("expand", rescuer.expand("sink", &arguments, Some("a")).map(|expansion| expansion.arguments)));
    for query in queries() {
        let verb = if matches!(query, Query::Raw { .. }) { "raw" } else { "views" };
        answers.push((verb, fetched(world, id, query)));
    }
    answers
}

fn listed(handles: &[StoredRecord]) -> String {
    let line = |handle: &StoredRecord| {
        format!(
            "{} {:?} {} {:?}\nlabel: {}\n",
            handle.id,
            handle.arguments,
            handle.bytes,
            handle.tool,
            handle.label.name()
        )
    };
    handles.iter().map(line).collect()
}

fn without_uses(stat: &str) -> String {
    let changes = ["last_used_at_ms", "uses", "expires_at_ms"];
    stat.lines()
        .filter(|line| !changes.iter().any(|name| line.starts_with(name)))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// The cell of the table, after looking whether it may be.
fn outcome(case: &str, (verb, found): &(&str, Result<String>), right: &str, name: &str) -> &'static str {
    match found {
        Ok(text) if text == right => "right",
        Ok(text) if case.starts_with(OF_OTHER) && text.replace("public", "personal") == right => "a lower label",
        // Of the handles, those that cannot be read are left out, and nothing is added.
        Ok(text) if *verb == "list" && right.contains(text.as_str()) && text.len() < right.len() => "without it",
        Ok(text) => panic!("{case}: {verb} answers {text}"),
        Err(Error::Corrupt(message)) => {
            assert!(message.contains(name), "{case}: {verb} says {message}");
            "corrupt"
        }
        Err(Error::Swept(info)) => {
            assert!(!info.arguments.as_deref().unwrap_or_default().contains(SECRET), "{case}: {verb}: {info:?}");
            "swept"
        }
        Err(Error::NotFound(_)) => "not-found",
        Err(Error::Storage(_)) => "storage",
        Err(error) => panic!("{case}: {verb} says {error:?}"),
    }
}

type Cells = BTreeMap<(&'static str, &'static str), BTreeMap<&'static str, BTreeSet<&'static str>>>;

const VERBS: [&str; 8] = ["views", "raw", "expand", "stat", "list", "status", "put again", "sweep, raw"];

fn table(cells: &Cells) -> String {
    let mut table = format!("| what | damage | {} |\n|---|---|{}\n", VERBS.join(" | "), "---|".repeat(VERBS.len()));
    for ((kind, damage), outcomes) in cells {
        let said = |said: &BTreeSet<&str>| said.iter().copied().collect::<Vec<_>>().join(" or ");
        let cell = |verb: &str| outcomes.get(verb).map_or("not read".to_owned(), said);
        table += &format!("| {kind} | {damage} | {} |\n", VERBS.map(cell).join(" | "));
    }
    table
}

/// The content that is damaged, in each layout, by each damage, before each verb.
fn try_all(layout: usize, cells: &mut Cells) {
    let whole = Fixture::new(layout);
    for (kind, name, others) in whole.targets() {
        let shared = [OF_BOTH, OF_OTHER].contains(&kind);
        let (id, content) = if shared { (&whole.shared, SHARED) } else { (&whole.own, OWN) };
        let digest = Fixture::new(layout).world.entry("a", id).record.digest;
        let right = answers(&Fixture::new(layout).world, id);
        let raw = fetched(&Fixture::new(layout).world, id, queries()[0].clone()).unwrap();
        let damaged_name = if kind.starts_with("record") { id.as_str() } else { &digest };
        let good = whole.world.value(&name).unwrap();
        for (damage, bytes) in damages(&good, others.and_then(|other| whole.world.value(&other))) {
            let case = format!("{kind}, {damage}, layout {layout}, {bytes:?}");
            let damaged = || {
                let Fixture { world, .. } = Fixture::new(layout);
                match &bytes {
                    Some(bytes) => world.set(&name, bytes),
                    None => world.remove(&name),
                }
                world
            };
            let row = cells.entry((kind, damage)).or_default();
            let mut note = |found: &(&'static str, Result<String>), right: &str| {
                let said = outcome(&case, found, right, damaged_name);
                row.entry(found.0).or_default().insert(said);
            };
            for (found, (_, right)) in answers(&damaged(), id).iter().zip(&right) {
                note(found, right.as_ref().unwrap());
            }
            note(&("put again", put_again(&case, &damaged(), content).map(|()| raw.clone())), &raw);
            let swept = damaged();
            let report = Rescuer::new(&swept.host).sweep(None, None);
            note(&("sweep, raw", report.and_then(|_| fetched(&swept, id, queries()[0].clone()))), &raw);
            spares_others(&case, kind, &swept, &whole);
        }
    }
}

/// What is put again is read, if the put says so.
fn put_again(case: &str, world: &World, content: &[u8]) -> Result<()> {
    let renewed = world.try_put("a", content)?;
    assert_eq!(world.read("a", &renewed).unwrap(), content, "{case}");
    Ok(())
}

/// After the sweep the content of others is there, if the store can be opened.
fn spares_others(case: &str, kind: &str, world: &World, whole: &Fixture) {
    for (id, content) in [(&whole.foreign, FOREIGN), (&whole.shared, SHARED)] {
        match Store::open(&world.host, &world.settings) {
            Ok(_) => assert_eq!(world.read("b", id).unwrap(), content, "{case}"),
            Err(error) => assert!(["format", "records-in"].contains(&kind), "{case}: {error}"),
        }
    }
    assert_eq!(world.names("blobs/").iter().filter(|name| name.contains(whole.foreign.as_str())).count(), 1);
}

#[test]
fn whatever_is_damaged_the_answer_is_right_or_a_typed_error() {
    let mut cells = Cells::new();
    (0..=SET_ASIDE).for_each(|layout| try_all(layout, &mut cells));
    insta::assert_snapshot!("flips", table(&cells));
}
