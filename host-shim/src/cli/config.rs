use clap::Args;
use serde_json::{Value, json};

use super::exit::{Exit, Failure};
use super::global::Global;
use super::{json, output};

/// Print the settings that were given; those that cannot be used on stderr, with exit code 2
///
/// Those that were not given have the defaults that the README lists.
#[derive(Args)]
pub struct Config {}

impl Config {
    pub fn run(&self, global: &Global) -> Result<Exit, Failure> {
        let settings = global.settings()?;
        let given: Value = settings.iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
        let (_, problems) = global.open_with_problems(settings)?;
        if global.json {
            let problems: Vec<Value> = problems.iter().map(json::problem).collect();
            output::object(&json!({ "settings": given, "problems": problems }))?;
        } else {
            output::fields(&given)?;
            output::notice("All other settings have their defaults, which the README lists.");
            for problem in &problems {
                output::notice(&format!("{}: {} (used: {})", problem.name, problem.message, problem.used));
            }
        }
        Ok(if problems.is_empty() { Exit::Done } else { Exit::Fault })
    }
}
