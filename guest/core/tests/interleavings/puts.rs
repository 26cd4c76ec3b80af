//! Puts at once.

use crate::on_each_layout;
use crate::operation::DIRECTORY;
use crate::program::Program;
use crate::scenario::{Handle, Scenario};
use crate::world::{Layout, World};

pub const CONTENT: &[u8] = b"a result";
pub const OTHER: &[u8] = b"some other result";

pub fn put(of: &'static str) -> Program {
    Program::Put { of, bytes: CONTENT, file: None }
}

/// A store that somebody has put into before.
pub fn used(layout: Layout) -> (World, Handle) {
    let world = World::new(layout);
    let handle = kept(&world, "c", b"an older result");
    (world, handle)
}

/// A handle that is emitted now.
pub fn kept(world: &World, of: &'static str, bytes: &'static [u8]) -> Handle {
    Handle { of, id: world.put(of, bytes).expect("a good storage"), bytes }
}

/// The same content out of a file, which is put there now.
pub fn put_spooled(world: &World, of: &'static str) -> Program {
    let file = if of == "a" { "incoming/1" } else { "incoming/2" };
    world.host.set_file(DIRECTORY, file, CONTENT);
    Program::Put { of, bytes: CONTENT, file: Some(file) }
}

/// Everything starts with the same 12 digits.
fn colliding(bytes: &[u8]) -> String {
    format!("{:012}{:04x}{:048}", 0, bytes.len(), 0)
}

fn two_puts(layout: Layout, programs: [Program; 2]) -> Scenario {
    let (world, handle) = used(layout);
    Scenario::new(&world, programs).with_standing(vec![handle])
}

pub fn colliding_puts(layout: Layout, of: &'static str) -> Scenario {
    let mut world = World::new(layout);
    world.hash = Some(colliding);
    let handle = kept(&world, "c", b"an older result");
    let programs = [put("a"), Program::Put { of, bytes: OTHER, file: None }];
    Scenario::new(&world, programs).with_standing(vec![handle])
}

on_each_layout! {
    one_content_put_twice_at_once_by_one_session = |layout| two_puts(layout, [put("a"), put("a")]),
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    one_content_put_at_once_by_two_sessions = |layout| two_puts(layout, [put("a"), put("b")]),
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    two_contents_of_one_id_put_at_once_by_two_sessions = |layout| colliding_puts(layout, "b"),
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    the_first_puts_of_a_store_at_once = |layout| {
        Scenario::new(&World::new(layout), [put("a"), put("b")]).where_puts_may_be_refused()
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    one_spooled_content_put_at_once_by_two_sessions = |layout| {
        let (world, handle) = used(layout);
        let programs = [put_spooled(&world, "a"), put_spooled(&world, "b")];
        Scenario::new(&world, programs).with_standing(vec![handle])
    },
        on in_a_directory Directory in_both Both;
    a_put_at_once_with_a_put_that_mends_its_blob = |layout| {
        let (world, _) = used(layout);
        world.put("a", CONTENT).expect("a good storage");
        world.lose("blobs/");
        world.lose("chunks/");
        world.pass_hours(1);
        Scenario::new(&world, [put("a"), put("b")])
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
}
