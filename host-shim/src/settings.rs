//! Settings: names and texts, from a file, the environment and the caller.

mod host;
mod import;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use toml::Value;

use crate::error::Error;
use crate::types::ConfigProblem;

pub(crate) use host::{HostSettings, KeyValueChoice};
pub(crate) use import::ConfigStore;

/// Environment variables that carry settings start with this; the rest, in lower case, is the name.
const ENVIRONMENT_PREFIX: &str = "TOOLARIA_";

/// Named by build.rs, not a setting.
const ENVIRONMENT_OF_BUILD: &str = "TOOLARIA_COMPONENT";

/// Settings as they were given. Of two values for one name the later wins.
///
/// The names `store_path`, `kv`, `fuel_base`, `fuel_per_byte` and `cache_dir` are this host's, see
/// [`Builder`](crate::Builder); all others are the component's, see `wit/world.wit` and the README.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    /// No settings: every default holds.
    pub fn new() -> Settings {
        Settings::default()
    }

    /// What a command line has: the file (`$XDG_CONFIG_HOME/toolaria/config.toml` if none is named and that exists),
    /// then the environment variables `TOOLARIA_<NAME>`.
    ///
    /// Errors: `Config` if the file cannot be read or is not TOML, or a variable is not UTF-8.
    pub fn discover(file: Option<&Path>) -> Result<Settings, Error> {
        let mut settings = Settings::new();
        let usual = crate::paths::config_file().filter(|path| path.exists());
        if let Some(path) = file.map(Path::to_path_buf).or(usual) {
            settings.read_file(&path)?;
        }
        settings.read_environment(std::env::vars_os())?;
        Ok(settings)
    }

    /// Sets one value. Lists and tables are JSON text.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) -> &mut Settings {
        self.0.insert(name.into(), value.into());
        self
    }

    /// All values that were given, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Reads a TOML file. Its arrays and tables become JSON text, other values are taken as they are written.
    ///
    /// Errors: `Config` if it cannot be read or is not TOML.
    pub fn read_file(&mut self, path: &Path) -> Result<(), Error> {
        let unusable = |e: &dyn std::fmt::Display| unusable(&path.display().to_string(), e);
        let text = std::fs::read_to_string(path).map_err(|e| unusable(&e))?;
        let table: toml::Table = text.parse().map_err(|e| unusable(&e))?;
        for (name, value) in table {
            let text = text_of(value).map_err(|e| unusable(&e))?;
            self.set(name, text);
        }
        Ok(())
    }

    fn read_environment(&mut self, variables: impl Iterator<Item = (OsString, OsString)>) -> Result<(), Error> {
        for (variable, value) in variables {
            let Some(variable) = variable.to_str().filter(|variable| *variable != ENVIRONMENT_OF_BUILD) else {
                continue;
            };
            if let Some(name) = variable.strip_prefix(ENVIRONMENT_PREFIX) {
                let value = value.into_string().map_err(|_| unusable(variable, &"is not UTF-8"))?;
                self.set(name.to_ascii_lowercase(), value);
            }
        }
        Ok(())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}

fn text_of(value: Value) -> Result<String, serde_json::Error> {
    match value {
        Value::String(text) => Ok(text),
        Value::Array(_) | Value::Table(_) => serde_json::to_string(&value),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Datetime(_) => Ok(value.to_string()),
    }
}

fn unusable(source: &str, reason: &dyn std::fmt::Display) -> Error {
    Error::Config(vec![ConfigProblem {
        name: source.into(),
        message: reason.to_string(),
        used: "nothing of it".into(),
    }])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> Result<Settings, Error> {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("config.toml");
        std::fs::write(&path, text).unwrap();
        let mut settings = Settings::new();
        settings.read_file(&path).map(|()| settings)
    }

    #[test]
    fn later_sources_win() {
        let mut settings = file("a = 1\nb = 1\nc = 1").unwrap();
        let variables = [("TOOLARIA_B", "2"), ("TOOLARIA_C", "2"), ("OTHER_A", "2"), ("TOOLARIA_COMPONENT", "x")];
        settings.read_environment(variables.map(|(name, value)| (name.into(), value.into())).into_iter()).unwrap();
        settings.set("c", "3");
        assert_eq!(settings.iter().collect::<Vec<_>>(), [("a", "1"), ("b", "2"), ("c", "3")]);
    }

    #[test]
    fn arrays_and_tables_become_json() {
        let settings = file("a = ['x', '*']\nb = { k = [1, true] }\nc = 'text'\nd = 3.0").unwrap();
        let expected = [("a", r#"["x","*"]"#), ("b", r#"{"k":[1,true]}"#), ("c", "text"), ("d", "3.0")];
        assert_eq!(settings.iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_malformed_file_is_named() {
        let error = file("a =").unwrap_err();
        assert!(error.to_string().contains("config.toml"), "{error}");
    }
}
