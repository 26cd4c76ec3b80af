//! Forgets at once with puts, fetches and sweeps.

use crate::on_each_layout;
use crate::program::Program;
use crate::puts::{CONTENT, OTHER, kept, put, put_spooled};
use crate::scenario::{Handle, Scenario};
use crate::world::{Layout, World};

pub const FORGET: Program = Program::Forget { of: "a" };

/// A store in which session a holds content.
pub fn held(layout: Layout) -> (World, Handle) {
    let world = World::new(layout);
    let handle = kept(&world, "a", CONTENT);
    (world, handle)
}

fn held_by_both(layout: Layout) -> (World, Vec<Handle>) {
    let (world, handle) = held(layout);
    let other = kept(&world, "b", CONTENT);
    (world, vec![handle, other])
}

pub fn fetch(handle: &Handle) -> Program {
    Program::Fetch { of: handle.of, id: handle.id.clone() }
}

on_each_layout! {
    a_put_and_a_forget_of_the_same_content_and_session = |layout| {
        let (world, handle) = held(layout);
        Scenario::new(&world, [put("a"), FORGET]).with_standing(vec![handle]).where_puts_may_be_refused()
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_spooled_put_and_a_forget_of_the_same_content_and_session = |layout| {
        let (world, handle) = held(layout);
        let put = put_spooled(&world, "a");
        Scenario::new(&world, [put, FORGET]).with_standing(vec![handle]).where_puts_may_be_refused()
    },
        on in_a_directory Directory;
    a_put_of_new_content_and_a_forget_of_its_session = |layout| {
        let (world, handle) = held(layout);
        let put = Program::Put { of: "a", bytes: OTHER, file: None };
        Scenario::new(&world, [put, FORGET]).with_standing(vec![handle]).where_puts_may_be_refused()
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_put_and_another_sessions_forget_of_the_same_content = |layout| {
        let (world, handle) = held(layout);
        let scenario = Scenario::new(&world, [put("b"), FORGET]).with_standing(vec![handle]);
        if layout == Layout::Bucket { scenario.where_puts_may_be_refused() } else { scenario }
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_put_and_a_forget_of_what_another_session_holds = |layout| {
        let (world, handles) = held_by_both(layout);
        Scenario::new(&world, [put("a"), FORGET]).with_standing(handles).where_puts_may_be_refused()
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_fetch_and_a_forget_of_its_session = |layout| {
        let (world, handle) = held(layout);
        Scenario::new(&world, [fetch(&handle), FORGET]).with_standing(vec![handle])
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_fetch_and_another_sessions_forget = |layout| {
        let (world, handles) = held_by_both(layout);
        Scenario::new(&world, [fetch(&handles[1]), FORGET]).with_standing(handles)
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_put_fetched_at_once_and_another_sessions_forget = |layout| {
        let (world, handle) = held(layout);
        let put = Program::PutAndFetch { of: "b", bytes: CONTENT };
        let scenario = Scenario::new(&world, [put, FORGET]).with_standing(vec![handle]);
        if layout == Layout::Bucket { scenario.where_puts_may_be_refused() } else { scenario }
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    two_forgets_of_one_session = |layout| {
        let (world, handle) = held(layout);
        Scenario::new(&world, [FORGET, FORGET]).with_standing(vec![handle])
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    two_forgets_of_what_both_sessions_hold = |layout| {
        let (world, handles) = held_by_both(layout);
        Scenario::new(&world, [FORGET, Program::Forget { of: "b" }]).with_standing(handles)
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_sweep_and_a_forget = |layout| {
        let (world, handle) = held(layout);
        Scenario::new(&world, [Program::Sweep, FORGET]).with_standing(vec![handle])
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
}
