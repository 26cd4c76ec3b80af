use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::exit::Failure;
use crate::mcp::http::gate::Token;
use crate::mcp::http::listen::Listening;

/// Clients over HTTP.
#[derive(Args)]
pub struct Listen {
    /// Serve clients over streamable HTTP, at http://ADDR/mcp, each with a session and servers of its own, until SIGTERM. A port alone
    /// is open to this machine only; other addresses want a token
    #[arg(long, value_name = "ADDR", conflicts_with = "session", help_heading = "Clients over HTTP")]
    listen: Option<String>,
    /// Let web pages of this origin ask, too, besides those of this machine
    #[arg(long, value_name = "ORIGIN", requires = "listen", help_heading = "Clients over HTTP")]
    allow_origin: Vec<String>,
    /// The bearer token that clients must show is in this file
    #[arg(long, value_name = "FILE", requires = "listen", help_heading = "Clients over HTTP")]
    token_file: Option<PathBuf>,
    /// It is in this environment variable, which the servers do not get
    #[arg(
        long,
        value_name = "VARIABLE",
        requires = "listen",
        conflicts_with = "token_file",
        help_heading = "Clients over HTTP"
    )]
    token_env: Option<String>,
    /// Sessions at a time; where there is no room, one goes whose client was not seen for 5 minutes
    #[arg(long, value_name = "N", default_value_t = 32, requires = "listen", help_heading = "Clients over HTTP")]
    max_sessions: usize,
    /// End a session whose client was not seen for so long
    #[arg(long, value_name = "MINUTES", default_value_t = 60, requires = "listen", help_heading = "Clients over HTTP")]
    idle_minutes: u64,
}

impl Listen {
    /// What is asked for, if it is. Must be called before other threads run.
    pub fn listening(&self) -> Result<Option<Listening>, Failure> {
        let Some(address) = self.listen.clone() else {
            return Ok(None);
        };
        Ok(Some(Listening {
            address,
            origins: self.allow_origin.clone(),
            token: self.token()?,
            most_sessions: self.max_sessions,
            idle: Duration::from_secs(self.idle_minutes.saturating_mul(60)),
        }))
    }

    fn token(&self) -> Result<Option<Token>, Failure> {
        let (what, text) = match (&self.token_file, &self.token_env) {
            (Some(file), _) => (format!("the token in {}", file.display()), fs::read_to_string(file)),
            (None, Some(name)) => (
                format!("the token in {name}"),
                std::env::var(name).map_err(|_| io::Error::other("is not set, or no text")),
            ),
            (None, None) => return Ok(None),
        };
        if let Some(name) = &self.token_env {
            // SAFETY: no other thread runs yet that could read the environment.
            unsafe { std::env::remove_var(name) };
        }
        let token = text.and_then(|text| Token::new(&text).map_err(io::Error::other));
        token.map(Some).map_err(|error| Failure::Io(what, error))
    }
}
