//! A file of servers, as clients have it: `mcpServers`, or `servers`, with a command or a url each.

use std::ffi::OsString;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::variables::expanded;
use super::{Command, Named, Transport};
use crate::mcp::transport::http::Address;
use crate::mcp::wire::{Members, parse};

/// Where the servers are in a file: most clients', and VS Code's.
const MEMBERS: [&str; 2] = ["mcpServers", "servers"];

/// The servers of a file. `value` is that of a variable of the environment; `environment` is added to that of each server.
///
/// # Errors
///
/// A sentence that says what to change. It has no value of a variable in it.
pub fn servers(
    text: &str,
    value: &dyn Fn(&str) -> Option<String>,
    environment: &[(OsString, OsString)],
) -> Result<Vec<Named>, String> {
    let whole: Members = parse(text)
        .map_err(|error| format!("The file is not JSON, or has comments, which are to be taken out: {error}."))?;
    let all = MEMBERS.iter().find_map(|name| whole.members(name));
    let all = all.ok_or("The file has no object \"mcpServers\" with the servers by their names.")?;
    let mut servers: Vec<Named> = Vec::new();
    for (name, entry) in all.iter() {
        if servers.iter().any(|(other, _)| other == name) {
            return Err(format!("There are two servers {name:?}: give one another name."));
        }
        let entry = Entry {
            name,
            members: parse(entry.get()).map_err(|_| format!("The server {name:?} is no object."))?,
            value,
        };
        if let Some(server) = entry.transport(environment)? {
            servers.push((name.to_owned(), server));
        }
    }
    match servers.is_empty() {
        true => Err("The file has no server that is not disabled.".to_owned()),
        false => Ok(servers),
    }
}

struct Entry<'f> {
    name: &'f str,
    members: Members<'f>,
    value: &'f dyn Fn(&str) -> Option<String>,
}

impl Entry<'_> {
    /// Nothing for one that is disabled.
    fn transport(&self, environment: &[(OsString, OsString)]) -> Result<Option<Arc<dyn Transport>>, String> {
        if self.member("disabled", "true or false")?.unwrap_or(false) {
            return Ok(None);
        }
        let kind = self.text("type")?;
        match (self.text("command")?, self.text("url")?, kind.as_deref()) {
            (Some(program), None, None | Some("stdio")) => self.command(&program, environment).map(Some),
            (None, Some(url), None | Some("http" | "streamable-http" | "streamableHttp")) => {
                self.address(&url).map(Some)
            }
            (None, Some(_), Some("sse")) => Err(self.wrong(
                "has the type \"sse\", an older transport: use its address for streamable HTTP, with the type \"http\"",
            )),
            (Some(_), Some(_), _) => Err(self.wrong("has a \"command\" and a \"url\": one has to go")),
            (None, None, _) => Err(self.wrong("has neither a \"command\" nor a \"url\"")),
            (_, _, kind) => Err(self.wrong(&format!(
                "has the type {:?}, which does not fit: \"stdio\" is for a command, \"http\" for a url",
                kind.unwrap_or_default()
            ))),
        }
    }

    fn command(&self, program: &str, environment: &[(OsString, OsString)]) -> Result<Arc<dyn Transport>, String> {
        let arguments: Vec<String> = self.member("args", "a list of strings")?.unwrap_or_default();
        let arguments: Result<Vec<OsString>, String> =
            arguments.iter().map(|argument| self.expanded("args", argument).map(OsString::from)).collect();
        let own = self.pairs("env")?.into_iter().map(|(name, value)| (name.into(), value.into()));
        Ok(Arc::new(Command {
            program: self.expanded("command", program)?.into(),
            arguments: arguments?,
            environment: environment.iter().cloned().chain(own).collect(),
            folder: self.text("cwd")?.map(|folder| self.expanded("cwd", &folder)).transpose()?.map(Into::into),
            name: Some(self.name.to_owned()),
        }))
    }

    fn address(&self, url: &str) -> Result<Arc<dyn Transport>, String> {
        let headers = self.pairs("headers")?;
        let headers = headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let address = Address::new(self.name, &self.expanded("url", url)?, headers);
        Ok(Arc::new(address.map_err(|reason| self.wrong(&reason))?))
    }

    /// A member that is an object of strings, with their variables expanded.
    fn pairs(&self, member: &str) -> Result<Vec<(String, String)>, String> {
        let what = "an object of strings";
        let Some(value) = self.member::<Box<RawValue>>(member, what)? else {
            return Ok(Vec::new());
        };
        let pairs: Members = parse(value.get()).map_err(|_| self.no(member, what))?;
        let pairs = pairs.iter().map(|(name, value)| {
            let value: String = parse(value.get()).map_err(|_| self.no(member, what))?;
            Ok((name.to_owned(), self.expanded(member, &value)?))
        });
        pairs.collect()
    }

    fn text(&self, member: &str) -> Result<Option<String>, String> {
        self.member(member, "a string")
    }

    fn member<T: for<'t> Deserialize<'t>>(&self, member: &str, what: &str) -> Result<Option<T>, String> {
        let value = self.members.get(member).filter(|value| value.get() != "null");
        value.map(|value| parse(value.get()).map_err(|_| self.no(member, what))).transpose()
    }

    fn expanded(&self, member: &str, text: &str) -> Result<String, String> {
        expanded(text, self.value).map_err(|name| {
            self.wrong(&format!(
                "wants the environment variable {name} in {member:?}, which is not set: set it, or write ${{{name}:-default}}"
            ))
        })
    }

    fn no(&self, member: &str, what: &str) -> String {
        self.wrong(&format!("has {member:?} that is not {what}"))
    }

    fn wrong(&self, what: &str) -> String {
        format!("The server {:?} {what}.", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let value = |name: &str| (name == "TOKEN").then(|| "s3cret".to_owned());
        servers(text, &value, &[]).map(|servers| servers.into_iter().map(|(name, _)| name).collect())
    }

    #[test]
    fn servers_of_clients_are_read() {
        let text = r#"{"mcpServers": {
            "b": {"type": "stdio", "command": "x", "args": ["${TOKEN}"], "env": {"T": "${NONE:-}"}, "cwd": null, "other": 1},
            "off": {"disabled": true, "url": "${NONE}"},
            "a": {"command": "y"},
            "far": {"url": "https://${TOKEN}.example/mcp", "headers": {"Authorization": "Bearer ${TOKEN}"}}
        }}"#;
        assert_eq!(read(text).unwrap(), ["b", "a", "far"]);
        assert_eq!(read(r#"{"inputs": [], "servers": {"a": {"command": "y"}}}"#).unwrap(), ["a"]);
    }

    #[test]
    fn what_is_to_change_is_said() {
        let wrong = |server: &str| read(&format!("{{\"mcpServers\":{{\"s\":{server}}}}}")).unwrap_err();
        assert!(read("{ // mine\n}").unwrap_err().contains("comments"));
        assert!(read("{}").unwrap_err().contains("no object \"mcpServers\""));
        assert!(read("{\"mcpServers\":{}}").unwrap_err().contains("no server"));
        assert!(
            read(r#"{"servers":{"s":{"command":"x"},"s":{"command":"y"}}}"#).unwrap_err().contains("two servers \"s\"")
        );
        assert_eq!(wrong("[]"), "The server \"s\" is no object.");
        assert_eq!(wrong("{}"), "The server \"s\" has neither a \"command\" nor a \"url\".");
        assert_eq!(
            wrong(r#"{"command":"x","args":"y"}"#),
            "The server \"s\" has \"args\" that is not a list of strings."
        );
        assert_eq!(
            wrong(r#"{"command":"x","env":{"A":1}}"#),
            "The server \"s\" has \"env\" that is not an object of strings."
        );
        assert_eq!(
            wrong(r#"{"command":"x","args":["${TOKEN} ${NONE}"]}"#),
            "The server \"s\" wants the environment variable NONE in \"args\", which is not set: set it, or write ${NONE:-default}."
        );
        assert!(wrong(r#"{"command":"x","url":"y"}"#).contains("one has to go"));
        assert!(wrong(r#"{"command":"x","type":"http"}"#).contains("does not fit"));
        assert!(wrong(r#"{"url":"x","type":"sse"}"#).contains("older transport"));
        assert_eq!(wrong(r#"{"url":"x"}"#), "The server \"s\" has a url that does not start with http:// or https://.");
        let refused = wrong(r#"{"url":"http://x","headers":{"A":"${TOKEN}\n"}}"#);
        assert!(refused.contains("header a") && !refused.contains("s3cret"), "{refused}");
    }
}
