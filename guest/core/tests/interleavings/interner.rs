//! Small numbers for large values, so that states are compared and kept cheaply.

use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

pub struct Interner<T> {
    numbers: HashMap<Rc<T>, u32>,
    values: Vec<Rc<T>>,
}

impl<T: Eq + Hash> Interner<T> {
    pub fn new() -> Interner<T> {
        Interner { numbers: HashMap::new(), values: Vec::new() }
    }

    /// The number of a value, the same for equal ones.
    pub fn number(&mut self, value: T) -> u32 {
        if let Some(number) = self.numbers.get(&value) {
            return *number;
        }
        let number = u32::try_from(self.values.len()).expect("fewer than four billion values");
        let value = Rc::new(value);
        self.values.push(Rc::clone(&value));
        self.numbers.insert(value, number);
        number
    }

    pub fn value(&self, number: u32) -> &Rc<T> {
        &self.values[number as usize]
    }
}
