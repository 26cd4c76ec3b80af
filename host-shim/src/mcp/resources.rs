//! Stored results as resources: `toolaria://blob/<id>`, read in pages.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use toolaria::types::{Handle, Query, RangeQuery, RawQuery, SliceData};
use toolaria::{Error, Toolaria};

const SCHEME: &str = "toolaria://blob/";

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

/// One page, as the result of `resources/read`. Where it is not the last, `_meta` has the address of the next.
///
/// # Errors
///
/// Those of [`Toolaria::fetch`].
pub fn read(toolaria: &Toolaria, uri: &str, session: &str) -> Result<Value, Error> {
    let (id, cursor) = match uri.trim_start_matches(SCHEME).split_once("?cursor=") {
        Some((id, cursor)) => (id, Some(cursor)),
        None => (uri.trim_start_matches(SCHEME), None),
    };
    let fetch = |query: Query| toolaria.fetch(id, &query, cursor, Some(session));
    let lines = fetch(Query::Range(RangeQuery { start: None, count: None }));
    // A result that is not text has no lines.
    let slice = match lines {
        Err(Error::Refused(toolaria::types::Refusal::Invalid(_))) => {
            fetch(Query::Raw(RawQuery { start_byte: None, count_bytes: None }))?
        }
        other => other?,
    };
    let mut content = match slice.data {
        SliceData::Text(text) => json!({"uri": uri, "mimeType": "text/plain", "text": text}),
        SliceData::Bytes(bytes) => {
            json!({"uri": uri, "mimeType": "application/octet-stream", "blob": STANDARD.encode(bytes)})
        }
    };
    if let Some(cursor) = slice.cursor {
        content["_meta"] = json!({ "toolaria/next": format!("{SCHEME}{id}?cursor={cursor}") });
    }
    Ok(json!({ "contents": [content] }))
}
