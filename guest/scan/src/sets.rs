//! Sets of few things.

use std::collections::BTreeSet;

/// The set of these, filled one by one. Collected, they would be sorted first, by 5 kB of code for each type.
pub fn set_of<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}
