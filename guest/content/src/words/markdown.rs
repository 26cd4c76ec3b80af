//! What is said of Markdown and of pages.

use super::counted;
use crate::characters::thousands;

/// `markdown 71 headings, 1 table`
pub fn label(kind: &str, headings: usize, tables: usize, lines: usize) -> String {
    let parts: Vec<String> = [(headings, "heading"), (tables, "table")]
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, noun)| counted(*n, noun))
        .collect();
    match parts.is_empty() {
        true => format!("{kind} {}", counted(lines, "line")),
        false => format!("{kind} {}", parts.join(", ")),
    }
}

/// What else there is: blocks of code by language, links, keys of front matter.
pub fn contents(code: &[(String, u64)], links: u64, front: usize) -> Option<String> {
    let mut parts = Vec::new();
    if front > 0 {
        parts.push(format!("front matter of {}", counted(front, "line")));
    }
    let blocks: u64 = code.iter().map(|(_, count)| count).sum();
    if blocks > 0 {
        let languages: Vec<String> = code
            .iter()
            .map(|(name, count)| {
                let name = if name.is_empty() { "no language" } else { name };
                format!("{name} ×{}", thousands(*count))
            })
            .collect();
        parts.push(format!("{} of code: {}", counted(blocks as usize, "block"), languages.join(", ")));
    }
    if links > 0 {
        parts.push(counted(links as usize, "link"));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Stands for languages that are not named.
pub fn other_languages() -> String {
    "others".to_owned()
}

/// The largest table, in a summary.
pub fn table(rows: u64, line: usize, columns: &str) -> String {
    format!("table of {} at line {line}: {columns}", counted(rows as usize, "row"))
}

/// `## Use`
pub fn heading(level: usize, text: &str) -> String {
    format!("{} {text}", "#".repeat(level))
}

/// The same in a summary, with its line.
pub fn heading_at(level: usize, text: &str, line: usize) -> String {
    format!("{} (line {line})", heading(level, text))
}

/// A table in an outline, with its columns.
pub fn table_with(rows: u64, names: &[String]) -> String {
    format!("table of {}: {}", counted(rows as usize, "row"), names.join(" | "))
}

/// Data for machines in a page, by the first types that it names.
pub fn data(scripts: usize, line: usize, types: &str) -> String {
    format!("{} of {}, first at line {line}", counted(scripts, "script"), data_of(types))
}

/// The same in an outline.
pub fn data_of(types: &str) -> String {
    if types.is_empty() { "JSON-LD".to_owned() } else { format!("JSON-LD ({types})") }
}

/// Stands for the name of a column that has none, counted from 1.
pub fn unnamed(column: usize) -> String {
    format!("column {column}")
}

pub fn code(language: &str, lines: usize) -> String {
    let space = if language.is_empty() { "" } else { " " };
    format!("code{space}{language} ({})", counted(lines, "line"))
}
