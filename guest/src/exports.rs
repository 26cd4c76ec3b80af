//! The exported functions. Each converts its arguments, calls the core and converts the answer; nothing else.

use toolaria_core::Rescuer;

use crate::bindings::Component;
use crate::bindings::exports::toolaria::rescue::keeper::{
    self, ConfigProblem, Diagnosis, ForgetReport, HandlePage, StoreStatus, SweepReport, Treatment,
};
use crate::bindings::exports::toolaria::rescue::types::{
    Content, Error, Expansion, Query, RescueOutcome, Slice, ToolCall,
};
use crate::bindings::exports::toolaria::rescue::{rescuer, tool};
use crate::host::WasiHost;

impl rescuer::Guest for Component {
    fn rescue(call: ToolCall, content: Content) -> Result<RescueOutcome, Error> {
        Ok(core().rescue(call.into(), content.into())?.into())
    }

    fn fetch(id: String, query: Query, cursor: Option<String>, session: Option<String>) -> Result<Slice, Error> {
        Ok(core().fetch(&id, query.into(), cursor.as_deref(), session.as_deref())?.into())
    }

    fn expand(tool: String, arguments: String, session: Option<String>) -> Result<Expansion, Error> {
        Ok(core().expand(&tool, &arguments, session.as_deref())?.into())
    }
}

impl tool::Guest for Component {
    fn definition() -> String {
        core().tool_definition()
    }

    fn call(arguments: String, session: Option<String>) -> Result<String, Error> {
        Ok(core().tool_call(&arguments, session.as_deref())?)
    }
}

impl keeper::Guest for Component {
    fn status() -> Result<StoreStatus, Error> {
        Ok(core().status()?.into())
    }

    fn list_handles(session: Option<String>, after: Option<String>) -> Result<HandlePage, Error> {
        Ok(core().list_handles(session.as_deref(), after.as_deref())?.into())
    }

    fn sweep(limit: Option<u32>, after: Option<String>) -> Result<SweepReport, Error> {
        Ok(core().sweep(limit, after.as_deref())?.into())
    }

    fn doctor(treatment: Treatment, limit: Option<u32>, after: Option<String>) -> Result<Diagnosis, Error> {
        Ok(core().doctor(treatment.into(), limit, after.as_deref())?.into())
    }

    fn forget(session: Option<String>) -> Result<ForgetReport, Error> {
        Ok(core().forget(session.as_deref())?.into())
    }

    fn check_config() -> Vec<ConfigProblem> {
        core().check_config().into_iter().map(Into::into).collect()
    }
}

/// The core over this component's imports.
fn core() -> Rescuer<'static> {
    Rescuer::new(&WasiHost)
}
