//! The result of a tool's call: what of it is long becomes a handle.

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
/// Pictures and sounds up to this length in base64 are shown: a model sees them, it does not read them.
const MEDIA_BYTES: usize = 1 << 20;
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
        let mut shown = Vec::new();
        let mut stored = Vec::new();
        for block in content {
            match self.block(block, failed, &mut stored)? {
                Some(blocks) => shown.extend(blocks),
                None => shown.push(block.to_owned()),
            }
        }
        if let Some(structured) = members.get("structuredContent") {
            if is_among(structured, &stored) {
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

    /// What stands for a block that is long. `stored` gets the texts that are.
    fn block(
        &mut self,
        block: &RawValue,
        failed: bool,
        stored: &mut Vec<String>,
    ) -> Result<Option<Vec<Box<RawValue>>>, Error> {
        if block.get().len() <= SHORT_BYTES {
            return Ok(None);
        }
        let Ok(members) = parse::<Members>(block.get()) else {
            return Ok(None);
        };
        match members.text("type").as_deref() {
            Some("text") => {
                let text = members.text("text").unwrap_or_default().into_owned();
                let Some(handle) = self.store(text.as_bytes())? else {
                    return Ok(None);
                };
                let mut own = members.clone();
                own.remove("text");
                let mut blocks = Vec::new();
                if failed {
                    let start: String = text.chars().take(MESSAGE_CHARACTERS).collect();
                    if let Some(replaced) = self.replaced.last_mut() {
                        replaced.shown += start.chars().count();
                    }
                    blocks.extend(to_raw_value(&json!({"type": "text", "text": start})));
                }
                let own = serde_json::from_str(&line(&own)).unwrap_or_else(|_| json!({"type": "text"}));
                blocks.extend(self.blocks(&handle, own));
                stored.push(text);
                Ok(Some(blocks))
            }
            Some("resource") => {
                let resource = members.members("resource").unwrap_or_default();
                let bytes = match (resource.text("text"), resource.text("blob")) {
                    (Some(text), _) => text.into_owned().into_bytes(),
                    (None, Some(blob)) if blob.len() > SHORT_BYTES => match STANDARD.decode(blob.as_bytes()) {
                        Ok(bytes) => bytes,
                        Err(_) => return Ok(None),
                    },
                    _ => return Ok(None),
                };
                let handle = self.store(&bytes)?;
                Ok(handle.map(|handle| self.blocks(&handle, json!({"type": "text"}))))
            }
            Some("image" | "audio") if block.get().len() > MEDIA_BYTES => {
                let Ok(bytes) = STANDARD.decode(members.text("data").unwrap_or_default().as_bytes()) else {
                    return Ok(None);
                };
                let handle = self.store(&bytes)?;
                Ok(handle.map(|handle| self.blocks(&handle, json!({"type": "text"}))))
            }
            _ => Ok(None),
        }
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
        block["text"] = json!(handle.text);
        let link = self.links.then(|| resources::link(handle));
        if let (Some(replaced), Some(link)) = (self.replaced.last_mut(), &link) {
            replaced.shown += link.to_string().chars().count();
        }
        [Some(block), link].iter().flatten().filter_map(|block| to_raw_value(block).ok()).collect()
    }
}

/// Whether a value is what one of these texts is, read as JSON.
fn is_among(value: &RawValue, texts: &[String]) -> bool {
    let Ok(value) = parse::<Value>(value.get()) else {
        return false;
    };
    let inner = value.as_object().filter(|object| object.len() == 1).and_then(|object| object.values().next());
    texts.iter().any(|text| {
        // Some servers wrap a text as the only member of an object.
        inner.and_then(Value::as_str) == Some(text) || parse::<Value>(text).is_ok_and(|other| other == value)
    })
}
