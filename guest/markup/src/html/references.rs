//! Character references, by the tokenizer of the HTML standard, which has the names of all of them.

use html5gum::{Emitter, Error, State, Tokenizer};
use std::borrow::Cow;

/// A text with its references replaced.
pub fn replaced(text: &str) -> Cow<'_, str> {
    if memchr::memchr(b'&', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    // What the tokenizer would take for a tag is none here.
    let mut out = String::with_capacity(text.len());
    for (number, part) in text.split('<').enumerate() {
        if number > 0 {
            out.push('<');
        }
        Tokenizer::new_with_emitter(part, Texts::default()).for_each(|Ok(text)| out.push_str(&text));
    }
    Cow::Owned(out)
}

/// Keeps texts only: the emitter that comes with the tokenizer builds more than anybody reads here.
#[derive(Default)]
struct Texts {
    text: Option<String>,
    is_over: bool,
}

impl Emitter for Texts {
    type Token = String;

    fn pop_token(&mut self) -> Option<String> {
        if self.is_over { self.text.take() } else { None }
    }

    fn emit_string(&mut self, text: &[u8]) {
        self.text.get_or_insert_default().push_str(&String::from_utf8_lossy(text));
    }

    fn emit_eof(&mut self) {
        self.is_over = true;
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        None
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        false
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn set_last_start_tag(&mut self, _: Option<&[u8]>) {}
    fn emit_error(&mut self, _: Error) {}
    fn init_start_tag(&mut self) {}
    fn init_end_tag(&mut self) {}
    fn push_tag_name(&mut self, _: &[u8]) {}
    fn init_comment(&mut self) {}
    fn emit_current_comment(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn emit_current_doctype(&mut self) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn set_force_quirks(&mut self) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_self_closing(&mut self) {}
    fn init_attribute(&mut self) {}
    fn push_attribute_name(&mut self, _: &[u8]) {}
    fn push_attribute_value(&mut self, _: &[u8]) {}
}
