//! Whether a text is a table, and by which delimiter. Strict: prose, logs and code stay text.

use super::header::{has_header, is_typed};
use super::{Delimiter, Records};
use crate::characters::without_end;
use toolaria_scan::table::Cells;

/// Records and bytes looked at.
const SAMPLE_RECORDS: usize = 100;
const SAMPLE_BYTES: usize = 1 << 18;
/// Fewer records are no table.
const LEAST_RECORDS: usize = 3;
/// Of a hundred records, so many have the same number of cells.
const SAME_WIDTH: usize = 90;

/// Of a hundred cells behind a delimiter, so many may start with a space, as words behind a comma do.
const SPACED: usize = 10;

/// The first records of a text, taken apart.
pub struct Sample {
    /// The cells of each record, without the white space around them.
    pub rows: Vec<Vec<String>>,
    /// The number of cells that most rows have.
    pub width: usize,
    /// Cells behind a delimiter, and those of them that start with a space.
    behind: usize,
    spaced: usize,
}

/// The delimiter of a text that is a table.
pub fn detect(text: &str) -> Option<Delimiter> {
    let start = text.trim_start_matches('\u{feff}');
    if start.starts_with("#!") || start.starts_with('<') {
        return None;
    }
    let tables = Delimiter::ALL.into_iter().filter_map(|delimiter| {
        let sample = Sample::of(text, delimiter)?;
        sample.is_table(delimiter).then_some((sample.width, delimiter))
    });
    // Of tables that are as wide, the first.
    tables.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, delimiter)| delimiter)
}

impl Sample {
    /// `None` where it is plain at once that there is no table.
    pub fn of(text: &str, delimiter: Delimiter) -> Option<Sample> {
        let mut cells = Cells::new(delimiter);
        let mut sample = Sample { rows: Vec::new(), width: 0, behind: 0, spaced: 0 };
        for record in Records::new(text, delimiter) {
            let row = without_end(&text[record.range.clone()]).trim_start_matches('\u{feff}');
            if !row.trim().is_empty() {
                sample.add(&mut cells, row);
            }
            let rows = sample.rows.len();
            if rows == SAMPLE_RECORDS || record.range.end > SAMPLE_BYTES && rows >= LEAST_RECORDS {
                break;
            }
            if rows == 2 * LEAST_RECORDS && sample.behind == 0 {
                return None;
            }
        }
        sample.width = most_common(sample.rows.iter().map(Vec::len))?;
        Some(sample)
    }

    fn add(&mut self, cells: &mut Cells, row: &str) {
        let mut taken = Vec::new();
        let (mut behind, mut spaced) = (0, 0);
        cells.each(row, |cell| {
            behind += usize::from(cell.number > 0);
            spaced += usize::from(cell.number > 0 && cell.text.starts_with(' '));
            taken.push(cell.text.trim().to_owned());
        });
        self.rows.push(taken);
        self.behind += behind;
        self.spaced += spaced;
    }

    /// The rows that are as wide as most.
    pub fn even_rows(&self) -> Vec<&Vec<String>> {
        self.rows.iter().filter(|row| row.len() == self.width).collect()
    }

    fn is_table(&self, delimiter: Delimiter) -> bool {
        let rows = self.even_rows();
        let consistent = rows.len() >= LEAST_RECORDS && rows.len() * 100 >= self.rows.len() * SAME_WIDTH;
        if self.width < 2 || !consistent {
            return false;
        }
        let filled = (0..self.width).filter(|&column| rows.iter().skip(1).any(|row| !row[column].is_empty()));
        if filled.count() < 2 || most(&rows, |row| row[0].is_empty() || opens(&row[0])) {
            return false;
        }
        let told = has_header(&rows) && (0..self.width).any(|column| is_typed(&rows[1..], column));
        match delimiter {
            _ if told => true,
            Delimiter::Tab => self.width > 2 || !is_numbered(&rows),
            _ => self.spaced * 100 <= self.behind * SPACED && !most(&rows, splits_number),
        }
    }
}

/// Whether something starts here that ends behind the delimiter, as in code; or a place in a file is named.
fn opens(cell: &str) -> bool {
    let count = |chars: [char; 3]| cell.matches(chars).count();
    cell.ends_with(':') || count(['(', '[', '{']) > count([')', ']', '}'])
}

/// Whether the first delimiter is the decimal point of a number that other words follow: `12:00:00,123 INFO …`.
fn splits_number(row: &[String]) -> bool {
    let digit = |char: Option<char>| char.is_some_and(|char| char.is_ascii_digit());
    digit(row[0].chars().next_back()) && digit(row[1].chars().next()) && row[0].contains(':') && row[1].contains(' ')
}

/// Whether the first column counts the lines of a text.
fn is_numbered(rows: &[&Vec<String>]) -> bool {
    let numbers: Option<Vec<u64>> = rows.iter().map(|row| row[0].parse().ok()).collect();
    numbers.is_some_and(|numbers| numbers.windows(2).all(|pair| pair[1] == pair[0] + 1))
}

fn most(rows: &[&Vec<String>], holds: impl Fn(&[String]) -> bool) -> bool {
    rows.iter().filter(|row| holds(row)).count() * 2 > rows.len()
}

/// The number that comes most often; of those that come as often, the larger.
fn most_common(numbers: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts = std::collections::BTreeMap::<usize, usize>::new();
    numbers.for_each(|number| *counts.entry(number).or_default() += 1);
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeated(line: impl Fn(usize) -> String) -> String {
        (0..120).map(line).collect()
    }

    #[test]
    fn tables_are_recognised_by_their_delimiter() {
        use Delimiter::*;
        for (text, delimiter) in [
            ("id,name\n1,a\n2,b\n3,c\n".to_owned(), Comma),
            ("\u{feff}id;name;price\r\n1;a;3,5\r\n2;b;4,5\r\n\r\n".to_owned(), Semicolon),
            (repeated(|n| format!("{n}\tuser {n}\t{}\n", n * 7)), Tab),
            (repeated(|n| format!("{n}|u{n}|x\n")), Bar),
            ("id, name, age\n1, Bob, 33\n2, Ann, 44\n3, Eve, 55\n".to_owned(), Comma),
            (repeated(|n| format!("alice{n},paris\n")), Comma),
            (repeated(|n| format!("{n},\"line one\nline, two\",{}\n", n % 3)), Comma),
            (repeated(|n| if n % 20 == 7 { "1,2\n".to_owned() } else { format!("{n},a,b\n") }), Comma),
            (repeated(|n| format!("{}K\t./folder/file{n}\n", n * 3 % 17)), Tab),
        ] {
            assert_eq!(detect(&text), Some(delimiter), "{}", &text[..40]);
        }
    }

    #[test]
    fn prose_logs_and_code_are_no_tables() {
        for text in [
            repeated(|n| format!("Hello, world number {n}\n")),
            repeated(|n| format!("2026-01-01 12:00:{:02},{:03} INFO worker {n} started\n", n % 60, n)),
            repeated(|n| format!("2026-01-01 | INFO | module | step {n}\n")),
            repeated(|n| format!("{{\"id\":{n},\"a\":1}},\n")),
            repeated(|n| format!("INSERT INTO t VALUES ({n},'a',3);\n")),
            repeated(|n| format!("    let x{n} = {n};\n")),
            repeated(|n| format!("\"word {n}\",\n")),
            repeated(|n| format!("{}\tlet x = f(a, b);\n", n + 1)),
            repeated(|n| format!("\tmov eax, [ebx+{n}]\n")),
            repeated(|n| format!("src/main.go:{n}:\treturn nil\n")),
            repeated(|n| format!("| {n} | cell |\n")),
            repeated(|n| format!("One, two{} and so on.\n", ", three".repeat(n % 4))),
            "a,b\n1,2\n".to_owned(),
            String::new(),
        ] {
            assert_eq!(detect(&text), None, "{text:.60}");
        }
    }
}
