//! Columns: counts, types and figures over all values at one path, whatever they were written in.
//!
//! A reader of some format walks its text once and feeds every value, with the column that it belongs to and the byte of
//! the view's text where it starts. Lines are only looked up where something is said of a value.
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
mod ends;
mod numbers;
mod oddities;
mod order;
mod outline;
mod pattern;
mod presence;
mod rarity;
mod rows;
mod spread;
mod steps;
mod strings;
pub mod tally;
mod times;

pub use column::Column;
pub use numbers::is_number;
pub use oddities::Oddity;
pub use rarity::rare;
pub use rows::Rows;

/// The name of what the elements of an array have in common.
const ELEMENT: &str = "[]";
/// The name of what the members of a wide object have in common.
const ANY_MEMBER: &str = "{}";
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
    /// The text that it stands for, without quotes and escapes.
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
        Columns { columns: vec![Column::new("", 0)] }
    }
}

impl Columns {
    pub const ROOT: usize = 0;

    /// The column of the members of this name; counts a member.
    pub fn member(&mut self, holder: usize, name: &str) -> Option<usize> {
        self.columns[holder].members += 1;
        self.named(holder, name)
    }

    /// The same where this many members of the object came before; quick where objects are alike.
    pub fn member_after(&mut self, holder: usize, before: usize, name: &str) -> Option<usize> {
        let likely = self.columns[holder].order.get(before).copied();
        match likely.filter(|&likely| *self.columns[likely].name == *name) {
            Some(likely) => {
                self.columns[holder].members += 1;
                Some(likely)
            }
            None => self.member(holder, name),
        }
    }

    fn named(&mut self, holder: usize, name: &str) -> Option<usize> {
        let full = self.columns.len() >= COLUMNS;
        let object = &mut self.columns[holder];
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
            let element = self.push(holder, ELEMENT);
            self.columns[holder].element = Some(element);
        }
        self.columns[holder].element
    }

    /// The column of the elements at one position of arrays that are rows of a table without names.
    pub fn position(&mut self, holder: usize, position: usize) -> Option<usize> {
        let known = self.columns[holder].positions.get(position).copied();
        if known.is_none() && self.columns.len() < COLUMNS {
            let new = self.push(holder, &format!("[{position}]"));
            let row = &mut self.columns[holder];
            row.positions.push(new);
            let absent_at = (row.arrays > 1).then_some(row.firsts[1]);
            self.columns[new].absent_at = absent_at;
            return Some(new);
        }
        known
    }

    /// Whether [`Columns::position`] gave columns for arrays here.
    pub fn has_positions(&self, holder: usize) -> bool {
        !self.columns[holder].positions.is_empty()
    }

    /// The column of all members of an object that has too many to name, such as a dictionary by id; counts a member,
    /// whose name starts at `at`.
    pub fn any_member(&mut self, holder: usize, name: &str, at: usize) -> Option<usize> {
        self.columns[holder].members += 1;
        self.columns[holder].keys.add(name, at);
        if self.columns[holder].any_member.is_none() && self.columns.len() < COLUMNS {
            let any = self.push(holder, ANY_MEMBER);
            self.columns[holder].any_member = Some(any);
        }
        self.columns[holder].any_member
    }

    /// Whether the members of objects here are all of one column.
    pub fn is_wide(&self, holder: usize) -> bool {
        self.columns[holder].any_member.is_some()
    }

    /// Forgets the members of the only object of a column, and all columns from `length` on, which are theirs.
    pub fn forget_members(&mut self, holder: usize, length: usize) {
        self.columns.truncate(length);
        self.columns[holder].forget_members();
    }

    pub fn number_of_columns(&self) -> usize {
        self.columns.len()
    }

    fn push(&mut self, parent: usize, name: &str) -> usize {
        let mut column = Column::new(name, parent);
        let holder = &self.columns[parent];
        column.absent_at = (holder.objects > 1).then_some(holder.firsts[0]);
        self.columns.push(column);
        self.columns.len() - 1
    }

    /// Takes in a value that starts at byte `at` of the view's text.
    pub fn add(&mut self, column: usize, value: Value, at: usize) {
        self.columns[column].add(value, at);
    }

    /// An object at `at` is over; `members` are the columns of those that it has, in any order.
    pub fn end_object(&mut self, column: usize, members: &mut [usize], at: usize) {
        if !members.is_sorted() {
            members.sort_unstable();
        }
        if self.columns[column].end_object(members, at) {
            self.note_missing(column, members, at);
        }
    }

    fn note_missing(&mut self, column: usize, members: &[usize], at: usize) {
        for number in 0..self.columns[column].order.len() {
            let member = self.columns[column].order[number];
            if members.binary_search(&member).is_err() {
                self.columns[member].absent_at.get_or_insert(at);
            }
        }
    }

    /// An object whose members are all of one column is over.
    pub fn end_wide_object(&mut self, column: usize, members: u64) {
        let widest = &mut self.columns[column].widest_object;
        *widest = members.max(*widest);
    }

    /// An array at `at` is over, of which [`Columns::position`] gave the columns.
    pub fn end_row(&mut self, column: usize, elements: u64, at: usize) {
        for position in elements as usize..self.columns[column].positions.len() {
            let lacking = self.columns[column].positions[position];
            self.columns[lacking].absent_at.get_or_insert(at);
        }
        self.end_array(column, elements, at);
    }

    /// An array at `at` is over.
    pub fn end_array(&mut self, column: usize, elements: u64, at: usize) {
        self.columns[column].end_array(elements, at);
    }

    /// A row is not there that might have been, such as a line that cannot be read.
    pub fn interrupt(&mut self) {
        self.columns.iter_mut().for_each(Column::interrupt);
    }

    pub fn root(&self) -> &Column {
        &self.columns[Self::ROOT]
    }

    pub fn column(&self, number: usize) -> &Column {
        &self.columns[number]
    }

    /// How many objects, or rows, could have held a value of this column; 0 where it is no member.
    pub fn holder_count(&self, number: usize) -> u64 {
        let holder = &self.columns[self.columns[number].parent];
        match self.is_member(number) {
            false => 0,
            true if self.is_position(number) => holder.arrays,
            true => holder.objects,
        }
    }

    /// Whether a column has the elements at one position of arrays.
    fn is_position(&self, number: usize) -> bool {
        self.columns[self.columns[number].parent].positions.contains(&number)
    }

    /// Whether a column has a name of its own.
    pub fn is_member(&self, number: usize) -> bool {
        let holder = &self.columns[self.columns[number].parent];
        number != Self::ROOT && holder.element != Some(number) && holder.any_member != Some(number)
    }

    /// Whether values of a member come several times in an object, as elements of XML do.
    pub fn is_repeated(&self, number: usize) -> bool {
        self.is_member(number) && self.columns[number].count() > self.holder_count(number)
    }

    /// The innermost column around another that is repeated: its rows.
    fn repeated_holder(&self, number: usize) -> Option<usize> {
        let parent = |number: &usize| (*number != Self::ROOT).then(|| self.columns[*number].parent);
        std::iter::successors(parent(&number), parent).find(|holder| self.is_repeated(*holder))
    }

    /// The names that lead to a column, such as `data.items[]`; empty for the root.
    pub fn path(&self, mut number: usize) -> String {
        let mut names = Vec::new();
        while number != Self::ROOT {
            names.push(outline::name(&self.columns[number]));
            number = self.columns[number].parent;
        }
        names.reverse();
        names.join(".").replace(".[", "[").replace(".{}", ANY_MEMBER)
    }
}
