//! Title and headings of a page.
//!
//! An emitter of our own: the one that comes with the tokenizer builds attributes, comments and more, which is code for what
//! nobody reads here.

use html5gum::{Emitter, Error, Readable, Reader, State, Tokenizer, naive_next_state};
use std::convert::Infallible;

/// A heading, or the title at level 0.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Heading {
    pub level: usize,
    pub text: String,
    /// Where its tag starts.
    pub byte: usize,
}

/// All of a page, in order, but for empty ones.
pub fn headings(html: &str) -> Vec<Heading> {
    Tokenizer::new_with_emitter(Bytes(html.to_reader()), Headings::default()).map(|Ok(heading)| heading).collect()
}

fn level(name: &[u8]) -> Option<usize> {
    match name {
        b"title" => Some(0),
        [b'h', digit @ b'1'..=b'6'] => Some(usize::from(digit - b'0')),
        _ => None,
    }
}

/// The bytes of a page, read out of line: each of the tokenizer's many states would else hold the search for its bytes, 75 kB
/// in sum, and is no faster for it.
struct Bytes<'h>(<&'h str as Readable<'h>>::Reader);

impl Reader for Bytes<'_> {
    type Error = Infallible;

    #[inline(never)]
    fn read_byte(&mut self) -> Result<Option<u8>, Infallible> {
        self.0.read_byte()
    }

    #[inline(never)]
    fn try_read_string(&mut self, text: &[u8], case_sensitive: bool) -> Result<bool, Infallible> {
        self.0.try_read_string(text, case_sensitive)
    }

    #[inline(never)]
    fn read_until<'b>(&'b mut self, needle: &[u8], buffer: &'b mut [u8; 4]) -> Result<Option<&'b [u8]>, Infallible> {
        self.0.read_until(needle, buffer)
    }
}

#[derive(Default)]
struct Headings {
    position: usize,
    /// The tag that is being read.
    name: Vec<u8>,
    byte: usize,
    is_end: bool,
    last_start: Vec<u8>,
    /// The heading that is being read, and one that was.
    open: Option<Heading>,
    found: Option<Heading>,
}

impl Headings {
    fn start_tag(&mut self, is_end: bool) {
        self.name.clear();
        self.is_end = is_end;
    }

    fn open(&mut self) {
        if let Some(level) = level(&self.name) {
            self.open = Some(Heading { level, text: String::new(), byte: self.byte });
        }
    }

    fn close(&mut self) {
        let Some(mut heading) = self.open.take_if(|_| level(&self.name).is_some()) else { return };
        heading.text = heading.text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.found = Some(heading).filter(|heading| !heading.text.is_empty());
    }
}

impl Emitter for Headings {
    type Token = Heading;

    fn pop_token(&mut self) -> Option<Heading> {
        self.found.take()
    }

    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }

    fn start_open_tag(&mut self) {
        self.byte = self.position.saturating_sub(1);
    }

    fn init_start_tag(&mut self) {
        self.start_tag(false);
    }

    fn init_end_tag(&mut self) {
        self.start_tag(true);
    }

    fn push_tag_name(&mut self, part: &[u8]) {
        self.name.extend_from_slice(part);
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        if self.is_end {
            self.last_start.clear();
            self.close();
        } else {
            self.last_start.clone_from(&self.name);
            self.open();
        }
        naive_next_state(&self.last_start)
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end && !self.last_start.is_empty() && self.last_start == self.name
    }

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start = name.unwrap_or_default().to_vec();
    }

    fn emit_string(&mut self, text: &[u8]) {
        if let Some(heading) = &mut self.open {
            heading.text += &String::from_utf8_lossy(text);
        }
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn emit_error(&mut self, _: Error) {}
    fn emit_eof(&mut self) {}
    fn init_comment(&mut self) {}
    fn emit_current_comment(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn emit_current_doctype(&mut self) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn set_force_quirks(&mut self) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn set_self_closing(&mut self) {}
    fn init_attribute(&mut self) {}
    fn push_attribute_name(&mut self, _: &[u8]) {}
    fn push_attribute_value(&mut self, _: &[u8]) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use html5gum::{DefaultEmitter, Token};

    #[test]
    fn headings_are_read_with_their_places() {
        let html = "<html><title>T &amp; U</title><script>'<h1>no</h1>'</script><h2 id=a>One <b>two</b></h2><h3> </h3>";
        let found = headings(html);
        let found: Vec<_> = found.iter().map(|heading| (heading.level, heading.text.as_str(), heading.byte)).collect();
        assert_eq!(found, [(0, "T & U", 6), (2, "One two", html.find("<h2").unwrap())]);
    }

    /// What the emitter that comes with the tokenizer tells of tags and texts.
    fn by_tokens(html: &str) -> Vec<Heading> {
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        emitter.naively_switch_states(true);
        let (mut found, mut open) = (Vec::new(), None::<Heading>);
        for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
            match token {
                Token::StartTag(tag) => {
                    if let Some(level) = level(&tag.name) {
                        open = Some(Heading { level, text: String::new(), byte: tag.span.start });
                    }
                }
                Token::String(text) => {
                    if let Some(heading) = &mut open {
                        heading.text += &String::from_utf8_lossy(&text);
                    }
                }
                Token::EndTag(tag) if level(&tag.name).is_some() => found.extend(open.take()),
                _ => {}
            }
        }
        for heading in &mut found {
            heading.text = heading.text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        found.retain(|heading| !heading.text.is_empty());
        found
    }

    #[test]
    fn headings_are_those_of_the_tokenizers_own_emitter() {
        let parts = [
            "<h1>",
            "</h1>",
            "<H2 class='x>y'>",
            "</h2 a=b>",
            "<title>",
            "</title>",
            "<script>",
            "</script>",
            "text é",
            "&lt;",
            "<!-- <h3> -->",
            "<!doctype html>",
            "<br/>",
            "<",
            ">",
            "</",
            "<style>",
            "</style>",
            "\r\n",
            "\0",
        ];
        let mut seed = 7_usize;
        for _ in 0..2_000 {
            let mut html = String::new();
            for _ in 0..12 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                html += parts[(seed >> 33) % parts.len()];
            }
            assert_eq!(headings(&html), by_tokens(&html), "{html:?}");
        }
    }
}
