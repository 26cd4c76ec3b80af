use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use wasmtime::Store;

use crate::bindings::Toolaria as Instance;
use crate::builder::Builder;
use crate::error::Error;
use crate::fs::StoreDir;
use crate::fuel::{Fuel, Verb};
use crate::keyvalue::Backend;
use crate::linker::{Host, Linked};
use crate::types::{
    ConfigProblem, Content, Diagnosis, Expansion, ForgetReport, HandlePage, Query, Refusal, RescueOutcome, Slice,
    StoreStatus, SweepReport, ToolCall, Treatment,
};

/// Longer content goes to the component as a file: 1 MiB.
const SPOOL_ABOVE_BYTES: usize = 1 << 20;

/// The component with its store.
///
/// Every call has an instance of its own, so calls may run at the same time in any number of threads; at most 16 do in a
/// process, the others wait. An instance has at most 2 GiB of memory. Calls block, and panic inside of an
/// async task: there, make them in a blocking thread.
///
/// What each verb does, and each of its refusals, is described in `wit/`. All of them can fail with [`Error::Refused`],
/// [`Error::OutOfFuel`], [`Error::Trap`] and, when the store directory is gone, [`Error::Storage`].
pub struct Toolaria {
    pub(crate) linked: Linked,
    pub(crate) directory: StoreDir,
    pub(crate) backend: Option<Arc<dyn Backend>>,
    pub(crate) settings: Arc<BTreeMap<String, String>>,
    pub(crate) fuel: Fuel,
}

impl Toolaria {
    /// Starts with the embedded component, no settings and the usual store directory.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Stores a result and returns the handle to show instead, or why the result stays. After an error, too, show the
    /// result as it came.
    pub fn rescue(&self, call: &ToolCall, content: &Content) -> Result<RescueOutcome, Error> {
        let bytes = self.content_bytes(content);
        self.run(Verb::Rescue, bytes, |instance, store| {
            instance.toolaria_rescue_rescuer().call_rescue(store, call, content)
        })
    }

    /// As [`Toolaria::rescue`], for bytes of any length: those above 1 MiB are put into a private file of the store
    /// that the component takes over.
    pub fn rescue_bytes(&self, call: &ToolCall, bytes: &[u8]) -> Result<RescueOutcome, Error> {
        if bytes.len() <= SPOOL_ABOVE_BYTES {
            return self.rescue(call, &Content::Bytes(bytes.into()));
        }
        let spooled = self.directory.spool(bytes)?;
        self.rescue(call, &Content::File(spooled.guest_path()))
    }

    /// As [`Toolaria::rescue_bytes`], for what a file holds. It is copied, never moved, and not read into this process's
    /// memory as a whole.
    ///
    /// Errors: [`Error::Storage`] if the file cannot be read, besides those of all verbs.
    pub fn rescue_file(&self, call: &ToolCall, path: &Path) -> Result<RescueOutcome, Error> {
        let file = File::open(path).map_err(|e| Error::storage(path, e))?;
        let spooled = self.directory.spool(file)?;
        self.rescue(call, &Content::File(spooled.guest_path()))
    }

    /// Reads a slice of a stored result. `session` is that of the rescue.
    pub fn fetch(&self, id: &str, query: &Query, cursor: Option<&str>, session: Option<&str>) -> Result<Slice, Error> {
        self.run(Verb::Fetch, 0, |instance, store| {
            instance.toolaria_rescue_rescuer().call_fetch(store, id, query, cursor, session)
        })
    }

    /// Replaces each `tla:<id>` in a tool's arguments, which are JSON, by the content it names.
    pub fn expand(&self, tool: &str, arguments: &str, session: Option<&str>) -> Result<Expansion, Error> {
        self.run(Verb::Expand, length(arguments), |instance, store| {
            instance.toolaria_rescue_rescuer().call_expand(store, tool, arguments, session)
        })
    }

    /// The definition of the fetch tool to give to the model, as JSON.
    pub fn tool_definition(&self) -> Result<String, Error> {
        self.answer(Verb::Definition, |instance, store| instance.toolaria_rescue_tool().call_definition(store))
    }

    /// Answers one call of the fetch tool: JSON arguments in, text for the model out.
    pub fn tool_call(&self, arguments: &str, session: Option<&str>) -> Result<String, Error> {
        self.run(Verb::Call, length(arguments), |instance, store| {
            instance.toolaria_rescue_tool().call_call(store, arguments, session)
        })
    }

    /// Counts what the store holds.
    pub fn status(&self) -> Result<StoreStatus, Error> {
        self.run(Verb::Status, 0, |instance, store| instance.toolaria_rescue_keeper().call_status(store))
    }

    /// One page of a session's live handles, those after the `next` of the page before.
    pub fn list_handles(&self, session: Option<&str>, after: Option<&str>) -> Result<HandlePage, Error> {
        self.run(Verb::ListHandles, 0, |instance, store| {
            instance.toolaria_rescue_keeper().call_list_handles(store, session, after)
        })
    }

    /// Deletes what has outlived its time and what there is no room for; with a limit, among so many contents, from the
    /// first one or from the `next` of the report before.
    pub fn sweep(&self, limit: Option<u32>, after: Option<&str>) -> Result<SweepReport, Error> {
        self.run(Verb::Sweep, 0, |instance, store| instance.toolaria_rescue_keeper().call_sweep(store, limit, after))
    }

    /// Erases all that a session holds.
    ///
    /// Errors: [`Error::Storage`] if the back end keeps a copy of deleted records, besides those of all verbs: call it again.
    pub fn forget(&self, session: Option<&str>) -> Result<ForgetReport, Error> {
        let report =
            self.run(Verb::Forget, 0, |instance, store| instance.toolaria_rescue_keeper().call_forget(store, session))?;
        if let Some(backend) = &self.backend {
            backend.erase_deleted().map_err(|e| Error::storage(self.directory.path(), e))?;
        }
        Ok(report)
    }

    /// Checks all that is stored, or a limited number of contents after the `next` of the diagnosis before, and mends what
    /// can be mended if it is told to.
    pub fn doctor(&self, treatment: Treatment, limit: Option<u32>, after: Option<&str>) -> Result<Diagnosis, Error> {
        self.run(Verb::Doctor, 0, |instance, store| {
            instance.toolaria_rescue_keeper().call_doctor(store, treatment, limit, after)
        })
    }

    /// The component's settings that cannot be used as they stand; [`Builder::build`] has seen to it that there are none.
    pub fn check_config(&self) -> Result<Vec<ConfigProblem>, Error> {
        self.answer(Verb::CheckConfig, |instance, store| instance.toolaria_rescue_keeper().call_check_config(store))
    }

    fn run<T>(
        &self,
        verb: Verb,
        bytes: u64,
        call: impl FnOnce(&Instance, &mut Store<Host>) -> wasmtime::Result<Result<T, Refusal>>,
    ) -> Result<T, Error> {
        self.fuel.call(&self.linked, self.host()?, verb, bytes, call)?.map_err(Error::Refused)
    }

    fn answer<T>(
        &self,
        verb: Verb,
        call: impl FnOnce(&Instance, &mut Store<Host>) -> wasmtime::Result<T>,
    ) -> Result<T, Error> {
        self.fuel.call(&self.linked, self.host()?, verb, 0, call)
    }

    fn host(&self) -> Result<Host, Error> {
        Host::new(&self.directory, self.backend.clone(), Arc::clone(&self.settings))
    }

    /// What the component will read of it; a file that is not there it will refuse.
    fn content_bytes(&self, content: &Content) -> u64 {
        match content {
            Content::Text(text) => length(text),
            Content::Bytes(bytes) => bytes.len() as u64,
            Content::File(path) => self.directory.path().join(path).metadata().map_or(0, |metadata| metadata.len()),
        }
    }
}

fn length(text: &str) -> u64 {
    text.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_may_share_it() {
        fn shareable<T: Send + Sync>() {}
        shareable::<Toolaria>();
    }
}
