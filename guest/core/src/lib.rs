//! All of Toolaria's logic, over the ports in [`ports`]: pure Rust, deterministic, no state between calls.
//!
//! A host's call is [`Rescuer::new`] and one method.

mod calm;
pub mod error;
mod expand;
mod fetch;
pub mod model;
pub mod ports;
mod rescue;
pub mod session;
pub mod settings;
pub mod store;
mod tool;
mod tool_name;
mod words;

pub use toolaria_content::{kind, view};

use error::Result;
use model::*;
use ports::Host;
use session::Session;
use settings::Settings;
use store::Store;
use toolaria_content::{asked, characters, cut, failures, fold, grep, json, media, search};

/// Everything that the component exports, over one host.
pub struct Rescuer<'h> {
    host: &'h dyn Host,
    settings: Result<Settings>,
}

impl<'h> Rescuer<'h> {
    /// Reads the settings and nothing else.
    pub fn new(host: &'h dyn Host) -> Rescuer<'h> {
        Rescuer { host, settings: Settings::read(host) }
    }

    /// `rescuer.rescue`.
    pub fn rescue(&self, call: ToolCall, content: Content) -> Result<RescueOutcome> {
        rescue::rescue(self.host, self.settings()?, call, content)
    }

    /// `rescuer.fetch`.
    pub fn fetch(&self, id: &str, query: Query, cursor: Option<&str>, session: Option<&str>) -> Result<Slice> {
        fetch::fetch(self.host, self.settings()?, id, &query, cursor, session)
    }

    /// `rescuer.expand`.
    pub fn expand(&self, tool: &str, arguments: &str, session: Option<&str>) -> Result<Expansion> {
        expand::expand(self.host, self.settings()?, tool, arguments, session)
    }

    /// `tool.definition`.
    pub fn tool_definition(&self) -> String {
        tool::definition(self.settings.as_ref().is_ok_and(|settings| settings.passref_enabled))
    }

    /// `tool.call`.
    pub fn tool_call(&self, arguments: &str, session: Option<&str>) -> Result<String> {
        let call = tool::parse(arguments)?;
        self.fetch(&call.id, call.query, call.cursor.as_deref(), session).map(tool::render)
    }

    /// `keeper.status`.
    pub fn status(&self) -> Result<StoreStatus> {
        self.store()?.status()
    }

    /// `keeper.list-handles`.
    pub fn list_handles(&self, session: Option<&str>, after: Option<&str>) -> Result<HandlePage> {
        self.store()?.list(&Session::new(session)?, after)
    }

    /// `keeper.sweep`.
    pub fn sweep(&self, limit: Option<u32>, after: Option<&str>) -> Result<SweepReport> {
        self.store()?.sweep(limit, after)
    }

    /// `keeper.doctor`.
    pub fn doctor(&self, treatment: Treatment, limit: Option<u32>, after: Option<&str>) -> Result<Diagnosis> {
        self.store()?.doctor(treatment, rescue::describe, limit, after)
    }

    /// `keeper.forget`.
    pub fn forget(&self, session: Option<&str>) -> Result<ForgetReport> {
        self.store()?.forget(&Session::new(session)?)
    }

    /// `keeper.check-config`.
    pub fn check_config(&self) -> Vec<ConfigProblem> {
        let mut problems = Settings::check(self.host);
        let patterns = self.settings.as_ref().map(|settings| failures::pattern(&settings.error_line_patterns));
        if let Ok(Err(error)) = patterns {
            problems.push(ConfigProblem {
                name: "error_line_patterns".to_owned(),
                message: error.message().to_owned(),
                used: "the default".to_owned(),
            });
        }
        problems
    }

    fn settings(&self) -> Result<&Settings> {
        self.settings.as_ref().map_err(Clone::clone)
    }

    fn store(&self) -> Result<Store<'_>> {
        Store::open(self.host, self.settings()?)
    }
}

/// Lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::ports::memory::MemoryHost;

    #[test]
    fn without_settings_no_call_answers() {
        let host = MemoryHost::new();
        host.hide_settings();
        let rescuer = Rescuer::new(&host);
        let operations = host.operations();
        let answers = [
            rescuer.rescue(ToolCall::default(), Content::Text("x".repeat(20_000))).err(),
            rescuer.fetch("0123456789ab", Query::Stat, None, None).err(),
            rescuer.expand("analyze", "{}", None).err(),
            rescuer.tool_call(r#"{"id":"0123456789ab","mode":"stat"}"#, None).err(),
            rescuer.status().err(),
            rescuer.list_handles(None, None).err(),
            rescuer.sweep(None, None).err(),
            rescuer.forget(None).err(),
        ];
        for answer in answers {
            assert!(
                matches!(&answer, Some(Error::Storage(message)) if message.starts_with("The host's settings")),
                "{answer:?}"
            );
        }
        assert_eq!(host.operations(), operations);
        assert!(!rescuer.tool_definition().contains("tla:"));
        assert_eq!(rescuer.check_config().len(), 1);
    }
}
