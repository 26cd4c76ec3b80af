//! Records of one form as rows of columns: letters, messages, the rows of a table in a document.

use super::columns::{Columns, Value};

pub struct Rows {
    pub columns: Columns,
    /// How many there are.
    pub count: u64,
    row: Option<usize>,
    members: Vec<usize>,
}

impl Rows {
    /// None, of a list that starts at `at`.
    pub fn new(at: usize) -> Rows {
        let mut columns = Columns::default();
        columns.add(Columns::ROOT, Value::Array, at);
        let row = columns.element(Columns::ROOT);
        Rows { columns, count: 0, row, members: Vec::new() }
    }

    /// Gives the columns their order before there is a row.
    pub fn name<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        if let Some(row) = self.row {
            names.for_each(|name| _ = self.columns.member(row, name));
        }
    }

    /// Takes in a row that starts at `at`; each cell has a name and a place.
    pub fn add(&mut self, at: usize, cells: &[(&str, Value, usize)]) {
        self.count += 1;
        let Some(row) = self.row else { return };
        self.columns.add(row, Value::Object, at);
        self.members.clear();
        for (number, (name, value, place)) in cells.iter().enumerate() {
            if let Some(member) = self.columns.member_after(row, number, name) {
                self.columns.add(member, *value, *place);
                self.members.push(member);
            }
        }
        self.columns.end_object(row, &mut self.members, at);
    }

    /// There are no more.
    pub fn finish(&mut self) {
        self.columns.end_array(Columns::ROOT, self.count, 0);
    }
}
