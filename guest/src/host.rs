//! The core's [`Host`] over the world's imports.

use std::rc::Rc;

use toolaria_core::ports::{Bucket, Directory, Host, PortError, PortResult};

use crate::bindings::wasi::clocks::wall_clock;
use crate::bindings::wasi::config::store as config;
use crate::bindings::wasi::filesystem::preopens;
use crate::bindings::wasi::random::random;
use crate::filesystem::Preopen;
use crate::keyvalue;

/// The host that this component runs in.
pub struct WasiHost;

impl Host for WasiHost {
    fn directories(&self) -> PortResult<Vec<(String, Rc<dyn Directory>)>> {
        let preopens = preopens::get_directories().into_iter();
        Ok(preopens.map(|(root, name)| (name, Rc::new(Preopen::new(root)) as Rc<dyn Directory>)).collect())
    }

    fn bucket(&self, name: &str) -> PortResult<Option<Rc<dyn Bucket>>> {
        keyvalue::open(name)
    }

    fn now_ms(&self) -> u64 {
        milliseconds(wall_clock::now())
    }

    fn random(&self) -> u64 {
        random::get_random_u64()
    }

    fn setting(&self, name: &str) -> PortResult<Option<String>> {
        config::get(name).map_err(|error| unreadable(&error))
    }

    fn setting_names(&self) -> PortResult<Vec<String>> {
        let settings = config::get_all().map_err(|error| unreadable(&error))?;
        Ok(settings.into_iter().map(|(name, _)| name).collect())
    }
}

/// The bare reason, without the host's own text: it may name what a model must not read.
fn unreadable(error: &config::Error) -> PortError {
    let reason = match error {
        config::Error::Upstream(_) => "where they come from, there was a failure",
        config::Error::Io(_) => "an input or output error",
    };
    PortError::Failed(reason.to_owned())
}

/// Milliseconds since 1970-01-01T00:00:00Z.
pub fn milliseconds(time: wall_clock::Datetime) -> u64 {
    time.seconds.saturating_mul(1_000).saturating_add(u64::from(time.nanoseconds) / 1_000_000)
}
