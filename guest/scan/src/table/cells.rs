//! The cells of a record.

use super::Delimiter;
use csv_core::{ReadFieldResult, Reader, ReaderBuilder, Terminator};
use memchr::{memchr, memchr_iter};

/// A cell without its quotes.
pub struct Cell<'c> {
    /// Its place among the cells of its record.
    pub number: usize,
    pub text: &'c str,
    /// Where it starts in its record, with its quote.
    pub at: usize,
}

/// Takes records apart. One for a table: it keeps its buffer.
pub struct Cells {
    delimiter: Delimiter,
    reader: Reader,
    output: Vec<u8>,
}

impl Cells {
    pub fn new(delimiter: Delimiter) -> Cells {
        let reader = ReaderBuilder::new().delimiter(delimiter.byte()).terminator(Terminator::Any(b'\n')).build();
        Cells { delimiter, reader, output: Vec::new() }
    }

    /// Calls `see` with each cell of a record that comes without its line end.
    pub fn each(&mut self, record: &str, mut see: impl FnMut(Cell)) {
        if memchr(b'"', record.as_bytes()).is_some() {
            return self.each_quoted(record, &mut see);
        }
        let mut at = 0;
        for (number, end) in memchr_iter(self.delimiter.byte(), record.as_bytes()).chain([record.len()]).enumerate() {
            see(Cell { number, text: &record[at..end], at });
            at = end + 1;
        }
    }

    fn each_quoted(&mut self, record: &str, see: &mut dyn FnMut(Cell)) {
        self.output.resize(record.len() + 1, 0);
        self.reader.reset();
        let mut at = 0;
        for number in 0.. {
            let (result, read, length) = self.reader.read_field(&record.as_bytes()[at..], &mut self.output);
            let text = std::str::from_utf8(&self.output[..length]).unwrap_or_default();
            see(Cell { number, text, at });
            // All but the last cell end with their delimiter.
            if !matches!(result, ReadFieldResult::Field { record_end: false }) {
                return;
            }
            at += read;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(record: &str) -> Vec<String> {
        let mut found = Vec::new();
        Cells::new(Delimiter::Comma).each(record, |cell| {
            assert_eq!(cell.number, found.len());
            found.push(cell.text.to_owned());
        });
        found
    }

    #[test]
    fn quotes_are_taken_off() {
        assert_eq!(cells("1,\"a,b\",\"say \"\"hi\"\"\",,5\" disk"), ["1", "a,b", "say \"hi\"", "", "5\" disk"]);
        assert_eq!(cells("\"é漢\",\"\""), ["é漢", ""]);
        assert_eq!(cells("\"a\","), ["a", ""]);
    }

    #[test]
    fn a_cell_is_found_in_its_record() {
        let mut found = Vec::new();
        Cells::new(Delimiter::Comma).each("1,\"a,b\",c", |cell| found.push(cell.at));
        assert_eq!(found, [0, 2, 8]);
    }

    #[test]
    fn what_has_no_quote_is_split() {
        assert_eq!(cells("1,é,,x "), ["1", "é", "", "x "]);
        assert_eq!(cells(""), [""]);
    }

    #[test]
    fn a_quote_that_is_not_closed_holds_the_rest() {
        assert_eq!(cells("1,\"a,b"), ["1", "a,b"]);
    }
}
