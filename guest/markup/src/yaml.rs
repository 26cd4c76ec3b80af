//! YAML by lines: mappings, sequences and scalars, each with its place. What only a full reader would know (anchors resolved, tags
//! applied, what stands in braces beyond its words) is told as it is written.

use memchr::{memchr, memchr_iter};
use std::ops::Range;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event<'t> {
    /// A document starts.
    Document,
    Mapping,
    Sequence,
    /// The mapping or sequence that was opened last is over.
    End,
    Key(&'t str),
    /// A value that is a plain word or number.
    Plain(&'t str),
    /// A value in quotes, or a block of text.
    Text(&'t str),
    Null,
}

/// Takes an event and the byte that it belongs to.
pub type See<'s, 't> = &'s mut dyn FnMut(Event<'t>, usize);

struct Frame {
    indent: usize,
    is_sequence: bool,
    /// A key or a dash came, its value did not yet.
    awaits: bool,
}

struct Reader<'s, 't> {
    text: &'t str,
    see: See<'s, 't>,
    frames: Vec<Frame>,
    /// A document has started and has no value yet.
    awaits_root: bool,
    at: usize,
}

/// Shows a visitor all of a text.
pub fn read<'t>(text: &'t str, see: See<'_, 't>) {
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut reader = Reader { text, see, frames: Vec::new(), awaits_root: true, at: start };
    (reader.see)(Event::Document, start);
    let mut at = start;
    let mut any = false;
    while at < text.len() {
        let end = line_end(text, at);
        at = reader.line(at, end, &mut any);
    }
    reader.close_to(0, text.len());
}

fn line_end(text: &str, at: usize) -> usize {
    memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |length| at + length + 1)
}

impl<'t> Reader<'_, 't> {
    /// Takes in a line, and those that its value goes on in; where the next starts.
    fn line(&mut self, start: usize, end: usize, any: &mut bool) -> usize {
        let line = self.text[start..end].trim_ascii_end();
        let content = unindented(line);
        let indent = line.len() - content.len();
        self.at = start + indent;
        if content.is_empty() || content.starts_with('#') || indent == 0 && content.starts_with('%') {
            return end;
        }
        if indent == 0 && (content == "---" || content.starts_with("--- ") || content == "...") {
            self.close_to(0, start);
            if std::mem::take(any) {
                (self.see)(Event::Document, start);
            }
            self.awaits_root = true;
            return match content.strip_prefix("--- ") {
                Some(rest) => {
                    *any = true;
                    self.value(rest.trim_start(), start + content.len() - rest.trim_start().len(), end, 0)
                }
                _ => end,
            };
        }
        *any = true;
        self.entries(content, indent, start + indent, end)
    }

    fn entries(&mut self, mut content: &'t str, mut indent: usize, mut at: usize, end: usize) -> usize {
        while content == "-" || content.starts_with("- ") {
            self.close_above(indent, true, at);
            if !self.frames.last().is_some_and(|frame| frame.is_sequence && frame.indent == indent) {
                self.open(true, indent, at);
            }
            self.await_value(at);
            let rest = unindented(&content[1..]);
            let step = content.len() - rest.len();
            (content, indent, at) = (rest, indent + step, at + step);
        }
        let Some((key, rest)) = key(content) else {
            return self.value(content, at, end, indent);
        };
        self.close_above(indent, false, at);
        if !self.frames.last().is_some_and(|frame| !frame.is_sequence && frame.indent == indent) {
            self.open(false, indent, at);
        }
        self.await_value(at);
        (self.see)(Event::Key(key), at);
        self.value(rest.trim_ascii_start(), at, end, indent + 1)
    }

    /// Closes what is deeper, and what is beside it of the other sort and complete.
    fn close_above(&mut self, indent: usize, for_sequence: bool, at: usize) {
        while let Some(frame) = self.frames.last() {
            let is_over = frame.indent > indent
                || frame.indent == indent && frame.is_sequence != for_sequence && !(for_sequence && frame.awaits);
            if !is_over {
                return;
            }
            self.close(at);
        }
    }

    fn close_to(&mut self, depth: usize, at: usize) {
        while self.frames.len() > depth {
            self.close(at);
        }
    }

    fn close(&mut self, at: usize) {
        if let Some(frame) = self.frames.pop() {
            if frame.awaits {
                (self.see)(Event::Null, at.saturating_sub(1));
            }
            (self.see)(Event::End, at);
        }
    }

    fn await_value(&mut self, at: usize) {
        if let Some(frame) = self.frames.last_mut()
            && std::mem::replace(&mut frame.awaits, true)
        {
            (self.see)(Event::Null, at.saturating_sub(1));
        }
    }

    /// Whether a value may come here; it is then no longer awaited.
    fn take_place(&mut self) -> bool {
        match self.frames.last_mut() {
            Some(frame) => std::mem::take(&mut frame.awaits),
            None => std::mem::take(&mut self.awaits_root),
        }
    }

    fn open(&mut self, is_sequence: bool, indent: usize, at: usize) {
        if !self.take_place() {
            // Broken indentation, or a second value at the root: it starts a document of its own.
            self.close_to(0, at);
            (self.see)(Event::Document, at);
        }
        self.awaits_root = false;
        (self.see)(if is_sequence { Event::Sequence } else { Event::Mapping }, at);
        self.frames.push(Frame { indent, is_sequence, awaits: false });
    }

    /// A value that starts at `value`; what belongs to it is indented by `indent` at least.
    fn value(&mut self, value: &'t str, at: usize, end: usize, indent: usize) -> usize {
        let value = without_properties(value);
        let start = offset(self.text, value);
        let is_empty = value.is_empty() || value.starts_with('#');
        if is_empty || !self.take_place() {
            return end;
        }
        let (event, next) = match value.as_bytes().first() {
            Some(b'|' | b'>') if is_block(value) => {
                let block = self.block(end, indent);
                (Event::Text(self.text[block.clone()].trim()), block.end)
            }
            Some(quote @ (b'"' | b'\'')) => {
                let close = closing_quote(&self.text[start + 1..], *quote).map(|length| start + 1 + length);
                let close = close.unwrap_or(end);
                (Event::Text(self.text[start + 1..close].trim_end()), line_end(self.text, close.max(end - 1)))
            }
            Some(b'[' | b'{') => {
                let close = closing_bracket(&self.text[start..]).map_or(end, |length| start + length);
                return self.flow(&self.text[start..close], at, line_end(self.text, close.max(end - 1)));
            }
            _ => (Event::Plain(without_comment(value)), end),
        };
        (self.see)(event, at);
        next
    }

    /// A list or mapping in brackets: empty ones and lists of words are told, all else as it is written.
    fn flow(&mut self, flow: &'t str, at: usize, next: usize) -> usize {
        let body = flow.get(1..flow.len() - 1).unwrap_or_default();
        let is_list = flow.starts_with('[') && flow.ends_with(']');
        match body.trim().is_empty() {
            true if flow.starts_with('{') => {
                (self.see)(Event::Mapping, at);
                (self.see)(Event::End, at);
            }
            false if !is_list || body.contains(['[', '{', '"', '\'']) => (self.see)(Event::Text(flow), at),
            empty => {
                (self.see)(Event::Sequence, at);
                for word in body.split(',').filter(|word| !empty && !word.trim().is_empty()) {
                    (self.see)(Event::Plain(word.trim()), at);
                }
                (self.see)(Event::End, at);
            }
        }
        next
    }

    /// The lines of a block of text: those that are blank or indented by as much.
    fn block(&self, start: usize, indent: usize) -> Range<usize> {
        let mut at = start;
        while at < self.text.len() {
            let end = line_end(self.text, at);
            let line = &self.text[at..end];
            let content = unindented(line);
            if !content.trim().is_empty() && line.len() - content.len() < indent.max(1) {
                break;
            }
            at = end;
        }
        start..at
    }
}

fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Anchors and tags before a value are left out.
fn without_properties(mut value: &str) -> &str {
    while value.starts_with(['&', '!']) {
        let end = value.find(' ').unwrap_or(value.len());
        value = value[end..].trim_start();
    }
    value
}

fn without_comment(value: &str) -> &str {
    comment(value).map_or(value, |at| &value[..at]).trim_ascii_end()
}

/// Where a space stands with a comment behind it.
fn comment(text: &str) -> Option<usize> {
    memchr_iter(b'#', text.as_bytes()).find(|at| text[..*at].ends_with(' ')).map(|at| at - 1)
}

fn unindented(line: &str) -> &str {
    let indent = line.bytes().take_while(|byte| *byte == b' ').count();
    &line[indent..]
}

fn is_block(value: &str) -> bool {
    without_comment(&value[1..]).bytes().all(|byte| matches!(byte, b'-' | b'+' | b'0'..=b'9'))
}

fn closing_quote(rest: &str, quote: u8) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mut at = 0;
    loop {
        at += memchr::memchr2(quote, b'\\', &bytes[at..])?;
        match bytes[at] {
            b'\\' if quote == b'"' => at += 2,
            b'\\' => at += 1,
            _ if quote == b'\'' && bytes.get(at + 1) == Some(&b'\'') => at += 2,
            _ => return Some(at),
        }
        if at >= bytes.len() {
            return None;
        }
    }
}

/// Behind the bracket that closes the first one; looked for in the next few thousand bytes.
fn closing_bracket(rest: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = 0;
    for (at, byte) in rest.bytes().enumerate().take(1 << 16) {
        match byte {
            _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
            b'"' | b'\'' => quote = byte,
            b'[' | b'{' => depth += 1,
            b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// A key and what follows its colon.
pub fn key(content: &str) -> Option<(&str, &str)> {
    let bytes = content.as_bytes();
    let quote = *bytes.first()?;
    if matches!(quote, b'"' | b'\'') {
        let close = 1 + closing_quote(&content[1..], quote)?;
        let rest = content[close + 1..].trim_start().strip_prefix(':')?;
        return (rest.is_empty() || rest.starts_with(' ')).then_some((&content[1..close], rest));
    }
    if matches!(quote, b'[' | b'{' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`' | b'*' | b'&' | b'!') {
        return None;
    }
    let mut at = 0;
    loop {
        at += memchr(b':', &bytes[at..])?;
        match bytes.get(at + 1) {
            None | Some(b' ') => break,
            _ => at += 1,
        }
    }
    let key = &content[..at];
    (at > 0 && comment(key).is_none()).then(|| (key.trim_ascii_end(), &content[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        let mut out = Vec::new();
        read(text, &mut |event, _| {
            out.push(match event {
                Event::Document => "doc".to_owned(),
                Event::Mapping => "{".to_owned(),
                Event::Sequence => "[".to_owned(),
                Event::End => "/".to_owned(),
                Event::Key(key) => format!("{key}:"),
                Event::Plain(text) => text.to_owned(),
                Event::Text(text) => format!("'{text}'"),
                Event::Null => "null".to_owned(),
            })
        });
        out.join(" ")
    }

    #[test]
    fn mappings_and_sequences_nest_by_indentation() {
        assert_eq!(
            told("a: 1\nb:\n  c: x # y\n  d:\n  - e: 1\n    f: 2\n  - e: 3\n  g:\nh:\n- 1\n-\n  - 2\n"),
            "doc { a: 1 b: { c: x d: [ { e: 1 f: 2 / { e: 3 / / g: null / h: [ 1 [ 2 / / /"
        );
        assert_eq!(told("- - a\n  - b\n- c\n"), "doc [ [ a b / c /");
    }

    #[test]
    fn documents_are_told_apart() {
        assert_eq!(told("%YAML 1.2\n---\na: 1\n...\n---\na: 2\n--- x\n"), "doc { a: 1 / doc { a: 2 / doc x");
        assert_eq!(told("# none\n"), "doc");
    }

    #[test]
    fn texts_may_stand_on_several_lines() {
        assert_eq!(
            told(
                "a: |\n  k: v\n\n  - x\nb: >-\n  y\nc: \"p: \\\"q\n  r\" # s\n'd e': 'it''s'\nf: g h\n  more\nu: a:b http://x\n"
            ),
            "doc { a: 'k: v\n\n  - x' b: 'y' c: 'p: \\\"q\n  r' d e: 'it''s' f: g h u: a:b http://x /"
        );
    }

    #[test]
    fn anchors_tags_and_brackets() {
        assert_eq!(
            told("a: &x\n  b: !!str 1\nc: *x\nd: [1, two,\n  3]\ne: {}\nf: []\ng: {h: [1]}\n"),
            "doc { a: { b: 1 / c: *x d: [ 1 two 3 / e: { / f: [ / g: '{h: [1]}' /"
        );
    }
}
