use std::ffi::OsString;
use std::sync::Arc;

use clap::{Args, Subcommand};

use super::exit::{Exit, Failure};
use super::global::Global;
use super::mcp_install::{Install, Uninstall};
use crate::mcp::{self, Command, Servers, Shared};

/// Stand in front of an MCP server: its long results become handles, all else passes through
///
/// Put `toolaria mcp --` before the server's command in the configuration of an agent. The agent gets one tool more, which reads
/// slices of what was stored, and may write tla:<id> into the arguments of any other. What was kept out of the context is
/// said on stderr at the end.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Mcp {
    #[command(subcommand)]
    configuration: Option<Configuration>,
    /// Whose results they are: a client that comes back with it still finds its handles [default: a new one each time]
    #[arg(long)]
    session: Option<String>,
    /// What the server is called in `rescue_tools`, as `mcp-<NAME>` [default: as it calls itself]
    #[arg(long)]
    name: Option<String>,
    /// Change nothing, and report what would have been kept out
    #[arg(long)]
    dry_run: bool,
    /// The server's command, with or without `--` before it
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

#[derive(Subcommand)]
enum Configuration {
    Install(Install),
    Uninstall(Uninstall),
}

impl Mcp {
    pub fn run(&self, global: &Global) -> Result<Exit, Failure> {
        match &self.configuration {
            Some(Configuration::Install(install)) => return install.run(),
            Some(Configuration::Uninstall(uninstall)) => return uninstall.run(),
            None => {}
        }
        let mut command = self.command.iter().cloned();
        let program = command.next().unwrap_or_default();
        let command = Command { program, arguments: command.collect() };
        let servers = Servers::one(command, self.name.clone());
        let session = self.session.clone().map_or_else(new_session, Ok)?;
        // What a dry run stores must not be found by anyone.
        let elsewhere =
            self.dry_run.then(tempfile::tempdir).transpose().map_err(|e| Failure::Io("a folder".into(), e))?;
        let toolaria = match &elsewhere {
            Some(folder) => global.open_at(folder.path())?,
            None => global.open()?,
        };
        let shared = Arc::new(Shared::new(toolaria, self.dry_run));
        mcp::run(&shared, session, &servers)
            .map_err(|error| Failure::Io(format!("the server {}", servers.name()), error))?;
        Ok(Exit::Done)
    }
}

/// A name that nobody can guess.
fn new_session() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty())
        .map_err(|error| Failure::Io("random bytes".into(), error.into()))?;
    Ok(format!("mcp-{}", bytes.map(|byte| format!("{byte:02x}")).concat()))
}
