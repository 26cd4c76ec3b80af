//! End to end, through the real component: the scenarios that every host replays, and what only this host or the binary can
//! show. One test per scenario.

#[path = "e2e/bad_input.rs"]
mod bad_input;
#[path = "e2e/binary.rs"]
mod binary;
#[path = "e2e/boundary.rs"]
mod boundary;
#[path = "e2e/damage.rs"]
mod damage;
#[path = "e2e/data.rs"]
mod data;
#[path = "e2e/fuel.rs"]
mod fuel;
#[path = "e2e/mcp.rs"]
mod mcp;
#[path = "e2e/native.rs"]
mod native;
#[path = "e2e/replay.rs"]
mod replay;
#[path = "e2e/scenarios.rs"]
mod scenarios;
#[path = "e2e/stress.rs"]
mod stress;
#[path = "e2e/walks.rs"]
mod walks;
