//! Requests over HTTP: no proxy, no cookies, and redirects only within the same origin.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{HeaderMap, LOCATION};
use hyper::http::uri::Parts;
use hyper::{Method, Request, Response, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::{TokioExecutor, TokioTimer};

use super::place;

/// How long it may take to reach a server.
const SLOWEST: Duration = Duration::from_secs(15);
/// When an idle connection is looked after.
const STILL_THERE: Duration = Duration::from_secs(60);
const MOST_REDIRECTS: usize = 3;

/// One client for all requests to a server.
pub struct Dial {
    client: Either,
    /// Where the server is; another path where it said so.
    url: Mutex<Uri>,
    headers: HeaderMap,
}

/// Certificates are looked for only where they are needed.
enum Either {
    Plain(Client<HttpConnector, Full<Bytes>>),
    Secure(Client<HttpsConnector<HttpConnector>, Full<Bytes>>),
}

impl Dial {
    /// # Errors
    ///
    /// If the url is one of https and this machine has no certificates to check it with.
    pub fn new(url: Uri, headers: HeaderMap) -> io::Result<Dial> {
        let mut plain = HttpConnector::new();
        plain.set_connect_timeout(Some(SLOWEST));
        plain.set_keepalive(Some(STILL_THERE));
        plain.set_nodelay(true);
        let mut builder = Client::builder(TokioExecutor::new());
        builder.pool_timer(TokioTimer::new());
        let client = if url.scheme_str() == Some("https") {
            plain.enforce_http(false);
            let roots = HttpsConnectorBuilder::new().with_native_roots()?;
            Either::Secure(builder.build(roots.https_only().enable_http1().wrap_connector(plain)))
        } else {
            Either::Plain(builder.build(plain))
        };
        Ok(Dial { client, url: Mutex::new(url), headers })
    }

    /// Where the server is, for errors.
    pub fn place(&self) -> String {
        place(&self.url())
    }

    fn url(&self) -> Uri {
        self.url.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks with the server's headers and these.
    ///
    /// # Errors
    ///
    /// A sentence, if there is no answer, or one that leads elsewhere.
    pub async fn ask(&self, method: Method, headers: &HeaderMap, body: Bytes) -> Result<Response<Incoming>, String> {
        for _ in 0..MOST_REDIRECTS {
            let url = self.url();
            let response = self.once(&method, &url, headers, body.clone()).await?;
            let (status, redirects) = (response.status(), [301, 302, 307, 308]);
            if !redirects.contains(&status.as_u16()) {
                return Ok(response);
            }
            let next = response.headers().get(LOCATION).and_then(|to| resolved(&url, to.to_str().ok()?));
            let Some(next) = next else {
                return Err(format!("{} redirects to nowhere", place(&url)));
            };
            if (next.scheme(), next.authority()) != (url.scheme(), url.authority()) {
                return Err(format!(
                    "{} redirects to another server, which is not followed: {}",
                    place(&url),
                    place(&next)
                ));
            }
            // A server that means another path by it means it for all requests.
            *self.url.lock().unwrap_or_else(PoisonError::into_inner) = next;
        }
        Err(format!("{} redirects too often", self.place()))
    }

    async fn once(
        &self,
        method: &Method,
        url: &Uri,
        headers: &HeaderMap,
        body: Bytes,
    ) -> Result<Response<Incoming>, String> {
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = method.clone();
        *request.uri_mut() = url.clone();
        request.headers_mut().extend(self.headers.clone());
        for (name, value) in headers {
            request.headers_mut().insert(name, value.clone());
        }
        let asked = match &self.client {
            Either::Plain(client) => client.request(request),
            Either::Secure(client) => client.request(request),
        };
        asked.await.map_err(|error| format!("{} cannot be reached: {}", place(url), causes(&error)))
    }
}

/// Reads a whole body of at most so many bytes.
///
/// # Errors
///
/// A sentence, if it is longer or breaks off.
pub async fn whole(body: &mut Incoming, most: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        if let Ok(data) = frame.map_err(|error| format!("the answer broke off: {}", causes(&error)))?.into_data() {
            if bytes.len() + data.len() > most {
                return Err(format!("the answer has more than {} MiB", most >> 20));
            }
            bytes.extend_from_slice(&data);
        }
    }
    Ok(bytes)
}

/// An error and what it comes from.
pub fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

/// The address that a server means by one, which may be without a server, but not relative.
fn resolved(from: &Uri, to: &str) -> Option<Uri> {
    let mut parts: Parts = to.parse::<Uri>().ok()?.into_parts();
    if parts.authority.is_none() {
        parts.scheme = from.scheme().cloned();
        parts.authority = from.authority().cloned();
    }
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_is_read_against_where_it_comes_from() {
        let from: Uri = "https://a.example:8443/mcp?x=1".parse().unwrap();
        let resolved = |to: &str| resolved(&from, to).map(|uri| uri.to_string());
        assert_eq!(resolved("/mcp/").as_deref(), Some("https://a.example:8443/mcp/"));
        assert_eq!(resolved("http://b.example/").as_deref(), Some("http://b.example/"));
        assert_eq!(resolved("mcp/"), None);
    }
}
