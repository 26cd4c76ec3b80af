//! What a terminal would show of a line: colours taken out, redraws applied.
//!
//! For previews only. Lines keep their numbers, and every reading mode gives the text as it came.

use std::borrow::Cow;

const ESCAPE: u8 = 0x1b;

/// A line, without its end, as it stands on the screen once it is complete.
pub fn shown(line: &str) -> Cow<'_, str> {
    match memchr::memchr3(ESCAPE, b'\r', b'\x08', line.as_bytes()).is_some() {
        true => Cow::Owned(Screen::default().after(line)),
        false => Cow::Borrowed(line),
    }
}

/// One line of a terminal.
#[derive(Default)]
struct Screen {
    cells: Vec<char>,
    column: usize,
}

impl Screen {
    fn after(mut self, line: &str) -> String {
        let mut rest = line;
        while let Some(char) = rest.chars().next() {
            rest = &rest[char.len_utf8()..];
            match char {
                '\u{1b}' => rest = self.escape(rest),
                '\r' => self.column = 0,
                '\u{8}' => self.column = self.column.saturating_sub(1),
                char => self.write(char),
            }
        }
        self.cells.iter().collect()
    }

    fn write(&mut self, char: char) {
        match self.cells.get_mut(self.column) {
            Some(cell) => *cell = char,
            None => self.cells.push(char),
        }
        self.column += 1;
    }

    /// Takes in an escape sequence and gives what is behind it.
    fn escape<'t>(&mut self, rest: &'t str) -> &'t str {
        let bytes = rest.as_bytes();
        match bytes.first() {
            Some(b'[') => {
                let Some(end) = bytes.iter().skip(1).position(|byte| matches!(byte, 0x40..=0x7e)) else {
                    return "";
                };
                self.control(&bytes[1..=end], bytes[end + 1]);
                &rest[end + 2..]
            }
            // A title or a link: it ends with BEL or with a sequence of its own.
            Some(b']' | b'P' | b'_' | b'^') => match bytes.iter().position(|byte| matches!(*byte, 0x07 | ESCAPE)) {
                Some(end) if bytes[end] == ESCAPE && bytes.get(end + 1) == Some(&b'\\') => &rest[end + 2..],
                Some(end) if bytes[end] == 0x07 => &rest[end + 1..],
                Some(end) => &rest[end..],
                None => "",
            },
            Some(b'(' | b')' | b'#') => rest.get(2..).unwrap_or_default(),
            Some(0x20..=0x7e) => &rest[1..],
            _ => rest,
        }
    }

    fn control(&mut self, parameters: &[u8], command: u8) {
        match (command, parameters) {
            (b'K', b"" | b"0") => self.cells.truncate(self.column),
            (b'K' | b'J', b"2") => self.cells.fill(' '),
            (b'G', b"" | b"1") => self.column = 0,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_titles_are_taken_out() {
        assert_eq!(shown("\u{1b}[1;31merror\u{1b}[0m: \u{1b}[38;5;4mx\u{1b}[m"), "error: x");
        assert_eq!(shown("\u{1b}]0;title\u{7}a\u{1b}]8;;https://x\u{1b}\\b\u{1b}]8;;\u{1b}\\c\u{1b}(Bd"), "abcd");
        assert!(matches!(shown("plain é"), Cow::Borrowed("plain é")));
    }

    #[test]
    fn redraws_are_applied() {
        assert_eq!(shown("10 %\r55 %\r100 % done"), "100 % done");
        assert_eq!(shown("downloading\rdone"), "doneloading");
        assert_eq!(shown("downloading\r\u{1b}[Kdone"), "done");
        assert_eq!(shown("abc\u{8}\u{8}X"), "aXc");
    }

    #[test]
    fn what_is_cut_short_harms_nothing() {
        for text in [
            "\u{1b}",
            "\u{1b}[",
            "\u{1b}[31",
            "\u{1b}]0;x",
            "\u{1b}é",
            "\u{8}\u{8}",
            "\r",
            "\u{1b}(",
            "\u{1b}[é\u{1b}[m",
        ] {
            let _ = shown(text);
        }
        assert_eq!(shown("a\u{1b}[31"), "a");
    }
}
