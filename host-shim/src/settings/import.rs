//! `wasi:config/store`, as the component sees it.

use std::collections::BTreeMap;

use wasmtime::component::HasData;

use crate::bindings::wasi::config::store;

/// One call's view of the component's settings.
pub(crate) struct ConfigStore<'a>(pub &'a BTreeMap<String, String>);

impl HasData for ConfigStore<'static> {
    type Data<'a> = ConfigStore<'a>;
}

impl store::Host for ConfigStore<'_> {
    fn get(&mut self, key: String) -> Result<Option<String>, store::Error> {
        Ok(self.0.get(&key).cloned())
    }

    fn get_all(&mut self) -> Result<Vec<(String, String)>, store::Error> {
        Ok(self.0.iter().map(|(name, value)| (name.clone(), value.clone())).collect())
    }
}
