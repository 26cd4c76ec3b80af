//! The list of tools: ours is among them, and those whose results may be rescued promise no form any more.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use toolaria::Toolaria;
use toolaria::types::{PassReason, RescueOutcome, ToolCall};

use super::wire::{Members, parse};

/// Said of a tool whose results may come as a handle.
const WHY: &str = "left out by Toolaria: a preview of a long result has another form";

/// Our own tool as MCP lists it.
pub struct OwnTool {
    pub name: String,
    /// What it is called where the server has none of that name.
    wanted: String,
    /// Names of the server's tools that have come so far, which may come in pages.
    taken: BTreeSet<String>,
    definition: Value,
}

impl OwnTool {
    /// From the component's definition, by this name.
    ///
    /// # Errors
    ///
    /// Those of [`Toolaria::tool_definition`].
    pub fn new(toolaria: &Toolaria, name: &str) -> Result<OwnTool, toolaria::Error> {
        let definition: Value = parse(&toolaria.tool_definition()?).unwrap_or_default();
        Ok(OwnTool { name: name.to_owned(), wanted: name.to_owned(), taken: BTreeSet::new(), definition })
    }

    /// Takes another name where the server has a tool of this one.
    fn avoid<'n>(&mut self, names: impl Iterator<Item = Cow<'n, str>>) {
        self.taken.extend(names.map(Cow::into_owned));
        let mut numbered = (2..).map(|number| format!("{}_{number}", self.wanted));
        let is_free = |name: &String| !self.taken.contains(name);
        let other = Some(self.wanted.clone()).filter(is_free).or_else(|| numbered.find(is_free));
        self.name = other.unwrap_or_default();
    }

    /// A handle's text, which names the tool as the component calls it.
    pub fn named_in(&self, handle: &str) -> String {
        let name = self.definition["name"].as_str().unwrap_or_default();
        match self.name == name {
            true => handle.to_owned(),
            // In its second line. Quoted content, and the name of a tool in the first, stay.
            false => match handle.split_once('\n') {
                Some((first, rest)) => {
                    format!("{first}\n{}", rest.replacen(&format!("{name}("), &format!("{}(", self.name), 1))
                }
                None => handle.to_owned(),
            },
        }
    }

    /// The definition, as a line of a list.
    pub fn listed(&self) -> Value {
        let mut definition = self.definition.clone();
        definition["name"] = json!(self.name);
        definition["annotations"] =
            json!({ "title": "Read a stored result", "readOnlyHint": true, "openWorldHint": false });
        definition
    }
}

/// The server's answer to `tools/list`, changed; `None` where it is none.
pub fn list(
    toolaria: &Toolaria,
    toolset: &dyn Fn(&str) -> String,
    own: &mut OwnTool,
    result: &RawValue,
) -> Option<Box<RawValue>> {
    let mut members = parse::<Members>(result.get()).ok()?;
    let tools: Vec<Members> = parse(members.get("tools")?.get()).ok()?;
    own.avoid(tools.iter().filter_map(|tool| tool.text("name")));
    let changed = tools.iter().map(|tool| without_schema(toolaria, toolset, tool));
    let mut all: Vec<Box<RawValue>> = changed.filter_map(|tool| to_raw_value(&tool).ok()).collect();
    if members.get("nextCursor").is_none_or(|cursor| cursor.get() == "null") {
        all.extend(to_raw_value(&own.listed()));
    }
    members.set("tools", &all);
    to_raw_value(&members).ok()
}

fn without_schema<'t>(toolaria: &Toolaria, toolset: &dyn Fn(&str) -> String, tool: &Members<'t>) -> Members<'t> {
    let mut tool = tool.clone();
    let name = tool.text("name").unwrap_or_default().into_owned();
    if tool.get("outputSchema").is_some() && may_be_rescued(toolaria, toolset(&name), &name) {
        tool.remove("outputSchema");
        let mut meta: Value = tool.get("_meta").and_then(|meta| parse(meta.get()).ok()).unwrap_or_else(|| json!({}));
        // One that is no object, which no protocol knows, stays.
        if let Some(meta) = meta.as_object_mut() {
            meta.insert("toolaria/outputSchema".to_owned(), json!(WHY));
            tool.set("_meta", meta);
        }
    }
    tool
}

/// The component is asked with a result that is short: it looks at the tool first.
fn may_be_rescued(toolaria: &Toolaria, toolset: String, tool: &str) -> bool {
    let call =
        ToolCall { tool: Some(tool.to_owned()), toolset: Some(toolset), arguments: None, session: None, label: None };
    !matches!(toolaria.rescue_bytes(&call, b"x"), Ok(RescueOutcome::Unchanged(PassReason::ExcludedTool)))
}

/// The answer to a call of our own tool, as a tool's result.
pub fn answer(toolaria: &Toolaria, arguments: Option<&str>, session: &str) -> (String, bool) {
    match toolaria.tool_call(arguments.unwrap_or("{}"), Some(session)) {
        Ok(text) => (text, false),
        Err(error) => (error.to_string(), true),
    }
}
