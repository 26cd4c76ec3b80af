use std::ffi::OsString;
use std::sync::Arc;

use clap::{Args, Subcommand};

use super::exit::{Exit, Failure};
use super::global::Global;
use super::mcp_install::{Install, Uninstall};
use super::mcp_listen::Listen;
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
    #[command(flatten)]
    listen: Listen,
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
        // First of all, as it takes the token out of the environment.
        let listening = self.listen.listening()?;
        let mut command = self.command.iter().cloned();
        let program = command.next().unwrap_or_default();
        let command = Command { program, arguments: command.collect() };
        let servers = Servers::one(command, self.name.clone());
        // What a dry run stores must not be found by anyone.
        let elsewhere =
            self.dry_run.then(tempfile::tempdir).transpose().map_err(|e| Failure::Io("a folder".into(), e))?;
        let toolaria = match &elsewhere {
            Some(folder) => global.open_at(folder.path())?,
            None => global.open()?,
        };
        let shared = Arc::new(Shared::new(toolaria, self.dry_run));
        if let Some(listening) = listening {
            let address = listening.address.clone();
            mcp::listen(&shared, servers, listening)
                .map_err(|error| Failure::Io(format!("--listen {address}"), error))?;
            return Ok(Exit::Done);
        }
        let session = self.session.clone().map_or_else(|| mcp::unguessable("mcp-"), Ok);
        let session = session.map_err(|error| Failure::Io("random bytes".into(), error))?;
        mcp::run(&shared, session, &servers)
            .map_err(|error| Failure::Io(format!("the server {}", servers.name()), error))?;
        Ok(Exit::Done)
    }
}
