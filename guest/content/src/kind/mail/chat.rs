//! Messages by line: who wrote them, and when.

use crate::characters::without_end;
use crate::fold;
use crate::kind::columns::Rows;
use crate::kind::columns::Value;
use crate::kind::listing::groups::Groups;
use crate::view::{Section, View};
use crate::words::mail as words;
use std::collections::BTreeMap;

/// Fewer messages are no chat.
const LEAST: usize = 4;
/// Of a hundred lines so many start a message.
const TIMED_SHARE: usize = 40;
const NAMED_SHARE: usize = 75;
/// Of a hundred fields of records so many are followed by the one that mostly follows them.
const ORDER_SHARE: usize = 85;
/// Messages for each sender, at least.
const EACH: usize = 2;
/// Characters of a name, and words.
const NAME_BYTES: usize = 40;
const NAME_WORDS: usize = 4;
const STAMP_BYTES: usize = 32;
/// Minutes between the marks of an outline of subtitles.
const MARK_MINUTES: u64 = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `[12:03] <ada> text`, `14/03/2026, 09:00 - Ivo: text`.
    Timed,
    /// `Ada: text`.
    Named,
    /// `User:` and `Assistant:`.
    Roles,
    /// `00:00:01,000 --> 00:00:04,000`.
    Subtitles,
}

/// The start of a message.
#[derive(Debug, PartialEq, Eq)]
struct Start<'l> {
    stamp: &'l str,
    sender: &'l str,
    text: &'l str,
}

impl Form {
    /// The form of a chat that these lines are.
    pub fn of(lines: &[&str]) -> Option<Form> {
        let lines: Vec<&str> = lines.iter().copied().filter(|line| !line.trim().is_empty()).collect();
        [Form::Subtitles, Form::Timed, Form::Roles, Form::Named].into_iter().find(|form| form.fits(&lines))
    }

    fn fits(self, lines: &[&str]) -> bool {
        let starts: Vec<Start> = lines.iter().filter_map(|line| self.start(line)).collect();
        let share = |percent: usize| starts.len() >= LEAST && starts.len() * 100 >= lines.len() * percent;
        let mut senders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for pair in starts.windows(2) {
            senders.entry(pair[0].sender).or_default().push(pair[1].sender);
        }
        let recur = senders.len() * EACH < starts.len();
        let is_prose = starts.iter().filter(|start| start.text.trim().contains(' ')).count() * 2 >= starts.len();
        match self {
            Form::Subtitles => share(15) && lines.iter().take(3).any(|line| self.start(line).is_some()),
            Form::Timed => share(TIMED_SHARE) && recur && is_prose,
            Form::Roles => {
                starts.len() >= LEAST
                    && senders.len() >= 2
                    && lines.iter().take(2).any(|line| self.start(line).is_some())
            }
            // Fields of records follow one another in one order, or nearly.
            Form::Named => {
                let alike = |next: &Vec<&str>, one: &str| next.iter().filter(|other| **other == one).count();
                let usual: usize =
                    senders.values().filter_map(|next| next.iter().map(|one| alike(next, one)).max()).sum();
                let in_order = usual * 100 >= starts.len().saturating_sub(1) * ORDER_SHARE;
                share(NAMED_SHARE) && recur && is_prose && (senders.len() == 2 || senders.len() > 2 && !in_order)
            }
        }
    }

    fn start(self, line: &str) -> Option<Start<'_>> {
        match self {
            Form::Timed => timed(line),
            Form::Named => named(line)
                .filter(|(name, _)| name.starts_with(char::is_uppercase))
                .map(|(sender, text)| Start { stamp: "", sender, text }),
            Form::Roles => role(line),
            Form::Subtitles => {
                let (from, to) = line.split_once(" --> ")?;
                let is_time = from.trim().len() >= 7
                    && from.trim().bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b','));
                (is_time && to.starts_with(|char: char| char.is_ascii_digit())).then_some(Start {
                    stamp: from.trim(),
                    sender: "",
                    text: "",
                })
            }
        }
    }

    /// What a message is.
    pub fn message(self) -> &'static str {
        if self == Form::Subtitles { "subtitle" } else { "message" }
    }
}

/// Whether this can be the time of a message.
fn is_stamp(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits_around =
        |at: usize| at > 0 && bytes[at - 1].is_ascii_digit() && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
    text.len() <= STAMP_BYTES
        && text.chars().all(|char| char.is_ascii_digit() || " :./-,TZ+APMapm\u{202f}\u{200e}".contains(char))
        && memchr::memchr_iter(b':', bytes).any(digits_around)
}

fn timed(line: &str) -> Option<Start<'_>> {
    let line = line.trim_start_matches('\u{200e}');
    if let Some((stamp, rest)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        let rest = rest.trim_start();
        return is_stamp(stamp).then(|| nick(rest).or_else(|| named(rest))).flatten().map(|(sender, text)| Start {
            stamp,
            sender,
            text,
        });
    }
    let near = line.floor_char_boundary(STAMP_BYTES.min(line.len()));
    if let Some(end) = line[..near].find(" - ").filter(|end| is_stamp(&line[..*end])) {
        let (sender, text) = named(&line[end + 3..])?;
        return Some(Start { stamp: &line[..end], sender, text });
    }
    let nick_at = line[..near].find('<')?;
    let stamp = line[..nick_at].trim();
    let (sender, text) = nick(&line[nick_at..])?;
    (stamp.is_empty() || is_stamp(stamp)).then_some(Start { stamp, sender, text })
}

/// `<ada> text`
fn nick(text: &str) -> Option<(&str, &str)> {
    let (name, text) = text.strip_prefix('<')?.split_once('>')?;
    let name = name.trim_start_matches(['@', '+', ' ', '%', '~', '&']);
    let is_name = !name.is_empty() && name.len() <= NAME_BYTES && !name.contains(['/', '=', '"']);
    text.strip_prefix(' ').filter(|_| is_name).map(|text| (name, text))
}

/// `Ada: text`, where the name is none of a level or a program.
fn named(line: &str) -> Option<(&str, &str)> {
    const NO_NAMES: [&str; 16] = [
        "info", "warn", "warning", "error", "debug", "trace", "fatal", "critical", "notice", "note", "hint", "help",
        "todo", "usage", "example", "step",
    ];
    let near = line.floor_char_boundary((NAME_BYTES + 2).min(line.len()));
    let end = line[..near].find(": ")?;
    let (name, text) = (&line[..end], &line[end + 2..]);
    let is_name = !name.is_empty()
        && name.split(' ').count() <= NAME_WORDS
        && name.chars().all(|char| {
            char.is_alphanumeric()
                || matches!(char, ' ' | '-' | '_' | '\'' | '.' | '+' | '~' | '@')
                || char as u32 >= 0x80
        })
        && !name.starts_with([' ', '-', '.'])
        && name.chars().any(char::is_alphabetic)
        && !name.trim_end_matches('.').contains('.')
        && !NO_NAMES.iter().any(|level| name.eq_ignore_ascii_case(level));
    is_name.then_some((name, text))
}

/// `User:`, also bold or as a heading.
fn role(line: &str) -> Option<Start<'_>> {
    const ROLES: [&str; 11] =
        ["user", "assistant", "human", "ai", "system", "model", "bot", "agent", "customer", "interviewer", "speaker"];
    let text = line.trim_start_matches(['#', '*', ' ', '[', '<', '|']);
    let end = text.find(|char: char| !char.is_ascii_alphabetic()).unwrap_or(text.len());
    let (name, rest) = (&text[..end], &text[end..]);
    let is_role = ROLES.iter().any(|role| name.eq_ignore_ascii_case(role));
    let is_heading = line.starts_with('#') && rest.trim().is_empty();
    let text = rest.trim_start_matches(['*', ']', '|', '>']).strip_prefix(':');
    match (is_role, text) {
        (true, Some(text)) => Some(Start { stamp: "", sender: name, text: text.trim_start_matches('*').trim() }),
        (true, None) if is_heading => Some(Start { stamp: "", sender: name, text: "" }),
        _ => None,
    }
}

pub struct Chat {
    pub form: Form,
    pub rows: Rows,
    pub senders: Groups,
    /// Where a day, an hour or some minutes start.
    pub marks: Vec<(usize, String)>,
    first: Option<(usize, String)>,
    last: Option<(usize, String)>,
}

impl Chat {
    /// Cost: one pass over the section.
    pub fn of(view: &View, section: &Section, form: Form) -> Chat {
        let rows = Rows::new(0);
        let mut chat = Chat { form, rows, senders: Groups::default(), marks: Vec::new(), first: None, last: None };
        let mut last_stamp = None;
        let mut awaits_text = false;
        for line in section.lines.clone() {
            let shown = fold::shown(without_end(view.line(line)));
            let at = view.line_start(line);
            if form == Form::Subtitles && awaits_text && !shown.trim().is_empty() {
                let (sender, text) = speaker(&shown);
                chat.message(sender, text, line, at);
                awaits_text = false;
            }
            let Some(start) = form.start(&shown) else {
                continue;
            };
            if form == Form::Subtitles {
                awaits_text = true;
            } else {
                chat.message(start.sender, start.text, line, at);
            }
            if !start.stamp.is_empty() {
                if chat.first.is_none() {
                    chat.first = Some((line, start.stamp.to_owned()));
                }
                let mark = mark(form, start.stamp);
                if chat.marks.last().is_none_or(|(_, last)| last != mark.as_ref()) {
                    chat.marks.push((line, mark.into_owned()));
                }
                last_stamp = Some((line, at));
            }
        }
        chat.last = last_stamp.and_then(|(line, _)| {
            let shown = fold::shown(without_end(view.line(line)));
            form.start(&shown).map(|start| (line, start.stamp.to_owned()))
        });
        chat.rows.finish();
        chat
    }

    fn message(&mut self, sender: &str, text: &str, line: usize, at: usize) {
        self.rows.start(at);
        if !sender.is_empty() {
            self.senders.add(sender, 0, line);
            self.rows.cell("sender", Value::String(sender), at);
        }
        self.rows.cell("text", Value::String(text), at);
        self.rows.end(at);
    }

    /// The first and the last time.
    pub fn extent(&self, _view: &View) -> Option<String> {
        let (first, last) = (self.first.as_ref()?, self.last.as_ref()?);
        Some(words::extent((&first.1, first.0), (&last.1, last.0)))
    }
}

/// Who speaks in a subtitle, if it says so.
fn speaker(text: &str) -> (&str, &str) {
    let marked = text.strip_prefix("<v ").and_then(|rest| rest.split_once('>'));
    marked.or_else(|| named(text)).unwrap_or(("", text))
}

/// The day of a time, else its hour; some minutes of a subtitle.
fn mark(form: Form, stamp: &str) -> std::borrow::Cow<'_, str> {
    let colon = stamp.find(':').unwrap_or(stamp.len());
    if form == Form::Subtitles {
        let minutes =
            stamp.get(colon + 1..colon + 3).and_then(|minutes| minutes.parse::<u64>().ok()).unwrap_or_default();
        return format!("{}:{:02}", &stamp[..colon], minutes - minutes % MARK_MINUTES).into();
    }
    match stamp[..colon].rfind([' ', ',', 'T']) {
        Some(end) => stamp[..end].trim_end_matches(',').into(),
        None => format!("{}:00", &stamp[..colon]).into(),
    }
}
