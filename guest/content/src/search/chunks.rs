//! Cuts a text into chunks: whole lines where they fit, windows of a line where one is too long.

use std::ops::Range;

use super::Options;

/// Windows of a long line share this part of their width, so that what one cuts stands whole in the next.
const WINDOW_OVERLAP: usize = 8;

/// A window may end this part of its width early, behind a separator.
const SEPARATOR_REACH: usize = 4;

/// A chunk's place, in bytes of the text, and the number of the line that it begins in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) bytes: Range<usize>,
    pub(super) first_line: usize,
}

/// Chunks of at most `chunk_chars` characters that together cover the text, or the first `max_chunks` of them.
pub(super) fn cut(text: &str, options: &Options) -> Vec<Chunk> {
    let mut cutter = Cutter {
        text,
        chunk_chars: options.chunk_chars.max(1),
        overlap_lines: options.overlap_lines,
        held: Vec::new(),
        held_chars: 0,
        fresh: 0,
        chunks: Vec::new(),
    };
    let most = if options.max_chunks == 0 { usize::MAX } else { options.max_chunks };
    for line in lines(text) {
        if cutter.chunks.len() >= most {
            break;
        }
        cutter.add(line);
    }
    cutter.close();
    cutter.chunks.truncate(most);
    cutter.chunks
}

#[derive(Debug, Clone, Copy)]
struct Line {
    number: usize,
    start: usize,
    end: usize,
    chars: usize,
}

fn lines(text: &str) -> impl Iterator<Item = Line> {
    let mut start = 0;
    text.split_inclusive('\n').enumerate().map(move |(number, line)| {
        let end = start + line.len();
        let line = Line { number, start, end, chars: line.chars().count() };
        start = end;
        line
    })
}

struct Cutter<'t> {
    text: &'t str,
    chunk_chars: usize,
    overlap_lines: usize,
    /// The lines of the chunk in the making.
    held: Vec<Line>,
    held_chars: usize,
    /// How many of the held lines, at the end, are in no chunk yet.
    fresh: usize,
    chunks: Vec<Chunk>,
}

impl Cutter<'_> {
    fn add(&mut self, line: Line) {
        if line.chars > self.chunk_chars {
            self.close();
            self.release(self.held.len());
            self.cut_line(line);
            return;
        }
        if self.held_chars + line.chars > self.chunk_chars {
            self.close();
            self.keep_overlap(line.chars);
        }
        self.held.push(line);
        self.held_chars += line.chars;
        self.fresh += 1;
    }

    /// Makes a chunk of the held lines, unless an earlier one has them all.
    fn close(&mut self) {
        if let (1.., [first, .., last] | [first @ last]) = (self.fresh, &self.held[..]) {
            self.chunks.push(Chunk { bytes: first.start..last.end, first_line: first.number });
        }
        self.fresh = 0;
    }

    /// Holds on to the last lines, at most half of them, as far as `chars` more characters fit behind them.
    fn keep_overlap(&mut self, chars: usize) {
        let most = self.overlap_lines.min(self.held.len() / 2);
        let mut room = self.chunk_chars - chars;
        let fits = |line: &&Line| match room.checked_sub(line.chars) {
            Some(left) => {
                room = left;
                true
            }
            None => false,
        };
        let kept = self.held.iter().rev().take(most).take_while(fits).count();
        self.release(self.held.len() - kept);
    }

    /// Lets go of the first lines.
    fn release(&mut self, lines: usize) {
        self.held_chars -= self.held.drain(..lines).map(|line| line.chars).sum::<usize>();
    }

    fn cut_line(&mut self, line: Line) {
        let overlap = self.chunk_chars / WINDOW_OVERLAP;
        let mut start = line.start;
        loop {
            let end = start + window_end(&self.text[start..line.end], self.chunk_chars);
            self.chunks.push(Chunk { bytes: start..end, first_line: line.number });
            if end == line.end {
                return;
            }
            start += back(&self.text[start..end], overlap);
        }
    }
}

/// The byte behind at most `chars` characters; where the text goes on, behind a separator if one is near.
fn window_end(text: &str, chars: usize) -> usize {
    let Some((limit, _)) = text.char_indices().nth(chars) else {
        return text.len();
    };
    let near = back(&text[..limit], chars / SEPARATOR_REACH);
    let separator = text[near..limit].rfind(separates);
    separator.map_or(limit, |offset| near + offset + 1)
}

/// White space, and what stands between the values of JSON. All are single bytes.
fn separates(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, ',' | '}' | ']')
}

/// The byte `chars` characters before the text's end; its start, where it has no more.
fn back(text: &str, chars: usize) -> usize {
    let from_end = chars.checked_sub(1).map(|last| text.char_indices().nth_back(last));
    from_end.map_or(text.len(), |found| found.map_or(0, |(at, _)| at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, chunk_chars: usize, overlap_lines: usize) -> Vec<(usize, &str)> {
        let options = Options { chunk_chars, overlap_lines, max_chunks: 0, skip: 0, top_k: 0 };
        let chunks = cut(text, &options).into_iter();
        chunks.map(|chunk| (chunk.first_line, &text[chunk.bytes])).collect()
    }

    #[test]
    fn lines_stay_whole_and_overlap() {
        assert_eq!(pieces("ab\ncd\nef\ngh", 9, 1), [(0, "ab\ncd\nef\n"), (2, "ef\ngh")]);
    }

    #[test]
    fn an_overlap_that_does_not_fit_is_left_out() {
        assert_eq!(pieces("abcd\nefgh\ni\n", 7, 3), [(0, "abcd\n"), (1, "efgh\ni\n")]);
    }

    #[test]
    fn a_long_line_is_cut_near_a_separator() {
        let text = "aaaaaaaaaaaaa,bbbbbbbbbbbbbbbbbbbbb\nc";
        assert_eq!(pieces(text, 16, 0), [(0, "aaaaaaaaaaaaa,"), (0, "a,bbbbbbbbbbbbbb"), (0, "bbbbbbbbb\n"), (1, "c")]);
    }

    #[test]
    fn only_the_first_chunks_are_cut_where_that_is_asked() {
        let options = Options { chunk_chars: 2, overlap_lines: 0, max_chunks: 3, skip: 0, top_k: 0 };
        assert_eq!(cut("a\nb\nc\nd\n", &options).len(), 3);
        assert_eq!(cut(&"x".repeat(100), &options).len(), 3);
    }

    #[test]
    fn an_empty_text_has_no_chunks() {
        assert_eq!(pieces("", 10, 1), []);
    }
}
