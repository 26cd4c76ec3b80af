use clap::Args;
use serde_json::json;

use super::exit::{Exit, Failure};
use super::global::Global;
use super::output;

/// Call the fetch tool as a model would
#[derive(Args)]
pub struct Call {
    /// The call's arguments
    #[arg(value_name = "JSON")]
    arguments: String,
    /// The session that rescued the result
    #[arg(long)]
    session: Option<String>,
}

impl Call {
    pub fn run(&self, global: &Global) -> Result<Exit, Failure> {
        let text = global.open()?.tool_call(&self.arguments, self.session.as_deref())?;
        match global.json {
            true => output::object(&json!({ "text": text }))?,
            false => output::data(text.as_bytes())?,
        }
        Ok(Exit::Done)
    }
}

/// Print the definition of the fetch tool to give to the model, as JSON
#[derive(Args)]
pub struct Definition {}

impl Definition {
    pub fn run(&self, global: &Global) -> Result<Exit, Failure> {
        let definition = global.open()?.tool_definition()?;
        output::data(format!("{definition}\n").as_bytes())?;
        Ok(Exit::Done)
    }
}
