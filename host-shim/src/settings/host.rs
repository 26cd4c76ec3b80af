//! The settings that this host keeps to itself.

use std::path::PathBuf;

use super::Settings;
use crate::fuel::Fuel;
use crate::types::ConfigProblem;

const STORE_PATH: &str = "store_path";
const KV: &str = "kv";
const CACHE_DIR: &str = "cache_dir";
const KEY_FILE: &str = "toolaria_key_file";
const FUEL_BASE: &str = Fuel::BASE_SETTING;
const FUEL_PER_BYTE: &str = Fuel::PER_BYTE_SETTING;

/// The host's own settings, each with its default.
pub(crate) struct HostSettings {
    pub store_path: Option<PathBuf>,
    pub cache_dir: Option<PathBuf>,
    pub kv: KeyValueChoice,
    pub fuel: Fuel,
}

/// Where the component's buckets are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyValueChoice {
    /// Nowhere: it keeps its records in the store directory.
    Directory,
    Memory,
    Sqlite,
}

impl HostSettings {
    /// The settings, with the default in place of each that cannot be used.
    pub(crate) fn read(settings: &Settings, problems: &mut Vec<ConfigProblem>) -> HostSettings {
        if settings.get(KEY_FILE).is_some() {
            problems.push(problem(KEY_FILE, "this version does not seal: remove the setting", "no sealing"));
        }
        let fuel = Fuel::default();
        HostSettings {
            store_path: settings.get(STORE_PATH).map(PathBuf::from),
            cache_dir: settings.get(CACHE_DIR).map(PathBuf::from),
            kv: kv(settings, problems),
            fuel: Fuel {
                base: units(settings, FUEL_BASE, fuel.base, problems),
                per_byte: units(settings, FUEL_PER_BYTE, fuel.per_byte, problems),
            },
        }
    }
}

impl Settings {
    /// What the component may see: all but the host's own.
    pub(crate) fn for_component(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = [STORE_PATH, KV, CACHE_DIR, KEY_FILE, FUEL_BASE, FUEL_PER_BYTE];
        self.iter().filter(move |(name, _)| !own.contains(name))
    }
}

fn kv(settings: &Settings, problems: &mut Vec<ConfigProblem>) -> KeyValueChoice {
    match settings.get(KV) {
        None | Some("directory") => KeyValueChoice::Directory,
        Some("memory") => KeyValueChoice::Memory,
        Some("sqlite") => KeyValueChoice::Sqlite,
        Some(other) => {
            let message = format!("`{other}` is none of `directory`, `memory`, `sqlite`");
            problems.push(problem(KV, &message, "directory"));
            KeyValueChoice::Directory
        }
    }
}

fn units(settings: &Settings, name: &str, default: u64, problems: &mut Vec<ConfigProblem>) -> u64 {
    let Some(text) = settings.get(name) else {
        return default;
    };
    text.parse().unwrap_or_else(|_| {
        let message = format!("`{text}` is not a whole number of fuel units");
        problems.push(problem(name, &message, &default.to_string()));
        default
    })
}

fn problem(name: &str, message: &str, used: &str) -> ConfigProblem {
    ConfigProblem { name: name.into(), message: message.into(), used: used.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_component_sees_only_its_own_names() {
        let mut settings = Settings::new();
        for name in
            ["store_path", "kv", "cache_dir", "fuel_base", "fuel_per_byte", "toolaria_key_file", "max_result_chars"]
        {
            settings.set(name, "1");
        }
        assert_eq!(settings.for_component().collect::<Vec<_>>(), [("max_result_chars", "1")]);
    }

    #[test]
    fn every_problem_is_reported_and_the_default_used() {
        let mut settings = Settings::new();
        settings.set("kv", "redis").set("fuel_base", "-1").set("fuel_per_byte", "5");
        let mut problems = Vec::new();
        let host = HostSettings::read(&settings, &mut problems);
        assert_eq!(host.kv, KeyValueChoice::Directory);
        assert_eq!(host.fuel, Fuel { base: Fuel::default().base, per_byte: 5 });
        assert_eq!(problems.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(), ["kv", "fuel_base"]);
    }
}
