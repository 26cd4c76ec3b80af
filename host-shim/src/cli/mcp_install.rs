use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::exit::{Exit, Failure};
use super::output;
use crate::mcp::install::Client;
use crate::mcp::{self, install};

/// Put this program before a server in the configuration of a client: prints the file as it would be
#[derive(Args)]
pub struct Install {
    #[command(flatten)]
    target: Target,
    /// Whose results they will be [default: the server's name and a number that nobody can guess, so that no other client or project has it]
    #[arg(long)]
    session: Option<String>,
}

/// Take this program out again: prints the file as it would be
#[derive(Args)]
pub struct Uninstall {
    #[command(flatten)]
    target: Target,
}

#[derive(Args)]
struct Target {
    client: Client,
    /// The server's name in the configuration
    #[arg(long, value_name = "NAME")]
    server: String,
    /// Change the file, after a copy of it beside it
    #[arg(long)]
    write: bool,
    /// The configuration [default: where the client has it]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Install {
    pub fn run(&self) -> Result<Exit, Failure> {
        let program = std::env::current_exe().map_err(|error| Failure::Io("this program".into(), error))?;
        let unguessable = || mcp::unguessable(&format!("{}-", self.target.server));
        let session = self.session.clone().map_or_else(unguessable, Ok);
        let session = session.map_err(|error| Failure::Io("random bytes".into(), error))?;
        let change = |text: &str| {
            install::install(self.target.client, text, &self.target.server, &program.to_string_lossy(), &session)
        };
        self.target.change("before-toolaria", change)
    }
}

impl Uninstall {
    pub fn run(&self) -> Result<Exit, Failure> {
        self.target.change("with-toolaria", |text| install::uninstall(self.target.client, text, &self.target.server))
    }
}

impl Target {
    /// `backup` is put behind the name of the file that is kept as it was.
    fn change(&self, backup: &str, change: impl FnOnce(&str) -> Result<String, String>) -> Result<Exit, Failure> {
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let Some(file) = self.file.clone().or_else(|| self.client.file(home)) else {
            return Err(Failure::Io("the configuration".into(), io::Error::other("give it with --file")));
        };
        let fault = |error: io::Error| Failure::Io(file.display().to_string(), error);
        let text = fs::read_to_string(&file).map_err(fault)?;
        match change(&text) {
            Err(reason) => {
                output::notice(&format!("toolaria: {}: {reason}", file.display()));
                Ok(Exit::Refused)
            }
            Ok(changed) if self.write => {
                let backup = beside(&file, backup);
                fs::copy(&file, &backup).map_err(fault)?;
                fs::write(&file, changed).map_err(fault)?;
                output::notice(&format!("{} is changed; {} is as it was.", file.display(), backup.display()));
                Ok(Exit::Done)
            }
            Ok(changed) => {
                output::data(changed.as_bytes())?;
                output::notice(&format!("Nothing is changed: with --write, {} is.", file.display()));
                Ok(Exit::Done)
            }
        }
    }
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    name.into()
}
