//! Making an index out of a view.

use super::{BLOCK_BYTES, Lines, varint};
use crate::view::{Form, Layout, LineRange, View};
use std::ops::Range;

/// The places of a section's blocks cost a pass over the texts that it stands in: a view of more sections gets no index.
const MOST_SECTIONS: usize = 8;

/// An index longer than one part in so many of its view is not worth its room: lines of a few bytes.
const PARTS: usize = 8;

impl View<'_> {
    /// What [`super::Index::decode`] reads; `None` where no index pays.
    pub fn index(&self) -> Option<Vec<u8>> {
        let is_page = |layout: &Layout| layout.lines.iter().any(|line| matches!(line.form, Form::Html(_)));
        // Where a page has its lines is not told by their lengths: what stands between them is not shown.
        if self.sections.len() > MOST_SECTIONS || self.layouts.iter().any(is_page) {
            return None;
        }
        let (mut heads, mut lengths) = (Vec::new(), Vec::new());
        for (number, section) in self.sections.iter().enumerate() {
            let blocks = self.blocks(section.lines.clone());
            let layout = self.layouts.get(number);
            let kept = layout.map_or(Lines::Fed, Layout::kept);
            let stored = self.stored_places(&blocks, section.lines.start, layout);
            for (block, stored) in blocks.iter().zip(stored.chunks(2)) {
                let before = lengths.len();
                if let (Some(layout), true) = (layout, kept != Lines::Fed) {
                    let own = block.start - section.lines.start..block.end - section.lines.start;
                    layout.lines[own].iter().for_each(|line| push_length(&mut lengths, line));
                }
                let unescapes = layout.map_or(0, |layout| layout.part.unescapes());
                let head = [
                    block.len(),
                    self.span(block.clone()).len(),
                    stored[0],
                    stored[1] - stored[0],
                    usize::from(unescapes) << 2 | kept as usize,
                    lengths.len() - before,
                ];
                head.iter().for_each(|number| varint::push(&mut heads, *number));
            }
            if lengths.len() > self.text.len() / PARTS {
                return None;
            }
        }
        let mut index = Vec::new();
        varint::push(&mut index, heads.len());
        Some([index, heads, lengths].concat())
    }

    /// Runs of lines, each of [`BLOCK_BYTES`] at most, or one line.
    fn blocks(&self, lines: Range<usize>) -> Vec<Range<usize>> {
        let mut blocks = Vec::new();
        let mut start = lines.start;
        while start < lines.end {
            let end = self.line_at(self.line_start(start) + BLOCK_BYTES).clamp(start + 1, lines.end);
            blocks.push(start..end);
            start = end;
        }
        blocks
    }

    /// Where each block starts and ends in the stored text.
    fn stored_places(&self, blocks: &[Range<usize>], first: usize, layout: Option<&Layout>) -> Vec<usize> {
        let mut places = Vec::with_capacity(2 * blocks.len());
        for block in blocks {
            places.extend(match layout {
                None => [self.line_start(block.start), self.line_start(block.end)],
                Some(Layout { lines, .. }) => {
                    [lines[block.start - first].range.start, lines[block.end - first - 1].range.end]
                }
            });
        }
        if let Some(layout) = layout {
            layout.part.stored_offsets(&mut places);
        }
        places
    }
}

impl Layout<'_> {
    fn kept(&self) -> Lines {
        match self.part.json() {
            Some(_) => Lines::Json,
            None if self.lines.iter().any(|line| line.form == Form::Record) => Lines::Records,
            None => Lines::Fed,
        }
    }
}

fn push_length(lengths: &mut Vec<u8>, line: &LineRange) {
    varint::push(lengths, line.range.len() << 1 | usize::from(line.form != Form::AsItIs));
}
