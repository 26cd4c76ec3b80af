//! Members that objects have or lack, and lists that have elements or none.

use super::Columns;
use super::oddities::{Found, length};
use super::rarity::rare;
use crate::words::oddity as words;

/// Members of one object that hardly any has, beyond which names are data: those of a dictionary.
const RARE_MEMBERS: usize = 8;

impl Columns {
    /// For each column, how many of its members hardly any object has.
    pub(super) fn rare_members(&self) -> Vec<usize> {
        let mut counts = vec![0; self.columns.len()];
        for (number, column) in self.columns.iter().enumerate() {
            let has = column.count();
            counts[column.parent] += usize::from(is_rare(has, self.holder_count(number).saturating_sub(has)));
        }
        counts
    }
}

/// Whether so few have something that it is odd beside those that lack it.
fn is_rare(has: u64, lacks: u64) -> bool {
    has > 0 && rare(&[has, lacks]) > 0
}

impl Found<'_> {
    /// A member that hardly any object has, unless so many are like it, or nearly each.
    pub(super) fn presence(&mut self, holders: u64, rare_members: usize) {
        let (has, column) = (self.column.count(), self.column);
        let lacks = holders.saturating_sub(has);
        if is_rare(has, lacks) {
            if rare_members <= RARE_MEMBERS {
                self.push(column.first_at(), has, words::only_in(has, holders));
            }
        } else if let Some(at) = column.absent_at
            && rare(&[lacks, has]) > 0
            && lacks > 0
        {
            self.push(at, lacks, words::missing_in(lacks, holders));
        }
    }

    /// Lists without an element where such with one are common or none, and lists of another length than all others.
    pub(super) fn empty_lists(&mut self) {
        let column = self.column;
        let (empty, others) = (column.empty, column.arrays - column.empty);
        let known = |found: &Self, at: usize| found.oddities.iter().any(|known| known.at == at);
        let natural = column.single > 0 && column.single < empty * 10;
        if empty > 0 && !natural && rare(&[empty, others]) > 0 && !known(self, column.empty_at) {
            return self.push(column.empty_at, empty, words::empty(empty, column.arrays));
        }
        let lengths = column.few_lengths.by_count();
        if let [few, most] = lengths[..]
            && rare(&[few.count, most.count]) > 0
            && !known(self, few.at)
            && length(few).min(length(most)) > 1
        {
            self.push(few.at, few.count, words::elements(length(few), length(most)));
        }
    }
}
