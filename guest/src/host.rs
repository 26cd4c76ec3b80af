//! The core's [`Host`] over the world's imports.

use std::rc::Rc;

use toolaria_core::ports::{Bucket, Directory, Host, PortResult};

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

    /// A setting that the host fails to read counts as not set: the port has no error for it.
    fn setting(&self, name: &str) -> Option<String> {
        config::get(name).unwrap_or_default()
    }

    fn setting_names(&self) -> Vec<String> {
        let settings = config::get_all().unwrap_or_default();
        settings.into_iter().map(|(name, _)| name).collect()
    }
}

/// Milliseconds since 1970-01-01T00:00:00Z.
pub fn milliseconds(time: wall_clock::Datetime) -> u64 {
    time.seconds.saturating_mul(1_000).saturating_add(u64::from(time.nanoseconds) / 1_000_000)
}
