//! What a text is. One file per kind knows its detection, what an excerpt shows of it, and its outline; a new kind is
//! one file and one arm in each function here.

pub mod code;
pub mod html;
pub mod json;
pub mod text;

use crate::settings::Settings;
use crate::view::{Section, View};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Json,
    Html,
    Code,
    Text,
    Binary,
}

impl Kind {
    /// The name that records and handles carry.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Json => "json",
            Kind::Html => "html",
            Kind::Code => "code",
            Kind::Text => "text",
            Kind::Binary => "binary",
        }
    }
}

/// The kind of a text that is not JSON.
pub fn of_text(text: &str) -> Kind {
    if html::detect(text) {
        Kind::Html
    } else if code::detect(text) {
        Kind::Code
    } else {
        Kind::Text
    }
}

/// What an excerpt shows of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portrait {
    /// The kind with its size, such as `json array[2000]`.
    pub label: String,
    /// Lines that describe the whole.
    pub summary: Vec<String>,
    /// How many of its first lines to show.
    pub head: usize,
    /// How many of its last lines to show.
    pub tail: usize,
}

pub fn portrait(view: &View, section: &Section, settings: &Settings) -> Portrait {
    let mut portrait = match section.kind {
        Kind::Json => json::portrait(view, section),
        Kind::Html => html::portrait(view, section),
        Kind::Code => code::portrait(view, section),
        Kind::Text | Kind::Binary => text::portrait(),
    };
    let (head, tail) = match section.kind {
        Kind::Json => (settings.json_head_items, settings.json_tail_items),
        _ => (settings.head_lines, settings.tail_lines),
    };
    portrait.head = head.try_into().unwrap_or(usize::MAX);
    portrait.tail = tail.try_into().unwrap_or(usize::MAX);
    portrait
}

/// The outline of a section, line by line.
pub fn outline(view: &View, section: &Section, settings: &Settings) -> Vec<String> {
    match section.kind {
        Kind::Json => json::outline(view, section),
        Kind::Html => html::outline(view, section),
        Kind::Code => code::outline(view, section),
        Kind::Text | Kind::Binary => text::outline(view, section, settings),
    }
}
