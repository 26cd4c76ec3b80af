//! Which tools' results are rescued.

use crate::model::{PassReason, ToolCall};
use crate::settings::Settings;
use crate::words::FETCH_TOOL;

/// Tools of an agent's own workings, whose results no setting adds: intercepting them would break the agent. Those of an MCP server
/// are none, whatever it is called.
const NEVER: [&str; 6] = ["delegate_task", "session_search", "cronjob", "memory", "memory_*", "todo"];

/// Starts the toolset of an MCP server.
const MCP: &str = "mcp-";

/// Why the result of this call stays as it is; `None` when it may be rescued.
pub fn refusal(call: &ToolCall, settings: &Settings) -> Option<PassReason> {
    let tool = call.tool.as_deref()?;
    if is_fetch_tool(tool) {
        return Some(PassReason::Retrieved);
    }
    let toolset = call.toolset.as_deref().unwrap_or_default();
    let is_own = !toolset.starts_with(MCP) && NEVER.iter().any(|pattern| matches(pattern, tool));
    let excluded = is_own || any(&settings.exclude_tools, tool);
    let listed = any(&settings.rescue_tools, tool) || !toolset.is_empty() && any(&settings.rescue_tools, toolset);
    (excluded || !listed).then_some(PassReason::ExcludedTool)
}

/// Whether this is our own fetch tool, under whatever prefix a host gives to it.
pub fn is_fetch_tool(tool: &str) -> bool {
    tool.strip_suffix(FETCH_TOOL).is_some_and(|prefix| !prefix.ends_with(char::is_alphanumeric))
}

fn any(patterns: &[String], name: &str) -> bool {
    patterns.iter().any(|pattern| matches(pattern, name))
}

/// A name, or a start of names followed by `*`.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(tool: &str, settings: &Settings) -> Option<PassReason> {
        let call = ToolCall { tool: Some(tool.to_owned()), ..ToolCall::default() };
        refusal(&call, settings)
    }

    #[test]
    fn web_browser_and_mcp_tools_are_rescued_by_default() {
        let settings = Settings::default();
        for tool in ["web_extract", "browser_snapshot", "mcp__github__list_issues", "mcp_fs_read"] {
            assert_eq!(refused(tool, &settings), None, "{tool}");
        }
        assert_eq!(refused("read_file", &settings), Some(PassReason::ExcludedTool));
    }

    #[test]
    fn a_toolset_makes_its_tools_eligible() {
        let call = ToolCall {
            tool: Some("list_issues".to_owned()),
            toolset: Some("mcp-github".to_owned()),
            ..ToolCall::default()
        };
        assert_eq!(refusal(&call, &Settings::default()), None);
    }

    #[test]
    fn tools_of_a_server_are_none_of_the_agents_own() {
        let of = |toolset: &str| {
            let tool = Some("memory__read_graph".to_owned());
            refusal(&ToolCall { tool, toolset: Some(toolset.to_owned()), ..ToolCall::default() }, &Settings::default())
        };
        assert_eq!((of("mcp-memory"), of("memory")), (None, Some(PassReason::ExcludedTool)));
    }

    #[test]
    fn without_a_tool_the_result_was_meant() {
        assert_eq!(refusal(&ToolCall::default(), &Settings::default()), None);
    }

    #[test]
    fn no_setting_lifts_the_hard_wired_excludes() {
        let every = Settings { rescue_tools: vec!["*".to_owned()], ..Settings::default() };
        assert_eq!(refused("terminal", &every), None);
        assert_eq!(refused("memory_search", &every), Some(PassReason::ExcludedTool));
        for tool in ["rescuer_fetch", "mcp__toolaria__rescuer_fetch", "srv.rescuer_fetch", "mcp-toolaria-rescuer_fetch"]
        {
            assert_eq!(refused(tool, &every), Some(PassReason::Retrieved), "{tool}");
        }
        assert_eq!(refused("xrescuer_fetch", &every), None);
    }

    #[test]
    fn exclude_tools_wins_over_rescue_tools() {
        let settings = Settings { exclude_tools: vec!["web_*".to_owned()], ..Settings::default() };
        assert_eq!(refused("web_extract", &settings), Some(PassReason::ExcludedTool));
    }
}
