//! The names of all that is in the store, in the order of the contents that they belong to.

use super::names::{self, Id};
use super::{Store, scan};
use crate::error::Result;
use std::collections::{BTreeMap, BTreeSet};

/// All names that belong to the contents of one prefix: what a sweep looks at together.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Shelf {
    /// Keys of records, uses, labels and marks.
    pub keys: BTreeSet<String>,
    /// Digests of blobs, not of those that are set aside.
    pub blobs: BTreeSet<String>,
    pub sidecars: BTreeSet<String>,
}

/// What one look found, by prefix, which is 12 lower-case hexadecimal digits. Nothing was read but names.
#[derive(Default)]
pub(super) struct Inventory {
    pub shelves: BTreeMap<String, Shelf>,
}

impl Inventory {
    fn shelf(&mut self, prefix: &str) -> &mut Shelf {
        self.shelves.entry(prefix.to_owned()).or_default()
    }

    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.shelves.values().flat_map(|shelf| &shelf.keys)
    }

    pub fn blobs(&self) -> impl Iterator<Item = &String> {
        self.shelves.values().flat_map(|shelf| &shelf.blobs)
    }

    pub fn sidecars(&self) -> impl Iterator<Item = &String> {
        self.shelves.values().flat_map(|shelf| &shelf.sidecars)
    }

    pub fn records(&self) -> impl Iterator<Item = (String, Id)> {
        self.shelves.values().flat_map(|shelf| scan::records(&shelf.keys))
    }

    /// The first shelves from a prefix on, and all after them.
    pub fn split(mut self, from: &str, count: usize) -> (Inventory, Inventory) {
        let mut shelves = self.shelves.split_off(from);
        let rest = shelves.keys().nth(count).cloned().map(|next| shelves.split_off(&next));
        (Inventory { shelves }, Inventory { shelves: rest.unwrap_or_default() })
    }
}

impl Store<'_> {
    /// Cost: lists everything once.
    pub(super) fn inventory(&self) -> Result<Inventory> {
        let mut inventory = Inventory::default();
        for key in self.keys()? {
            if let Some(prefix) = names::prefix_of_key(&key).map(str::to_owned) {
                inventory.shelf(&prefix).keys.insert(key);
            }
        }
        for digest in self.place.blobs.digests()? {
            inventory.shelf(names::prefix(&digest)).blobs.insert(digest.clone());
        }
        for name in self.place.blobs.sidecars()? {
            inventory.shelf(names::prefix(&name)).sidecars.insert(name.clone());
        }
        Ok(inventory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(prefixes: &[&str]) -> Inventory {
        Inventory { shelves: prefixes.iter().map(|prefix| ((*prefix).to_owned(), Shelf::default())).collect() }
    }

    fn prefixes(inventory: &Inventory) -> Vec<&str> {
        inventory.shelves.keys().map(String::as_str).collect()
    }

    #[test]
    fn what_is_split_is_the_whole() {
        let (first, rest) = of(&["a", "b", "c"]).split("", 2);
        assert_eq!((prefixes(&first), prefixes(&rest)), (vec!["a", "b"], vec!["c"]));
        let (first, rest) = of(&["a", "b", "c"]).split("c", 2);
        assert_eq!((prefixes(&first), prefixes(&rest)), (vec!["c"], vec![]));
    }

    #[test]
    fn a_place_whose_content_is_gone_is_left_behind() {
        let (first, rest) = of(&["a", "d", "e"]).split("c", 1);
        assert_eq!((prefixes(&first), prefixes(&rest)), (vec!["d"], vec!["e"]));
    }
}
