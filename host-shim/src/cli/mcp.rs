use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};

use super::exit::{Exit, Failure};
use super::global::Global;
use super::mcp_install::{Install, Uninstall};
use super::mcp_listen::Listen;
use super::output;
use crate::mcp::{self, Command, Manner, Servers, Shared, Times};

/// A time that can be added to any other: some thirty years.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);
/// The variable that tells a server of which files it is one.
const WITHIN: &str = "WITHIN_TOOLARIA_SERVERS";

/// Stand in front of an MCP server: its long results become handles, all else passes through
///
/// Put `toolaria mcp --` before the server's command in the configuration of an agent, or give it the whole configuration with
/// `--servers`: tools are called `server__tool` then. The agent gets one tool more, which reads slices of what was stored, and
/// may write tla:<id> into the arguments of any other. What was kept out of the context is said on stderr at the end.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Mcp {
    #[command(subcommand)]
    configuration: Option<Configuration>,
    /// Whose results they are: a client that comes back with it still finds its handles [default: a new one each time]
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    session: Option<String>,
    /// What the server is called in `rescue_tools`, as `mcp-<NAME>` [default: as it calls itself]
    #[arg(long, conflicts_with = "servers")]
    name: Option<String>,
    /// Stand in front of all servers of a client's configuration: JSON with `mcpServers`
    #[arg(long, value_name = "FILE")]
    servers: Option<PathBuf>,
    /// Seconds that a server has to start, until it has answered to `initialize`; 0 is without end
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    start_timeout: Duration,
    /// Seconds that a server has to answer a call, or any other request [default: without end]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    call_timeout: Option<Duration>,
    /// What the tool is called that reads slices; where the server has one of this name, a number is added
    #[arg(long, value_name = "NAME", value_parser = tool_name, default_value = "rescuer_fetch")]
    tool_name: String,
    /// A picture or sound of more bytes, as base64, becomes a handle
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20)]
    show_media: usize,
    /// Change nothing, and report what would have been kept out
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    listen: Listen,
    /// The server's command, with or without `--` before it
    #[arg(
        required_unless_present = "servers",
        conflicts_with = "servers",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
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
        let servers = match self.servers() {
            Ok(servers) => servers,
            Err(reason) => {
                output::notice(&format!("toolaria: {reason}"));
                return Ok(Exit::Refused);
            }
        };
        // What a dry run stores must not be found by anyone.
        let elsewhere =
            self.dry_run.then(tempfile::tempdir).transpose().map_err(|e| Failure::Io("a folder".into(), e))?;
        let toolaria = match &elsewhere {
            Some(folder) => global.open_at(folder.path())?,
            None => global.open()?,
        };
        let shared = Arc::new(Shared::new(toolaria, self.manner()));
        if let Some(listening) = listening {
            let address = listening.address.clone();
            mcp::listen(&shared, servers, listening)
                .map_err(|error| Failure::Io(format!("--listen {address}"), error))?;
            return Ok(Exit::Done);
        }
        let session = self.session.clone().map_or_else(|| mcp::unguessable("mcp-"), Ok);
        let session = session.map_err(|error| Failure::Io("random bytes".into(), error))?;
        mcp::run(&shared, session, &servers).map_err(|error| Failure::Io(servers.name(), error))?;
        Ok(Exit::Done)
    }

    fn manner(&self) -> Manner {
        Manner { tool_name: self.tool_name.clone(), media_bytes: self.show_media, dry_run: self.dry_run }
    }

    /// Which servers, or what is to change before there are any.
    fn servers(&self) -> Result<Servers, String> {
        let some = |time: &Duration| !time.is_zero();
        let times = Times { start: Some(self.start_timeout).filter(some), call: self.call_timeout.filter(some) };
        let Some(file) = &self.servers else {
            let mut command = self.command.iter().cloned();
            let program = command.next().unwrap_or_default();
            let command = Command { program, arguments: command.collect(), ..Command::default() };
            return Ok(Servers::one(command, self.name.clone(), times));
        };
        let says = |reason: String| format!("{}: {reason}", file.display());
        let text = fs::read_to_string(file).map_err(|error| says(error.to_string()))?;
        let path = fs::canonicalize(file).map_err(|error| says(error.to_string()))?;
        let within = std::env::var_os(WITHIN).unwrap_or_default();
        let mut files: Vec<PathBuf> = std::env::split_paths(&within).collect();
        if files.contains(&path) {
            return Err(says(
                "This process was started for a server of this very file, and would start itself without end: take the server that \
                 is `toolaria mcp --servers` out of the file, or set \"disabled\": true."
                    .to_owned(),
            ));
        }
        files.push(path);
        let within = std::env::join_paths(files).map_err(|error| says(error.to_string()))?;
        let variable = |name: &str| std::env::var(name).ok();
        let servers = mcp::file::servers(&text, &variable, &[(WITHIN.into(), within)]).map_err(says)?;
        Ok(Servers::several(servers, times))
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "write a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time > LONGEST => Err(format!("at most {} are taken", LONGEST.as_secs())),
        time => time.map_err(|error| error.to_string()),
    }
}

/// Names that clients take.
fn tool_name(text: &str) -> Result<String, String> {
    let is_one = (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    is_one.then(|| text.to_owned()).ok_or_else(|| "1 to 64 letters, digits, _ and - are taken".to_owned())
}
