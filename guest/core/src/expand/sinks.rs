//! Which tools may receive an expansion. What is expanded reaches a tool unread, so a tool that executes or sends what it is
//! given is refused: a *sink*.

use crate::error::Result;
use crate::settings::Settings;
use crate::tool_name;
use crate::words;

// A sink executes what it is given, writes it where it may be executed or published, or sends it. The tables err towards
// refusing: a refusal says how to allow the tool, an expansion cannot be taken back.

/// As a word of the name, also in the plural or with a number after it.
const WORDS: &str = "\
    cmd code coder command compiler computer console cron cronjob crontab deno docker eval evaluate evaluator \
    interpreter javascript js jupyter k8s kubectl lambda lua macro node notebook npm npx perl php pip podman process \
    psql ps1 pty repl ruby run runner sandbox sh spawn ssh sudo system term terraform tmux tsx tty xterm zsh ksh \
    agent delegate invoke subagent task \
    append apply commit create edit editor gist insert install patch push put save store update upsert write writer \
    api broadcast browser comment curl discord dns fax fetch forward ftp goto graphql grpc issue kafka message mqtt \
    navigate navigator netcat notify notification pastebin post publish reply request rpc rsync s3 scp send sftp share \
    slack sms socket tcp telegram telnet tweet udp websocket wget whatsapp";

/// At the start of a word.
const STARTS: &str = "deploy exec http publish script send";

/// Anywhere in a word, even where words are not told apart: `runshell`.
const FRAGMENTS: &str = "\
    bash command exec httpget httppost mail powershell pwsh python savefile sendfile shell smtp subprocess terminal upload \
    webhook writefile";

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
    !can_be_judged(tool) || tool_name::words(tool).any(|word| is_of_sink(&word)) || glued(tool).any(has_fragment)
}

/// A name in other letters, or with letters that are not seen, may mean anything.
fn can_be_judged(tool: &str) -> bool {
    let usual = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./: ".contains(&byte);
    tool.bytes().all(usual) && tool.bytes().any(|byte| byte.is_ascii_alphabetic())
}

fn is_of_sink(word: &str) -> bool {
    let unnumbered = word.trim_end_matches(|char: char| char.is_ascii_digit());
    let singular = unnumbered.strip_suffix('s').unwrap_or(unnumbered);
    listed(WORDS).any(|sink| [word, unnumbered, singular].contains(&sink))
        || listed(STARTS).any(|start| word.starts_with(start))
}

/// The parts of a name whatever its case: `eXec` is one.
fn glued(tool: &str) -> impl Iterator<Item = String> {
    tool.split(|char: char| !char.is_ascii_alphanumeric()).map(str::to_ascii_lowercase)
}

fn has_fragment(part: String) -> bool {
    listed(FRAGMENTS).any(|fragment| part.contains(fragment))
}

fn listed(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.split(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    const SINKS: &str = "\
        terminal mcp__srv__execute_code runShell http_post send_email write_file Bash sh python3 ipython code_execution \
        os_system system docker_run create_file save_file str_replace_editor writefile httppost bashtool runshell \
        execcommand shellexecute shells terminals executor computer sendmail smtp scp rsync put_object create_gist \
        create_issue delegate_task task browser_navigate eXec iPython HTTPPost run_code zsh ssh2 scripts process tasks \
        PowerShell gmail_draft mcp.github/create_pull_request fs:write";

    const OTHERS: &str = "\
        analyze summarize_text sum_by_status sql_query echo posterize parse_json retrieval_score determine description \
        transcript_summary recommend intermediate read_file count_words mcp__db__query_rows diff_texts json.parse";

    #[test]
    fn tools_that_execute_write_or_send_are_sinks() {
        for tool in listed(SINKS) {
            assert_eq!(check(tool, &Settings::default()), Err(words::sink_denied(tool)), "{tool}");
        }
    }

    #[test]
    fn other_tools_are_not() {
        for tool in listed(OTHERS) {
            assert_eq!(check(tool, &Settings::default()), Ok(()), "{tool}");
        }
    }

    #[test]
    fn a_name_that_cannot_be_judged_is_a_sink() {
        for tool in ["", "_", "42", "ｓｈｅｌｌ", "sh\u{200b}ell", "оболочка", "analyze\n", "analyzе"] {
            assert_eq!(check(tool, &Settings::default()), Err(words::sink_denied(tool)), "{tool:?}");
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
