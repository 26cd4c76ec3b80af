//! Whose a result is. A session's id never becomes a key or a file name: its hash does.

use crate::error::{Error, Result};
use crate::words;
use sha2::{Digest, Sha256};

/// A session's place in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    key: String,
}

impl Session {
    /// `None` is the anonymous session, which sees what was rescued without a session id.
    pub fn new(id: Option<&str>) -> Result<Session> {
        match id {
            None => Ok(Session { key: "anonymous".to_owned() }),
            Some("") => Err(Error::Invalid(words::empty_session())),
            Some(id) => Ok(Session { key: format!("s{}", &crate::hex(&Sha256::digest(id.as_bytes()))[..32]) }),
        }
    }

    /// Lower-case letters and digits.
    pub fn key(&self) -> &str {
        &self.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_does_not_show_in_its_key() {
        let key = Session::new(Some("alice/../secret")).unwrap().key().to_owned();
        assert_eq!(key.len(), 33);
        assert!(key.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    }

    #[test]
    fn no_id_can_be_the_anonymous_session() {
        assert_ne!(Session::new(Some("anonymous")).unwrap(), Session::new(None).unwrap());
        assert!(matches!(Session::new(Some("")), Err(Error::Invalid(_))));
    }
}
