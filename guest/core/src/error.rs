//! Why there is no answer: one enum, mapped one to one to `error` in `wit/types.wit`.

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweptInfo {
    pub message: String,
    pub tool: Option<String>,
    pub arguments: Option<String>,
    pub stored_at_ms: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitInfo {
    pub message: String,
    pub asked: u64,
    pub limit: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    Invalid(String),
    NotFound(String),
    Swept(SweptInfo),
    Denied(String),
    TooLarge(LimitInfo),
    Corrupt(String),
    Storage(String),
}

impl From<toolaria_content::error::Error> for Error {
    fn from(error: toolaria_content::error::Error) -> Error {
        let toolaria_content::error::Error::Invalid(message) = error;
        Error::Invalid(message)
    }
}

impl Error {
    /// The sentence that says what to change.
    pub fn message(&self) -> &str {
        match self {
            Error::Invalid(message)
            | Error::NotFound(message)
            | Error::Denied(message)
            | Error::Corrupt(message)
            | Error::Storage(message) => message,
            Error::Swept(info) => &info.message,
            Error::TooLarge(info) => &info.message,
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for Error {}
