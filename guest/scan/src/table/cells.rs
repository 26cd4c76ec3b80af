//! The cells of a record.

use super::Delimiter;
use csv_core::{ReadFieldResult, Reader, ReaderBuilder, Terminator};
use memchr::memchr;

/// A cell without its quotes.
pub struct Cell<'c> {
    /// Its place among the cells of its record.
    pub number: usize,
    pub text: &'c str,
    /// Where it starts in its record, with its quote.
    pub at: usize,
}

/// Takes records apart, with csv-core where a cell is not what RFC 4180 would write. One for a table: it keeps its buffer.
pub struct Cells {
    delimiter: Delimiter,
    reader: Reader,
    /// The cell last read whose quotes stand for something else than themselves.
    text: String,
}

impl Cells {
    pub fn new(delimiter: Delimiter) -> Cells {
        let reader = ReaderBuilder::new().delimiter(delimiter.byte()).terminator(Terminator::Any(b'\n')).build();
        Cells { delimiter, reader, text: String::new() }
    }

    /// Calls `see` with each cell of a record that comes without its line end. A byte order mark before it belongs to none.
    pub fn each(&mut self, record: &str, mut see: impl FnMut(Cell)) {
        let mut at = if record.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        for number in 0.. {
            let (text, end) = match self.plain(record, at) {
                Some(cell) => cell,
                None => self.quoted(record, at),
            };
            see(Cell { number, text, at });
            if end >= record.len() {
                return;
            }
            at = end + 1;
        }
    }

    /// A cell that stands in the record as it is, and where it ends.
    #[inline(always)]
    fn plain<'r>(&self, record: &'r str, at: usize) -> Option<(&'r str, usize)> {
        let (bytes, delimiter) = (record.as_bytes(), self.delimiter.byte());
        if bytes.get(at) == Some(&b'"') {
            let close = at + 1 + memchr(b'"', &bytes[at + 1..])?;
            let ends = bytes.get(close + 1).is_none_or(|byte| *byte == delimiter);
            return ends.then(|| (&record[at + 1..close], close + 1));
        }
        let end = memchr(delimiter, &bytes[at..]).map_or(bytes.len(), |length| at + length);
        Some((&record[at..end], end))
    }

    /// A cell in which quotes stand for something else than themselves, and where it ends.
    fn quoted(&mut self, record: &str, at: usize) -> (&str, usize) {
        let end = self.doubled(record, at).unwrap_or_else(|| self.irregular(record, at));
        (&self.text, end)
    }

    /// Reads a cell as RFC 4180 has it, whose quotes are doubled.
    fn doubled(&mut self, record: &str, at: usize) -> Option<usize> {
        let bytes = record.as_bytes();
        self.text.clear();
        let mut from = at + 1;
        loop {
            let quote = from + memchr(b'"', &bytes[from..])?;
            match bytes.get(quote + 1) {
                Some(b'"') => self.text.push_str(&record[from..=quote]),
                Some(byte) if *byte != self.delimiter.byte() => return None,
                _ => {
                    self.text.push_str(&record[from..quote]);
                    return Some(quote + 1);
                }
            }
            from = quote + 2;
        }
    }

    /// Reads a cell that is not closed, or goes on behind its closing quote.
    #[cold]
    fn irregular(&mut self, record: &str, at: usize) -> usize {
        let mut output = vec![0; record.len() - at + 1];
        self.reader.reset();
        let (result, read, length) = self.reader.read_field(&record.as_bytes()[at..], &mut output);
        output.truncate(length);
        self.text = String::from_utf8(output).unwrap_or_default();
        // All but the last cell end with their delimiter.
        match result {
            ReadFieldResult::Field { record_end: false } => at + read - 1,
            _ => record.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
    fn a_byte_order_mark_belongs_to_no_cell() {
        assert_eq!(cells("\u{feff}1,2"), ["1", "2"]);
        assert_eq!(cells("\u{feff}\"a,b\",2"), ["a,b", "2"]);
    }

    proptest! {
        /// Cells that are read without csv-core are those that it would read.
        #[test]
        fn all_cells_are_those_of_csv_core(record in "(([aé ][a\"]{0,2})?,|\"([a,é\n]|\"\"){0,6}\",|\"[a\",]{0,6}\"a?,){0,6}[a\",]{0,3}") {
            let mut reader = ReaderBuilder::new().terminator(Terminator::Any(b'\n')).build();
            let (mut expected, mut at, mut goes_on) = (Vec::new(), 0, true);
            while goes_on {
                let mut output = vec![0; record.len() + 1];
                let (result, read, length) = reader.read_field(&record.as_bytes()[at..], &mut output);
                expected.push(String::from_utf8(output[..length].to_vec()).unwrap());
                at += read;
                goes_on = matches!(result, ReadFieldResult::Field { record_end: false });
            }
            // A line feed outside of quotes would have ended the record.
            prop_assume!(at == record.len());
            prop_assert_eq!(cells(&record), expected);
        }
    }

    #[test]
    fn a_quote_that_is_not_closed_holds_the_rest() {
        assert_eq!(cells("1,\"a,b"), ["1", "a,b"]);
    }
}
