//! Builds: diagnostics with their places.

mod diagnostic;
mod located;
mod survey;

pub use survey::{Found, KEPT, Key, Survey};
