//! The command line: words in, words out.

mod config;
mod exit;
mod expand;
mod fetch;
mod global;
mod input;
mod json;
mod keeper;
mod mcp;
mod mcp_install;
mod mcp_listen;
pub mod output;
mod rescue;
mod tool;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use exit::{Exit, Failure};
use global::Global;

/// Keeps tool results that are too long for a model out of its context.
///
/// Exit codes: 0 done, 1 refused with a reason, 2 fault. Reasons and notices go to stderr, data to stdout.
#[derive(Parser)]
#[command(name = "toolaria", version)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Rescue(rescue::Rescue),
    Fetch(fetch::Fetch),
    Call(tool::Call),
    Definition(tool::Definition),
    Mcp(mcp::Mcp),
    Expand(expand::Expand),
    Status(keeper::Status),
    List(keeper::List),
    Sweep(keeper::Sweep),
    Forget(keeper::Forget),
    Doctor(keeper::Doctor),
    Config(config::Config),
}

impl Command {
    fn run(&self, global: &Global) -> Result<Exit, Failure> {
        match self {
            Command::Rescue(rescue) => rescue.run(global),
            Command::Fetch(fetch) => fetch.run(global),
            Command::Call(call) => call.run(global),
            Command::Definition(definition) => definition.run(global),
            Command::Mcp(mcp) => mcp.run(global),
            Command::Expand(expand) => expand.run(global),
            Command::Status(status) => status.run(global),
            Command::List(list) => list.run(global),
            Command::Sweep(sweep) => sweep.run(global),
            Command::Forget(forget) => forget.run(global),
            Command::Doctor(doctor) => doctor.run(global),
            Command::Config(config) => config.run(global),
        }
    }
}

pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let exit = cli.command.run(&cli.global).unwrap_or_else(|failure| failure.report(cli.global.json));
    exit.into()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_pattern_is_asked_for_where_one_is_needed() {
        assert!(Cli::try_parse_from(["toolaria", "fetch", "abc", "--mode", "grep"]).is_err());
        assert!(Cli::try_parse_from(["toolaria", "fetch", "abc", "--mode", "grep", "--pattern", "x"]).is_ok());
    }
}
