use std::path::PathBuf;

use clap::Args;
use toolaria::{Builder, Settings, Toolaria};

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
        Ok(self.builder(self.settings()?)?.build()?)
    }

    pub fn settings(&self) -> Result<Settings, Failure> {
        let mut settings = Settings::discover(self.config.as_deref())?;
        for (name, value) in &self.set {
            settings.set(name, value);
        }
        Ok(settings)
    }

    pub fn builder(&self, settings: Settings) -> Result<Builder, Failure> {
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

fn name_and_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write it as NAME=VALUE")?;
    Ok((name.trim().into(), value.into()))
}
