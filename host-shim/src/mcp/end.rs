//! The signals that tell this program to end.

use std::io;

use tokio::runtime::{self, Runtime};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// From when this is made until it is dropped, they end nothing by themselves.
pub struct EndSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl EndSignals {
    /// Must be called within a runtime.
    ///
    /// # Errors
    ///
    /// If the system does not let them be handled.
    pub fn new() -> io::Result<EndSignals> {
        Ok(EndSignals { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// SIGTERM or SIGINT came.
    pub async fn any(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// The same, to be waited for in a thread.
pub struct Waiting(Runtime, EndSignals);

impl Waiting {
    /// # Errors
    ///
    /// Those of [`EndSignals::new`].
    pub fn new() -> io::Result<Waiting> {
        let runtime = runtime::Builder::new_current_thread().enable_io().build()?;
        let signals = runtime.block_on(async { EndSignals::new() })?;
        Ok(Waiting(runtime, signals))
    }

    /// Waits for one in this thread.
    pub fn any(mut self) {
        self.0.block_on(self.1.any());
    }
}
