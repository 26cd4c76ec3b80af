//! What is said of letters, chats and subtitles.

use super::counted;
use crate::characters::{clip, visible};

const SENDER_CHARACTERS: usize = 60;
const SUBJECT_CHARACTERS: usize = 120;

pub fn letters(count: usize) -> String {
    counted(count, "message")
}

/// Follows the kind: `450 messages of 4 senders`.
pub fn messages(noun: &str, messages: usize, senders: usize) -> String {
    let senders = if senders > 0 { format!(" of {}", counted(senders, "sender")) } else { String::new() };
    format!("{}{senders}", counted(messages, noun))
}

/// A letter, where it starts; `counts` are its lines, those that quote, and its attachments.
pub fn letter(line: usize, from: &str, subject: &str, date: &str, [lines, quoted, attached]: [usize; 3]) -> String {
    let some = |count: usize, what: String| if count > 0 { format!(", {what}") } else { String::new() };
    format!(
        "line {line}: from {}, \"{}\", {}; {}{}{}",
        clip(&visible(from), SENDER_CHARACTERS),
        clip(&visible(subject), SUBJECT_CHARACTERS),
        visible(date),
        counted(lines, "line"),
        some(quoted, format!("{quoted} quoted")),
        some(attached, counted(attached, "attachment")),
    )
}

pub fn part(line: usize, media: &str, name: &str) -> String {
    let media = if media.is_empty() { "part" } else { media };
    let name = if name.is_empty() { String::new() } else { format!(" {}", clip(&visible(name), SUBJECT_CHARACTERS)) };
    format!("  line {line}: {}{name}", visible(media))
}

pub fn lines_of_letters(quoted: usize, attached: usize) -> Option<String> {
    let parts = [(quoted, "quoted line"), (attached, "attachment")];
    let named: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| counted(*count, what)).collect();
    (!named.is_empty()).then(|| named.join(", "))
}

pub fn has_attachment(letters: usize) -> String {
    format!("an attachment, as in hardly one of {}", counted(letters, "message"))
}

pub fn sender((first, last): (usize, usize), name: &str, messages: u64) -> String {
    let name = clip(&visible(name), SENDER_CHARACTERS);
    match first == last {
        true => format!("line {first}: {name} ×{messages}"),
        false => format!("lines {first} to {last}: {name} ×{messages}"),
    }
}

/// The times of the first and the last message.
pub fn extent((first, at): (&str, usize), (last, until): (&str, usize)) -> String {
    format!("{} (line {at}) to {} (line {until})", visible(first), visible(last))
}
