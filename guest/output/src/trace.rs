//! Stack traces wherever they stand in a text: Python, Java, JavaScript, .NET, Go, Rust, Ruby, PHP.

mod forms;
mod frame;
mod reader;

pub use reader::Reader;

/// One stack trace with the causes in it. Places are bytes of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    pub language: &'static str,
    /// Where its first line starts, and its last.
    pub at: usize,
    pub last: usize,
    /// What was thrown at last, as it says itself.
    pub head: String,
    /// The deepest cause of that, which is the same where there is none.
    pub cause: String,
    /// Where the line of the deepest cause starts.
    pub cause_at: usize,
    /// The innermost frame that is of no library, as `file:line`; empty where there is none.
    pub place: String,
    /// What was thrown on the way.
    pub causes: usize,
}

/// Whether a text may have a stack trace.
pub fn may_be_in(text: &str) -> bool {
    const SIGNS: [&str; 7] =
        ["(most recent call last)", "\tat ", "   at ", "\ngoroutine ", " panicked at ", "\tfrom ", "\n#0 "];
    SIGNS.iter().any(|sign| memchr::memmem::find(text.as_bytes(), sign.as_bytes()).is_some())
}
