//! Keeps tool results that are too long for a model out of its context.
//!
//! Everything that Toolaria knows is in a WebAssembly component, which is embedded here; this crate runs it in Wasmtime
//! and gives it a directory, a clock, random bytes, settings and, if wanted, a key-value store. Nothing else.
//!
//! ```no_run
//! use toolaria::types::{Query, RescueOutcome, ToolCall};
//! use toolaria::{Error, Toolaria};
//!
//! # fn main() -> Result<(), Error> {
//! let toolaria = Toolaria::builder().store("/var/lib/agent/results").build()?;
//! let call = ToolCall {
//!     tool: Some("web_extract".into()),
//!     toolset: None,
//!     arguments: None,
//!     session: Some("session-1".into()),
//!     label: None,
//! };
//! let result = "a long result\n".repeat(10_000);
//! let shown = match toolaria.rescue_bytes(&call, result.as_bytes())? {
//!     RescueOutcome::Stored(handle) => {
//!         toolaria.fetch(&handle.id, &Query::Outline, None, Some("session-1"))?;
//!         handle.text
//!     }
//!     RescueOutcome::Unchanged(_) => result,
//! };
//! # Ok(())
//! # }
//! ```

#![deny(missing_docs)]

mod builder;
mod cache;
mod engine;
mod error;
mod fs;
mod fuel;
mod linker;
mod paths;
mod plugin;
mod settings;
mod slots;

#[allow(missing_docs)]
mod bindings;

pub mod counts;
pub mod keyvalue;
pub mod types;

pub use builder::Builder;
pub use error::Error;
pub use fuel::Verb;
pub use plugin::Toolaria;
pub use settings::Settings;
