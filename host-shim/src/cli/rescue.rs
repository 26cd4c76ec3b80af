use std::path::PathBuf;

use clap::{Args, ValueEnum};
use toolaria::Toolaria;
use toolaria::types::{Label, PassReason, RescueOutcome, ToolCall};

use super::exit::{Exit, Failure};
use super::global::Global;
use super::input::Input;
use super::{json, output};

/// Store a result: prints the handle to show instead, or the result unchanged
///
/// After a refusal or a fault, too, the result is printed unchanged, and the reason on stderr; with --json the reason
/// takes its place.
#[derive(Args)]
pub struct Rescue {
    /// The result; - is stdin
    #[arg(default_value = "-")]
    file: PathBuf,
    /// The tool that returned it; without one it is stored whatever the list of tools says
    #[arg(long)]
    tool: Option<String>,
    /// The group or MCP server that the tool belongs to
    #[arg(long)]
    toolset: Option<String>,
    /// The session that may read it
    #[arg(long)]
    session: Option<String>,
    /// The arguments of the call
    #[arg(long, value_name = "JSON")]
    args: Option<String>,
    /// How much care it needs
    #[arg(long)]
    label: Option<LabelName>,
}

#[derive(Clone, Copy, ValueEnum)]
enum LabelName {
    Public,
    Personal,
    Credential,
}

impl Rescue {
    pub fn run(&self, global: &Global) -> Result<Exit, Failure> {
        let result = Input::open(&self.file)?;
        let outcome = global.open().and_then(|toolaria| self.outcome(&toolaria, &result));
        match (outcome, global.json) {
            (Ok(RescueOutcome::Stored(handle)), true) => output::object(&json::handle(&handle))?,
            (Ok(RescueOutcome::Stored(handle)), false) => output::data(handle.text.as_bytes())?,
            (Ok(RescueOutcome::Unchanged(reason)), true) => {
                output::object(&json::unchanged(&reason, &sentence(&reason)))?;
            }
            (Ok(RescueOutcome::Unchanged(reason)), false) => {
                output::notice(&format!("toolaria: unchanged: {}", sentence(&reason)));
                result.print()?;
            }
            (Err(failure), true) => return Err(failure),
            (Err(failure), false) => {
                result.print()?;
                return Err(failure);
            }
        }
        Ok(Exit::Done)
    }

    fn outcome(&self, toolaria: &Toolaria, result: &Input) -> Result<RescueOutcome, Failure> {
        Ok(match result {
            Input::Memory(bytes) => toolaria.rescue_bytes(&self.call(), bytes)?,
            Input::File(file) => toolaria.rescue_file(&self.call(), file)?,
        })
    }

    fn call(&self) -> ToolCall {
        ToolCall {
            tool: self.tool.clone(),
            toolset: self.toolset.clone(),
            arguments: self.args.clone(),
            session: self.session.clone(),
            label: self.label.map(|label| match label {
                LabelName::Public => Label::Public,
                LabelName::Personal => Label::Personal,
                LabelName::Credential => Label::Credential,
            }),
        }
    }
}

fn sentence(reason: &PassReason) -> String {
    match reason {
        PassReason::Small(characters) => {
            format!("{characters} characters are no more than `max_result_chars`")
        }
        PassReason::ExcludedTool => "the tool is not among `rescue_tools`, or is excluded".into(),
        PassReason::Retrieved => "it is an answer of the fetch tool".into(),
        PassReason::NoGain => "the handle would not be shorter".into(),
        PassReason::NotStored(why) => format!("it could not be stored: {why}"),
    }
}
