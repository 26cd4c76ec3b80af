//! Some lines of a view, one after another, with their places in the whole of it.

use super::View;
use std::borrow::Cow;
use std::ops::Range;

/// Lines of a view. Their numbers and bytes are those of the whole view, of which nothing else needs to be at hand.
pub struct Stretch<'v> {
    pub(super) all_lines: usize,
    pub(super) first_line: usize,
    pub(super) first_byte: usize,
    pub(super) text: Cow<'v, str>,
    /// Where each line ends in the view.
    pub(super) ends: Cow<'v, [usize]>,
}

impl View<'_> {
    /// All lines.
    pub fn stretch(&self) -> Stretch<'_> {
        Stretch {
            all_lines: self.ends.len(),
            first_line: 0,
            first_byte: 0,
            text: Cow::Borrowed(&self.text),
            ends: Cow::Borrowed(&self.ends),
        }
    }
}

impl Stretch<'_> {
    /// How many lines the whole view has.
    pub fn line_count(&self) -> usize {
        self.all_lines
    }

    /// Where a line starts in the view; the nearest end of the stretch for lines outside.
    pub fn line_start(&self, line: usize) -> usize {
        match line.saturating_sub(self.first_line).min(self.ends.len()) {
            0 => self.first_byte,
            before => self.ends[before - 1],
        }
    }

    /// The line that a byte of the view is in; the line behind the stretch for its end.
    pub fn line_at(&self, byte: usize) -> usize {
        self.first_line + self.ends.partition_point(|&end| end <= byte)
    }

    /// What stands at these bytes of the view, which are characters of the stretch.
    pub fn text(&self, bytes: Range<usize>) -> &str {
        &self.text[bytes.start - self.first_byte..bytes.end - self.first_byte]
    }

    /// Whether a byte of the view is the start of a character of the stretch, or its end.
    pub fn has_character_at(&self, byte: usize) -> bool {
        byte.checked_sub(self.first_byte).is_some_and(|at| self.text.is_char_boundary(at))
    }
}
