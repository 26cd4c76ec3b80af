//! What the settings say of contents, as plain values. The core reads and bounds them under these names.

#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Lines at the head of an excerpt of text.
    pub head_lines: u64,
    /// Lines at the tail of an excerpt of text.
    pub tail_lines: u64,
    /// Lines (items, members) at the head of an excerpt of JSON.
    pub json_head_items: u64,
    /// Lines (items, members) at the tail of an excerpt of JSON.
    pub json_tail_items: u64,
    /// Regular expressions of lines that tell of a failure.
    pub error_line_patterns: Vec<String>,
    /// Work that one search for them may do.
    pub grep_budget: u64,
    /// Characters of the window that slides over longer lines.
    pub grep_max_line_len: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            head_lines: 40,
            tail_lines: 15,
            json_head_items: 5,
            json_tail_items: 2,
            error_line_patterns: error_line_patterns(),
            grep_budget: 32_000_000,
            grep_max_line_len: 2_000,
        }
    }
}

fn error_line_patterns() -> Vec<String> {
    [
        r"\bfatal\b",
        r"\bpanic(ked)?\b",
        r"\btraceback\b",
        r"exception\b",
        r"error\b",
        r"\bfail(ed|ure)\b",
        r"\bcritical\b",
    ]
    .map(str::to_owned)
    .to_vec()
}
