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
        "The tool {} may execute, write or send what it is given, to judge by its name, so no stored result is expanded \
         into it. Read what is needed with {FETCH_TOOL} and pass that. To allow the tool, name it in the setting \
         passref_allowed_tools, with all others that may receive one.",
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
        "{id} is labelled credential, so it is only expanded into a tool that the setting passref_allowed_tools names. \
         Leave the token out, or have the tool named there."
    ))
}

pub fn expand_not_json(byte: usize) -> Error {
    Error::Invalid(format!("The tool's arguments are not JSON: unexpected at byte {byte}. Correct them."))
}

pub fn token_malformed(token: &str) -> Error {
    Error::Invalid(format!(
        "{} is not a token. A token is tla: and the id of a handle, nothing joined to it, as in tla:0123456789ab.",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn denials_say_why_and_what_to_do() {
        assert_eq!(
            expand_disabled().message(),
            "tla: tokens are switched off here (setting passref_enabled). Read what is needed with rescuer_fetch and pass that."
        );
        assert_eq!(
            sink_denied("run\nshell").message(),
            "The tool \"run␊shell\" may execute, write or send what it is given, to judge by its name, so no stored result \
             is expanded into it. Read what is needed with rescuer_fetch and pass that. To allow the tool, name it in the \
             setting passref_allowed_tools, with all others that may receive one."
        );
        assert_eq!(
            tool_not_allowed("analyze").message(),
            "The tool \"analyze\" is not named in the setting passref_allowed_tools, so no stored result may be expanded \
             into it. Read what is needed with rescuer_fetch and pass that."
        );
        assert_eq!(
            credential_denied("0123456789ab").message(),
            "0123456789ab is labelled credential, so it is only expanded into a tool that the setting \
             passref_allowed_tools names. Leave the token out, or have the tool named there."
        );
    }

    #[test]
    fn what_is_wrong_with_a_call_is_said() {
        assert_eq!(
            expand_not_json(5).message(),
            "The tool's arguments are not JSON: unexpected at byte 5. Correct them."
        );
        assert_eq!(
            token_malformed("TLA:0123456789ab").message(),
            "\"TLA:0123456789ab\" is not a token. A token is tla: and the id of a handle, nothing joined to it, as in \
             tla:0123456789ab."
        );
        assert_eq!(
            token_in_name().message(),
            "A member's name holds a tla: token. Only values are expanded: move the token into a value."
        );
        assert_eq!(
            expand_binary("0123456789ab").message(),
            "0123456789ab is not UTF-8 text, so it cannot stand in a tool's arguments. Read its bytes with mode=\"raw\"."
        );
    }

    #[test]
    fn limits_say_how_much_was_asked_and_how_much_there_is() {
        let one = token_too_large("0123456789ab", 3_001, 3_000);
        assert_eq!(
            one.message(),
            "0123456789ab has 3,001 characters, one token gives at most 3,000 (setting passref_max_chars). \
             Pass less, or read what is needed with rescuer_fetch."
        );
        assert!(matches!(one, Error::TooLarge(LimitInfo { asked: 3_001, limit: 3_000, .. })));
        assert_eq!(
            call_too_large(4_001, 4_000).message(),
            "The tokens of this call give 4,001 characters, one call gets at most 4,000 (setting passref_total_max_chars). \
             Pass less, or read what is needed with rescuer_fetch."
        );
    }
}
