//! Which tools may receive an expansion. What is expanded reaches a tool unread, so a tool that executes or sends what it is
//! given is refused: a *sink*.

use crate::error::Result;
use crate::settings::Settings;
use crate::tool_name;
use crate::words;

/// A tool with one of these words in its name is a sink: it executes what it is given, writes it where it may be
/// executed or published, or sends it.
const WORDS: &str = "\
    bash cmd command console eval evaluate exec execute interpreter javascript kubectl node notebook powershell process \
    python repl script shell spawn ssh subprocess sudo terminal zsh \
    append commit deploy edit patch publish push write \
    curl discord email fax fetch ftp http mail notify post request send slack sms telegram tweet upload webhook wget";

/// # Errors
///
/// [`crate::error::Error::Denied`] where this tool may not receive an expansion.
pub fn check(tool: &str, settings: &Settings) -> Result<()> {
    if !settings.passref_enabled {
        return Err(words::expand_disabled());
    }
    match settings.passref_allowed_tools.is_empty() {
        true if is_sink(tool) => Err(words::sink_denied(tool)),
        false if !is_allowed_by_name(tool, settings) => Err(words::tool_not_allowed(tool)),
        _ => Ok(()),
    }
}

/// Whether `passref_allowed_tools` names this tool.
pub fn is_allowed_by_name(tool: &str, settings: &Settings) -> bool {
    settings.passref_allowed_tools.iter().any(|allowed| allowed == tool)
}

fn is_sink(tool: &str) -> bool {
    tool_name::words(tool).any(|word| WORDS.split(' ').any(|sink| sink == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_that_execute_or_send_are_sinks() {
        for tool in ["terminal", "mcp__srv__execute_code", "runShell", "http_post", "send_email", "write_file", "Bash"]
        {
            assert_eq!(check(tool, &Settings::default()), Err(words::sink_denied(tool)), "{tool}");
        }
        for tool in ["analyze", "summarize_text", "sql_query", "echo", "posterize"] {
            assert_eq!(check(tool, &Settings::default()), Ok(()), "{tool}");
        }
    }

    #[test]
    fn a_list_is_strict_and_names_whole_tools() {
        let settings = Settings { passref_allowed_tools: vec!["terminal".to_owned()], ..Settings::default() };
        assert_eq!(check("terminal", &settings), Ok(()));
        assert_eq!(check("analyze", &settings), Err(words::tool_not_allowed("analyze")));
    }

    #[test]
    fn nothing_is_expanded_when_it_is_switched_off() {
        let settings = Settings { passref_enabled: false, ..Settings::default() };
        assert_eq!(check("analyze", &settings), Err(words::expand_disabled()));
    }
}
