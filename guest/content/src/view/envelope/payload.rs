//! A value that is nearly all of its container, with a few small ones beside it: `{"output": "…", "exit_code": 0}`.
//!
//! Where it is a text of lines, JSON in a string or an envelope itself, it is unwrapped and stands first, so that its lines have their
//! own numbers. What stood beside it follows, as it is written.

use super::{body, in_container, nested, value};
use crate::json::structure::Child;
use crate::json::tokens::{TokenKind, Tokens};
use crate::view::part::{Inner, Step};

/// Of a hundred bytes of the container, more are the payload's.
const SHARE: usize = 90;
/// Tokens of a container that are looked at before it is read for envelopes.
const PEEKED_TOKENS: usize = 100;

/// An array holds a payload where an envelope is alone in it.
pub fn of(text: &str, children: &[Child], depth: usize) -> Option<Vec<Inner>> {
    let largest = (0..children.len()).max_by_key(|&number| children[number].value.len())?;
    let payload = &children[largest];
    let all = children.last()?.value.end - start(children.first()?);
    let is_element = payload.key.is_none();
    if payload.value.len() * 100 <= all * SHARE || is_element && children.len() > 1 {
        return None;
    }
    let inner = match payload.kind {
        TokenKind::String if !is_element && has_lines(&text[payload.value.clone()]) => body(payload.value.clone()),
        kind if kind.opens() && depth > 0 && is_envelope(text, payload, depth - 1) => value(payload),
        _ => return None,
    };
    let beside = [&children[..largest], &children[largest + 1..]];
    Some([inner].into_iter().chain(beside.into_iter().filter_map(run)).collect())
}

/// Whether a string, in its quotes, holds lines or JSON.
fn has_lines(string: &str) -> bool {
    string.contains("\\n") || string.starts_with("\"{\\\"") || string.starts_with("\"[")
}

fn is_envelope(text: &str, container: &Child, depth: usize) -> bool {
    may_be_envelope(&text[container.value.clone()])
        && nested(text, container).is_some_and(|children| in_container(text, &children, depth).is_some())
}

/// Whether the start of a container looks like an envelope: most are data, and reading them whole takes time.
fn may_be_envelope(container: &str) -> bool {
    let mut key = "";
    for token in Tokens::new(container).take(PEEKED_TOKENS).flatten() {
        let found = &container[token.range()];
        match token.kind {
            TokenKind::Key => key = found,
            TokenKind::String if found.len() * 100 > container.len() * SHARE / 2 => return true,
            TokenKind::String if key == "\"type\"" && matches!(found, "\"text\"" | "\"image\"" | "\"resource\"") => {
                return true;
            }
            _ => {}
        }
    }
    false
}

/// Members that follow one another, as one text.
fn run(members: &[Child]) -> Option<Inner> {
    Some(Inner { step: Step::Value, range: start(members.first()?)..members.last()?.value.end })
}

/// Where a child starts, with its key.
fn start(child: &Child) -> usize {
    child.key.as_ref().map_or(child.value.start, |key| key.start)
}
