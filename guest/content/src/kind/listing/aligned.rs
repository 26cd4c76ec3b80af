//! Tables whose cells stand below the words of a header: `ps aux`, `df`, `docker ps`, `kubectl get`.

use std::ops::Range;

/// Lines at the start among which the header stands.
const WITHIN: usize = 8;
/// Of a hundred rows so many have a cell for each column.
const SHARE: usize = 85;
const LEAST_ROWS: usize = 2;

/// The names of the columns, and where they start.
#[derive(Debug, Clone)]
pub struct Header {
    pub names: Vec<String>,
    starts: Vec<usize>,
    pub line: String,
    /// Whether cells are told apart by two spaces, so that one space may stand in a cell.
    by_gaps: bool,
}

impl Header {
    /// The header of a table that these lines are.
    pub fn among(lines: &[&str]) -> Option<Header> {
        (0..lines.len().min(WITHIN)).find_map(|number| Header::of(lines[number], &lines[number + 1..]))
    }

    fn of(line: &str, rows: &[&str]) -> Option<Header> {
        let rows: Vec<&str> = rows.iter().copied().filter(|row| !is_rule(row) && *row != line).collect();
        if rows.len() < LEAST_ROWS || line.contains('\t') {
            return None;
        }
        let enough = |of: usize| of * 100 >= rows.len() * SHARE;
        let gaps = by_gaps(line);
        let is_name = |range: &Range<usize>| {
            let name = &line[range.clone()];
            let start = name.trim_start_matches(['%', '#', '/', '|', '+']).chars().next();
            start.is_none_or(|char| char.is_uppercase()) && name.len() <= 30 && name.split(' ').count() <= 3
        };
        if gaps.len() >= 2
            && gaps.iter().all(is_name)
            && enough(rows.iter().filter(|row| by_gaps(row).len() == gaps.len()).count())
        {
            return Some(Header::new(line, gaps, true));
        }
        let words = header_words(line);
        let letters = line.bytes().filter(u8::is_ascii_alphabetic).count();
        let capitals = line.bytes().filter(u8::is_ascii_uppercase).count();
        let is_header = words.len() >= 3
            && words.iter().all(is_name)
            && (capitals * 10 >= letters * 7 || line.contains("  ") && words.len() >= 4)
            && rows.iter().filter(|row| has_gap(row)).count() * 2 >= rows.len();
        let wide = rows.iter().filter(|row| row.split_ascii_whitespace().count() >= words.len());
        (is_header && enough(wide.count())).then(|| Header::new(line, words, false))
    }

    fn new(line: &str, cells: Vec<Range<usize>>, by_gaps: bool) -> Header {
        let names = cells.iter().map(|cell| line[cell.clone()].to_owned()).collect();
        Header { names, starts: cells.iter().map(|cell| cell.start).collect(), line: line.to_owned(), by_gaps }
    }

    /// Gives each cell of a row with the number of its column; what is too much belongs to the last.
    pub fn each<'r>(&self, row: &'r str, mut give: impl FnMut(usize, &'r str)) {
        let width = self.names.len();
        if !self.by_gaps {
            let mut rest = row;
            for number in 0..width {
                rest = rest.trim_ascii_start();
                let blank = memchr::memchr2(b' ', b'\t', rest.as_bytes()).filter(|_| number + 1 < width);
                let end = blank.unwrap_or(rest.len());
                if end > 0 {
                    give(number, rest[..end].trim_ascii_end());
                }
                rest = &rest[end..];
            }
            return;
        }
        let cells = by_gaps(row);
        let is_full = cells.len() == width;
        for (number, cell) in cells.into_iter().enumerate() {
            // Where a cell is empty, the others are known by where they start.
            let column = self.starts.partition_point(|start| *start <= cell.start + 1).max(1) - 1;
            give(if is_full { number } else { column }, &row[cell]);
        }
    }
}

/// Whether a line only draws one.
pub fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() > 2 && line.bytes().all(|byte| matches!(byte, b'-' | b'=' | b'+' | b' ' | b'|' | b'_'))
}

/// What two spaces set apart.
fn by_gaps(line: &str) -> Vec<Range<usize>> {
    let mut cells: Vec<Range<usize>> = Vec::new();
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b' ' {
            at += 1;
            continue;
        }
        let rest = &bytes[at..];
        let end = rest.windows(2).position(|pair| pair == b"  ").unwrap_or(rest.len());
        cells.push(at..at + end);
        at += end;
    }
    cells
}

/// The words of a header; a word in small letters belongs to the one before it, as in `Mounted on`.
fn header_words(line: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    for word in line.split_ascii_whitespace() {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        match words.last_mut() {
            Some(last) if word.starts_with(|char: char| char.is_lowercase()) => last.end = start + word.len(),
            _ => words.push(start..start + word.len()),
        }
    }
    words
}

/// Whether cells can stand apart in a row: by two spaces that neither indent it nor follow a sentence.
fn has_gap(row: &str) -> bool {
    let row = row.trim();
    row.match_indices("  ").any(|(at, _)| !row[..at].ends_with(['.', '!', '?', ':', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(header: &str, rows: &[&str]) -> Vec<Vec<(usize, String)>> {
        let lines: Vec<&str> = std::iter::once(header).chain(rows.iter().copied()).collect();
        let header = Header::among(&lines).unwrap();
        let cells = |row: &&str| {
            let mut cells = Vec::new();
            header.each(row, |number, cell| cells.push((number, cell.to_owned())));
            cells
        };
        rows.iter().map(cells).collect()
    }

    #[test]
    fn cells_by_gaps_may_hold_spaces_and_be_empty() {
        let rows = [
            "a1  nginx   Up 2 hours  80/tcp  web",
            "a2  nginx   Up 2 hours  80/tcp  db",
            "a3  nginx   Up 2 hours  80/tcp  db",
            "a4  nginx   Up 2 hours  80/tcp  db",
            "a5  nginx   Up 2 hours  80/tcp  db",
            "a6  nginx   Up 2 hours  80/tcp  db",
            "a7  redis   Exited                cache",
        ];
        let cells = cells("ID  IMAGE   STATUS      PORTS   NAMES", &rows);
        assert_eq!(cells[0][2], (2, "Up 2 hours".to_owned()));
        assert_eq!(cells[6].iter().map(|(number, _)| *number).collect::<Vec<_>>(), [0, 1, 2, 4]);
    }

    #[test]
    fn the_last_of_the_words_holds_the_rest() {
        let rows = ["root    1  0.0 /sbin/init splash", "root   22  0.1 bash", "mina  333  0.1 vim a b"];
        assert_eq!(cells("USER  PID %CPU COMMAND", &rows)[0][3], (3, "/sbin/init splash".to_owned()));
        let rows = [
            "/dev/vda                 252G   51G   41G  56% /",
            "tmpfs                     24G  131M   24G   1% /dev/shm",
        ];
        assert_eq!(
            cells("Filesystem               Size  Used Avail Use% Mounted on", &rows)[0][5],
            (5, "/".to_owned())
        );
    }

    #[test]
    fn prose_has_no_header() {
        for text in ["Title Of Something\nthe rest is prose\nand more\nand more", "A  B\nprose\nprose\nprose"] {
            assert!(Header::among(&text.lines().collect::<Vec<_>>()).is_none(), "{text}");
        }
    }
}
