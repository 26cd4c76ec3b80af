//! Why a content cannot be asked what it is asked.

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The question is at fault, whatever the content.
    Invalid(String),
}

impl Error {
    /// The sentence that says what to change.
    pub fn message(&self) -> &str {
        let Error::Invalid(message) = self;
        message
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for Error {}
