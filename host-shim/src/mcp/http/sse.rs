//! Server-sent events, as they are written.

/// One event, as it is sent.
pub fn event(id: &str, data: &str) -> String {
    ["id: ", id, "\ndata: ", data, "\n\n"].concat()
}

/// What keeps a connection alive, and is no event.
pub const STILL_THERE: &str = ":\n\n";
