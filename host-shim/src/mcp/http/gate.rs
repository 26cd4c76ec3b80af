//! Who may come in: by Host and Origin, as browsers name them, and by token.

use std::fmt;
use std::net::IpAddr;

use hyper::header::{AUTHORIZATION, HOST, HeaderMap, HeaderValue, ORIGIN};
use hyper::http::uri::Authority;
use sha2::{Digest, Sha256};

/// Shorter tokens could be guessed.
const SHORTEST_TOKEN: usize = 16;

/// What a client must show, of which only the digest is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    /// # Errors
    ///
    /// A sentence that does not repeat the token.
    pub fn new(text: &str) -> Result<Token, String> {
        let text = text.trim();
        if text.len() < SHORTEST_TOKEN || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(format!(
                "a token has at least {SHORTEST_TOKEN} characters, all of them visible ones of ASCII; this has {} bytes",
                text.len()
            ));
        }
        Ok(Token(digest(text)))
    }

    /// Takes the same time for all that is not the token: digests tell nothing of what they are of.
    fn is(&self, text: &str) -> bool {
        let other = digest(text);
        self.0.iter().zip(other).fold(0, |differs, (one, other)| differs | (one ^ other)) == 0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// Why a request stays outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    Host(String),
    Origin(String),
    NoToken,
    WrongToken,
}

/// What is looked at.
#[derive(Debug, Clone, Default)]
pub struct Gate {
    /// Only names of this machine are taken for the host: a page of another name may have been given its address.
    pub only_local_hosts: bool,
    /// Besides those of this machine.
    pub origins: Vec<String>,
    pub token: Option<Token>,
}

impl Gate {
    /// Looks at where a request comes from; a page of another place must not even ask.
    ///
    /// # Errors
    ///
    /// What it was that is not allowed.
    pub fn place(&self, headers: &HeaderMap) -> Result<(), Refused> {
        let mut hosts = headers.get_all(HOST).iter().map(text);
        let host = hosts.next().unwrap_or_default();
        if self.only_local_hosts && (hosts.next().is_some() || !is_local(host)) {
            return Err(Refused::Host(host.to_owned()));
        }
        match headers.get_all(ORIGIN).iter().map(text).find(|origin| !self.is_allowed(origin)) {
            Some(origin) => Err(Refused::Origin(origin.to_owned())),
            None => Ok(()),
        }
    }

    fn is_allowed(&self, origin: &str) -> bool {
        let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        host.is_some_and(is_local) || self.origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))
    }

    /// Looks at the token, where there must be one.
    ///
    /// # Errors
    ///
    /// Whether it is missing or wrong.
    pub fn token(&self, headers: &HeaderMap) -> Result<(), Refused> {
        let Some(token) = &self.token else {
            return Ok(());
        };
        let given = headers.get(AUTHORIZATION).map(text).and_then(|value| value.split_once(' '));
        match given.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")) {
            Some((_, given)) if token.is(given.trim()) => Ok(()),
            Some(_) => Err(Refused::WrongToken),
            None => Err(Refused::NoToken),
        }
    }
}

/// What is no text is no name that is allowed.
fn text(value: &HeaderValue) -> &str {
    value.to_str().unwrap_or("?")
}

/// Whether a host, with or without a port, is this machine and nothing else.
fn is_local(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    let name = authority.host().trim_start_matches('[').trim_end_matches(']');
    !host.contains('@')
        && (name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(all: &[(&'static str, &str)]) -> HeaderMap {
        all.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_names_of_this_machine_are_hosts_of_it() {
        let gate = Gate { only_local_hosts: true, ..Gate::default() };
        for host in ["localhost", "LOCALHOST:7777", "127.0.0.1:7777", "127.1.2.3", "[::1]:80", "[::ffff:127.0.0.1]"] {
            assert_eq!(gate.place(&headers(&[("host", host)])), Ok(()), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "x@localhost",
            "",
            "10.0.0.1",
            "0.0.0.0",
        ] {
            assert_eq!(gate.place(&headers(&[("host", host)])), Err(Refused::Host(host.into())), "{host}");
        }
        assert!(gate.place(&headers(&[("host", "localhost"), ("host", "localhost")])).is_err());
        assert_eq!(Gate::default().place(&headers(&[("host", "agents.example")])), Ok(()));
    }

    #[test]
    fn pages_of_other_places_stay_outside_unless_allowed() {
        let gate = Gate { origins: vec!["https://a.example".into()], ..Gate::default() };
        for origin in
            ["http://localhost:6274", "https://127.0.0.1", "http://[::1]:1", "https://a.example", "HTTPS://A.example"]
        {
            assert_eq!(gate.place(&headers(&[("origin", origin)])), Ok(()), "{origin}");
        }
        for origin in [
            "null",
            "",
            "http://a.example",
            "https://a.example:444",
            "https://a.example.b",
            "http://localhost.evil.example",
            "ftp://localhost",
        ] {
            assert_eq!(gate.place(&headers(&[("origin", origin)])), Err(Refused::Origin(origin.into())), "{origin}");
        }
        assert!(gate.place(&headers(&[("origin", "http://localhost"), ("origin", "http://evil")])).is_err());
    }

    #[test]
    fn a_token_is_asked_for_where_one_is_set() {
        let secret = "0123456789abcdef";
        let gate = Gate { token: Some(Token::new(&format!("{secret}\n")).unwrap()), ..Gate::default() };
        let with = |value: &str| gate.token(&headers(&[("authorization", value)]));
        assert_eq!(with("Bearer 0123456789abcdef"), Ok(()));
        assert_eq!(with("bearer  0123456789abcdef"), Ok(()));
        for wrong in ["Bearer 0123456789abcdeF", "Bearer 0123456789abcde", "Bearer "] {
            assert_eq!(with(wrong), Err(Refused::WrongToken), "{wrong}");
        }
        assert_eq!(with("Basic 0123456789abcdef"), Err(Refused::NoToken));
        assert_eq!(gate.token(&HeaderMap::new()), Err(Refused::NoToken));
        assert!(!format!("{gate:?}").contains("0123"));
        for bad in ["", "short", "fifteen letters, or so: no"] {
            let refused = Token::new(bad).unwrap_err();
            assert!(bad.is_empty() || !refused.contains(bad), "{refused}");
        }
    }
}
