//! The result of a tool's call: what of it is long becomes a handle.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use toolaria::types::{Handle, RescueOutcome, ToolCall};
use toolaria::{Error, Toolaria};

use super::resources;
use super::wire::{Members, line, parse};

/// What is no longer than this, as it is written, is not even looked at: no setting makes it long.
const SHORT_BYTES: usize = 200;
/// Characters of what a failed call says that stand before its handle.
const MESSAGE_CHARACTERS: usize = 500;

/// A part of a result that was replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replaced {
    /// What it had, and what stands for it.
    pub characters: usize,
    pub shown: usize,
}

/// Rescues the parts of the results of one call.
pub struct Rescue<'r> {
    pub toolaria: &'r Toolaria,
    pub call: ToolCall,
    /// Whether the client knows links to resources.
    pub links: bool,
    /// Calls our own tool in a handle's text what this client knows it as.
    pub named: &'r dyn Fn(&str) -> String,
    /// Pictures and sounds up to this length in base64 are shown: a model sees them, it does not read them.
    pub media_bytes: usize,
    pub replaced: Vec<Replaced>,
}

impl Rescue<'_> {
    /// The result with handles in it; `None` where it stays as it is.
    ///
    /// # Errors
    ///
    /// Those of [`Toolaria::rescue_bytes`]; the result is shown as it came then.
    pub fn result(&mut self, result: &RawValue) -> Result<Option<Box<RawValue>>, Error> {
        let Ok(mut members) = parse::<Members>(result.get()) else {
            return Ok(None);
        };
        let failed = members.get("isError").is_some_and(|value| value.get() == "true");
        let content: Vec<&RawValue> =
            members.get("content").and_then(|content| parse(content.get()).ok()).unwrap_or_default();
        let texts: Vec<Option<String>> = content.iter().map(|block| text(block)).collect();
        let mut shown = Vec::new();
        for (block, text) in content.iter().zip(&texts) {
            shown.push(self.block(block, text.as_deref(), failed)?);
        }
        self.together(&content, &texts, failed, &mut shown)?;
        let mut shown: Vec<Box<RawValue>> = content
            .iter()
            .zip(shown)
            .flat_map(|(block, shown)| shown.unwrap_or_else(|| vec![(*block).to_owned()]))
            .collect();
        if let Some(structured) = members.get("structuredContent") {
            if !self.replaced.is_empty() && is_said_in(structured, &texts) {
                members.remove("structuredContent");
            } else if structured.get().len() > SHORT_BYTES
                && let Some(handle) = self.store(structured.get().as_bytes())?
            {
                shown.extend(self.blocks(&handle, json!({"type": "text"})));
                members.remove("structuredContent");
            }
        }
        if self.replaced.is_empty() {
            return Ok(None);
        }
        members.set("content", &shown);
        Ok(to_raw_value(&members).ok())
    }

    /// What stands for a block that is long.
    fn block(
        &mut self,
        block: &RawValue,
        text: Option<&str>,
        failed: bool,
    ) -> Result<Option<Vec<Box<RawValue>>>, Error> {
        if block.get().len() <= SHORT_BYTES {
            return Ok(None);
        }
        let Ok(members) = parse::<Members>(block.get()) else {
            return Ok(None);
        };
        if let Some(text) = text {
            let mut own = members.clone();
            own.remove("text");
            let own = serde_json::from_str(&line(&own)).unwrap_or_else(|_| json!({"type": "text"}));
            let handle = self.store(text.as_bytes())?;
            return Ok(handle.map(|handle| self.said(&handle, own, text, failed)));
        }
        match members.text("type").as_deref() {
            Some("resource") => {
                let resource = members.members("resource").unwrap_or_default();
                let bytes = match (resource.text("text"), resource.text("blob")) {
                    (Some(text), _) => text.into_owned().into_bytes(),
                    (None, Some(blob)) if blob.len() > SHORT_BYTES => decoded(blob),
                    _ => return Ok(None),
                };
                let handle = self.store(&bytes)?;
                Ok(handle.map(|handle| self.blocks(&handle, json!({"type": "text"}))))
            }
            Some("image" | "audio") if block.get().len() > self.media_bytes => {
                let handle = self.store(&decoded(members.text("data").unwrap_or_default()))?;
                Ok(handle.map(|handle| self.blocks(&handle, json!({"type": "text"}))))
            }
            _ => Ok(None),
        }
    }

    /// Texts that are short, and long together, are stored together, as the server said them, and shown where the first of them stood.
    fn together(
        &mut self,
        content: &[&RawValue],
        texts: &[Option<String>],
        failed: bool,
        shown: &mut [Option<Vec<Box<RawValue>>>],
    ) -> Result<(), Error> {
        let is_short = |number: &usize| texts[*number].is_some() && shown[*number].is_none();
        let short: Vec<usize> = (0..content.len()).filter(is_short).collect();
        let &[first, _, ..] = short.as_slice() else {
            return Ok(());
        };
        let blocks: Vec<&str> = short.iter().map(|number| content[*number].get()).collect();
        let Some(handle) = self.store(format!("{{\"content\":[{}]}}", blocks.join(",")).as_bytes())? else {
            return Ok(());
        };
        if let Some(replaced) = self.replaced.last_mut() {
            let characters = |number: &usize| texts[*number].as_ref().map_or(0, |text| text.chars().count());
            replaced.characters = short.iter().map(characters).sum();
        }
        short.iter().for_each(|number| shown[*number] = Some(Vec::new()));
        let start = texts[first].as_deref().unwrap_or_default();
        shown[first] = Some(self.said(&handle, json!({"type": "text"}), start, failed));
        Ok(())
    }

    /// What stands for a text: its handle; before it, where the call failed, its start.
    fn said(&mut self, handle: &Handle, block: Value, text: &str, failed: bool) -> Vec<Box<RawValue>> {
        let mut blocks = Vec::new();
        if failed {
            let start: String = text.chars().take(MESSAGE_CHARACTERS).collect();
            if let Some(replaced) = self.replaced.last_mut() {
                replaced.shown += start.chars().count();
            }
            blocks.extend(to_raw_value(&json!({"type": "text", "text": start})));
        }
        blocks.extend(self.blocks(handle, block));
        blocks
    }

    fn store(&mut self, bytes: &[u8]) -> Result<Option<Handle>, Error> {
        let RescueOutcome::Stored(handle) = self.toolaria.rescue_bytes(&self.call, bytes)? else {
            return Ok(None);
        };
        let characters = if handle.characters > 0 { handle.characters as usize } else { bytes.len() };
        self.replaced.push(Replaced { characters, shown: handle.text.chars().count() });
        Ok(Some(handle))
    }

    /// A handle as a block of text, with the members of the block that it stands for, and a link for the client.
    fn blocks(&mut self, handle: &Handle, mut block: Value) -> Vec<Box<RawValue>> {
        block["text"] = json!((self.named)(&handle.text));
        let link = self.links.then(|| resources::link(handle));
        if let (Some(replaced), Some(link)) = (self.replaced.last_mut(), &link) {
            replaced.shown += link.to_string().chars().count();
        }
        [Some(block), link].iter().flatten().filter_map(|block| to_raw_value(block).ok()).collect()
    }
}

/// The bytes of base64; what is none is stored as it stands.
fn decoded(data: Cow<'_, str>) -> Vec<u8> {
    STANDARD.decode(data.as_bytes()).unwrap_or_else(|_| data.into_owned().into_bytes())
}

/// The text of a block of text.
fn text(block: &RawValue) -> Option<String> {
    let members = parse::<Members>(block.get()).ok()?;
    members.text("type").filter(|kind| kind == "text")?;
    members.text("text").map(|text| text.into_owned())
}

/// Whether a value is what one of these texts is, read as JSON, or a list of what all of them are. Some servers wrap either as the only
/// member of an object.
fn is_said_in(value: &RawValue, texts: &[Option<String>]) -> bool {
    let Ok(value) = parse::<Value>(value.get()) else {
        return false;
    };
    let inner = value.as_object().filter(|object| object.len() == 1).and_then(|object| object.values().next());
    let is = |value: &Value, text: &str| {
        value.as_str() == Some(text) || parse::<Value>(text).is_ok_and(|other| other == *value)
    };
    let all: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
    let is_all =
        |list: &Vec<Value>| list.len() == all.len() && list.iter().zip(&all).all(|(value, text)| is(value, text));
    [Some(&value), inner]
        .into_iter()
        .flatten()
        .any(|value| value.as_array().is_some_and(is_all) || all.iter().any(|text| is(value, text)))
}
