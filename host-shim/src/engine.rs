//! The one engine of a process, and the components it has compiled.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use sha2::{Digest, Sha256};
use wasmtime::component::Component;
use wasmtime::{Config, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

use crate::cache::Cache;
use crate::error::Error;

/// Instances that exist at a time; further calls wait for one of them to end.
pub(crate) const INSTANCES: u32 = 16;

/// The most memory that one instance may have: room for some copies of a result of a few hundred megabytes.
pub(crate) const INSTANCE_MEMORY_BYTES: usize = 2 << 30;

/// A component as the linker makes it is up to three core modules: the guest, its shim and its fix-up.
const CORE_INSTANCES_PER_COMPONENT: u32 = 4;
const TABLES_PER_COMPONENT: u32 = 4;

/// Compiles `bytes`, or finds it in this process or in the cache directory.
pub(crate) fn component(bytes: &[u8], cache_dir: Option<&Path>) -> Result<Component, Error> {
    static COMPONENTS: Mutex<Option<HashMap<[u8; 32], Component>>> = Mutex::new(None);

    let digest = Sha256::digest(bytes).into();
    let mut components = COMPONENTS.lock().unwrap_or_else(PoisonError::into_inner);
    let components = components.get_or_insert_default();
    if let Some(component) = components.get(&digest) {
        return Ok(component.clone());
    }
    let component = load(engine()?, bytes, &digest, cache_dir)?;
    components.insert(digest, component.clone());
    Ok(component)
}

fn load(engine: &Engine, bytes: &[u8], digest: &[u8; 32], cache_dir: Option<&Path>) -> Result<Component, Error> {
    let Some(cache) = cache_dir.and_then(|directory| Cache::open(directory, engine, digest)) else {
        return compile(engine, bytes);
    };
    if let Some(component) = cache.load(engine) {
        return Ok(component);
    }
    let turn = cache.wait_for_turn();
    if let Some(component) = cache.load(engine) {
        return Ok(component);
    }
    let component = compile(engine, bytes)?;
    cache.store(&component, turn.as_ref());
    Ok(component)
}

fn compile(engine: &Engine, bytes: &[u8]) -> Result<Component, Error> {
    Component::from_binary(engine, bytes).map_err(|e| Error::Load(format!("{e:#}")))
}

/// The process's engine.
pub(crate) fn engine() -> Result<&'static Engine, Error> {
    static ENGINE: OnceLock<Result<Engine, String>> = OnceLock::new();
    let engine = ENGINE.get_or_init(|| Engine::new(&config()).map_err(|e| format!("{e:#}")));
    engine.as_ref().map_err(|reason| Error::Load(reason.clone()))
}

fn config() -> Config {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(INSTANCES)
        .total_core_instances(INSTANCES * CORE_INSTANCES_PER_COMPONENT)
        .total_memories(INSTANCES)
        .total_tables(INSTANCES * TABLES_PER_COMPONENT)
        .total_stacks(INSTANCES)
        .max_memories_per_component(1)
        .max_memory_size(INSTANCE_MEMORY_BYTES);
    let mut config = Config::new();
    config.wasm_component_model(true).consume_fuel(true).allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    config
}
