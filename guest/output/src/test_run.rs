//! Test runs: totals, and each failed test with its place.

mod failures;
mod heads;
mod pytest;
mod run;
mod sections;
mod totals;

pub use failures::{Failure, KEPT};
pub use run::{Run, Runner, Told};
pub use totals::Totals;
