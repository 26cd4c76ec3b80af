//! How traces of each runtime begin and go on.

use super::frame::{is_at, language, own};
use super::reader::{Before, Open, cut};

/// Lines of a message between a panic and its frames.
const MESSAGE_LINES: usize = 12;
/// Bytes of the frames of Python that are kept until its exception is named.
const FRAMES_BYTES: usize = 60_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Frames from the outermost to the innermost; then the exception.
    Python,
    /// The exception of Python was named; a chain may follow.
    Raised,
    /// A chain of Python goes on: another traceback follows.
    Chained,
    /// Frames that start with `at`, below the exception.
    At,
    Go,
    Rust,
    /// The message of a panic stands in the next line.
    Panic,
    Ruby,
    Php,
}

impl Form {
    pub fn ends_at_blank(self) -> bool {
        matches!(self, Form::At | Form::Ruby | Form::Php)
    }

    /// Whether it is no trace without frames.
    pub fn needs_frames(self) -> bool {
        !matches!(self, Form::Rust | Form::Panic)
    }
}

/// The form of the trace that this line begins, and whether the line before names what was thrown.
pub fn begins(line: &str, text: &str) -> Option<(Form, bool)> {
    let indent = line.len() - text.len();
    match text.as_bytes()[0] {
        b'a' if indent > 0 && is_at(text) => Some((Form::At, true)),
        b'-' if text.starts_with("---> ") => Some((Form::At, true)),
        b'f' if indent > 0 && text.starts_with("from ") && text.contains(".rb:") => Some((Form::Ruby, true)),
        b'S' if text == "Stack trace:" => Some((Form::Php, true)),
        b'p' if indent == 0 && text.starts_with("panic: ") => Some((Form::Go, false)),
        b'f' if indent == 0 && text.starts_with("fatal error: ") => Some((Form::Go, false)),
        b'g' if is_goroutine(text) => Some((Form::Go, false)),
        b't' if text.starts_with("thread '") && text.contains(" panicked at ") => {
            Some((if text.ends_with(':') { Form::Panic } else { Form::Rust }, false))
        }
        b'+' => None,
        _ => text.ends_with("most recent call last):").then_some((Form::Python, false)),
    }
}

/// A trace with its first line, which begins it.
pub fn open(form: Form, at: usize, line: &str, text: &str, before: &Before) -> Open {
    let mut open = match form {
        Form::Python => Open::new(form, "Python", at, ""),
        Form::Go => Open::new(form, "Go", at, text),
        Form::Rust | Form::Panic => Open::new(form, "Rust", at, text),
        Form::Ruby => Open::new(form, "Ruby", before.at, before.text.split_once(": ").map_or("", |(_, said)| said)),
        Form::Php => Open::new(form, "PHP", before.at, &before.text),
        _ => Open::new(form, language(text), before.at, &before.text),
    };
    match form {
        Form::Python => open.column = line.find("Traceback (").unwrap_or(line.len() - text.len()),
        Form::Rust | Form::Panic => open.trace.place = own(text).unwrap_or_default(),
        Form::Go => open.frames = usize::from(is_goroutine(text)),
        Form::Ruby | Form::Php => open.trace.place = own(&before.text).unwrap_or_default(),
        _ => {}
    }
    if matches!(form, Form::At | Form::Ruby | Form::Php) {
        open.lines += usize::from(goes_on(&mut open, at, line, text));
    }
    open
}

fn is_goroutine(text: &str) -> bool {
    text.starts_with("goroutine ") && text.ends_with("]:")
}

/// Whether a line is of the trace; what it says is taken.
pub fn goes_on(open: &mut Open, at: usize, line: &str, text: &str) -> bool {
    let indent = line.len() - text.len();
    match open.form {
        Form::Python => python(open, at, line, text),
        Form::Raised => chain(open, text),
        Form::Chained => chained(open, line, text),
        Form::At => below(open, at, text, indent),
        Form::Go => go(open, line, text),
        Form::Panic => {
            (open.trace.cause, open.trace.cause_at, open.form) = (cut(text).to_owned(), at, Form::Rust);
            open.trace.head.clone_from(&open.trace.cause);
            true
        }
        Form::Rust => rust(open, text, indent),
        Form::Ruby => text.starts_with("from ") && indent > 0 && frame(open, text),
        Form::Php => {
            text == "Stack trace:" || text.starts_with("thrown in ") || text.starts_with('#') && frame(open, text)
        }
    }
}

/// A frame, of which the first that is the user's own counts.
fn frame(open: &mut Open, text: &str) -> bool {
    open.frames += 1;
    if open.trace.place.is_empty() && open.passed_over.is_none() {
        open.trace.place = own(text).unwrap_or_default();
    }
    true
}

fn python(open: &mut Open, at: usize, line: &str, text: &str) -> bool {
    if text.starts_with("File \"") && line.len() - text.len() < open.column {
        // Only the first line stands behind the time of a log.
        open.column = 0;
    }
    let said = line.get(open.column..).unwrap_or_default();
    let text = said.trim_ascii_start();
    let is_frame = text.starts_with("File \"");
    if is_frame || said.len() > text.len() {
        if is_frame && open.frames_text.len() < FRAMES_BYTES {
            open.frames_text.push_str(text);
            open.frames_text.push('\n');
        }
        open.frames += usize::from(is_frame);
        return true;
    }
    if open.frames == 0 || !said.starts_with(|char: char| char.is_alphabetic() || char == '_') {
        return false;
    }
    let place = open.frames_text.rsplit('\n').find_map(own).unwrap_or_default();
    open.frames_text.clear();
    cut(said).clone_into(&mut open.trace.head);
    if open.trace.causes == 0 {
        (open.trace.cause, open.trace.cause_at, open.trace.place) = (open.trace.head.clone(), at, place);
    } else {
        open.outer_place = place;
    }
    open.form = Form::Raised;
    true
}

fn chain(open: &mut Open, text: &str) -> bool {
    let is_chain = text.contains("During handling of the above exception")
        || text.contains("The above exception was the direct cause");
    if is_chain {
        open.trace.causes += 1;
        open.form = Form::Chained;
    }
    is_chain
}

fn chained(open: &mut Open, line: &str, text: &str) -> bool {
    let goes_on = text.ends_with("most recent call last):");
    if goes_on {
        open.column = line.find("Traceback (").unwrap_or_default();
        open.form = Form::Python;
    }
    goes_on
}

fn below(open: &mut Open, at: usize, text: &str, indent: usize) -> bool {
    if indent > 0 && is_at(text) {
        if open.trace.language.is_empty() {
            open.trace.language = language(text);
        }
        return frame(open, text);
    }
    let cause = ["Caused by: ", "[cause]: ", "---> "].iter().find_map(|sign| text.strip_prefix(sign));
    if let Some(cause) = cause {
        if open.passed_over.is_none_or(|suppressed| indent < suppressed) {
            open.caused_by(at, cause);
        }
        return true;
    }
    if text.starts_with("Suppressed: ") {
        open.passed_over = Some(open.passed_over.map_or(indent, |suppressed| suppressed.min(indent)));
        return true;
    }
    if text.starts_with("--- End of inner") {
        open.passed_over = Some(0);
        return true;
    }
    // What Node says of an error beside its frames, or Java of locks.
    indent > 0 || text == "}" || text.starts_with("... ") || text.starts_with("--- End of")
}

fn go(open: &mut Open, line: &str, text: &str) -> bool {
    if is_goroutine(text) {
        // Only the first is the one that went wrong.
        open.passed_over = (open.frames > 0).then_some(0);
        open.frames += 1;
        return true;
    }
    if line.starts_with('\t') && open.frames > 0 {
        return frame(open, text);
    }
    const STARTS: [&str; 5] = ["created by ", "[signal ", "exit status ", "runtime stack:", "..."];
    let is_call = text.ends_with(')') && text.split('(').next().is_some_and(|name| !name.contains(' '));
    line.starts_with('\t') || is_call || STARTS.iter().any(|start| text.starts_with(start))
}

fn rust(open: &mut Open, text: &str, indent: usize) -> bool {
    if text.starts_with("at ") && indent > 0 {
        return frame(open, text);
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let is_frame = digits > 0 && text[digits..].starts_with(": ");
    let is_message = open.frames == 0 && indent > 0 && open.lines < MESSAGE_LINES;
    open.frames += usize::from(is_frame);
    is_frame || is_message || text.starts_with("stack backtrace:") || text.starts_with("note: ")
}
