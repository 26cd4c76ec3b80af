//! The states that an exploration passes through, and what leads from one to the next.

use super::program::Answer;
use std::ops::AddAssign;

/// In the place of a history: the process was killed.
pub const KILLED: u32 = u32::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub snapshot: u32,
    pub histories: [u32; 2],
}

impl State {
    /// The same without a process, and with what it has left of the storage.
    pub fn without(self, index: usize, snapshot: u32) -> State {
        let mut histories = self.histories;
        histories[index] = KILLED;
        State { snapshot, histories }
    }
}

/// What happens next, and to which process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Runs(usize),
    IsKilled(usize),
    /// In the middle of a `create`.
    IsKilledHalfway(usize),
    /// For both, and once.
    TimePasses,
}

impl Step {
    /// The process that it happens to.
    pub fn process(self) -> Option<usize> {
        match self {
            Step::Runs(index) | Step::IsKilled(index) | Step::IsKilledHalfway(index) => Some(index),
            Step::TimePasses => None,
        }
    }
}

/// What became of a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    Runs,
    Killed,
    Done(Answer),
}

/// How many schedules go on from a state.
#[derive(Debug, Clone, Copy, Default)]
pub struct Schedules {
    pub without_crash: f64,
    pub with_crash: f64,
}

impl AddAssign for Schedules {
    fn add_assign(&mut self, other: Schedules) {
        self.without_crash += other.without_crash;
        self.with_crash += other.with_crash;
    }
}

/// What is broken in a state.
#[derive(Debug, Clone)]
pub struct Violation {
    pub state: State,
    pub sentence: String,
}
