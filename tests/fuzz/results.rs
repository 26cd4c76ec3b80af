//! Any bytes as a result: what kind it is, its view, excerpt and outline, and the walks over it. Nothing may panic, caps hold, and
//! nothing is lost.
//!
//! The first byte of an input chooses the caps.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toolaria_core::Rescuer;
use toolaria_core::model::{Content, Query, RescueOutcome, SliceData, ToolCall};
use toolaria_core::ports::memory::MemoryHost;

const CAPS: [&str; 4] = ["200", "201", "999", "8000"];
/// A walk over more bytes in small steps would take seconds.
const WALKED_BYTES: usize = 8_192;

fuzz_target!(|input: &[u8]| {
    let Some((choice, result)) = input.split_first() else {
        return;
    };
    let host = MemoryHost::new();
    let cap = CAPS[usize::from(*choice) % CAPS.len()];
    host.set_setting("max_result_chars", "200");
    host.set_setting("excerpt_max_chars", cap);
    host.set_setting("fetch_max_chars", cap);
    let rescuer = Rescuer::new(&host);
    let content = match std::str::from_utf8(result) {
        Ok(text) => Content::Text(text.to_owned()),
        Err(_) => Content::Bytes(result.to_vec()),
    };
    let Ok(RescueOutcome::Stored(handle)) = rescuer.rescue(ToolCall::default(), content) else {
        return;
    };
    assert!(handle.text.chars().count() < result.len(), "a handle is no shorter than its result");
    let _ = walk(&rescuer, &handle.id, Query::Outline);
    if result.len() > WALKED_BYTES {
        return;
    }
    assert!(walk(&rescuer, &handle.id, Query::Raw { start_byte: 0, count_bytes: None }) == result, "raw is not the result");
    let view = walk(&rescuer, &handle.id, Query::Range { start: 0, count: None });
    let lines = walk(&rescuer, &handle.id, Query::Range { start: 1, count: None });
    assert!(view.ends_with(&lines), "the view from line 1 on is another");
});

/// The data of all steps, joined.
fn walk(rescuer: &Rescuer, id: &str, query: Query) -> Vec<u8> {
    let (mut joined, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let Ok(slice) = rescuer.fetch(id, query.clone(), cursor.as_deref(), None) else {
            return joined;
        };
        match slice.data {
            SliceData::Text(text) => joined.extend(text.into_bytes()),
            SliceData::Bytes(bytes) => joined.extend(bytes),
        }
        let Some(next) = slice.cursor else {
            return joined;
        };
        assert_ne!(cursor.as_ref(), Some(&next), "a step that does not advance");
        cursor = Some(next);
    }
}
