use std::path::PathBuf;
use std::sync::Arc;

use crate::error::Error;
use crate::fs::StoreDir;
use crate::keyvalue::{Backend, Memory, Sqlite};
use crate::linker::Linked;
use crate::plugin::Toolaria;
use crate::settings::{HostSettings, KeyValueChoice, Settings};
use crate::types::ConfigProblem;
use crate::{engine, paths};

static EMBEDDED: &[u8] = include_bytes!(env!("TOOLARIA_EMBEDDED"));

/// Puts a [`Toolaria`] together.
///
/// This host's own settings, which the component does not see:
///
/// | name | default | |
/// |---|---|---|
/// | `store_path` | `$XDG_DATA_HOME/toolaria`, else `~/.local/share/toolaria` | the store directory |
/// | `kv` | `directory` | where records are: `directory` (in the store), `memory` (gone with this value), `sqlite` (`<store>.kv.sqlite`) |
/// | `fuel_base` | 500000000000 | fuel units of a call, some half a minute; ten times as much for status, list, sweep, forget |
/// | `fuel_per_byte` | 2000 | fuel units for each byte passed to a call |
/// | `cache_dir` | `$XDG_CACHE_HOME/toolaria`, else `~/.cache/toolaria` | where the compiled component is kept |
///
/// The check of the settings and the definition of the tool cost the same in every store: they get the default fuel always.
#[derive(Default)]
pub struct Builder {
    store: Option<PathBuf>,
    settings: Settings,
    backend: Option<Arc<dyn Backend>>,
    component: Option<Vec<u8>>,
}

impl Builder {
    /// The store directory, in place of the setting `store_path`.
    pub fn store(mut self, directory: impl Into<PathBuf>) -> Builder {
        self.store = Some(directory.into());
        self
    }

    /// All settings, in place of those given before.
    pub fn settings(mut self, settings: Settings) -> Builder {
        self.settings = settings;
        self
    }

    /// One setting.
    pub fn set(mut self, name: impl Into<String>, value: impl Into<String>) -> Builder {
        self.settings.set(name, value);
        self
    }

    /// Where the component's buckets are, in place of the setting `kv`.
    pub fn backend(mut self, backend: Arc<dyn Backend>) -> Builder {
        self.backend = Some(backend);
        self
    }

    /// The component's bytes, in place of the one embedded in this crate.
    pub fn component(mut self, bytes: impl Into<Vec<u8>>) -> Builder {
        self.component = Some(bytes.into());
        self
    }

    /// Loads the component, opens the store and checks the settings.
    ///
    /// Errors: `Config` with every setting that cannot be used, else those of [`Builder::build_with_problems`].
    pub fn build(self) -> Result<Toolaria, Error> {
        let (toolaria, problems) = self.build_with_problems()?;
        match problems.is_empty() {
            true => Ok(toolaria),
            false => Err(Error::Config(problems)),
        }
    }

    /// As [`Builder::build`], but works with what is used in place of settings that cannot be, and reports those.
    ///
    /// Errors: `Load`, `Storage`, `Config` if there is neither a store path nor a home directory, `OutOfFuel` or `Trap`
    /// if the component cannot check its settings.
    pub fn build_with_problems(self) -> Result<(Toolaria, Vec<ConfigProblem>), Error> {
        let mut problems = Vec::new();
        let host = HostSettings::read(&self.settings, &mut problems);
        let path = self.store.or(host.store_path).or_else(paths::store).ok_or_else(no_store_path)?;
        let directory = StoreDir::open(&path)?;
        let backend = match self.backend {
            Some(backend) => Some(backend),
            None => open_backend(host.kv, &directory)?,
        };
        let bytes = self.component.as_deref().unwrap_or(EMBEDDED);
        let component = engine::component(bytes, host.cache_dir.or_else(paths::cache).as_deref())?;
        let settings = self.settings.for_component().map(|(name, value)| (name.into(), value.into())).collect();
        let toolaria = Toolaria {
            linked: Linked::new(&component)?,
            directory,
            backend,
            settings: Arc::new(settings),
            fuel: host.fuel,
        };
        problems.extend(toolaria.check_config()?);
        Ok((toolaria, problems))
    }
}

fn open_backend(choice: KeyValueChoice, directory: &StoreDir) -> Result<Option<Arc<dyn Backend>>, Error> {
    Ok(match choice {
        KeyValueChoice::Directory => None,
        KeyValueChoice::Memory => Some(Arc::new(Memory::default())),
        KeyValueChoice::Sqlite => Some(Arc::new(Sqlite::open(&directory.beside("kv.sqlite"))?)),
    })
}

fn no_store_path() -> Error {
    Error::Config(vec![ConfigProblem {
        name: "store_path".into(),
        message: "there is no home directory: name the store directory".into(),
        used: "nothing".into(),
    }])
}
