//! Server-sent events, as they come in.

/// Longer events are not read.
pub const MOST_BYTES: usize = 256 << 20;

/// An event that came.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Event {
    /// The last that was given so far, which may be that of an event before.
    pub id: Option<String>,
    pub name: String,
    pub data: String,
    /// Milliseconds to wait before connecting again.
    pub retry: Option<u64>,
}

/// Reads a stream that comes in pieces of any length.
#[derive(Debug, Default)]
pub struct Reader {
    line: Vec<u8>,
    /// The last byte was a carriage return, so that a line feed belongs to it.
    returned: bool,
    started: bool,
    event: Event,
    any_data: bool,
    any_id: bool,
}

impl Reader {
    /// The events that end in this piece, those without data among them if they have an id or a time to wait.
    ///
    /// # Errors
    ///
    /// If an event is too long.
    pub fn read(&mut self, mut piece: &[u8]) -> Result<Vec<Event>, String> {
        let mut events = Vec::new();
        while let Some(&first) = piece.first() {
            if std::mem::take(&mut self.returned) && first == b'\n' {
                piece = &piece[1..];
                continue;
            }
            let end = piece.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let (part, rest) = piece.split_at(end.unwrap_or(piece.len()));
            self.line.extend_from_slice(part);
            if self.line.len() + self.event.data.len() > MOST_BYTES {
                return Err(format!("an event of more than {} MiB", MOST_BYTES >> 20));
            }
            piece = match rest {
                [ending, rest @ ..] => {
                    self.returned = *ending == b'\r';
                    events.extend(self.end_of_line());
                    rest
                }
                [] => rest,
            };
        }
        Ok(events)
    }

    fn end_of_line(&mut self) -> Option<Event> {
        let bytes = std::mem::take(&mut self.line);
        let mut line = String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned());
        if !std::mem::replace(&mut self.started, true) && line.starts_with('\u{feff}') {
            line.remove(0);
        }
        if line.is_empty() {
            return self.end_of_event();
        }
        let (field, value) = line.split_once(':').unwrap_or((&line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" if self.any_data => {
                self.event.data.push('\n');
                self.event.data.push_str(value);
            }
            "data" => {
                self.any_data = true;
                value.clone_into(&mut self.event.data);
            }
            "event" => value.clone_into(&mut self.event.name),
            "id" if !value.contains('\0') => {
                self.any_id = true;
                self.event.id = Some(value.to_owned());
            }
            "retry" => self.event.retry = value.parse().ok().or(self.event.retry),
            _ => {}
        }
        None
    }

    fn end_of_event(&mut self) -> Option<Event> {
        let id = self.event.id.clone();
        let event = std::mem::replace(&mut self.event, Event { id, ..Event::default() });
        let (any_data, any_id) = (std::mem::take(&mut self.any_data), std::mem::take(&mut self.any_id));
        (any_data || any_id || event.retry.is_some()).then_some(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::http::sse;

    fn read(pieces: &[&[u8]]) -> Vec<Event> {
        let mut reader = Reader::default();
        pieces.iter().flat_map(|piece| reader.read(piece).unwrap()).collect()
    }

    fn named(id: Option<&str>, data: &str) -> Event {
        Event { id: id.map(str::to_owned), data: data.to_owned(), ..Event::default() }
    }

    #[test]
    fn what_is_written_is_read() {
        let sent = [sse::event("1-0", ""), sse::STILL_THERE.to_owned(), sse::event("1-1", "{\"a\":\"é\"}")].concat();
        assert_eq!(read(&[sent.as_bytes()]), [named(Some("1-0"), ""), named(Some("1-1"), "{\"a\":\"é\"}")]);
    }

    #[test]
    fn pieces_and_ends_of_lines_may_be_any() {
        let stream =
            "\u{feff}data: é\r\ndata:b\r\r\nid: 7\ndata\n\n: nothing\nretry: 250\nretry: x\nevent: ping\ndata:  c\n\n";
        let expected = [
            named(None, "é\nb"),
            named(Some("7"), ""),
            Event { name: "ping".into(), retry: Some(250), ..named(Some("7"), " c") },
        ];
        assert_eq!(read(&[stream.as_bytes()]), expected);
        let bytes: Vec<&[u8]> = stream.as_bytes().chunks(1).collect();
        assert_eq!(read(&bytes), expected);
        assert_eq!(read(&[b"data: cut"]), []);
    }
}
