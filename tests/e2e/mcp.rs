//! `toolaria mcp` between a client, which the test is, and the server `mcp/server.py`.

#[path = "mcp/client.rs"]
mod client;
#[path = "mcp/far.rs"]
mod far;
#[path = "mcp/http.rs"]
mod http;
#[path = "mcp/odd.rs"]
mod odd;
#[path = "mcp/one.rs"]
mod one;
#[path = "mcp/session.rs"]
mod session;
#[path = "mcp/several.rs"]
mod several;
#[path = "mcp/times.rs"]
mod times;
