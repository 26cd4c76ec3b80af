//! E-mail, chats, transcripts and subtitles: messages with their senders.

mod chat;
mod letters;

use super::Likeness;
use super::columns::{Columns, Lines, Oddity};
use super::decisions::decisions;
use crate::fold;
use crate::view::{Section, View};
use crate::words::mail as words;
use chat::{Chat, Form};
use letters::Letters;

/// Bytes and lines that are looked at to recognise messages.
const SAMPLE_BYTES: usize = 32_000;
const SAMPLE_LINES: usize = 300;
/// Letters with an attachment are odd where they are at most this many of ten times as many.
const FEW_ATTACHMENTS: usize = 2;

/// Whether a text starts as a letter does, or is made of messages of which each says who wrote it.
pub fn detect(text: &str) -> bool {
    let lines = sample(text);
    let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    letters::start(&lines) || Form::of(&lines).is_some()
}

fn sample(text: &str) -> Vec<std::borrow::Cow<'_, str>> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let start = &text[..text.floor_char_boundary(SAMPLE_BYTES.min(text.len()))];
    let whole = if start.len() < text.len() { start.rfind('\n').map_or(start, |end| &start[..end]) } else { start };
    whole.lines().take(SAMPLE_LINES).map(fold::shown).collect()
}

/// What a text of messages was read as.
enum Mail {
    Letters(Letters),
    Chat(Chat),
}

impl Mail {
    fn of(view: &View, section: &Section) -> Option<Mail> {
        let lines = sample(&view.text()[view.span(section.lines.clone())]);
        let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
        if letters::start(&lines) {
            return Some(Mail::Letters(Letters::of(view, section)));
        }
        Form::of(&lines).map(|form| Mail::Chat(Chat::of(view, section, form)))
    }
}

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let lines: Lines = &|at| view.line_at(at);
    let name = section.kind.name();
    match Mail::of(view, section) {
        Some(Mail::Letters(letters)) => {
            let mut oddities = letters.columns.oddities();
            let attached: Vec<usize> = letters.attached().collect();
            if attached.len() <= FEW_ATTACHMENTS && attached.len() * 10 <= letters.all.len() {
                oddities.extend(attached.iter().map(|line| Oddity {
                    at: view.line_start(*line),
                    count: attached.len() as u64,
                    path: String::new(),
                    reason: words::has_attachment(letters.all.len()),
                }));
            }
            let summary = match &letters.all[..] {
                [only] => vec![words::letter(only.line, &only.from, &only.subject, &only.date, only.counts())],
                _ => super::table::summary(&letters.columns, lines)
                    .into_iter()
                    .chain(words::lines_of_letters(letters.quoted(), letters.parts()))
                    .collect(),
            };
            let label = format!("{name} {}", words::letters(letters.all.len()));
            Likeness { label, summary, oddities, ..Likeness::default() }
        }
        Some(Mail::Chat(chat)) => {
            let label = format!(
                "{name} {}",
                words::messages(chat.form.message(), chat.rows.count as usize, chat.senders.count())
            );
            let mut summary: Vec<String> = chat.extent(view).into_iter().collect();
            summary.extend(super::table::summary(&chat.rows.columns, lines));
            let decided = decisions(view, section, chat.rows.count as usize);
            let oddities = decided.into_iter().chain(chat.rows.columns.oddities()).collect();
            Likeness { label, summary, oddities, ..Likeness::default() }
        }
        None => Likeness { label: name.to_owned(), ..Likeness::default() },
    }
}

/// Each letter with its parts; the senders of a chat, and where its days or hours start.
pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let figures = |columns: &Columns| {
        let row = columns.root().children().next();
        row.map_or(Vec::new(), |row| columns.outline(row, &|at| view.line_at(at)))
    };
    match Mail::of(view, section) {
        Some(Mail::Letters(letters)) => {
            let mut out = if letters.all.len() > 1 { figures(&letters.columns) } else { Vec::new() };
            for letter in &letters.all {
                out.push(words::letter(letter.line, &letter.from, &letter.subject, &letter.date, letter.counts()));
                out.extend(letter.parts.iter().map(|part| words::part(part.line, &part.media, &part.name)));
            }
            out
        }
        Some(Mail::Chat(chat)) => {
            let mut out = figures(&chat.rows.columns);
            out.extend(chat.senders.in_order().map(|sender| words::sender(sender.lines, &sender.name, sender.entries)));
            out.extend(chat.marks.iter().map(|(line, mark)| crate::words::outline::at_line(*line, mark)));
            out
        }
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness_of(text: &str) -> Likeness {
        assert!(detect(text), "{text}");
        let view = View::of(text);
        likeness(&view, &view.main_section())
    }

    fn letter(number: usize, from: &str) -> String {
        format!(
            "From: {from}\nTo: desk@x.example\nSubject: Re: parcel\n {number}\nDate: Sat, 14 Mar 2026 09:00:0{} +0000\n\n\
             > as you said\nYes.\n",
            number % 10
        )
    }

    #[test]
    fn letters_are_told_with_their_fields_and_parts() {
        let text = letter(1, "Mina <m@x.example>").replace(
            "\n\n",
            "\nContent-Type: multipart/mixed;\n boundary=\"b1\"\n\n--b1\nContent-Type: text/plain\n\nhello\n--b1\nContent-Type: application/pdf\n\
             Content-Disposition: attachment; filename=\"a.pdf\"\n\nJVBE\n--b1--\n",
        );
        let likeness = likeness_of(&text);
        assert_eq!(likeness.label, "mail 1 message");
        let summary = "line 0: from Mina <m@x.example>, \"Re: parcel 1\", Sat, 14 Mar 2026 09:00:01 +0000; 20 lines, 1 quoted, 1 attachment";
        assert_eq!(likeness.summary, [summary]);
        let view = View::of(&text);
        let outline = outline(&view, &view.main_section());
        assert_eq!(outline, [summary, "  line 8: text/plain", "  line 12: application/pdf a.pdf"]);
    }

    #[test]
    fn many_letters_are_counted_and_the_rare_sender_is_odd() {
        let one = |number| letter(number, if number == 30 { "Eve <e@x.example>" } else { "Mina <m@x.example>" });
        let mbox: String =
            (0..60).map(|number| format!("From m@x.example Sat Mar 14 09:00:00 2026\n{}\n", one(number))).collect();
        let apart: String = (0..60).map(|number| one(number) + "\n").collect();
        for text in [mbox, apart] {
            let likeness = likeness_of(&text);
            assert_eq!(likeness.label, "mail 60 messages");
            let reasons: Vec<&str> = likeness.oddities.iter().map(|odd| odd.reason.as_str()).collect();
            assert_eq!(reasons, ["= Eve <e@x.example> (only here, of 60)"]);
            assert_eq!(likeness.summary.last().map(String::as_str), Some("60 quoted lines"));
        }
    }

    #[test]
    fn chats_are_told_by_who_says_what() {
        let forms: [fn(usize, &str) -> String; 7] = [
            |number, name| format!("[12:{number:02}] <{name}> hello all of you"),
            |number, name| format!("12:{number:02} <@{name}> hello all of you"),
            |number, name| format!("[09:00:{number:02}] {name}: hello all of you"),
            |number, name| format!("14/03/2026, 09:{number:02} - {name}: hello all of you"),
            |number, name| format!("[14.03.26, 09:{number:02}:00] {name}: hello all of you"),
            |_, name| format!("{name}: hello all of you\n"),
            |_, name| {
                format!("**{name}:** hello all of you\n", name = if name == "Ada" { "User" } else { "Assistant" })
            },
        ];
        for form in forms {
            let text: String =
                (0..40).map(|number| form(number, if number % 2 == 0 { "Ada" } else { "Ivo" }) + "\n").collect();
            assert_eq!(likeness_of(&text).label, "mail 40 messages of 2 senders", "{text}");
        }
    }

    #[test]
    fn subtitles_have_speakers_and_minutes() {
        let cue =
            |number: usize| format!("{number}\n00:{number:02}:01,000 --> 00:{number:02}:04,000\nMina: well then\n\n");
        let text: String = (0..12).map(cue).collect();
        assert_eq!(likeness_of(&text).label, "mail 12 subtitles of 1 sender");
        let view = View::of(&text);
        let outline = outline(&view, &view.main_section());
        assert_eq!(outline[outline.len() - 3..], ["line 1: 00:00", "line 21: 00:05", "line 41: 00:10"]);
    }

    #[test]
    fn other_texts_are_no_mail() {
        for text in [
            "Package: a\nVersion: 1 or so\nSection: libs and more\n\n",
            "INFO: it has started\nWARN: it is slow\n",
            "[12:00:01] INFO: it has started\n",
            "[2026-03-01 12:00:00] local.ERROR: it has failed\n",
            "12:00:01 worker: it has started\n",
            "name: a b\nvalue: c d\n",
            "HTTP/1.1 200 OK\nDate: Sat, 14 Mar 2026 09:00:00 GMT\nServer: x y\n\n",
            "ValueError: it is bad\n",
            "From the start, prose.\nTo: nobody\n",
        ] {
            assert!(!detect(&text.repeat(20)), "{text}");
        }
        assert!(!detect(""));
    }
}
