//! What a process can have observed, as a tree, and what it does next.

use super::interner::Interner;
use super::operation::{Operation, Outcome};
use super::program::{Answer, Program};
use super::puppet::Puppet;
use std::collections::HashMap;
use toolaria_core::ports::memory::Snapshot;
use toolaria_core::store::Hash;

/// What a process does after a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The number of the operation.
    Operation(u32),
    /// It is done; the number of its answer.
    Answer(u32),
}

struct Node {
    parent: u32,
    /// The number of the outcome that led here.
    outcome: u32,
    next: Option<Next>,
}

/// Every history of one process that was met so far. The first is that of a process that has not started.
pub struct Histories {
    program: Program,
    hash: Option<Hash>,
    number: u64,
    now_ms: Option<u64>,
    nodes: Vec<Node>,
    children: HashMap<(u32, u32), u32>,
    answers: Vec<Answer>,
}

/// Numbers of operations and outcomes, which the processes of an exploration share.
pub struct Numbers {
    pub operations: Interner<Operation>,
    pub outcomes: Interner<Outcome>,
}

impl Histories {
    pub fn new(program: Program, hash: Option<Hash>, number: u64, now_ms: Option<u64>) -> Histories {
        let start = Node { parent: 0, outcome: 0, next: None };
        let (children, answers) = (HashMap::new(), Vec::new());
        Histories { program, hash, number, now_ms, nodes: vec![start], children, answers }
    }

    /// What the process does after a history; it has been run to there.
    pub fn next(&self, node: u32) -> Next {
        self.nodes[node as usize].next.expect("a history that was run")
    }

    pub fn answer(&self, number: u32) -> &Answer {
        &self.answers[number as usize]
    }

    /// Learns what the process does first.
    pub fn start(&mut self, numbers: &mut Numbers, snapshot: &Snapshot) {
        self.run(numbers, Vec::new(), snapshot);
    }

    /// The history that an outcome makes of another one. `snapshot` is the storage afterwards.
    pub fn after(&mut self, numbers: &mut Numbers, node: u32, outcome: u32, snapshot: &Snapshot) -> u32 {
        if let Some(child) = self.children.get(&(node, outcome)) {
            return *child;
        }
        let mut observed = self.observed(numbers, node);
        observed.push((**numbers.outcomes.value(outcome)).clone());
        self.run(numbers, observed, snapshot);
        self.children[&(node, outcome)]
    }

    fn observed(&self, numbers: &Numbers, mut node: u32) -> Vec<Outcome> {
        let mut observed = Vec::new();
        while node != 0 {
            let Node { parent, outcome, .. } = self.nodes[node as usize];
            observed.push((**numbers.outcomes.value(outcome)).clone());
            node = parent;
        }
        observed.reverse();
        observed
    }

    /// Runs the process to its end, alone from where its observations end: that is one of the schedules to explore, too.
    fn run(&mut self, numbers: &mut Numbers, observed: Vec<Outcome>, snapshot: &Snapshot) {
        let puppet = Puppet::new(self.number, observed, snapshot.to_storage(), self.now_ms);
        let answer = self.program.run(&puppet, self.hash);
        let mut node = 0;
        for (operation, outcome) in puppet.log() {
            self.note(node, Next::Operation(numbers.operations.number(operation)));
            node = self.child(node, numbers.outcomes.number(outcome));
        }
        let answer = self.number_of(answer);
        self.note(node, Next::Answer(answer));
    }

    fn note(&mut self, node: u32, next: Next) {
        let noted = self.nodes[node as usize].next.get_or_insert(next);
        assert_eq!(*noted, next, "a process does the same after the same observations");
    }

    fn child(&mut self, node: u32, outcome: u32) -> u32 {
        let nodes = &mut self.nodes;
        *self.children.entry((node, outcome)).or_insert_with(|| {
            nodes.push(Node { parent: node, outcome, next: None });
            u32::try_from(nodes.len() - 1).expect("fewer than four billion histories")
        })
    }

    fn number_of(&mut self, answer: Answer) -> u32 {
        let known = self.answers.iter().position(|known| *known == answer);
        let number = known.unwrap_or_else(|| {
            self.answers.push(answer);
            self.answers.len() - 1
        });
        u32::try_from(number).expect("few answers")
    }
}
