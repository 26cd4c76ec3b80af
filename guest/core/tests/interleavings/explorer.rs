//! Walks through every state that a schedule of two processes can lead to.
//!
//! A state is what the storage holds and what each process has observed, or that it was killed. Processes depend on nothing else,
//! so equal states have equal futures and each is explored once, however many schedules lead there.

use super::histories::{Histories, Next, Numbers};
use super::interner::Interner;
use super::scenario::Scenario;
use super::state::{Fate, KILLED, Schedules, State, Step, Violation};
use std::collections::HashMap;
use std::rc::Rc;
use toolaria_core::ports::memory::Snapshot;

pub struct Explorer<'a> {
    scenario: &'a Scenario,
    pub histories: [Histories; 2],
    pub numbers: Numbers,
    snapshots: Interner<Snapshot>,
    /// Snapshot and outcome after an operation on a snapshot.
    transitions: HashMap<(u32, u32), (u32, u32)>,
    halves: HashMap<(u32, u32), u32>,
    schedules: HashMap<State, Schedules>,
    judged: HashMap<(u32, [u32; 2]), bool>,
    pub violations: Vec<Violation>,
}

impl<'a> Explorer<'a> {
    pub fn new(scenario: &'a Scenario) -> Explorer<'a> {
        let mut numbers = Numbers { operations: Interner::new(), outcomes: Interner::new() };
        let mut process = |index: usize| {
            let program = scenario.programs[index].clone();
            let mut histories = Histories::new(program, scenario.hash, index as u64 + 1, scenario.fixed_now_ms());
            histories.start(&mut numbers, &scenario.start);
            histories
        };
        let histories = [process(0), process(1)];
        let mut snapshots = Interner::new();
        snapshots.number(scenario.start.clone());
        let (transitions, halves, schedules, judged) = Default::default();
        Explorer {
            scenario,
            histories,
            numbers,
            snapshots,
            transitions,
            halves,
            schedules,
            judged,
            violations: Vec::new(),
        }
    }

    pub fn start(&self) -> State {
        State { snapshot: 0, histories: [0, 0] }
    }

    pub fn states(&self) -> usize {
        self.schedules.len()
    }

    /// Visits a state and all that follow.
    pub fn explore(&mut self, state: State) -> Schedules {
        if let Some(schedules) = self.schedules.get(&state) {
            return *schedules;
        }
        self.judge(state);
        let mut schedules = Schedules::default();
        let steps = self.steps(state);
        for (step, next) in &steps {
            let Schedules { without_crash, with_crash } = self.explore(*next);
            schedules += match step {
                Step::Runs(_) | Step::TimePasses => Schedules { without_crash, with_crash },
                _ => Schedules { without_crash: 0.0, with_crash: without_crash },
            };
        }
        if steps.is_empty() {
            schedules.without_crash = 1.0;
        }
        self.schedules.insert(state, schedules);
        schedules
    }

    /// What can happen in a state. One process at most is killed in a schedule.
    pub fn steps(&mut self, state: State) -> Vec<(Step, State)> {
        let mut steps = Vec::new();
        if let Some(snapshot) = self.pause(state) {
            steps.push((Step::TimePasses, State { snapshot, ..state }));
        }
        for index in 0..2 {
            let Some(operation) = self.operation(state, index) else { continue };
            steps.push((Step::Runs(index), self.run(state, index, operation)));
            if state.histories.contains(&KILLED) {
                continue;
            }
            steps.push((Step::IsKilled(index), state.without(index, state.snapshot)));
            if let Some(snapshot) = self.half(state.snapshot, operation) {
                steps.push((Step::IsKilledHalfway(index), state.without(index, snapshot)));
            }
        }
        steps
    }

    /// The operation before which a process stands.
    pub fn operation(&self, state: State, index: usize) -> Option<u32> {
        match state.histories[index] {
            KILLED => None,
            history => match self.histories[index].next(history) {
                Next::Operation(operation) => Some(operation),
                Next::Answer(_) => None,
            },
        }
    }

    /// Number of the outcome of an operation in a state.
    pub fn outcome(&self, state: State, operation: u32) -> u32 {
        self.transitions[&(state.snapshot, operation)].1
    }

    pub fn fate(&self, state: State, index: usize) -> Fate {
        match state.histories[index] {
            KILLED => Fate::Killed,
            history => match self.histories[index].next(history) {
                Next::Operation(_) => Fate::Runs,
                Next::Answer(answer) => Fate::Done(self.histories[index].answer(answer).clone()),
            },
        }
    }

    /// The storage after the time that passes once, while both processes are there.
    fn pause(&mut self, state: State) -> Option<u32> {
        let pause_ms = self.scenario.pause_ms?;
        let snapshot = self.snapshots.value(state.snapshot);
        let is_due = snapshot.now_ms() == self.scenario.start.now_ms() && (0..2).any(|index| self.runs(state, index));
        let later = is_due.then(|| snapshot.later(pause_ms))?;
        Some(self.snapshots.number(later))
    }

    fn runs(&self, state: State, index: usize) -> bool {
        self.operation(state, index).is_some()
    }

    fn run(&mut self, state: State, index: usize, operation: u32) -> State {
        let (snapshot, outcome) = self.perform(state.snapshot, operation);
        let storage = Rc::clone(self.snapshots.value(snapshot));
        let mut histories = state.histories;
        histories[index] = self.histories[index].after(&mut self.numbers, histories[index], outcome, &storage);
        State { snapshot, histories }
    }

    fn perform(&mut self, snapshot: u32, operation: u32) -> (u32, u32) {
        if let Some(done) = self.transitions.get(&(snapshot, operation)) {
            return *done;
        }
        let storage = self.snapshots.value(snapshot).to_storage();
        let outcome = self.numbers.operations.value(operation).perform(&storage);
        let done = (self.snapshots.number(storage.snapshot()), self.numbers.outcomes.number(outcome));
        self.transitions.insert((snapshot, operation), done);
        done
    }

    /// The storage after an operation that was cut in its middle, where that is something else than before it.
    fn half(&mut self, snapshot: u32, operation: u32) -> Option<u32> {
        let half = self.halves.get(&(snapshot, operation)).copied().unwrap_or_else(|| {
            let storage = self.snapshots.value(snapshot).to_storage();
            self.numbers.operations.value(operation).perform_half(&storage);
            self.snapshots.number(storage.snapshot())
        });
        self.halves.insert((snapshot, operation), half);
        (half != snapshot).then_some(half)
    }

    fn judge(&mut self, state: State) {
        let key = (state.snapshot, [0, 1].map(|index| self.fate_number(state, index)));
        if self.judged.insert(key, true).is_some() {
            return;
        }
        let fates = [self.fate(state, 0), self.fate(state, 1)];
        let snapshot = self.snapshots.value(state.snapshot);
        if let Err(sentence) = self.scenario.judge(snapshot, &fates) {
            self.violations.push(Violation { state, sentence });
        }
    }

    fn fate_number(&self, state: State, index: usize) -> u32 {
        match state.histories[index] {
            KILLED => KILLED,
            history => match self.histories[index].next(history) {
                Next::Operation(_) => KILLED - 1,
                Next::Answer(answer) => answer,
            },
        }
    }
}
