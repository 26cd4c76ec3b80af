//! Stored results as resources: `toolaria://blob/<id>`, read in pages.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use toolaria::types::{Handle, Query, RawQuery, Refusal, SliceData};
use toolaria::{Error, Toolaria};

const SCHEME: &str = "toolaria://blob/";
/// Before the first byte of a page.
const START: &str = "?start=";

/// Whether this program answers for a resource.
pub fn is_ours(uri: &str) -> bool {
    uri.starts_with(SCHEME)
}

/// A block that links a result.
pub fn link(handle: &Handle) -> Value {
    json!({
        "type": "resource_link",
        "uri": format!("{SCHEME}{}", handle.id),
        "name": handle.id,
        "description": "the whole result, in pages",
        "mimeType": if handle.characters > 0 { "text/plain" } else { "application/octet-stream" },
        "size": handle.bytes,
    })
}

/// One page of the bytes as they were stored, as the result of `resources/read`: text as far as it is valid UTF-8, else base64. Where
/// it is not the last, `_meta` has the address of the next.
///
/// # Errors
///
/// Those of [`Toolaria::fetch`]; [`Refusal::Invalid`] for a start that is no number.
pub fn read(toolaria: &Toolaria, uri: &str, session: &str) -> Result<Value, Error> {
    let address = uri.strip_prefix(SCHEME).unwrap_or(uri);
    let (id, start) = address.split_once(START).unwrap_or((address, "0"));
    let start: u64 = start.parse().map_err(|_| {
        Error::Refused(Refusal::Invalid(format!(
            "{uri} has no page. Behind {START} stands the number of its first byte."
        )))
    })?;
    let query = Query::Raw(RawQuery { start_byte: Some(start), count_bytes: None });
    let slice = toolaria.fetch(id, &query, None, Some(session))?;
    let mut bytes = match slice.data {
        SliceData::Bytes(bytes) => bytes,
        SliceData::Text(text) => text.into_bytes(),
    };
    if slice.cursor.is_some() {
        bytes.truncate(whole(&bytes));
    }
    let next = slice.cursor.map(|_| start + bytes.len() as u64);
    let mut content = match String::from_utf8(bytes) {
        Ok(text) => json!({"uri": uri, "mimeType": "text/plain", "text": text}),
        Err(error) => {
            json!({"uri": uri, "mimeType": "application/octet-stream", "blob": STANDARD.encode(error.as_bytes())})
        }
    };
    if let Some(next) = next {
        content["_meta"] = json!({ "toolaria/next": format!("{SCHEME}{id}{START}{next}") });
    }
    Ok(json!({ "contents": [content] }))
}

/// Bytes up to a character that the page's end cuts.
fn whole(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => error.valid_up_to(),
        _ => bytes.len(),
    }
}
