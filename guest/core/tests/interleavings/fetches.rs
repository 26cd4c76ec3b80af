//! Fetches at once with puts.

use crate::on_each_layout;
use crate::program::Program;
use crate::puts::{CONTENT, kept, put, used};
use crate::scenario::Scenario;

on_each_layout! {
    a_fetch_and_a_put_of_the_same_content = |layout| {
        let (world, _) = used(layout);
        let handle = kept(&world, "a", CONTENT);
        let fetch = Program::Fetch { of: "a", id: handle.id.clone() };
        Scenario::new(&world, [fetch, put("a")]).with_standing(vec![handle])
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
    a_fetch_and_a_put_that_renews_what_was_swept = |layout| {
        let (world, _) = used(layout);
        let handle = kept(&world, "a", CONTENT);
        world.pass_hours(80);
        world.sweep().expect("a good storage");
        world.pass_hours(1);
        let fetch = Program::Fetch { of: "a", id: handle.id };
        Scenario::new(&world, [fetch, put("a")]).where_fetches_may_be_late()
    },
        on in_a_directory Directory in_a_bucket Bucket in_both Both;
}
