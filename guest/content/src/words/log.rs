//! What is said of logs and of lines that follow templates.

use super::counted;
use crate::characters::{clip, thousands, visible};
use toolaria_lines::templates::Unlike;

/// Characters of a template in a summary, of what differs in another, and of one in an outline.
const SHORT_CHARACTERS: usize = 120;
const SHORTEST_CHARACTERS: usize = 60;
const LONG_CHARACTERS: usize = 200;

pub fn label(kind: &str, lines: usize) -> String {
    format!("{kind} {}", counted(lines, "line"))
}

pub fn times(first: &str, first_line: usize, last: &str, last_line: usize) -> String {
    format!("from {} (line {first_line}) to {} (line {last_line})", visible(first), visible(last))
}

/// A level or a status with its lines.
pub fn counted_lines(name: &str, lines: u64, first: usize, last: usize) -> String {
    match lines {
        1 => format!("{name} 1 (line {first})"),
        _ => format!("{name} {} (lines {first} to {last})", thousands(lines)),
    }
}

pub fn levels(levels: &[String]) -> Option<String> {
    (!levels.is_empty()).then(|| format!("levels: {}", levels.join(", ")))
}

pub fn statuses(statuses: &[String]) -> Option<String> {
    (!statuses.is_empty()).then(|| format!("statuses: {}", statuses.join(", ")))
}

fn number_of_templates(number: Option<usize>, limit: usize) -> String {
    match number {
        Some(number) => counted(number, "template"),
        None => format!("more than {} templates", thousands(limit as u64)),
    }
}

/// `None` where no template comes more than once.
pub fn templates(number: Option<usize>, limit: usize, most: &[String]) -> Option<String> {
    let number = number_of_templates(number, limit);
    (!most.is_empty()).then(|| format!("{number} of messages; most frequent: {}", most.join("; ")))
}

pub fn templates_title(number: Option<usize>, limit: usize) -> String {
    match number {
        Some(_) => format!("{} of messages, * for what varies, rarest first:", number_of_templates(number, limit)),
        None => format!("{} of messages", number_of_templates(number, limit)),
    }
}

pub fn template(count: u64, template: &str) -> String {
    format!("×{} {}", thousands(count), clip(&visible(template), SHORT_CHARACTERS))
}

/// One of which only what differs from the template before is told.
pub fn another_template(count: u64, template: &str) -> String {
    format!("×{} {}", thousands(count), clip(&visible(template), SHORTEST_CHARACTERS))
}

pub fn template_at(count: u64, line: usize, template: &str) -> String {
    format!("- ×{} first at line {line}: {}", thousands(count), clip(&visible(template), LONG_CHARACTERS))
}

pub fn departure(count: u64, unlike: Unlike) -> String {
    match unlike {
        Unlike::Follows { of } => format!("goes on as {} that are alike so far", only(count, of, "line")),
        Unlike::Digits { digits, of, rest } => {
            format!("a number of {digits} digits, as {} here, the rest at most {rest}", only(count, of, "number"))
        }
    }
}

fn only(count: u64, of: u64, noun: &str) -> String {
    match count {
        1 => format!("no other of {} {noun}s", thousands(of)),
        _ => format!("only {} of {} {noun}s", thousands(count), thousands(of)),
    }
}

pub fn rare_level(level: &str, count: u64, of: u64) -> String {
    format!("{level}, as {}", only(count, of, "line"))
}

pub fn gap_before(milliseconds: i64, next: i64) -> String {
    format!("{} behind the line before (the next longest gap {})", duration(milliseconds), duration(next))
}

pub fn gap(milliseconds: i64, line: usize) -> String {
    format!("gap of {} before line {line}", duration(milliseconds))
}

pub fn burst(lines: u64, milliseconds: i64, all: u64, span: i64) -> String {
    format!(
        "from here {} within {}, of {} within {}",
        counted(lines as usize, "line"),
        duration(milliseconds),
        thousands(all),
        duration(span)
    )
}

pub fn burst_at(lines: u64, milliseconds: i64, first: usize, last: usize) -> String {
    format!("burst of {} within {}: lines {first} to {last}", counted(lines as usize, "line"), duration(milliseconds))
}

/// `250 ms`, `12 s`, `45 min 31 s`, `3 h 5 min`, `2 d 4 h`.
pub fn duration(milliseconds: i64) -> String {
    let two = |large: i64, unit: &str, small: i64, small_unit: &str| match small {
        0 => format!("{} {unit}", thousands(large as u64)),
        _ => format!("{} {unit} {small} {small_unit}", thousands(large as u64)),
    };
    let seconds = milliseconds / 1_000;
    match seconds {
        ..10 => format!("{} ms", thousands(milliseconds as u64)),
        10..60 => format!("{seconds} s"),
        60..3_600 => two(seconds / 60, "min", seconds % 60, "s"),
        3_600..86_400 => two(seconds / 3_600, "h", seconds / 60 % 60, "min"),
        _ => two(seconds / 86_400, "d", seconds / 3_600 % 24, "h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_two_units() {
        let all = [250, 12_400, 2_731_000, 11_100_000, 187_200_000].map(duration);
        assert_eq!(all, ["250 ms", "12 s", "45 min 31 s", "3 h 5 min", "2 d 4 h"]);
    }
}
