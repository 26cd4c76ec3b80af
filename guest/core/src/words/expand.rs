//! Why a token is not expanded.

use super::{FETCH_TOOL, quoted};
use crate::characters::thousands;
use crate::error::{Error, LimitInfo};

pub fn expand_disabled() -> Error {
    Error::Denied(format!(
        "tla: tokens are switched off here (setting passref_enabled). Read what is needed with {FETCH_TOOL} and pass that."
    ))
}

pub fn sink_denied(tool: &str) -> Error {
    Error::Denied(format!(
        "The tool {} executes or sends what it is given, so no stored result may be expanded into it. \
         Read what is needed with {FETCH_TOOL}, or have the tool named in the setting passref_allowed_tools.",
        quoted(tool)
    ))
}

pub fn tool_not_allowed(tool: &str) -> Error {
    Error::Denied(format!(
        "The tool {} is not named in the setting passref_allowed_tools, so no stored result may be expanded into it. \
         Read what is needed with {FETCH_TOOL} and pass that.",
        quoted(tool)
    ))
}

pub fn credential_denied(id: &str) -> Error {
    Error::Denied(format!(
        "{id} is labelled credential, so it may only be expanded into a tool that passref_allowed_tools names."
    ))
}

pub fn expand_not_json(byte: usize) -> Error {
    Error::Invalid(format!("The tool's arguments are not JSON: unexpected at byte {byte}. Correct them."))
}

pub fn token_malformed(token: &str) -> Error {
    Error::Invalid(format!(
        "{} is not a token. A token is tla: and the id of a handle, at least 12 hexadecimal digits.",
        quoted(token)
    ))
}

pub fn token_in_name() -> Error {
    Error::Invalid(
        "A member's name holds a tla: token. Only values are expanded: move the token into a value.".to_owned(),
    )
}

pub fn expand_binary(id: &str) -> Error {
    Error::Invalid(format!(
        "{id} is not UTF-8 text, so it cannot stand in a tool's arguments. Read its bytes with mode=\"raw\"."
    ))
}

pub fn token_too_large(id: &str, asked: u64, limit: u64) -> Error {
    too_large(
        format!(
            "{id} has {} characters, one token gives at most {} (setting passref_max_chars)",
            thousands(asked),
            thousands(limit)
        ),
        asked,
        limit,
    )
}

pub fn call_too_large(asked: u64, limit: u64) -> Error {
    too_large(
        format!(
            "The tokens of this call give {} characters, one call gets at most {} (setting passref_total_max_chars)",
            thousands(asked),
            thousands(limit)
        ),
        asked,
        limit,
    )
}

fn too_large(problem: String, asked: u64, limit: u64) -> Error {
    let message = format!("{problem}. Pass less, or read what is needed with {FETCH_TOOL}.");
    Error::TooLarge(LimitInfo { message, asked, limit })
}
