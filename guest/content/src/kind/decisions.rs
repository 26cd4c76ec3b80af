//! What was decided: the messages of a chat or a log that say so, where hardly any does.

use super::columns::Oddity;
use crate::view::{Section, View};
use crate::words::text as words;
use memchr::memmem;

/// Stand in sentences about a decision, in some languages.
const WORDS: [&str; 10] =
    ["decided", "decision", "agreed", "beschlossen", "décidé", "decidido", "решили", "решено", "决定", "決定"];
/// Messages that may say so, of so many at least.
const FEW: usize = 2;
const OF: usize = 100;
/// Bytes of a text that are searched.
const SEARCHED_BYTES: usize = 1 << 20;

/// The first line of those that tell of a decision, if they are few among `messages`.
pub fn decisions(view: &View, section: &Section, messages: usize) -> Option<Oddity> {
    let span = view.span(section.lines.clone());
    if messages < OF || span.len() > SEARCHED_BYTES {
        return None;
    }
    let text = &view.text().as_bytes()[span.clone()];
    let mut found: Vec<(usize, usize)> = Vec::new();
    for word in WORDS {
        for at in memmem::find_iter(text, word.as_bytes()).map(|at| span.start + at) {
            let line = view.line_at(at);
            if found.iter().all(|(known, _)| *known != line) {
                found.push((line, at));
            }
            if found.len() > FEW {
                return None;
            }
        }
    }
    let (_, at) = found.iter().copied().min()?;
    let count = found.len() as u64;
    Some(Oddity { at, count, path: String::new(), reason: words::decision(count, messages as u64) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(lines: usize, said: usize) -> Option<(usize, u64)> {
        let line = |number: usize| match (number + said).saturating_sub(lines / 2 + said) {
            1.. if number <= lines / 2 + said => format!("[09:00] we decided on {number}\n"),
            _ => format!("[09:00] the parcel {number} is late\n"),
        };
        let text: String = (0..lines).map(line).collect();
        let view = View::of(&text);
        decisions(&view, &view.main_section(), lines).map(|odd| (view.line_at(odd.at), odd.count))
    }

    #[test]
    fn a_decision_is_told_where_it_is_rare() {
        assert_eq!(decided(200, 1), Some((101, 1)));
        assert_eq!(decided(200, 2), Some((101, 2)));
        assert_eq!([decided(200, 0), decided(200, 3), decided(40, 1)], [None; 3]);
    }
}
