//! The configuration of a client, with this program before a server's command, or without it again.
//!
//! Only two places of the file change: the command, and the start of its arguments. What was put there can be told from what was
//! there, so taking it out again gives the file as it was, to the byte.

use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::value::RawValue;

use super::wire::{Members, parse, string};

/// Clients whose configuration is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Client {
    /// `.mcp.json` of the project
    ClaudeCode,
    ClaudeDesktop,
    Cursor,
    /// `.vscode/mcp.json` of the project
    #[value(name = "vscode")]
    VsCode,
    Codex,
    GeminiCli,
}

impl Client {
    /// Where its configuration is, if there is a home directory.
    pub fn file(self, home: Option<PathBuf>) -> Option<PathBuf> {
        let desktop = if cfg!(target_os = "macos") { "Library/Application Support" } else { ".config" };
        Some(match self {
            Client::ClaudeCode => ".mcp.json".into(),
            Client::VsCode => ".vscode/mcp.json".into(),
            Client::ClaudeDesktop => home?.join(desktop).join("Claude/claude_desktop_config.json"),
            Client::Cursor => home?.join(".cursor/mcp.json"),
            Client::Codex => home?.join(".codex/config.toml"),
            Client::GeminiCli => home?.join(".gemini/settings.json"),
        })
    }

    /// The member, or table, that has its servers.
    fn servers(self) -> &'static str {
        match self {
            Client::VsCode => "servers",
            Client::Codex => "mcp_servers",
            _ => "mcpServers",
        }
    }
}

/// Where command and arguments of a server stand in a configuration.
struct Place {
    /// The string, with its quotes, and what it stands for.
    command: Range<usize>,
    program: String,
    /// The array, with its brackets; none is like an empty one.
    arguments: Option<Range<usize>>,
    first: Option<String>,
}

/// The configuration with this program before the server.
///
/// # Errors
///
/// A sentence that says what is in the way.
pub fn install(client: Client, text: &str, server: &str, program: &str, session: &str) -> Result<String, String> {
    let place = place(client, text, server)?;
    if place.first.as_deref() == Some("mcp") && Path::new(&place.program).file_name() == Path::new(program).file_name()
    {
        return Err(format!("{} stands before the server {server:?} already.", place.program));
    }
    // Without a mark before the command, at which the inspector of MCP would stop reading.
    let mark = is_of_ours(&place.program).then_some("--");
    let before = ["mcp", "--session", session].into_iter().chain(mark).map(quoted).collect::<Vec<_>>().join(", ");
    let command = &text[place.command.clone()];
    let (at, inserted) = match &place.arguments {
        Some(arguments) if place.first.is_some() => (arguments.start + 1, format!("{before}, {command}, ")),
        Some(arguments) => (arguments.start + 1, format!("{before}, {command}")),
        None => (
            place.command.end,
            match client {
                Client::Codex => format!("\nargs = [{before}, {command}]"),
                _ => format!(", \"args\": [{before}, {command}]"),
            },
        ),
    };
    Ok(replaced(text, [(place.command, quoted(program)), (at..at, inserted)]))
}

/// The configuration as it was before [`install`].
///
/// # Errors
///
/// A sentence that says what is in the way.
pub fn uninstall(client: Client, text: &str, server: &str) -> Result<String, String> {
    let place = place(client, text, server)?;
    let missing = || format!("This program does not stand before the server {server:?}.");
    let arguments = place.arguments.filter(|_| place.first.as_deref() == Some("mcp")).ok_or_else(missing)?;
    let inner = &text[arguments.start + 1..arguments.end - 1];
    let from = command_at(inner).ok_or_else(|| {
        format!("Where the command of the server {server:?} starts is not known: put \"--\" before it, then try again.")
    })?;
    let command = &inner[from..from + string_length(&inner[from..]).ok_or_else(missing)?];
    let mut put = arguments.start + 1..arguments.start + 1 + from + command.len();
    let rest = &text[put.end..];
    let head = match client {
        Client::Codex => "\nargs = [",
        _ => ", \"args\": [",
    };
    if rest.starts_with(", ") {
        put.end += 2;
    } else if text[..put.start].ends_with(head) && rest.starts_with(']') && put.start - head.len() == place.command.end
    {
        put = put.start - head.len()..put.end + 1;
    }
    let command = command.to_owned();
    Ok(replaced(text, [(place.command, command), (put, String::new())]))
}

/// Whether a server's command would be taken for one of ours.
fn is_of_ours(command: &str) -> bool {
    command.starts_with('-') || matches!(command, "install" | "uninstall" | "help")
}

/// Where the server's command starts in the arguments of this program, as [`install`] has written them, or behind `--`.
fn command_at(arguments: &str) -> Option<usize> {
    let mut strings = Vec::new();
    let mut at = 0;
    while let Some(length) = string_length(&arguments[at..]) {
        strings.push(at..at + length);
        at += length;
        at += arguments[at..].len() - arguments[at..].trim_start_matches([',', ' ', '\t', '\n', '\r']).len();
    }
    let text = |number: usize| strings.get(number).map_or("", |range| &arguments[range.clone()]);
    let is_written_by_us = text(1) == "\"--session\"" && !text(3).starts_with("\"-");
    let behind_mark = || Some(strings.iter().position(|range| &arguments[range.clone()] == "\"--\"")? + 1);
    let number = if is_written_by_us { Some(3) } else { behind_mark() };
    strings.get(number?).map(|range| range.start)
}

fn place(client: Client, text: &str, server: &str) -> Result<Place, String> {
    match client {
        Client::Codex => in_toml(text, client.servers(), server),
        _ => in_json(text, client.servers(), server),
    }
}

fn in_json(text: &str, servers: &str, server: &str) -> Result<Place, String> {
    let whole: Members =
        parse(text).map_err(|error| format!("The file is not JSON, or has comments: change it by hand. ({error})"))?;
    let all = whole.members(servers).ok_or_else(|| format!("The file has no {servers:?}."))?;
    let entry = all.members(server).ok_or_else(|| format!("There is no server {server:?} in {servers:?}."))?;
    let command = entry
        .get("command")
        .ok_or("The server has no command: for one that is reached by url, use toolaria mcp --servers.")?;
    // A value that was borrowed from the text is a part of it.
    let place = |value: &RawValue| {
        let at = value.get().as_ptr() as usize - text.as_ptr() as usize;
        at..at + value.get().len()
    };
    let wrong = |member: &str, what: &str| format!("The server {server:?} has {member:?} that is not {what}.");
    let program = string(command).ok_or_else(|| wrong("command", "a string"))?.into_owned();
    let arguments = entry.get("args");
    let all = arguments.map(|arguments| parse::<Vec<String>>(arguments.get()));
    let all = all.transpose().map_err(|_| wrong("args", "a list of strings"))?;
    let first = all.and_then(|all| all.into_iter().next());
    Ok(Place { command: place(command), program, arguments: arguments.map(place), first })
}

fn in_toml(text: &str, servers: &str, server: &str) -> Result<Place, String> {
    use serde::Deserialize;
    use std::collections::BTreeMap;
    use toml::Spanned;

    #[derive(Deserialize)]
    struct Entry {
        command: Option<Spanned<String>>,
        args: Option<Spanned<Vec<String>>>,
    }
    #[derive(Deserialize)]
    struct Whole {
        #[serde(default)]
        mcp_servers: BTreeMap<String, Entry>,
    }
    let whole: Whole = toml::from_str(text).map_err(|error| format!("The file is not TOML: {error}"))?;
    let entry =
        whole.mcp_servers.get(server).ok_or_else(|| format!("There is no server {server:?} in {servers:?}."))?;
    let command = entry
        .command
        .as_ref()
        .ok_or("The server has no command: for one that is reached by url, use toolaria mcp --servers.")?;
    Ok(Place {
        command: command.span(),
        program: command.get_ref().clone(),
        arguments: entry.args.as_ref().map(Spanned::span),
        first: entry.args.as_ref().and_then(|arguments| arguments.get_ref().first().cloned()),
    })
}

/// A string as JSON and TOML both write it.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// The length of the string that a text starts with, in double or single quotes.
fn string_length(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let mut escaped = false;
    for (at, char) in text.char_indices().skip(1) {
        match char {
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            _ if char == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The text with other text in two places, of which neither holds the other.
fn replaced(text: &str, mut places: [(Range<usize>, String); 2]) -> String {
    places.sort_by_key(|(range, _)| range.start);
    let [(first, one), (second, two)] = places;
    [&text[..first.start], &one, &text[first.end..second.start], &two, &text[second.end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back(client: Client, text: &str, expected: &str) {
        let installed = install(client, text, "fs", "/bin/toolaria", "fs-1").unwrap();
        assert_eq!(installed, expected);
        assert!(install(client, &installed, "fs", "/bin/toolaria", "fs-1").unwrap_err().contains("already"));
        assert_eq!(uninstall(client, &installed, "fs").unwrap(), text);
    }

    #[test]
    fn what_is_no_command_with_arguments_is_not_changed() {
        for (server, member) in [
            (r#"{"command":"x","args":"y"}"#, "args"),
            (r#"{"command":"x","args":null}"#, "args"),
            (r#"{"command":"x","args":["y",1]}"#, "args"),
            (r#"{"command":1}"#, "command"),
        ] {
            let text = format!("{{\"mcpServers\":{{\"fs\":{server}}}}}");
            let refused = install(Client::Cursor, &text, "fs", "/bin/toolaria", "fs-1").unwrap_err();
            assert!(refused.contains(member), "{refused}");
        }
    }

    #[test]
    fn json_changes_in_two_places_and_back() {
        there_and_back(
            Client::Cursor,
            "{\n \"mcpServers\": { \"fs\": {\"args\": [\"-y\",\"srv\"],\t\"command\":\"npx\", \"env\": {}} }, \"x\": 1.0 }\n",
            "{\n \"mcpServers\": { \"fs\": {\"args\": [\"mcp\", \"--session\", \"fs-1\", \"npx\", \"-y\",\"srv\"],\t\"command\":\"/bin/toolaria\", \"env\": {}} }, \"x\": 1.0 }\n",
        );
        there_and_back(
            Client::VsCode,
            "{\"servers\":{\"fs\":{\"command\":\"a\\\"b\"}}}",
            "{\"servers\":{\"fs\":{\"command\":\"/bin/toolaria\", \"args\": [\"mcp\", \"--session\", \"fs-1\", \"a\\\"b\"]}}}",
        );
        there_and_back(
            Client::ClaudeCode,
            "{\"mcpServers\":{\"fs\":{\"command\":\"x\",\"args\":[]}}}",
            "{\"mcpServers\":{\"fs\":{\"command\":\"/bin/toolaria\",\"args\":[\"mcp\", \"--session\", \"fs-1\", \"x\"]}}}",
        );
        // Marks of the server's own, and a server whose name is one of our commands.
        there_and_back(
            Client::ClaudeDesktop,
            "{\"mcpServers\":{\"fs\":{\"command\":\"x\",\"args\":[\"--\", \"y\"]}}}",
            "{\"mcpServers\":{\"fs\":{\"command\":\"/bin/toolaria\",\"args\":[\"mcp\", \"--session\", \"fs-1\", \"x\", \"--\", \"y\"]}}}",
        );
        there_and_back(
            Client::GeminiCli,
            "{\"mcpServers\":{\"fs\":{\"command\":\"install\",\"args\":[\"y\"]}}}",
            "{\"mcpServers\":{\"fs\":{\"command\":\"/bin/toolaria\",\"args\":[\"mcp\", \"--session\", \"fs-1\", \"--\", \"install\", \"y\"]}}}",
        );
    }

    #[test]
    fn what_was_added_behind_an_install_goes_with_it() {
        let with =
            |arguments: &str| format!("{{\"mcpServers\":{{\"fs\":{{\"command\":\"t\",\"args\":[{arguments}]}}}}}}");
        let without = |arguments: &str| uninstall(Client::Cursor, &with(arguments), "fs");
        assert!(
            without("\"mcp\", \"--session\", \"s\",\n \"--dry-run\", \"--\", \"npx\", \"y\"")
                .unwrap()
                .contains("\"npx\",\"args\":[\"y\"]")
        );
        assert!(
            without("\"mcp\", \"--session\", \"s\", \"--dry-run\", \"npx\"")
                .unwrap_err()
                .contains("put \"--\" before it")
        );
    }

    #[test]
    fn toml_changes_in_two_places_and_back() {
        there_and_back(
            Client::Codex,
            "# mine\n[mcp_servers.fs]\ncommand = 'npx'\nargs = [ \"-y\" ] # keep\n",
            "# mine\n[mcp_servers.fs]\ncommand = \"/bin/toolaria\"\nargs = [\"mcp\", \"--session\", \"fs-1\", 'npx',  \"-y\" ] # keep\n",
        );
        there_and_back(
            Client::Codex,
            "[mcp_servers.fs]\ncommand = \"srv\"\n",
            "[mcp_servers.fs]\ncommand = \"/bin/toolaria\"\nargs = [\"mcp\", \"--session\", \"fs-1\", \"srv\"]\n",
        );
    }

    #[test]
    fn what_is_in_the_way_is_said() {
        let refused = |text: &str| install(Client::Cursor, text, "fs", "t", "s").unwrap_err();
        assert!(refused("{ // mine\n}").contains("comments"));
        assert!(refused("{}").contains("mcpServers"));
        assert!(refused("{\"mcpServers\":{\"other\":{}}}").contains("no server \"fs\""));
        assert!(refused("{\"mcpServers\":{\"fs\":{\"url\":\"http://x\"}}}").contains("url"));
        assert!(
            uninstall(Client::Cursor, "{\"mcpServers\":{\"fs\":{\"command\":\"x\",\"args\":[\"mcp\"]}}}", "fs")
                .is_err()
        );
    }
}
