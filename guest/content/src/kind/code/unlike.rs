//! What is unlike the rest: in code that repeats itself, the line whose signs no other has, with words and numbers as one; in code
//! that was packed for browsers, which has no comments, the address at another host than all others.

use crate::kind::columns::tally::{Entry, Tally};
use crate::kind::columns::{Oddity, rare};
use crate::view::{Section, View};
use crate::words::code as words;

/// Shapes that are told apart; code that has more does not repeat itself.
const SHAPES: usize = 400;
/// Bytes of a shape.
const SHAPE_BYTES: usize = 120;
/// Shapes that most lines have, and of a hundred lines so many.
const USUAL_SHAPES: usize = 24;
const USUAL_SHARE: u64 = 95;
const LEAST_LINES: u64 = 200;
/// Oddities that are told.
const NAMED: usize = 3;
const HOSTS: usize = 500;

/// Lines whose shape is rare, where nearly all have one of a few shapes. Those before the first declaration and behind the last are
/// as they like: there a source says what it uses, and what it does.
pub fn lines(view: &View, declared: &[usize]) -> Vec<Oddity> {
    let [first, .., last] = declared else {
        return Vec::new();
    };
    let mut shapes = Tally::new(SHAPES);
    let (mut lines, mut shape) = (0, Vec::new());
    for line in *first..*last {
        let text = view.line(line).trim_ascii();
        if !text.is_empty() {
            lines += 1;
            shape.clear();
            shape_of(text.as_bytes(), &mut shape);
            shapes.add(&shape, view.line_start(line));
        }
        if shapes.is_full() {
            return Vec::new();
        }
    }
    let entries = shapes.by_count();
    let usual: u64 = entries.iter().rev().take(USUAL_SHAPES).map(|entry| entry.count).sum();
    let rare = rare_of(&entries);
    if lines < LEAST_LINES || usual * 100 < lines * USUAL_SHARE || rare.len() > NAMED {
        return Vec::new();
    }
    rare.iter().map(|entry| oddity(entry, words::unlike(entry.count, lines))).collect()
}

fn rare_of<'e>(entries: &'e [&'e Entry]) -> &'e [&'e Entry] {
    let counts: Vec<u64> = entries.iter().map(|entry| entry.count).collect();
    &entries[..rare(&counts)]
}

fn oddity(entry: &Entry, reason: String) -> Oddity {
    Oddity { at: entry.at, count: entry.count, path: String::new(), reason }
}

/// The signs of a line, with words, numbers and what is between them as one.
fn shape_of(text: &[u8], shape: &mut Vec<u8>) {
    for byte in text.iter().take(SHAPE_BYTES) {
        let sign = match byte {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b' ' | b'\t' | 0x80.. => b'a',
            sign => *sign,
        };
        if sign != b'a' || shape.last() != Some(&b'a') {
            shape.push(sign);
        }
    }
}

/// Addresses at a host that hardly any other has.
pub fn hosts(view: &View, section: &Section) -> Vec<Oddity> {
    let span = view.span(section.lines.clone());
    let text = &view.text().as_bytes()[span.clone()];
    let mut hosts = Tally::new(HOSTS);
    let mut all = 0;
    for at in memchr::memmem::find_iter(text, b"://") {
        let rest = &text[at + 3..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')).count();
        if length > 0 {
            all += 1;
            hosts.add(&rest[..length], span.start + at + 3);
        }
    }
    let entries = hosts.by_count();
    let odd = rare_of(&entries).iter().take(NAMED);
    odd.map(|entry| oddity(entry, words::rare_host(&entry.text(), entry.count, all))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_unlike_the_others_is_found_where_code_repeats_itself() {
        let function = |number: usize| format!("def f_{number}(a, b):\n    return a * {number} + g(b)\n\n");
        let calm: String = (0..150).map(function).collect();
        let calm = "import x\n".to_owned() + &calm + "g(1, 2)\n";
        let odd = calm.replacen("    return a * 70", "    eval(a)  # for now\n    return a * 70", 1);
        let of = |text: &str| {
            let view = View::of(text);
            lines(&view, &(1..451).step_by(3).collect::<Vec<_>>())
        };
        assert_eq!(of(&calm), []);
        let found = of(&odd);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(odd[found[0].at..].starts_with("    eval(a)"));
    }

    #[test]
    fn the_rare_host_is_found() {
        let text = "fetch(\"https://api.a.example/x\");".repeat(40) + "fetch(\"https://b.example/x\");";
        let view = View::of(&text);
        let found = hosts(&view, &view.main_section());
        assert_eq!(
            found.iter().map(|odd| odd.reason.as_str()).collect::<Vec<_>>(),
            ["the host b.example (only here, of 41 addresses)"]
        );
    }
}
