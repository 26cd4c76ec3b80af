//! Fits blocks of lines into an exact number of characters.

use super::entry::Entry;
use crate::characters::count;
use crate::words;

/// A block that has to give way with less room than this below its title is dropped.
const WORTHWHILE_CHARACTERS: usize = 40;

/// Lines under one title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub title: Title,
    /// The block's share when not all fits, against those of the others.
    pub weight: usize,
    /// Which end gives way.
    pub keep: Keep,
    pub entries: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Title {
    /// As it is.
    Text(String),
    /// The numbers of the lines that are shown.
    Lines,
    /// How many lines there are that are unlike the rest.
    Odd(usize),
    /// How many lines and groups there are, of which some are shown; at least so many where not all was searched.
    Failures { lines: u64, groups: usize, complete: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    Start,
    End,
}

impl Block {
    fn title(&self) -> String {
        match &self.title {
            Title::Text(text) => text.clone(),
            Title::Lines => {
                let line = |entry: Option<&Entry>| entry.and_then(|entry| entry.line).unwrap_or(0);
                words::lines_title(line(self.entries.first()), line(self.entries.last()))
            }
            Title::Odd(lines) => words::oddity::title(self.entries.len(), lines - self.entries.len()),
            Title::Failures { lines, groups, complete } => {
                words::failures_title(*lines, *groups, self.entries.len(), *complete)
            }
        }
    }

    /// Characters of the block with all line ends.
    pub fn characters(&self) -> usize {
        let entries = self.entries.iter().map(|entry| count(&entry.text()) + 1);
        count(&self.title()) + 1 + entries.sum::<usize>()
    }

    /// Drops and shortens lines until the block has at most `budget` characters; empty when not even one is worth it.
    fn shrink(&mut self, budget: usize) {
        if self.keep == Keep::End {
            self.entries.reverse();
        }
        let mut left = budget.saturating_sub(self.widest_title() + 1);
        let mut kept = Vec::new();
        for mut entry in std::mem::take(&mut self.entries) {
            let needed = count(&entry.text()) + 1;
            if needed > left {
                if entry.shorten(left.saturating_sub(1)) {
                    kept.push(entry);
                }
                break;
            }
            left -= needed;
            kept.push(entry);
        }
        if self.keep == Keep::End {
            kept.reverse();
        }
        self.entries = kept;
    }

    /// Characters of the longest title that any selection of these lines can have.
    fn widest_title(&self) -> usize {
        count(&match &self.title {
            Title::Text(text) => text.clone(),
            Title::Lines => {
                let highest = self.entries.iter().filter_map(|entry| entry.line).max().unwrap_or(0);
                words::lines_title(highest, highest + 1)
            }
            Title::Odd(lines) => words::oddity::title(*lines, *lines),
            Title::Failures { lines, groups, complete } => words::failures_title(*lines, *groups, 0, *complete),
        })
    }
}

/// Whether blocks had to give way, and their text: at most `budget` characters.
pub fn fit(blocks: &mut Vec<Block>, budget: usize) -> (String, bool) {
    let needed: usize = blocks.iter().map(Block::characters).sum();
    if needed <= budget.saturating_add(1) {
        return (render(blocks), false);
    }
    let available = budget.saturating_sub(count(words::EXCERPT_TRUNCATED));
    let shares = worthwhile_shares(blocks, available);
    for (block, share) in blocks.iter_mut().zip(shares) {
        if block.characters() > share {
            block.shrink(share);
        }
    }
    blocks.retain(|block| !block.entries.is_empty());
    let mut text = render(blocks);
    if !text.is_empty() {
        text.push('\n');
    }
    (text + words::EXCERPT_TRUNCATED, true)
}

/// Drops blocks, the lightest first, until every block that has to give way can still show something.
fn worthwhile_shares(blocks: &mut Vec<Block>, available: usize) -> Vec<usize> {
    loop {
        let shares = shares(blocks, available);
        let starves = |(block, share): (&Block, &usize)| {
            block.characters() > *share && block.widest_title() + 1 + WORTHWHILE_CHARACTERS >= *share
        };
        if blocks.len() <= 1 || !blocks.iter().zip(&shares).any(starves) {
            return shares;
        }
        let lightest = (0..blocks.len()).rev().min_by_key(|&at| blocks[at].weight);
        blocks.remove(lightest.unwrap_or_default());
    }
}

/// What each block gets: all that it needs, or its part of what the others leave, by weight.
fn shares(blocks: &[Block], available: usize) -> Vec<usize> {
    let needs: Vec<usize> = blocks.iter().map(Block::characters).collect();
    let mut shares = vec![0; blocks.len()];
    let mut open: Vec<usize> = (0..blocks.len()).collect();
    let mut left = available;
    loop {
        let weights: usize = open.iter().map(|&at| blocks[at].weight).sum();
        let part = |at: usize| left * blocks[at].weight / weights.max(1);
        let (content, hungry): (Vec<usize>, Vec<usize>) = open.iter().partition(|&&at| needs[at] <= part(at));
        if content.is_empty() {
            open.iter().for_each(|&at| shares[at] = part(at));
            return shares;
        }
        for at in content {
            shares[at] = needs[at];
            left -= needs[at];
        }
        open = hungry;
    }
}

fn render(blocks: &[Block]) -> String {
    let mut lines = Vec::new();
    for block in blocks {
        lines.push(block.title());
        lines.extend(block.entries.iter().map(Entry::text));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(weight: usize, keep: Keep, lines: std::ops::Range<usize>, width: usize) -> Block {
        let entry = |line| Entry::line(line, &"漢".repeat(width), width);
        Block { title: Title::Lines, weight, keep, entries: lines.map(entry).collect() }
    }

    #[test]
    fn what_fits_stays_whole() {
        let mut blocks = vec![block(1, Keep::Start, 0..2, 3)];
        let whole = "--- lines 0 to 1 ---\n0| 漢漢漢\n1| 漢漢漢";
        assert_eq!(fit(&mut blocks, count(whole)), (whole.to_owned(), false));
        assert!(fit(&mut blocks, count(whole) - 1).1);
    }

    #[test]
    fn the_budget_is_exact_for_every_size() {
        for budget in 200..1200 {
            let mut blocks = vec![
                block(40, Keep::Start, 0..30, 25),
                block(20, Keep::End, 90..99, 40),
                block(40, Keep::Start, 50..51, 2000),
            ];
            let (text, truncated) = fit(&mut blocks, budget);
            assert!(truncated);
            assert!(count(&text) <= budget, "{budget}: {}", count(&text));
            assert!(text.ends_with(words::EXCERPT_TRUNCATED));
        }
    }

    #[test]
    fn a_title_may_grow_where_its_lines_give_way() {
        for budget in 200..600 {
            let mut blocks = vec![block(20, Keep::End, 990..1020, 1)];
            assert!(count(&fit(&mut blocks, budget).0) <= budget, "{budget}");
        }
    }

    #[test]
    fn the_least_budget_still_shows_a_line() {
        let mut blocks = vec![
            block(40, Keep::Start, 0..5, 90),
            block(40, Keep::Start, 50..51, 90),
            block(20, Keep::End, 98..99, 90),
        ];
        let (text, truncated) = fit(&mut blocks, 200);
        assert!(truncated && text.contains("漢漢漢"), "{text}");
    }

    #[test]
    fn what_one_block_leaves_the_others_get() {
        let blocks = [block(40, Keep::Start, 0..100, 20), block(20, Keep::End, 0..1, 2)];
        let shares = shares(&blocks, 500);
        assert_eq!(shares[1], blocks[1].characters());
        assert_eq!(shares[0], 500 - shares[1]);
    }

    #[test]
    fn the_tail_keeps_its_end() {
        let mut blocks = vec![block(20, Keep::End, 0..100, 20)];
        fit(&mut blocks, 300);
        assert_eq!(blocks[0].entries.last().unwrap().line, Some(99));
    }
}
