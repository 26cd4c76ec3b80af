//! Unwraps what protocols put around a text: MCP results and content lists, JSON-RPC answers, a string alone in an object,
//! a string, and what small members stand around. Text within text within text is followed down.

mod payload;
mod same;

use super::part::{Inner, Part, Step};
use crate::json::structure::{Child, Structure};
use crate::json::tokens::TokenKind;
use std::rc::Rc;

/// How deep texts within texts are followed. A list of more than 4,096 blocks reads as the JSON that it is.
const MAX_DEPTH: usize = 8;

/// What was in the envelopes around a text.
pub struct Unwrapped<'b> {
    /// The texts, in order; the stored text itself where it is no envelope.
    pub parts: Vec<Rc<Part<'b>>>,
    /// Whether an MCP result says `isError`.
    pub is_error: bool,
}

pub fn unwrap(stored: &str) -> Unwrapped<'_> {
    let mut todo = vec![Rc::new(Part::stored(stored))];
    let mut unwrapped = Unwrapped { parts: Vec::new(), is_error: false };
    while let Some(part) = todo.pop() {
        match contents(&part) {
            Some(inner) if part.depth() < MAX_DEPTH => {
                unwrapped.is_error |= says_is_error(&part);
                let parts = inner.into_iter().rev().map(|inner| Rc::new(Part::within(&part, inner)));
                todo.extend(parts);
            }
            _ => unwrapped.parts.push(part),
        }
    }
    unwrapped
}

fn says_is_error(part: &Part) -> bool {
    let members = part.json().map_or(&[][..], |json| &json.children);
    member(part.text(), members, "isError").is_some_and(|is_error| is_error.kind == TokenKind::True)
}

/// What an envelope holds, or `None` where the text is none.
fn contents(part: &Part) -> Option<Vec<Inner>> {
    let (text, json) = (part.text(), part.json()?);
    if !json.has_all_children() {
        return None;
    }
    match json.root {
        TokenKind::String => Some(vec![body(json.span.clone())]),
        TokenKind::ArrayStart | TokenKind::ObjectStart => in_container(text, &json.children, MAX_DEPTH),
        _ => None,
    }
}

/// What a container holds, given the values in it. `depth` is how many containers deep it is looked for.
fn in_container(text: &str, children: &[Child], depth: usize) -> Option<Vec<Inner>> {
    if children.first()?.key.is_none() {
        return blocks(text, children).or_else(|| payload::of(text, children, depth));
    }
    if let [only] = children
        && only.kind == TokenKind::String
    {
        return Some(vec![body(only.value.clone())]);
    }
    mcp_result(text, children).or_else(|| json_rpc(text, children)).or_else(|| payload::of(text, children, depth))
}

/// `{"content": [blocks], "structuredContent": …, "isError": …, "_meta": …}`
fn mcp_result(text: &str, members: &[Child]) -> Option<Vec<Inner>> {
    let names = ["content", "structuredContent", "isError", "_meta"];
    if !members.iter().all(|member| names.contains(&name(text, member))) {
        return None;
    }
    let content = member(text, members, "content")?;
    let list = nested(text, content)?;
    let mut inner = blocks(text, &list)?;
    if let Some(structured) = member(text, members, "structuredContent")
        && structured.kind != TokenKind::Null
        && !repeats(text, structured, &inner)
    {
        inner.push(value(structured));
    }
    Some(inner)
}

/// `{"jsonrpc": "2.0", "id": …, "result": …}`
fn json_rpc(text: &str, members: &[Child]) -> Option<Vec<Inner>> {
    let names = ["jsonrpc", "id", "result"];
    if !members.iter().all(|member| names.contains(&name(text, member))) {
        return None;
    }
    member(text, members, "jsonrpc")?;
    member(text, members, "result").map(|result| vec![value(result)])
}

/// A list of MCP content blocks of which at least one is text: texts as their bodies, other blocks as they are.
fn blocks(text: &str, elements: &[Child]) -> Option<Vec<Inner>> {
    let inner: Vec<Inner> = elements.iter().map(|element| block(text, element)).collect::<Option<_>>()?;
    inner.iter().any(|inner| inner.step == Step::Body).then_some(inner)
}

fn block(text: &str, element: &Child) -> Option<Inner> {
    let members = nested(text, element)?;
    let kind = member(text, &members, "type")?;
    match &text[kind.value.clone()] {
        "\"text\"" => {
            let content = member(text, &members, "text")?;
            (content.kind == TokenKind::String).then(|| body(content.value.clone()))
        }
        "\"resource\"" => Some(resource_text(text, &members).unwrap_or_else(|| value(element))),
        "\"image\"" | "\"audio\"" | "\"resource_link\"" => Some(value(element)),
        _ => None,
    }
}

/// The text of `{"type": "resource", "resource": {"uri": …, "text": …}}`.
fn resource_text(text: &str, members: &[Child]) -> Option<Inner> {
    let resource = nested(text, member(text, members, "resource")?)?;
    let content = member(text, &resource, "text")?;
    (content.kind == TokenKind::String).then(|| body(content.value.clone()))
}

/// Whether structured content says nothing that the only text does not say.
fn repeats(text: &str, structured: &Child, texts: &[Inner]) -> bool {
    let [Inner { step: Step::Body, range }] = texts else {
        return false;
    };
    let body = &text[range.clone()];
    let wrapped = nested(text, structured).is_some_and(|members| match members.as_slice() {
        [only] => {
            only.kind == TokenKind::String && text[only.value.clone()].trim_matches('"') == body.trim_matches('"')
        }
        _ => false,
    });
    wrapped || same::say_the_same(&crate::json::string::unescape(body), &text[structured.value.clone()])
}

/// The values in a container that stands in a text, with their places in that text.
fn nested(text: &str, container: &Child) -> Option<Vec<Child>> {
    if !container.kind.opens() {
        return None;
    }
    let base = container.value.start;
    let structure = Structure::scan(&text[container.value.clone()], usize::MAX).ok()?;
    if !structure.has_all_children() {
        return None;
    }
    let mut children = structure.children;
    for child in &mut children {
        child.value = child.value.start + base..child.value.end + base;
        child.key = child.key.take().map(|key| key.start + base..key.end + base);
    }
    Some(children)
}

fn member<'c>(text: &str, members: &'c [Child], wanted: &str) -> Option<&'c Child> {
    members.iter().find(|member| name(text, member) == wanted)
}

/// A member's name as it is written; empty for an element.
fn name<'t>(text: &'t str, member: &Child) -> &'t str {
    member.key.clone().map_or("", |key| &text[key.start + 1..key.end - 1])
}

fn value(child: &Child) -> Inner {
    Inner { step: Step::Value, range: child.value.clone() }
}

/// What is between the quotes of a string.
fn body(string: std::ops::Range<usize>) -> Inner {
    Inner { step: Step::Body, range: string.start + 1..string.end - 1 }
}
