//! Names of headers and types of content, and reading of such.

use hyper::header::{self, HeaderMap, HeaderName};

pub const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
pub const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
pub const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
pub const JSON: &str = "application/json";
pub const EVENTS: &str = "text/event-stream";

/// A header that is a text.
pub fn header<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or_default())
}

/// The types that a header names, without their parameters.
pub fn media<'h>(headers: &'h HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'h str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(|kind| kind.split(';').next().unwrap_or_default().trim())
}

/// Whether a client takes answers of a type; one that says nothing takes all.
pub fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let family = kind.split_once('/').map_or("", |(family, _)| family);
    let mut named = media(headers, &header::ACCEPT).peekable();
    named.peek().is_none()
        || named.any(|one| {
            one == "*/*"
                || one.eq_ignore_ascii_case(kind)
                || one.strip_suffix("/*").is_some_and(|f| f.eq_ignore_ascii_case(family))
        })
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn what_a_client_takes_is_read_from_its_header() {
        let takes = |value: &str| {
            let headers: HeaderMap = [(header::ACCEPT, HeaderValue::from_str(value).unwrap())].into_iter().collect();
            (accepts(&headers, JSON), accepts(&headers, EVENTS))
        };
        assert_eq!(takes("application/json, text/event-stream"), (true, true));
        assert_eq!(takes("Application/JSON;q=0.9"), (true, false));
        assert_eq!(takes("text/*"), (false, true));
        assert_eq!(takes("*/*;q=0.1"), (true, true));
        assert_eq!(takes("text/html"), (false, false));
        assert!(accepts(&HeaderMap::new(), EVENTS));
    }
}
