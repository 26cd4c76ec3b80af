//! All of Toolaria's logic, over the ports in [`ports`]: pure Rust, deterministic, no state between calls.
//!
//! A host's call is `Rescuer::new(&host)` and one method.

pub mod error;
pub mod model;
pub mod ports;
