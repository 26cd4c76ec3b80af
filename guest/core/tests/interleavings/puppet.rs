//! A host that answers a process out of what it has observed before, and then out of a storage of its own.
//!
//! A process is a function of what it observes. So one that has come to any point of any schedule is made again by running it from
//! its start with the same answers; no thread has to be held there.

use super::operation::{Found, Operation, Outcome};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use toolaria_core::ports::memory::MemoryStorage;
use toolaria_core::ports::{Bucket, Directory, FileStat, Host, KeyPage, PortError, PortResult};

struct Strings {
    observed: Vec<Outcome>,
    storage: MemoryStorage,
    now_ms: Option<u64>,
    number: u64,
    drawn: Cell<u64>,
    log: RefCell<Vec<(Operation, Outcome)>>,
}

/// A clone is the same process.
#[derive(Clone)]
pub struct Puppet(Rc<Strings>);

impl Puppet {
    /// Process `number`, which observes this and then goes on alone on this storage. Where the time may pass while it is at work,
    /// `now_ms` is `None`, and looking at the clock is an operation as others are.
    pub fn new(number: u64, observed: Vec<Outcome>, storage: MemoryStorage, now_ms: Option<u64>) -> Puppet {
        let (drawn, log) = (Cell::default(), RefCell::default());
        Puppet(Rc::new(Strings { observed, storage, now_ms, number, drawn, log }))
    }

    /// All operations and what came of them, those that were observed before, too.
    pub fn log(&self) -> Vec<(Operation, Outcome)> {
        self.0.log.borrow().clone()
    }

    fn ask(&self, operation: Operation) -> PortResult<Found> {
        let mut log = self.0.log.borrow_mut();
        let observed = self.0.observed.get(log.len()).cloned();
        let outcome = observed.unwrap_or_else(|| operation.perform(&self.0.storage));
        log.push((operation, outcome.clone()));
        outcome.map_err(PortError::Failed)
    }

    fn ask_is(&self, operation: Operation) -> PortResult<bool> {
        Ok(self.ask(operation)? == Found::Is(true))
    }

    fn ask_bytes(&self, operation: Operation) -> PortResult<Option<Vec<u8>>> {
        match self.ask(operation)? {
            Found::Bytes(bytes) => Ok(bytes),
            other => unreachable!("{other:?}"),
        }
    }

    fn ask_names(&self, operation: Operation) -> PortResult<Vec<String>> {
        match self.ask(operation)? {
            Found::Names(names) => Ok(names),
            other => unreachable!("{other:?}"),
        }
    }
}

impl Host for Puppet {
    fn directories(&self) -> PortResult<Vec<(String, Rc<dyn Directory>)>> {
        let names = self.ask_names(Operation::Directories)?;
        Ok(names.into_iter().map(|name| (name, Rc::new(self.clone()) as Rc<dyn Directory>)).collect())
    }

    fn bucket(&self, name: &str) -> PortResult<Option<Rc<dyn Bucket>>> {
        let opens = self.ask_is(Operation::OpenBucket(name.to_owned()))?;
        Ok(opens.then(|| Rc::new(self.clone()) as Rc<dyn Bucket>))
    }

    fn now_ms(&self) -> u64 {
        let asked = || match self.ask(Operation::Now) {
            Ok(Found::Time(now_ms)) => now_ms,
            other => unreachable!("{other:?}"),
        };
        self.0.now_ms.unwrap_or_else(asked)
    }

    /// Tells processes apart, and depends on nothing but the process's own past.
    fn random(&self) -> u64 {
        self.0.drawn.set(self.0.drawn.get() + 1);
        (self.0.number << 56) + self.0.drawn.get()
    }

    fn setting(&self, _: &str) -> PortResult<Option<String>> {
        Ok(None)
    }

    fn setting_names(&self) -> PortResult<Vec<String>> {
        Ok(Vec::new())
    }
}

impl Directory for Puppet {
    fn stat(&self, path: &str) -> PortResult<Option<FileStat>> {
        match self.ask(Operation::Stat(path.to_owned()))? {
            Found::Stat(stat) => Ok(stat.map(|(bytes, modified_ms)| FileStat { bytes, modified_ms })),
            other => unreachable!("{other:?}"),
        }
    }

    fn read(&self, path: &str) -> PortResult<Option<Vec<u8>>> {
        self.ask_bytes(Operation::Read(path.to_owned()))
    }

    fn read_range(&self, path: &str, start: u64, count: usize) -> PortResult<Option<Vec<u8>>> {
        self.ask_bytes(Operation::ReadRange(path.to_owned(), start, count))
    }

    fn create(&self, path: &str, bytes: &[u8]) -> PortResult<()> {
        self.ask(Operation::Create(path.to_owned(), bytes.to_vec())).map(drop)
    }

    fn rename(&self, from: &str, to: &str) -> PortResult<bool> {
        self.ask_is(Operation::Rename(from.to_owned(), to.to_owned()))
    }

    fn remove(&self, path: &str) -> PortResult<bool> {
        self.ask_is(Operation::Remove(path.to_owned()))
    }

    fn list(&self, path: &str) -> PortResult<Vec<String>> {
        self.ask_names(Operation::List(path.to_owned()))
    }
}

impl Bucket for Puppet {
    fn get(&self, key: &str) -> PortResult<Option<Vec<u8>>> {
        self.ask_bytes(Operation::Get(key.to_owned()))
    }

    fn set(&self, key: &str, value: &[u8]) -> PortResult<()> {
        self.ask(Operation::Set(key.to_owned(), value.to_vec())).map(drop)
    }

    fn delete(&self, key: &str) -> PortResult<()> {
        self.ask(Operation::Delete(key.to_owned())).map(drop)
    }

    fn exists(&self, key: &str) -> PortResult<bool> {
        self.ask_is(Operation::Exists(key.to_owned()))
    }

    fn list_keys(&self, cursor: Option<u64>) -> PortResult<KeyPage> {
        match self.ask(Operation::ListKeys(cursor))? {
            Found::Page(keys, cursor) => Ok(KeyPage { keys, cursor }),
            other => unreachable!("{other:?}"),
        }
    }
}
