//! The rows of a table, taken into columns.

use super::value::Value as Written;
use super::{Cells, Delimiter};
use crate::columns::{Columns, Value};
use crate::words::outline::unnamed_column;

/// Takes in one row after the other.
pub struct Rows {
    cells: Cells,
    columns: Columns,
    count: u64,
    /// The column of all rows.
    row: Option<usize>,
    /// Which columns hold texts, though some of their cells can be read as something else.
    are_texts: Vec<bool>,
    /// The columns of the cells.
    places: Vec<Option<usize>>,
    /// Those of the row at hand.
    members: Vec<usize>,
}

impl Rows {
    /// `are_texts` says of each column whether its cells are taken as they are written, without a look at what else they may be.
    pub fn new(delimiter: Delimiter, are_texts: Vec<bool>) -> Rows {
        let mut columns = Columns::default();
        columns.add(Columns::ROOT, Value::Array, 0);
        let row = columns.element(Columns::ROOT);
        let cells = Cells::new(delimiter);
        Rows { cells, columns, count: 0, row, are_texts, places: Vec::new(), members: Vec::new() }
    }

    /// Takes the names of the columns from a record, if it has a cell for each.
    pub fn header(&mut self, record: &str) -> bool {
        let mut names = Vec::new();
        self.cells.each(record, |cell| names.push(cell.text.trim().to_owned()));
        let is_header = names.len() == self.are_texts.len();
        if is_header {
            names.iter().for_each(|name| name_next(&mut self.columns, &mut self.places, self.row, name));
        }
        is_header
    }

    /// Takes in a row that starts at byte `at` of the view's text, and says how many cells it has.
    pub fn add(&mut self, record: &str, at: usize) -> usize {
        let Some(row) = self.row else {
            return 0;
        };
        let Rows { cells, columns, are_texts, places, members, .. } = self;
        members.clear();
        columns.add(row, Value::Object, at);
        let mut count = 0;
        cells.each(record, |cell| {
            count += 1;
            while places.len() <= cell.number {
                name_next(columns, places, Some(row), "");
            }
            if let Some(column) = places[cell.number] {
                members.push(column);
                let is_text = are_texts.get(cell.number).is_some_and(|is_text| *is_text);
                columns.add(column, value(cell.text, is_text), at + cell.at);
            }
        });
        columns.end_object(row, members, at);
        self.count += 1;
        count
    }

    /// The columns of all rows, and how many rows there are.
    pub fn finish(mut self) -> (Columns, u64) {
        self.columns.end_array(Columns::ROOT, self.count, 0);
        (self.columns, self.count)
    }
}

/// Gives the next cells of all rows a column, of this name or of their number.
#[cold]
fn name_next(columns: &mut Columns, places: &mut Vec<Option<usize>>, row: Option<usize>, name: &str) {
    let unnamed = unnamed_column(places.len() + 1);
    let name = if name.is_empty() { &unnamed } else { name };
    places.push(row.and_then(|row| columns.member(row, name)));
}

fn value(text: &str, is_text: bool) -> Value<'_> {
    let trimmed = text.trim_ascii();
    if is_text && !trimmed.is_empty() {
        return Value::String(text);
    }
    match Written::of(trimmed) {
        Written::Empty => Value::Null,
        Written::Boolean if trimmed.eq_ignore_ascii_case("true") => Value::True,
        Written::Boolean => Value::False,
        Written::Integer | Written::Float => Value::Number(trimmed),
        Written::Text => Value::String(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brief(are_texts: &[bool], records: &[&str]) -> Vec<String> {
        let mut rows = Rows::new(Delimiter::Comma, are_texts.to_vec());
        assert!(rows.header(records[0]));
        for record in &records[1..] {
            rows.add(record, 0);
        }
        let (columns, count) = rows.finish();
        assert_eq!(count as usize, records.len() - 1);
        let row = columns.root().children().next().unwrap();
        columns
            .column(row)
            .children()
            .map(|number| columns.column(number).name.to_string() + ":" + &columns.column(number).types())
            .collect()
    }

    #[test]
    fn cells_become_values_of_their_columns() {
        assert_eq!(
            brief(&[false, false, false], &["id,,ok", "1,x,true", "2.5,,False"]),
            ["id:float", "column 2:str ×1|null ×1", "ok:bool"]
        );
        assert_eq!(
            brief(&[true, false], &["code,n", "12e4,1", ",2,beyond"]),
            ["code:str ×1|null ×1", "n:int", "column 3:str"]
        );
    }

    #[test]
    fn a_record_of_another_width_is_no_header() {
        assert!(!Rows::new(Delimiter::Tab, vec![false; 3]).header("a\tb"));
    }
}
