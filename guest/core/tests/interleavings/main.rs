//! Two processes on one store in every interleaving of their storage operations, without and with a crash of either of them
//! before any operation, on each layout.
//!
//! The code that runs is the store's own, over the storage in memory. [`puppet`] makes a process of it that can be continued from
//! any point, [`explorer`] walks through all states that schedules lead to, [`invariants`] says what must hold in them, and
//! [`witness`] prints the shortest schedule that breaks it. Each test prints, with `--nocapture`, how many states it
//! visited and how many schedules these stand for.
//!
//! Left out: more than two processes (a sweep that was killed before stands for a third), processes whose clocks differ, blobs of
//! more than one chunk, labels, eviction, sweeps in steps, and a second crash in one schedule.

mod explorer;
mod fetches;
mod forgets;
mod histories;
mod interner;
mod invariants;
mod operation;
mod pauses;
mod program;
mod puppet;
mod puts;
mod scenario;
mod state;
mod sweeps;
mod windows;
mod witness;
mod world;
