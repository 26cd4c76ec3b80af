//! Markdown by lines, with the rules of CommonMark for headings and fences and those of GitHub for tables.

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line<'t> {
    Blank,
    Heading {
        level: usize,
        text: &'t str,
    },
    /// The line before is a heading of this level.
    Underline(usize),
    /// Starts a block of code in this language.
    Fence(&'t str),
    /// Within a block of code, or the end of it.
    Code,
    /// Within front matter, or its end.
    Front,
    /// The line before names the columns of a table.
    Delimiter,
    Row,
    Item,
    Text,
}

#[derive(Default)]
pub struct Reader<'t> {
    state: State,
    before: Before<'t>,
    started: bool,
    /// The longest run of marks that opened a fence and is not closed.
    marks: (u8, usize),
}

#[derive(Default, PartialEq, Eq)]
enum State {
    #[default]
    Body,
    Front,
    Fence,
    Table,
}

/// The line before, as far as the next one can change what it is.
#[derive(Default)]
struct Before<'t> {
    text: &'t str,
    is_paragraph: bool,
}

impl<'t> Reader<'t> {
    /// Takes in the next line.
    pub fn line(&mut self, line: &'t str) -> Line<'t> {
        let line = line.trim_end_matches(['\n', '\r']);
        let read = self.read(line);
        self.started = true;
        self.before = Before { text: line, is_paragraph: read == Line::Text };
        read
    }

    fn read(&mut self, line: &'t str) -> Line<'t> {
        let line = if self.started { line } else { line.trim_start_matches('\u{feff}') };
        let text = line.trim();
        match self.state {
            State::Fence => {
                let (mark, length) = self.marks;
                if run(text, mark) >= length && run(text, mark) == text.len() {
                    self.state = State::Body;
                }
                return Line::Code;
            }
            State::Front => {
                if matches!(text, "---" | "...") {
                    self.state = State::Body;
                }
                return Line::Front;
            }
            State::Table if text.contains('|') => return Line::Row,
            State::Table => self.state = State::Body,
            State::Body => {}
        }
        if !self.started && text == "---" && line.starts_with("---") {
            self.state = State::Front;
            return Line::Front;
        }
        self.block(line, text)
    }

    fn block(&mut self, line: &'t str, text: &'t str) -> Line<'t> {
        if text.is_empty() {
            return Line::Blank;
        }
        if let Some((mark, length, language)) = fence(text) {
            self.state = State::Fence;
            self.marks = (mark, length);
            return Line::Fence(language);
        }
        let indent = line.len() - line.trim_start().len();
        if indent > 3 {
            return if is_item(text) { Line::Item } else { Line::Text };
        }
        if let Some((level, text)) = heading(text) {
            return Line::Heading { level, text };
        }
        if self.before.is_paragraph {
            if run(text, b'=') == text.len() {
                return Line::Underline(1);
            }
            if run(text, b'-') == text.len() {
                return Line::Underline(2);
            }
            if is_delimiter(text) && cells(text).count() == cells(self.before.text).count() {
                self.state = State::Table;
                return Line::Delimiter;
            }
        }
        if is_item(text) { Line::Item } else { Line::Text }
    }
}

fn run(text: &str, mark: u8) -> usize {
    text.bytes().take_while(|byte| *byte == mark).count()
}

fn fence(text: &str) -> Option<(u8, usize, &str)> {
    let mark = *text.as_bytes().first().filter(|mark| matches!(mark, b'`' | b'~'))?;
    let length = run(text, mark);
    let info = text[length..].trim();
    let is_fence = length >= 3 && !(mark == b'`' && info.contains('`'));
    is_fence.then(|| (mark, length, info.split([' ', ',', '{']).next().unwrap_or_default()))
}

fn heading(text: &str) -> Option<(usize, &str)> {
    let level = run(text, b'#');
    let rest = &text[level..];
    if !(1..=6).contains(&level) || !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
        return None;
    }
    let body = rest.trim_end_matches('#');
    let body = if body.is_empty() || body.ends_with([' ', '\t']) { body } else { rest };
    Some((level, body.trim()))
}

fn is_item(text: &str) -> bool {
    let digits = run_of_digits(text);
    let rest = match digits {
        0 => text.strip_prefix(['-', '*', '+']),
        1..=9 => text[digits..].strip_prefix(['.', ')']),
        _ => None,
    };
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

fn run_of_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn is_delimiter(text: &str) -> bool {
    let is_cell = |cell: &str| {
        let cell = cell.trim();
        let dashes = cell.strip_prefix(':').unwrap_or(cell);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        !dashes.is_empty() && run(dashes, b'-') == dashes.len()
    };
    text.contains('|') && cells(text).all(|(_, cell)| is_cell(cell))
}

/// The cells of a row, each with its place; a bar behind a backslash divides none.
pub fn cells(row: &str) -> impl Iterator<Item = (usize, &str)> {
    let body = row.trim_ascii_end();
    let mut at = row.len() - row.trim_ascii_start().len();
    at += usize::from(body[at.min(body.len())..].starts_with('|'));
    let end = if body.ends_with('|') && !body.ends_with("\\|") { body.len() - 1 } else { body.len() };
    let mut is_over = at > end;
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let bar = cell_end(&body.as_bytes()[at..end]).map(|length| at + length);
        let cell = &body[at..bar.unwrap_or(end)];
        let place = at + (cell.len() - cell.trim_ascii_start().len());
        is_over = bar.is_none();
        at = bar.unwrap_or(end) + 1;
        Some((place, cell.trim_ascii()))
    })
}

/// Where the bar stands that ends a cell.
fn cell_end(bytes: &[u8]) -> Option<usize> {
    let mut escaped = false;
    bytes.iter().position(|byte| {
        let divides = *byte == b'|' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        divides
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Line<'_>> {
        let mut reader = Reader::default();
        text.lines().map(|line| reader.line(line)).collect()
    }

    #[test]
    fn headings_are_told_by_their_marks_or_underlines() {
        use Line::*;
        assert_eq!(
            lines("# A #\n#b\n####### c\nT\n===\n## \n   ### D##\n    # e\n- x\n---"),
            [
                Heading { level: 1, text: "A" },
                Text,
                Text,
                Text,
                Underline(1),
                Heading { level: 2, text: "" },
                Heading { level: 3, text: "D##" },
                Text,
                Item,
                Text
            ]
        );
    }

    #[test]
    fn what_stands_in_a_fence_is_code() {
        use Line::*;
        assert_eq!(
            lines("````rust,ignore\n# x\n```\n````\n~~~\n```\n~~~\n``` a`b\n1. ```\n   ```sh\n   # c\n   ```\n# H"),
            [
                Fence("rust"),
                Code,
                Code,
                Code,
                Fence(""),
                Code,
                Code,
                Text,
                Item,
                Fence("sh"),
                Code,
                Code,
                Heading { level: 1, text: "H" }
            ]
        );
    }

    #[test]
    fn front_matter_is_at_the_start_only() {
        use Line::*;
        assert_eq!(lines("\u{feff}---\na: 1\n---\n# H")[..3], [Front, Front, Front]);
        assert_eq!(lines("x\n\n---\na: 1\n---")[2..], [Text, Text, Underline(2)]);
    }

    #[test]
    fn tables_have_a_row_of_dashes() {
        use Line::*;
        assert_eq!(
            lines("| a | b |\n|:--|--:|\n| 1 | 2 |\n3 | 4\n\n| x | y\n| a |\n|--|--|"),
            [Text, Delimiter, Row, Row, Blank, Text, Text, Text]
        );
        assert_eq!(cells(" | a \\| b |  c |").collect::<Vec<_>>(), [(3, "a \\| b"), (13, "c")]);
    }
}
