//! What a text is. One file per kind knows its detection, what an excerpt shows of it, and its outline; a new kind is
//! one file and one arm in each function here.

pub mod build;
pub mod code;
mod decisions;
pub mod diff;
pub mod html;
pub mod json;
pub mod listing;
pub mod log;
pub mod mail;
pub mod markdown;
pub mod ndjson;
pub mod table;
pub mod test_run;
pub mod text;
pub mod traces;
pub mod xml;
pub mod yaml;

pub use toolaria_scan::columns;

use crate::failures::Finder;
use crate::settings::Settings;
use crate::view::{Section, View};
use columns::Oddity;
use table::Delimiter;

/// A document that speaks of failures in more ways than these reports none.
const DOCUMENT_FAILURES: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Json,
    Ndjson,
    Table(Delimiter),
    Html,
    Xml,
    Markdown,
    Yaml,
    Diff,
    TestRun,
    Traces,
    Build,
    Log,
    Listing,
    Mail,
    Code,
    Text,
    Binary,
}

impl Kind {
    /// The name that records and handles carry.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Json => "json",
            Kind::Ndjson => "ndjson",
            Kind::Table(Delimiter::Tab) => "tsv",
            Kind::Table(_) => "csv",
            Kind::Html => "html",
            Kind::Xml => "xml",
            Kind::Markdown => "markdown",
            Kind::Yaml => "yaml",
            Kind::Diff => "diff",
            Kind::TestRun => "test-run",
            Kind::Traces => "traces",
            Kind::Build => "build",
            Kind::Log => "log",
            Kind::Listing => "listing",
            Kind::Mail => "mail",
            Kind::Code => "code",
            Kind::Text => "text",
            Kind::Binary => "binary",
        }
    }
}

/// The kind of a text that is not JSON. Those come first that are known by what no other has.
pub fn of_text(text: &str) -> Kind {
    type Detection = (fn(&str) -> bool, Kind);
    const FIRST: [Detection; 11] = [
        (html::detect, Kind::Html),
        (xml::detect, Kind::Xml),
        (markdown::leads, Kind::Markdown),
        (ndjson::detect, Kind::Ndjson),
        (diff::detect, Kind::Diff),
        (test_run::detect, Kind::TestRun),
        (build::detect, Kind::Build),
        (traces::detect, Kind::Traces),
        (listing::detect, Kind::Listing),
        (mail::detect, Kind::Mail),
        (log::detect, Kind::Log),
    ];
    const BEHIND_TABLES: [Detection; 3] =
        [(code::detect, Kind::Code), (yaml::detect, Kind::Yaml), (markdown::detect, Kind::Markdown)];
    let among = |detections: &[Detection]| detections.iter().find(|(detect, _)| detect(text)).map(|(_, kind)| *kind);
    among(&FIRST)
        .or_else(|| table::detect(text).map(Kind::Table))
        .or_else(|| among(&BEHIND_TABLES))
        .unwrap_or(Kind::Text)
}

/// What an excerpt shows of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portrait {
    /// The kind with its size, such as `json array[2000]`.
    pub label: String,
    /// Lines that describe the whole.
    pub summary: Vec<String>,
    /// What is unlike the rest, rarest first.
    pub oddities: Vec<Oddity>,
    /// So many groups of lines that may tell of a failure are worth telling; with more of them, the text is about failures.
    pub failures: usize,
    /// How many of its first lines to show, at most.
    pub head: usize,
    /// How many of its last lines to show, at most.
    pub tail: usize,
}

/// What a kind says of a section.
#[derive(Default)]
pub struct Likeness {
    label: String,
    summary: Vec<String>,
    oddities: Vec<Oddity>,
    /// Whether the oddities hold every failure, so that none is to be looked for by patterns.
    tells_failures: bool,
}

pub fn portrait(view: &View, section: &Section, settings: &Settings) -> Portrait {
    let Likeness { label, summary, oddities, tells_failures } = match section.kind {
        Kind::Json => json::likeness(view, section),
        Kind::Ndjson => ndjson::likeness(view, section),
        Kind::Table(delimiter) => table::likeness(view, section, delimiter),
        Kind::Html => html::likeness(view, section),
        Kind::Xml => xml::likeness(view, section),
        Kind::Markdown => markdown::likeness(view, section),
        Kind::Yaml => yaml::likeness(view, section),
        Kind::Diff => diff::likeness(view, section),
        Kind::TestRun => test_run::likeness(view, section),
        Kind::Traces => traces::likeness(view, section),
        Kind::Build => build::likeness(view, section),
        Kind::Log => log::likeness(view, section),
        Kind::Listing => listing::likeness(view, section),
        Kind::Mail => mail::likeness(view, section),
        Kind::Code => code::likeness(view, section),
        Kind::Text | Kind::Binary => text::likeness(view, section),
    };
    let (head, tail) = match section.kind {
        Kind::Json | Kind::Ndjson => (settings.json_head_items, settings.json_tail_items),
        Kind::Table(_) => (settings.json_head_items.saturating_add(1), settings.json_tail_items),
        _ => (settings.head_lines, settings.tail_lines),
    };
    let failures = match section.kind {
        // What a program says of failures is what it does about them.
        _ if tells_failures || section.kind == Kind::Code => 0,
        Kind::Html | Kind::Markdown => DOCUMENT_FAILURES,
        _ => usize::MAX,
    };
    let lines = |setting: u64| setting.try_into().unwrap_or(usize::MAX);
    Portrait { label, summary, oddities, failures, head: lines(head), tail: lines(tail) }
}

/// The outline of a section, line by line.
pub fn outline(view: &View, section: &Section, failures: &Finder) -> Vec<String> {
    let outline = match section.kind {
        Kind::Json => json::outline(view, section),
        Kind::Ndjson => ndjson::outline(view, section),
        Kind::Table(delimiter) => table::outline(view, section, delimiter),
        Kind::Html => html::outline(view, section),
        Kind::Xml => xml::outline(view, section),
        Kind::Markdown => markdown::outline(view, section),
        Kind::Yaml => yaml::outline(view, section),
        Kind::Diff => diff::outline(view, section),
        Kind::TestRun => test_run::outline(view, section),
        Kind::Traces => traces::outline(view, section),
        Kind::Build => build::outline(view, section),
        Kind::Log => log::outline(view, section),
        Kind::Listing => listing::outline(view, section),
        Kind::Mail => mail::outline(view, section),
        Kind::Code => code::outline(view, section),
        Kind::Text | Kind::Binary => Vec::new(),
    };
    match outline.is_empty() {
        true => text::outline(view, section, failures),
        false => outline,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline_of(text: &str, kind: Kind) -> Vec<String> {
        let view = View::of(text);
        assert_eq!(view.main_section().kind, kind);
        outline(&view, &view.main_section(), &Finder::new(&Settings::default()))
    }

    #[test]
    fn without_headings_or_declarations_the_outline_is_that_of_text() {
        assert_eq!(
            outline_of("<html><p>x</p>\nerror 1\n", Kind::Html),
            [
                "lines 0 to 1; longest line 7 characters",
                "lines that match error_line_patterns: 1, alike ones together, rarest first:",
                "- ×1 first at line 1: error 1",
            ]
        );
        assert_eq!(outline_of("#!/bin/sh\necho\n", Kind::Code), ["lines 0 to 1; longest line 9 characters"]);
    }

    #[test]
    fn an_outline_says_where_failures_were_not_all_counted() {
        let text = "error at x\n".repeat(2_000);
        let view = View::of(&text);
        let settings = Settings { grep_budget: 10_000, ..Settings::default() };
        let lines = outline(&view, &view.main_section(), &Finder::new(&settings));
        let at_least = "lines that match error_line_patterns: at least ";
        assert!(lines[1].starts_with(at_least), "{lines:?}");
        assert!(lines[2].starts_with("- at least ×"), "{lines:?}");
    }
}
