use clap::Args;

use super::exit::{Exit, Failure};
use super::global::Global;
use super::{input, json, output};

/// Replace each tla:<id> in a tool's arguments: JSON on stdin, expanded JSON on stdout
#[derive(Args)]
pub struct Expand {
    /// The tool that is about to be called
    #[arg(long)]
    tool: String,
    /// The session that rescued the results
    #[arg(long)]
    session: Option<String>,
}

impl Expand {
    pub fn run(&self, global: &Global) -> Result<Exit, Failure> {
        let arguments = input::text()?;
        let expansion = global.open()?.expand(&self.tool, &arguments, self.session.as_deref())?;
        match global.json {
            true => output::object(&json::expansion(&expansion))?,
            false => output::data(expansion.arguments.as_bytes())?,
        }
        Ok(Exit::Done)
    }
}
