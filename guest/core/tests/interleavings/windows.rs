//! What no protocol on these ports can close, or none that is worth its cost: the schedules that show it. A test here fails once its
//! window is closed; ARCHITECTURE.md says why each remains.

use crate::puts::colliding_puts;
use crate::world::Layout;

/// The first id comes to mean the second content: a bucket has no compare and swap.
#[test]
fn two_contents_of_one_id_put_at_once_by_one_session() {
    for layout in [Layout::Directory, Layout::Bucket, Layout::Both] {
        let scenario = colliding_puts(layout, "a").where_puts_may_be_refused();
        let schedule = scenario.refute("two_contents_of_one_id_put_at_once_by_one_session").expect("a window");
        assert!(schedule.starts_with("the handle 000000000000 of session a does not resolve"), "{schedule}");
    }
}
