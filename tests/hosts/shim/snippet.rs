use toolaria::types::{RescueOutcome, ToolCall};
use toolaria::{Error, Toolaria};

/// What the model gets to see of a result.
pub fn shown(toolaria: &Toolaria, result: String) -> Result<String, Error> {
    let call = ToolCall {
        tool: Some("web_extract".into()),
        toolset: None,
        arguments: None,
        session: Some("s1".into()),
        label: None,
    };
    Ok(match toolaria.rescue_bytes(&call, result.as_bytes())? {
        RescueOutcome::Stored(handle) => handle.text,
        RescueOutcome::Unchanged(_) => result,
    })
}

/// The answer to the model's call of `rescuer_fetch`, such as `{"id":"…","mode":"outline"}`.
pub fn answered(toolaria: &Toolaria, arguments: &str) -> Result<String, Error> {
    toolaria.tool_call(arguments, Some("s1"))
}
