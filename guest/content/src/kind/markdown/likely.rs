//! Whether a text is Markdown: signs of it, weighed, of which one alone may be by chance.

use toolaria_markup::markdown::{Line, Reader};

/// Bytes that are looked at.
const DETECT_BYTES: usize = 1 << 15;
/// What signs have to weigh together.
const ENOUGH: usize = 3;

/// Signs of one sort weigh no more than this.
#[derive(Default)]
struct Signs {
    front: bool,
    /// Headings of the first level, and of others, that stand alone.
    first: usize,
    deeper: usize,
    double: usize,
    single: usize,
    fences: usize,
    tables: usize,
    tasks: usize,
    items: usize,
    links: usize,
    strong: usize,
    /// Lines that end as those of code or of settings do.
    code: usize,
    lines: usize,
}

pub fn detect(text: &str) -> bool {
    let start = &text[..text.floor_char_boundary(DETECT_BYTES.min(text.len()))];
    if start.starts_with("#!") {
        return false;
    }
    let signs = signs(start);
    signs.code * 8 <= signs.lines && signs.weight() >= ENOUGH
}

/// Whether a text is a document whatever its blocks of code look like: it starts with a title, and has such blocks or sections.
pub fn leads(text: &str) -> bool {
    let start = text.trim_start_matches(['\u{feff}', '\n', '\r']);
    let starts_with_title = start.starts_with("# ") && start.lines().nth(1).is_some_and(|next| next.trim().is_empty());
    starts_with_title && {
        let signs = signs(&start[..start.floor_char_boundary(DETECT_BYTES.min(start.len()))]);
        signs.fences + signs.deeper > 0 && signs.weight() >= ENOUGH
    }
}

impl Signs {
    fn weight(&self) -> usize {
        usize::from(self.front) * 2
            + self.first.min(1)
            + (self.deeper * 2).min(4)
            + (self.double * 2).min(2)
            + self.single.min(1)
            + self.fences.min(2)
            + self.tables.min(1) * 3
            + usize::from(self.tasks > 1) * 3
            + usize::from(self.items > 2)
            + self.links.min(2)
            + self.strong.min(1)
    }
}

fn signs(text: &str) -> Signs {
    let mut signs = Signs::default();
    let mut reader = Reader::default();
    let mut before = "";
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let read = reader.line(line);
        let next_is_blank = lines.peek().is_none_or(|next| next.trim().is_empty() || next.starts_with('#'));
        let is_alone = before.trim().is_empty() && next_is_blank;
        match read {
            Line::Heading { level: 1, text } if is_alone && !text.is_empty() => signs.first += 1,
            Line::Heading { text, .. } if is_alone && !text.is_empty() => signs.deeper += 1,
            Line::Underline(1) => signs.double += usize::from(is_underline(line, before)),
            Line::Underline(_) => signs.single += usize::from(is_underline(line, before)),
            Line::Fence(_) => signs.fences += usize::from(!line.starts_with("~~~~~")),
            Line::Delimiter => signs.tables += 1,
            Line::Item => {
                signs.items += 1;
                let item = line.trim_start().get(1..).unwrap_or_default();
                signs.tasks += usize::from([" [ ] ", " [x] ", " [X] "].iter().any(|mark| item.starts_with(mark)));
            }
            Line::Front => signs.front = true,
            Line::Text if line.starts_with(".. ") => signs.code += 1,
            _ => {}
        }
        if !matches!(read, Line::Code | Line::Front | Line::Fence(_) | Line::Blank) {
            signs.lines += 1;
            signs.links += line.matches("](").count();
            signs.strong += line.matches("**").count() / 2;
            let line = line.trim_end();
            signs.code += usize::from(line.ends_with(['{', '}', ';', '(', '\\']) || line.ends_with("):"));
        }
        before = line;
    }
    signs
}

/// Whether an underline is about as long as what it stands below.
fn is_underline(line: &str, before: &str) -> bool {
    let (line, before) = (line.trim().len(), before.trim().len());
    line >= 3 && line <= before + 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_weighed_together() {
        for text in [
            "# A\n\ntext\n\n## B\n\ntext\n",
            "| a | b |\n|---|---|\n| 1 | 2 |\n",
            "- [ ] one\n- [x] two\n",
            "---\ntitle: x\n---\n\n# A\n\ntext\n",
            "A\n===\n\nB\n---\n\ntext\n",
            "Use it:\n\n```sh\nrun\n```\n\n- a [b](c)\n- d\n- e\n",
        ] {
            assert!(detect(text), "{text}");
        }
    }

    #[test]
    fn comments_and_lists_are_not() {
        for text in [
            "# a comment\nx = 1\n\n# another\ny = 2\n",
            "#!/bin/sh\n# a\n\n## b\n\necho\n",
            "- a\n- b\n- c\n- d\n",
            "name | n\n-----+--\na | 1\n",
            "plain\n\ntext\n",
            "# root\n",
            "",
        ] {
            assert!(!detect(text), "{text}");
        }
    }
}
