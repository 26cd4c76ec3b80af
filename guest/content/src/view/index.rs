//! The index of a view: where its lines are in the stored text, so that some of them are laid out without the others.
//!
//! A view is cut into blocks of whole lines. Of each the index has the number of lines and bytes, the bytes of the stored text that it
//! stands for, and how those become its lines; where line feeds do not tell the lines apart, their lengths too.

mod making;
mod varint;

use super::stretch::Stretch;
use super::{Form, Transform};
use crate::json::string;
use std::borrow::Cow;
use std::ops::Range;

/// Changes when the same view would be indexed in other bytes than before.
pub const FORMAT: u32 = 1;

/// Half a block of the store's sums: a few lines touch one or two of those, and a view of 50 MB has 1,600 blocks, some
/// 12 kB in the index.
const BLOCK_BYTES: usize = 32 * 1024;

/// How the lines of a block are found in its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// Each ends with its line feed.
    Fed,
    /// By their lengths, with white space between them.
    Json,
    /// By their lengths.
    Records,
}

#[derive(Debug)]
struct Block<'i> {
    lines: Range<usize>,
    /// In the view.
    bytes: Range<usize>,
    stored: Range<usize>,
    unescapes: u8,
    kept: Lines,
    lengths: &'i [u8],
}

/// What [`super::View::index`] made.
#[derive(Debug)]
pub struct Index<'i> {
    blocks: Vec<Block<'i>>,
}

impl<'i> Index<'i> {
    /// `None` where the bytes are no index.
    pub fn decode(mut bytes: &'i [u8]) -> Option<Index<'i>> {
        let heads = varint::take(&mut bytes)?;
        let (mut heads, mut lengths) = bytes.split_at_checked(heads)?;
        let mut blocks = Vec::new();
        let (mut line, mut byte) = (0_usize, 0_usize);
        while !heads.is_empty() {
            let lines = line..line.checked_add(varint::take(&mut heads)?)?;
            let bytes = byte..byte.checked_add(varint::take(&mut heads)?)?;
            let stored = varint::take(&mut heads)?;
            let stored = stored..stored.checked_add(varint::take(&mut heads)?)?;
            let form = varint::take(&mut heads)?;
            let unescapes = u8::try_from(form >> 2).ok()?;
            let kept = *[Lines::Fed, Lines::Json, Lines::Records].get(form & 3)?;
            let own;
            (own, lengths) = lengths.split_at_checked(varint::take(&mut heads)?)?;
            (line, byte) = (lines.end, bytes.end);
            blocks.push(Block { lines, bytes, stored, unescapes, kept, lengths: own });
        }
        lengths.is_empty().then_some(Index { blocks })
    }

    /// The blocks with the lines of a range from a byte of the view on, or from its first line on: all of these lines, or so many that
    /// `least` bytes follow. `None` where the byte is in no block that a range of these lines needs.
    pub fn blocks(&self, lines: Range<usize>, from: Option<usize>, least: usize) -> Option<Range<usize>> {
        let last = self.blocks.last()?;
        let first = match from {
            Some(byte) if byte > last.bytes.end => return None,
            Some(byte) => self.blocks.partition_point(|block| block.bytes.end <= byte),
            None => self.blocks.partition_point(|block| block.lines.end <= lines.start),
        };
        let first = first.min(self.blocks.len() - 1);
        if self.blocks[first].lines.start > lines.end {
            return None;
        }
        // Where the first line starts in its block is not known yet.
        let enough = from.unwrap_or(self.blocks[first].bytes.end).saturating_add(least);
        let is_wanted = |block: &Block| block.lines.start < lines.end && block.bytes.start < enough;
        let more = self.blocks[first + 1..].iter().take_while(|block| is_wanted(block)).count();
        Some(first..first + 1 + more)
    }

    /// The bytes of the stored text that hold these blocks.
    pub fn stored(&self, blocks: Range<usize>) -> Range<usize> {
        let places = || self.blocks[blocks.clone()].iter().map(|block| &block.stored);
        let start = places().map(|stored| stored.start).min().unwrap_or_default();
        start..places().map(|stored| stored.end).max().unwrap_or_default()
    }

    /// The lines of these blocks, out of the bytes that [`Index::stored`] names. `None` where those are not what was indexed.
    pub fn stretch(&self, blocks: Range<usize>, stored: &str) -> Option<Stretch<'static>> {
        let start = self.stored(blocks.clone()).start;
        let all_lines = self.blocks.last()?.lines.end;
        let blocks = &self.blocks[blocks];
        let first = blocks.first()?;
        let (mut text, mut ends) = (String::new(), Vec::new());
        for block in blocks {
            let mut inner = Cow::Borrowed(stored.get(block.stored.start - start..block.stored.end - start)?);
            for _ in 0..block.unescapes {
                inner = Cow::Owned(string::unescape(&inner));
            }
            block.lay_out(&inner, all_lines, &mut text, |length| ends.push(first.bytes.start + length))?;
            let is_whole = first.lines.start + ends.len() == block.lines.end;
            if !is_whole || first.bytes.start + text.len() != block.bytes.end {
                return None;
            }
        }
        let (first_line, first_byte) = (first.lines.start, first.bytes.start);
        Some(Stretch { all_lines, first_line, first_byte, text: Cow::Owned(text), ends: Cow::Owned(ends) })
    }
}

impl Block<'_> {
    /// Appends the lines of an unescaped text to `out` and says how long it is after each.
    fn lay_out(&self, inner: &str, all_lines: usize, out: &mut String, mut ends: impl FnMut(usize)) -> Option<()> {
        let (mut rest, mut lengths) = (inner, self.lengths);
        for line in self.lines.clone() {
            let (length, form) = self.next_line(rest, &mut lengths)?;
            let piece;
            (piece, rest) = rest.split_at_checked(length)?;
            let newline = !(piece.ends_with('\n') || line + 1 == all_lines);
            Transform { newline, form, unescape: 0 }.lay_out(piece, out);
            ends(out.len());
            if self.kept == Lines::Json {
                rest = rest.trim_start_matches([' ', '\n', '\r', '\t']);
            }
        }
        (rest.is_empty() && lengths.is_empty()).then_some(())
    }

    fn next_line(&self, rest: &str, lengths: &mut &[u8]) -> Option<(usize, Form)> {
        if rest.is_empty() {
            return None;
        }
        if self.kept == Lines::Fed {
            let end = memchr::memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |at| at + 1);
            return Some((end, Form::AsItIs));
        }
        let number = varint::take(lengths)?;
        let form = match (number & 1, self.kept) {
            (0, _) => Form::AsItIs,
            (_, Lines::Records) => Form::Record,
            _ => Form::Compact,
        };
        Some((number >> 1, form))
    }
}
