//! A text on the way from the stored bytes to the view: the stored text itself, or what was unwrapped from it.

use super::layout::LineRange;
use crate::json::string;
use crate::json::structure::Structure;
use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

/// Containers longer than this are laid out over several lines.
const LONG_CONTAINER_BYTES: usize = 160;

/// How a part stands in its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// As a value, text for text.
    Value,
    /// As the body of a string.
    Body,
}

/// Where something to unwrap stands in a part's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inner {
    pub step: Step,
    pub range: Range<usize>,
}

pub struct Part<'b> {
    text: Cow<'b, str>,
    parent: Option<(Rc<Part<'b>>, Inner)>,
    json: Option<Structure>,
}

impl<'b> Part<'b> {
    pub fn stored(text: &'b str) -> Part<'b> {
        Part { json: structure(text), text: Cow::Borrowed(text), parent: None }
    }

    /// What stands at `inner` of `parent`.
    pub fn within(parent: &Rc<Part<'b>>, inner: Inner) -> Part<'b> {
        let raw = &parent.text[inner.range.clone()];
        let text = match inner.step {
            Step::Value => raw.to_owned(),
            Step::Body => string::unescape(raw),
        };
        Part { json: structure(&text), text: Cow::Owned(text), parent: Some((parent.clone(), inner)) }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The structure, where the text is JSON with a container or a string at its root.
    pub fn json(&self) -> Option<&Structure> {
        self.json.as_ref()
    }

    /// Whether nothing was unwrapped.
    pub fn is_stored_text(&self) -> bool {
        self.parent.is_none()
    }

    /// In how many strings this text stands.
    pub fn unescapes(&self) -> u8 {
        let steps = self.steps();
        steps.filter(|(_, inner)| inner.step == Step::Body).count().try_into().unwrap_or(u8::MAX)
    }

    /// How deep this text was unwrapped.
    pub fn depth(&self) -> usize {
        self.steps().count()
    }

    /// The range of the stored text that a line stands for. Cost: linear in the texts that this part stands in.
    pub fn stored_range(&self, line: &LineRange) -> Range<usize> {
        let mut offsets = [line.range.start, line.range.end];
        self.stored_offsets(&mut offsets);
        offsets[0]..offsets[1]
    }

    /// Turns rising offsets in this text, between lines, into offsets in the stored text. Cost: the same for one and for many.
    pub fn stored_offsets(&self, offsets: &mut [usize]) {
        for (parent, inner) in self.steps() {
            if inner.step == Step::Body {
                string::offsets_in_body(&parent.text[inner.range.clone()], offsets);
            }
            offsets.iter_mut().for_each(|offset| *offset += inner.range.start);
        }
    }

    /// From this part outwards.
    fn steps(&self) -> impl Iterator<Item = &(Rc<Part<'b>>, Inner)> {
        std::iter::successors(self.parent.as_ref(), |(parent, _)| parent.parent.as_ref())
    }
}

fn structure(text: &str) -> Option<Structure> {
    let start = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    if !start.starts_with(['{', '[', '"']) {
        return None;
    }
    Structure::scan(text, LONG_CONTAINER_BYTES).ok()
}
