use std::{fmt, path::PathBuf};

use crate::fuel::Verb;
use crate::types::{ConfigProblem, Refusal};

/// Why a call has no answer.
///
/// After any of these the store is whole and the next call works.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The component refused the request; the case says what the caller can do.
    #[error("{}", .0.message())]
    Refused(Refusal),

    /// The call needed more than its budget and was stopped.
    #[error("{verb} used up its fuel of {budget} units: raise the setting `{setting}`")]
    OutOfFuel {
        /// The verb that was stopped.
        verb: Verb,
        /// What it was allowed, in Wasmtime's fuel units (about one per instruction).
        budget: u64,
        /// The setting that made up most of the budget: `fuel_base` or `fuel_per_byte`.
        setting: &'static str,
    },

    /// The component stopped for another reason, for example because it ran out of memory.
    #[error("{verb} was stopped: {reason}")]
    Trap {
        /// The verb that was stopped.
        verb: Verb,
        /// Wasmtime's words for it.
        reason: String,
    },

    /// The component cannot be compiled, or wants what this host does not give.
    #[error("the component cannot be loaded: {0}")]
    Load(String),

    /// A directory, file or data base of the host cannot be used.
    #[error("{}: {reason}", .path.display())]
    Storage {
        /// What cannot be used.
        path: PathBuf,
        /// Why, and what to change where that is known.
        reason: String,
    },

    /// Settings cannot be used as they stand. All of them are listed.
    #[error("settings cannot be used: {}", Listed(.0))]
    Config(Vec<ConfigProblem>),
}

impl Error {
    /// The error's name for machines: a case of the component's `error` variant, or `out-of-fuel`, `trap`,
    /// `load`, `host-storage`, `config`.
    pub fn kind(&self) -> &'static str {
        match self {
            Error::Refused(refusal) => refusal.case(),
            Error::OutOfFuel { .. } => "out-of-fuel",
            Error::Trap { .. } => "trap",
            Error::Load(_) => "load",
            Error::Storage { .. } => "host-storage",
            Error::Config(_) => "config",
        }
    }

    pub(crate) fn storage(path: impl Into<PathBuf>, reason: impl fmt::Display) -> Error {
        Error::Storage { path: path.into(), reason: reason.to_string() }
    }
}

impl Refusal {
    /// The case's name as `wit/types.wit` spells it.
    pub fn case(&self) -> &'static str {
        match self {
            Refusal::Invalid(_) => "invalid",
            Refusal::NotFound(_) => "not-found",
            Refusal::Swept(_) => "swept",
            Refusal::Denied(_) => "denied",
            Refusal::TooLarge(_) => "too-large",
            Refusal::Corrupt(_) => "corrupt",
            Refusal::Storage(_) => "storage",
        }
    }

    /// The component's sentence, fit to be shown to the model.
    pub fn message(&self) -> &str {
        match self {
            Refusal::Invalid(message)
            | Refusal::NotFound(message)
            | Refusal::Denied(message)
            | Refusal::Corrupt(message)
            | Refusal::Storage(message) => message,
            Refusal::Swept(info) => &info.message,
            Refusal::TooLarge(info) => &info.message,
        }
    }
}

struct Listed<'a>(&'a [ConfigProblem]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{}: {}", problem.name, problem.message)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn out_of_fuel_names_verb_budget_and_setting() {
        let error = Error::OutOfFuel { verb: Verb::Rescue, budget: 7, setting: "fuel_base" };
        assert_eq!(error.to_string(), "rescue used up its fuel of 7 units: raise the setting `fuel_base`");
    }

    #[test]
    fn config_lists_every_problem() {
        let problem = |name: &str| ConfigProblem { name: name.into(), message: "is wrong".into(), used: "1".into() };
        let error = Error::Config(vec![problem("a"), problem("b")]);
        assert_eq!(error.to_string(), "settings cannot be used: a: is wrong; b: is wrong");
    }
}
