//! Skims a text for where a literal may begin: block by block, many bytes at a time, by how literals begin.

use crate::sets::set_of;
use std::collections::BTreeSet;

/// Bytes of a literal that are looked for.
const HEAD: usize = 3;
/// Beyond so many different heads the automaton is as quick alone.
const MOST_HEADS: usize = 8;
/// Bytes that are passed over together.
pub(super) const BLOCK: usize = 64;

/// How literals begin: each byte, with the bit set by which ASCII tells small letters from capitals, in all places of a word.
#[derive(Debug)]
pub(super) struct Skim(Vec<[u64; HEAD]>);

impl Skim {
    /// `None` where a literal is too short, or their heads are too many.
    pub(super) fn of(literals: &BTreeSet<Vec<u8>>) -> Option<Skim> {
        let heads =
            literals.iter().map(|literal| literal.first_chunk().map(|head: &[u8; HEAD]| head.map(|byte| byte | 0x20)));
        let heads: BTreeSet<[u8; HEAD]> = set_of(heads.collect::<Option<Vec<_>>>()?);
        let words = |head: [u8; HEAD]| head.map(|byte| ONES * u64::from(byte));
        (heads.len() <= MOST_HEADS).then(|| Skim(heads.into_iter().map(words).collect()))
    }

    /// The start of the first block, counted from `from`, in which a literal may begin.
    pub(super) fn next(&self, text: &[u8], from: usize) -> usize {
        let mut at = from;
        while let Some(block) = text.get(at..).and_then(<[u8]>::first_chunk)
            && !self.may_begin_in(block)
        {
            at += BLOCK;
        }
        at
    }

    fn may_begin_in(&self, block: &[u8; BLOCK + HEAD - 1]) -> bool {
        (0..BLOCK).step_by(WORD).any(|at| {
            let words = [word(block, at), word(block, at + 1), word(block, at + 2)];
            let zeros = self.0.iter().fold(0, |zeros, [first, second, third]| {
                let differ = words[0] ^ first | words[1] ^ second | words[2] ^ third;
                zeros | differ.wrapping_sub(ONES) & !differ
            });
            zeros & HIGHS != 0
        })
    }
}

/// Bytes of a word.
const WORD: usize = 8;
const ONES: u64 = u64::from_ne_bytes([0x01; WORD]);
const HIGHS: u64 = u64::from_ne_bytes([0x80; WORD]);

/// The bytes at `at` and behind it, folded.
#[inline(always)]
fn word(block: &[u8; BLOCK + HEAD - 1], at: usize) -> u64 {
    let bytes = block[at..].first_chunk().unwrap_or(&[0; WORD]);
    u64::from_le_bytes(*bytes) | (ONES * 0x20)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skim(literals: &[&str]) -> Option<Skim> {
        Skim::of(&literals.iter().map(|literal| literal.as_bytes().to_vec()).collect())
    }

    #[test]
    fn no_literal_begins_in_what_is_passed_over() {
        let skim = skim(&["error", "fatal"]).unwrap();
        for at in 0..200 {
            for literal in ["error", "ERRor", "fatal"] {
                let text = format!("{}{literal}{}", "é".repeat(at / 2) + &"x".repeat(at % 2), "x".repeat(100));
                let next = skim.next(text.as_bytes(), 0);
                assert!(next <= at && at < next + BLOCK, "{literal} at {at}: {next}");
            }
        }
    }

    #[test]
    fn the_end_that_fills_no_block_is_never_passed_over() {
        let skim = skim(&["error"]).unwrap();
        assert_eq!(skim.next(&[b'x'; 65], 0), 0);
        assert_eq!(skim.next(&[b'x'; 66], 0), 64);
        assert_eq!(skim.next(&[b'x'; 10], 10), 10);
    }

    #[test]
    fn short_or_many_literals_are_not_skimmed_for() {
        assert!(skim(&["er"]).is_none());
        assert!(skim(&["aaa", "bbb", "ccc", "ddd", "eee", "fff", "ggg", "hhh", "iii"]).is_none());
        assert!(skim(&["aaa1", "aaa2", "AAA3", "bbb", "ccc", "ddd", "eee", "fff", "ggg", "hhh"]).is_some());
    }
}
