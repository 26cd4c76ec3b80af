//! YAML: documents, keys, and figures over all values at each path.

mod likely;

pub use likely::detect;

use super::Likeness;
use super::columns::{Columns, Value, is_number};
use super::json::{self, Reading};
use crate::characters::{clip, visible};
use crate::view::{Section, View};
use crate::words::{outline, yaml as words};
use memchr::memmem;
use toolaria_markup::yaml::{Event, read};

/// Characters of a key in an outline.
const KEY_CHARACTERS: usize = 80;
/// Keys that an outline lists.
const KEYS: usize = 10_000;

/// A mapping or sequence that is not over.
struct Frame {
    column: Option<usize>,
    is_sequence: bool,
    at: usize,
    values: u64,
    /// The column of the next value of a mapping.
    member: Option<usize>,
    /// Where this mapping's members start among those of all.
    members: usize,
}

struct Survey {
    columns: Columns,
    frames: Vec<Frame>,
    members: Vec<usize>,
    documents: u64,
    /// There are several documents, so that the root is a list of them.
    is_several: bool,
    /// Keys of a document's own mapping, with their places; `None` starts a document.
    keys: Vec<(Option<String>, usize)>,
    key_count: u64,
    /// Bytes and column of the longest sequence that stands in no other.
    largest: (usize, Option<usize>),
}

impl Survey {
    /// Cost: one pass over the section to count its documents, one to read it.
    fn of(view: &View, section: &Section) -> Survey {
        let span = view.span(section.lines.clone());
        let text = &view.text()[span.clone()];
        let mut documents = 0_u64;
        read_documents(text, &mut documents);
        let mut survey = Survey {
            columns: Columns::default(),
            frames: Vec::new(),
            members: Vec::new(),
            documents: 0,
            is_several: documents > 1,
            keys: Vec::new(),
            key_count: 0,
            largest: (0, None),
        };
        if survey.is_several {
            survey.columns.add(Columns::ROOT, Value::Array, span.start);
        }
        read(text, &mut |event, at| survey.see(event, span.start + at));
        if survey.is_several {
            survey.columns.end_array(Columns::ROOT, documents, span.start);
            survey.largest = (text.len(), Some(Columns::ROOT));
        }
        survey
    }

    fn see(&mut self, event: Event, at: usize) {
        match event {
            Event::Document => {
                self.documents += 1;
                if self.is_several && self.keys.len() < KEYS {
                    self.keys.push((None, at));
                }
            }
            Event::Mapping => self.open(Value::Object, at),
            Event::Sequence => self.open(Value::Array, at),
            Event::End => self.close(at),
            Event::Key(key) => self.key(key, at),
            Event::Plain(text) => self.scalar(plain(text), at),
            Event::Text(text) => self.scalar(Value::String(text), at),
            Event::Null => self.scalar(Value::Null, at),
        }
    }

    fn target(&mut self) -> Option<usize> {
        match self.frames.last_mut() {
            Some(frame) if frame.is_sequence => {
                frame.values += 1;
                self.columns.element(frame.column?)
            }
            Some(frame) => frame.member.take(),
            None if self.is_several => self.columns.element(Columns::ROOT),
            None => Some(Columns::ROOT),
        }
    }

    fn scalar(&mut self, value: Value, at: usize) {
        if let Some(column) = self.target() {
            self.columns.add(column, value, at);
        }
    }

    fn open(&mut self, value: Value, at: usize) {
        let column = self.target();
        if let Some(column) = column {
            self.columns.add(column, value, at);
        }
        let (is_sequence, members) = (value == Value::Array, self.members.len());
        self.frames.push(Frame { column, is_sequence, at, values: 0, member: None, members });
    }

    fn key(&mut self, key: &str, at: usize) {
        if self.frames.len() == 1 {
            self.key_count += 1;
            if self.keys.len() < KEYS {
                self.keys.push((Some(clip(&visible(key), KEY_CHARACTERS)), at));
            }
        }
        if let Some(frame) = self.frames.last_mut() {
            let before = self.members.len() - frame.members;
            frame.member = frame.column.and_then(|column| self.columns.member_after(column, before, key));
            self.members.extend(frame.member);
        }
    }

    fn close(&mut self, at: usize) {
        let Some(frame) = self.frames.pop() else { return };
        if let Some(column) = frame.column {
            match frame.is_sequence {
                true => self.columns.end_array(column, frame.values, frame.at),
                false => self.columns.end_object(column, &mut self.members[frame.members..], frame.at),
            }
            let bytes = at.saturating_sub(frame.at);
            if frame.is_sequence && bytes > self.largest.0 && !self.frames.iter().any(|frame| frame.is_sequence) {
                self.largest = (bytes, Some(column));
            }
        }
        self.members.truncate(frame.members);
    }

    fn reading(self, length: usize) -> Reading {
        let (bytes, column) = self.largest;
        Reading { columns: self.columns, dominant: column.filter(|_| bytes * 2 > length) }
    }
}

fn read_documents(text: &str, documents: &mut u64) {
    let has =
        |mark: &str| text.starts_with(mark) || memmem::find(text.as_bytes(), format!("\n{mark}").as_bytes()).is_some();
    let is_plain = !has("---") && !has("...");
    match is_plain {
        true => *documents = 1,
        false => read(text, &mut |event, _| *documents += u64::from(event == Event::Document)),
    }
}

fn plain(text: &str) -> Value<'_> {
    match text {
        "true" | "True" | "TRUE" => Value::True,
        "false" | "False" | "FALSE" => Value::False,
        "null" | "~" | "Null" | "NULL" => Value::Null,
        _ if text.starts_with(|char: char| char.is_ascii_digit() || char == '-') && is_number(text) => {
            Value::Number(text)
        }
        _ => Value::String(text),
    }
}

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let survey = Survey::of(view, section);
    let root = survey.columns.root();
    let elements = (root.arrays > 0 && !survey.is_several).then_some(root.elements);
    let label = words::label(survey.documents, elements, survey.key_count);
    let reading = survey.reading(view.span(section.lines.clone()).len());
    Likeness {
        label,
        summary: json::summary(&reading, &|at| view.line_at(at)),
        oddities: reading.columns.oddities(),
        ..Likeness::default()
    }
}

/// The keys of each document, then the figures.
pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let survey = Survey::of(view, section);
    let mut document = 0;
    let mut line = |(key, at): &(Option<String>, usize)| {
        document += u64::from(key.is_none());
        let key = key.clone().unwrap_or_else(|| words::document(document));
        outline::at_line(view.line_at(*at), &key)
    };
    let mut out: Vec<String> = survey.keys.iter().map(&mut line).collect();
    out.push(words::figures());
    out.extend(survey.columns.outline(Columns::ROOT, &|at| view.line_at(at)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness_of(text: &str) -> Likeness {
        assert!(detect(text), "{text}");
        let view = View::of(text);
        likeness(&view, &view.main_section())
    }

    #[test]
    fn a_list_reads_as_rows() {
        let pod = |number: usize| {
            let phase = if number == 40 { "Evicted" } else { "Running" };
            format!("- kind: Pod\n  metadata:\n    name: pod-{number}\n  status:\n    phase: {phase}\n")
        };
        let text = "apiVersion: v1\nitems:\n".to_owned() + &(0..90).map(pod).collect::<String>() + "kind: List\n";
        let likeness = likeness_of(&text);
        assert_eq!(likeness.label, "yaml 3 keys");
        assert!(likeness.summary[0].starts_with("90 rows of items: kind str always Pod"), "{:?}", likeness.summary);
        assert_eq!(likeness.oddities.len(), 1);
        assert_eq!(likeness.oddities[0].path, "status.phase");
        assert_eq!(text[likeness.oddities[0].at..].lines().next(), Some("phase: Evicted"));
        let view = View::of(&text);
        let outline = outline(&view, &view.main_section());
        assert_eq!(outline[..3], ["line 0: apiVersion", "line 1: items", "line 452: kind"]);
    }

    #[test]
    fn documents_are_rows() {
        let text: String = (0..30).map(|number| format!("---\nkind: Service\nport: {}\n", 80 + number % 3)).collect();
        let likeness = likeness_of(&text);
        assert_eq!(likeness.label, "yaml 30 documents");
        assert_eq!(likeness.summary, ["30 rows: kind str always Service; port int 80 to 82"]);
        assert_eq!(likeness.oddities, []);
    }
}
