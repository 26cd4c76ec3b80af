//! The sums of a large blob: whatever becomes of them, the answer is right and they are made anew.

use super::fixture::SECRET;
use super::{Cells, damages, fetched, outcome, put_again, queries, table};
use crate::world::*;

/// The sums of a large blob, which only `raw` reads.
fn try_all(layout: usize, cells: &mut Cells) {
    let world = World::each().into_iter().nth(layout).unwrap();
    let lines = |word: &str| (0..48_000).map(|line| format!("{word} of line {line}\n")).collect::<String>();
    let own = lines("some text");
    let (id, foreign) = (world.put("a", own.as_bytes()), world.put("b", lines(SECRET).as_bytes()));
    let name = |of, id| format!("sidecars/{}.sums", world.entry(of, id).record.digest);
    let (name, foreign) = (name("a", &id), name("b", &foreign));
    let good = world.value(&name).unwrap();
    let right = fetched(&world, &id, queries()[0].clone()).unwrap();
    for (number, (damage, bytes)) in damages(&good, world.value(&foreign)).into_iter().enumerate() {
        // Each costs a read of the whole content: every byte in one layout is enough.
        if damage == "a bit" && layout > 0 && number % 16 > 0 {
            continue;
        }
        let row = cells.entry(("sums", damage)).or_default();
        let spoil = || match &bytes {
            Some(bytes) => world.set(&name, bytes),
            None => world.remove(&name),
        };
        let mut note = |verb, found| {
            let said = outcome(damage, &(verb, found), &right, id.as_str());
            assert_eq!(world.value(&name).as_ref(), Some(&good), "{damage}: {verb} makes them anew");
            row.entry(verb).or_default().insert(said);
        };
        spoil();
        note("raw", fetched(&world, &id, queries()[0].clone()));
        if damage != "a bit" {
            spoil();
            note("put again", put_again(damage, &world, own.as_bytes()).map(|()| right.clone()));
            spoil();
            note("sweep, raw", Ok(world.sweep()).and_then(|_| fetched(&world, &id, queries()[0].clone())));
        }
    }
}

#[test]
fn whatever_becomes_of_sums_the_answer_is_right() {
    let mut cells = Cells::new();
    (0..3).for_each(|layout| try_all(layout, &mut cells));
    insta::assert_snapshot!("sums", table(&cells));
}
