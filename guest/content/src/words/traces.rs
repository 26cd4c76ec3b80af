//! What is said of stack traces.

use super::counted;
use crate::characters::thousands;

/// `traces 1`, or `traces 201, 2 distinct`.
pub fn label(kind: &str, traces: u64, distinct: Option<usize>) -> String {
    match distinct {
        Some(distinct) if traces > 1 => format!("{kind} {}, {distinct} distinct", thousands(traces)),
        _ => format!("{kind} {}", thousands(traces)),
    }
}

pub fn languages(languages: &[String]) -> String {
    format!("stack traces of {}", languages.join(", "))
}

pub fn causes(named: &[String], all: usize) -> String {
    format!("by deepest cause: {}", super::outline::list_of(named, all - named.len()))
}

/// `count` of `of` traces are alike; the first is this one.
pub fn alike(count: u64, of: u64, place: &str, thrown: &str) -> String {
    let place = if place.is_empty() { String::new() } else { format!(" at {place}") };
    let thrown = if thrown.is_empty() { String::new() } else { format!(", the deepest cause of {thrown}") };
    let all = match (count, of) {
        (_, 1) => String::new(),
        (1, _) => format!(" (as no other of {})", thousands(of)),
        _ if count == of => format!(" ({}, all alike)", thousands(of)),
        _ => format!(" (first of {} alike, of {})", thousands(count), thousands(of)),
    };
    format!("stack trace{place}{all}{thrown}")
}

/// A trace in an outline.
pub fn outlined(cause: &str, place: &str, causes: usize, thrown: &str) -> String {
    let place = if place.is_empty() { String::new() } else { format!(" at {place}") };
    match causes {
        0 => format!("{cause}{place}"),
        _ => format!("{cause}{place}, {} below {thrown}", counted(causes, "step")),
    }
}
