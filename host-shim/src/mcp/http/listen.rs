//! The address that clients come to, until this program is told to end.

use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{interval, sleep, timeout};

use super::gate::{Gate, Token};
use super::service::{PATH, Service};
use super::sessions::{Open, Sessions};
use crate::cli::output;
use crate::mcp::end::EndSignals;

/// Connections at a time, of all clients.
const MOST_CONNECTIONS: usize = 512;
/// How long the headers of a request may take.
const SLOWEST: Duration = Duration::from_secs(30);
/// How often idle sessions are looked for.
const ROUND: Duration = Duration::from_secs(30);
/// What streams get to end when all does.
const FAREWELL: Duration = Duration::from_secs(2);
/// After an error of accepting, such as too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// How clients are let in.
#[derive(Debug, Clone)]
pub struct Listening {
    /// `port`, `:port` or `host:port`; without a host it is this machine alone.
    pub address: String,
    /// Whose pages may ask, besides those of this machine.
    pub origins: Vec<String>,
    pub token: Option<Token>,
    pub most_sessions: usize,
    /// A session without a sign of its client ends after this.
    pub idle: Duration,
}

/// Serves clients until SIGTERM or SIGINT; all that was started for them is gone then.
///
/// # Errors
///
/// If the address cannot be listened to, or is open to others and no token is asked for.
pub fn run(listening: Listening, open: Open) -> io::Result<()> {
    let address = address(&listening.address)?;
    let only_local_hosts = address.ip().to_canonical().is_loopback();
    if !only_local_hosts && listening.token.is_none() {
        return Err(io::Error::other(format!(
            "{address} can be reached from other machines: a token is needed, from --token-file or --token-env"
        )));
    }
    let gate = Gate { only_local_hosts, origins: listening.origins, token: listening.token };
    let service = Arc::new(Service { gate, sessions: Sessions::new(open, listening.most_sessions) });
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(serve(address, Arc::clone(&service), listening.idle));
    runtime.shutdown_timeout(FAREWELL);
    result
}

async fn serve(address: SocketAddr, service: Arc<Service>, idle: Duration) -> io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    let mut signals = EndSignals::new()?;
    output::notice(&format!("toolaria: listening on http://{}{PATH}", listener.local_addr()?));
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let (end, ending) = watch::channel(());
    let mut round = interval(ROUND);
    loop {
        tokio::select! {
            () = signals.any() => break,
            _ = round.tick() => service.sessions.end_idle(Instant::now(), idle),
            accepted = accept(&listener, &connections) => match accepted {
                Ok((stream, place)) => {
                    let connection = connection(stream, Arc::clone(&service), ending.clone());
                    tokio::spawn(async {
                        connection.await;
                        drop(place);
                    });
                }
                Err(error) => {
                    output::notice(&format!("toolaria: a client could not come in: {error}"));
                    sleep(PAUSE).await;
                }
            },
        }
    }
    drop(listener);
    let ended = tokio::task::spawn_blocking(move || service.sessions.end_all()).await;
    // What was said last is on its way.
    drop(end);
    let _ = timeout(FAREWELL, connections.acquire_many(MOST_CONNECTIONS as u32)).await;
    ended.map_err(io::Error::other)
}

/// Answers what comes over a connection, until its client or this program ends.
async fn connection(stream: TcpStream, service: Arc<Service>, mut ending: watch::Receiver<()>) {
    let answer = service_fn(move |request| {
        let answer = Arc::clone(&service).answer(request);
        async { Ok::<_, Infallible>(answer.await) }
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(SLOWEST)
        .serve_connection(TokioIo::new(stream), answer);
    let mut serving = pin!(serving);
    // What a connection ends with is its client's affair.
    tokio::select! {
        _ = serving.as_mut() => return,
        _ = ending.changed() => serving.as_mut().graceful_shutdown(),
    }
    let _ = serving.await;
}

async fn accept(listener: &TcpListener, connections: &Arc<Semaphore>) -> io::Result<(TcpStream, OwnedSemaphorePermit)> {
    let place = Arc::clone(connections).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, _) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok((stream, place))
}

/// The address that a text names.
fn address(text: &str) -> io::Result<SocketAddr> {
    let port = text.strip_prefix(':').unwrap_or(text);
    let place = match port.parse::<u16>() {
        Ok(port) => format!("127.0.0.1:{port}"),
        Err(_) => text.to_owned(),
    };
    let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidInput, format!("{text:?} {why}"));
    let mut all = place.to_socket_addrs().map_err(|error| invalid(format!("is no address with a port: {error}")))?;
    all.next().ok_or_else(|| invalid("has no address".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_host_it_is_this_machine() {
        for text in ["7777", ":7777", "127.0.0.1:7777"] {
            assert_eq!(address(text).unwrap().to_string(), "127.0.0.1:7777");
        }
        assert_eq!(address("[::1]:7").unwrap().to_string(), "[::1]:7");
        assert_eq!(address("0.0.0.0:7").unwrap().to_string(), "0.0.0.0:7");
        for text in ["", "localhost", "70000", "a b:1"] {
            assert!(address(text).is_err(), "{text}");
        }
    }

    #[test]
    fn others_are_served_with_a_token_only() {
        let listening = Listening {
            address: "0.0.0.0:0".into(),
            origins: Vec::new(),
            token: None,
            most_sessions: 1,
            idle: Duration::from_secs(1),
        };
        let refused = run(listening, Box::new(|_| Err(io::Error::other("not reached")))).unwrap_err();
        assert!(refused.to_string().contains("a token is needed"), "{refused}");
    }
}
