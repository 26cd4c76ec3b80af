use std::path::{Path, PathBuf};

use clap::Args;
use toolaria::types::ConfigProblem;
use toolaria::{Builder, Error, Settings, Toolaria};

use super::exit::Failure;

#[derive(Args)]
pub struct Global {
    /// The store directory [default: $XDG_DATA_HOME/toolaria, else ~/.local/share/toolaria]
    #[arg(long, global = true, value_name = "DIR")]
    store: Option<PathBuf>,
    /// A TOML file of settings [default: $XDG_CONFIG_HOME/toolaria/config.toml, else ~/.config/toolaria/config.toml]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A setting; wins over environment variables TOOLARIA_<NAME>, which win over the file
    #[arg(long, global = true, value_name = "NAME=VALUE", value_parser = name_and_value)]
    set: Vec<(String, String)>,
    /// A component to run in place of the embedded one
    #[arg(long, global = true, value_name = "FILE")]
    component: Option<PathBuf>,
    /// Answer with one JSON object on stdout
    #[arg(long, global = true)]
    pub json: bool,
}

impl Global {
    pub fn open(&self) -> Result<Toolaria, Failure> {
        self.open_with(self.settings()?)
    }

    /// With the store in another place than was said.
    pub fn open_at(&self, directory: &Path) -> Result<Toolaria, Failure> {
        Ok(self.builder(self.settings()?)?.store(directory).build()?)
    }

    pub fn open_with(&self, settings: Settings) -> Result<Toolaria, Failure> {
        let (toolaria, problems) = self.open_with_problems(settings)?;
        match problems.is_empty() {
            true => Ok(toolaria),
            false => Err(Error::Config(problems).into()),
        }
    }

    /// With what is used in place of settings that cannot be, and those.
    pub fn open_with_problems(&self, settings: Settings) -> Result<(Toolaria, Vec<ConfigProblem>), Failure> {
        let lost = lost_records(&settings);
        let (toolaria, mut problems) = self.builder(settings)?.build_with_problems()?;
        problems.extend(lost);
        Ok((toolaria, problems))
    }

    pub fn settings(&self) -> Result<Settings, Failure> {
        let mut settings = Settings::discover(self.config.as_deref())?;
        for (name, value) in &self.set {
            settings.set(name, value);
        }
        Ok(settings)
    }

    fn builder(&self, settings: Settings) -> Result<Builder, Failure> {
        let mut builder = Toolaria::builder().settings(settings);
        if let Some(directory) = &self.store {
            builder = builder.store(directory);
        }
        if let Some(file) = &self.component {
            builder = builder.component(super::input::bytes(file)?);
        }
        Ok(builder)
    }
}

/// A program that ends after one call must not promise what only its memory holds.
fn lost_records(settings: &Settings) -> Option<ConfigProblem> {
    settings.iter().any(|setting| setting == ("kv", "memory")).then(|| ConfigProblem {
        name: "kv".into(),
        message: "`memory` would lose every record when this program ends: use `directory` or `sqlite`".into(),
        used: "memory".into(),
    })
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write it as NAME=VALUE")?;
    Ok((name.trim().into(), value.into()))
}
