//! Records of one form as rows of columns: letters, messages, the rows of a table in a document.

use super::{Columns, Value};

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

    /// A row starts at `at`.
    pub fn start(&mut self, at: usize) {
        self.count += 1;
        self.members.clear();
        if let Some(row) = self.row {
            self.columns.add(row, Value::Object, at);
        }
    }

    /// The next cell of the row, by the name of its column.
    pub fn cell(&mut self, name: &str, value: Value, at: usize) {
        if let Some(row) = self.row
            && let Some(member) = self.columns.member_after(row, self.members.len(), name)
        {
            self.columns.add(member, value, at);
            self.members.push(member);
        }
    }

    /// The row is over that started at `at`.
    pub fn end(&mut self, at: usize) {
        if let Some(row) = self.row {
            self.columns.end_object(row, &mut self.members, at);
        }
    }

    /// There are no more.
    pub fn finish(&mut self) {
        self.columns.end_array(Columns::ROOT, self.count, 0);
    }
}
