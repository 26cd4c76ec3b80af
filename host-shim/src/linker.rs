//! Everything that the component can reach.

use std::collections::BTreeMap;
use std::sync::Arc;

use wasmtime::component::{Component, Linker, ResourceTable};
use wasmtime_wasi::clocks::{WasiClocks, WasiClocksView};
use wasmtime_wasi::filesystem::{WasiFilesystem, WasiFilesystemView};
use wasmtime_wasi::p2::bindings::sync::filesystem;
use wasmtime_wasi::p2::bindings::{clocks, random};
use wasmtime_wasi::random::WasiRandom;
use wasmtime_wasi::{FsPerms, WasiCtx, WasiCtxView, WasiView};

use crate::bindings::wasi::{config, keyvalue};
use crate::bindings::{Toolaria as Instance, ToolariaPre};
use crate::engine;
use crate::error::Error;
use crate::fs::StoreDir;
use crate::keyvalue::{Backend, KeyValue};
use crate::settings::ConfigStore;

/// The name of the store directory in the component.
const STORE: &str = "/store";

/// A component with its imports resolved.
pub(crate) struct Linked(ToolariaPre<Host>);

impl Linked {
    /// Errors: `Load` if the component imports or exports something else than `wit/world.wit` says.
    pub(crate) fn new(component: &Component) -> Result<Linked, Error> {
        let link = || -> wasmtime::Result<Linked> {
            let mut linker = Linker::new(engine::engine()?);
            grant(&mut linker)?;
            Ok(Linked(ToolariaPre::new(linker.instantiate_pre(component)?)?))
        };
        link().map_err(|e| Error::Load(format!("{e:#}")))
    }

    pub(crate) fn instantiate(&self, store: &mut wasmtime::Store<Host>) -> wasmtime::Result<Instance> {
        self.0.instantiate(store)
    }
}

/// Every capability.
fn grant(linker: &mut Linker<Host>) -> wasmtime::Result<()> {
    filesystem::types::add_to_linker::<_, WasiFilesystem>(linker, Host::filesystem)?;
    filesystem::preopens::add_to_linker::<_, WasiFilesystem>(linker, Host::filesystem)?;
    clocks::wall_clock::add_to_linker::<_, WasiClocks>(linker, Host::clocks)?;
    random::random::add_to_linker::<_, WasiRandom>(linker, |host| host.wasi.random())?;
    keyvalue::store::add_to_linker::<_, KeyValue>(linker, Host::keyvalue)?;
    config::store::add_to_linker::<_, ConfigStore>(linker, |host| ConfigStore(&host.settings))
}

/// What one call holds.
pub(crate) struct Host {
    wasi: WasiCtx,
    table: ResourceTable,
    backend: Option<Arc<dyn Backend>>,
    settings: Arc<BTreeMap<String, String>>,
}

impl Host {
    /// Errors: `Storage` if the store directory is gone.
    pub(crate) fn new(
        directory: &StoreDir,
        backend: Option<Arc<dyn Backend>>,
        settings: Arc<BTreeMap<String, String>>,
    ) -> Result<Host, Error> {
        let wasi = WasiCtx::builder()
            .allow_blocking_current_thread(true)
            .preopened_dir(directory.path(), STORE, FsPerms::ReadWrite)
            .map_err(|e| Error::storage(directory.path(), e.root_cause()))?
            .build();
        Ok(Host { wasi, table: ResourceTable::new(), backend, settings })
    }

    fn keyvalue(&mut self) -> KeyValue<'_> {
        KeyValue { backend: self.backend.as_deref(), table: &mut self.table }
    }
}

impl WasiView for Host {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}
