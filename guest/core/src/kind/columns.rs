//! Columns: counts, types and figures over all values at one path, whatever they were written in.
//!
//! A reader of some format walks its text once and feeds every value, with the column that it belongs to and the byte of
//! [`View::text`](crate::view::View::text) where it starts. Lines are only looked up where something is said of a value.
//!
//! ```text
//! let mut columns = Columns::default();                          the root is column 0
//! columns.add(Columns::ROOT, Value::Array, 0);
//! let row = columns.element(Columns::ROOT)?;                     what the elements of an array have in common
//! let name = columns.member(row, "name")?;                       looked up once a file for CSV, once a value for JSON
//! for each record {
//!     columns.add(row, Value::Object, at);
//!     columns.add(name, Value::String("Ada"), at_of_cell);       a cell that is not there is not added
//!     columns.end_object(row, &mut [name], at);                  the members that this object has
//! }
//! columns.end_array(Columns::ROOT, records, 0);
//! columns.outline(Columns::ROOT, &lines)                         lines of an outline
//! columns.describe(name, &lines)                                 one column, for a summary
//! columns.oddities(&lines)                                       what is unlike the rest, rarest first
//! ```
//!
//! `lines` gives the line of a byte: `&|at| view.line_at(at)`. `member` and `element` give `None` where the columns are full; the
//! value is then counted with its holder and not added. Numbers are JSON numbers, or what [`is_number`] accepts.

mod column;
mod numbers;
mod oddities;
mod outline;
mod strings;

pub use column::Column;
pub use numbers::is_number;
pub use oddities::Oddity;

/// Names that one object path lists; members beyond are counted.
const NAMED_MEMBERS: usize = 200;
/// Columns of one text; values beyond are counted where their container stands.
const COLUMNS: usize = 5_000;

/// The line of a byte of the view's text.
pub type Lines<'l> = &'l dyn Fn(usize) -> usize;

/// A value, as far as a column looks at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value<'t> {
    Object,
    Array,
    /// As it is written.
    Number(&'t str),
    /// What stands between the quotes.
    String(&'t str),
    True,
    False,
    Null,
}

/// The columns of one text, in a tree: members below their object, elements of an array below it as one.
#[derive(Debug)]
pub struct Columns {
    columns: Vec<Column>,
}

impl Default for Columns {
    /// The root alone, without a value.
    fn default() -> Self {
        Columns { columns: vec![Column::default()] }
    }
}

impl Columns {
    pub const ROOT: usize = 0;

    /// The column of the members of this name; counts a member.
    pub fn member(&mut self, holder: usize, name: &str) -> Option<usize> {
        let full = self.columns.len() >= COLUMNS;
        let object = &mut self.columns[holder];
        object.members += 1;
        if let Some(known) = object.named(name) {
            return Some(known);
        }
        if full || object.order.len() >= NAMED_MEMBERS {
            object.unnamed_members += 1;
            return None;
        }
        let member = self.push(holder, name);
        self.columns[holder].name(name, member);
        Some(member)
    }

    /// The column of the elements of an array.
    pub fn element(&mut self, holder: usize) -> Option<usize> {
        if self.columns[holder].element.is_none() && self.columns.len() < COLUMNS {
            let element = self.push(holder, "[]");
            self.columns[holder].element = Some(element);
        }
        self.columns[holder].element
    }

    fn push(&mut self, parent: usize, name: &str) -> usize {
        self.columns.push(Column { name: name.into(), parent, ..Column::default() });
        self.columns.len() - 1
    }

    /// Takes in a value that starts at byte `at` of the view's text.
    pub fn add(&mut self, column: usize, value: Value, at: usize) {
        self.columns[column].add(value, at);
    }

    /// An object at `at` is over; `members` are the columns of those that it has, in any order.
    pub fn end_object(&mut self, column: usize, members: &mut [usize], at: usize) {
        self.columns[column].end_object(members, at);
    }

    /// An array at `at` is over.
    pub fn end_array(&mut self, column: usize, elements: u64, at: usize) {
        self.columns[column].end_array(elements, at);
    }

    pub fn root(&self) -> &Column {
        &self.columns[Self::ROOT]
    }

    pub fn column(&self, number: usize) -> &Column {
        &self.columns[number]
    }

    /// How many objects could have held a value of this column; 0 where it is no member.
    pub fn holder_count(&self, column: &Column) -> u64 {
        match &*column.name {
            "[]" => 0,
            _ => self.columns[column.parent].objects,
        }
    }

    /// The array that holds most objects, by the column of its elements.
    pub fn widest_table(&self) -> Option<&Column> {
        let tables = self.columns.iter().filter(|column| &*column.name == "[]" && column.objects > 1);
        tables.rev().max_by_key(|column| column.objects)
    }

    /// The names that lead to a column, such as `data.items[]`; empty for the root.
    pub fn path(&self, mut number: usize) -> String {
        let mut names = Vec::new();
        while number != Self::ROOT {
            names.push(outline::name(&self.columns[number]));
            number = self.columns[number].parent;
        }
        names.reverse();
        names.join(".").replace(".[]", "[]")
    }
}
