//! Where things are when nothing else is said: the XDG base directories.

use std::env;
use std::path::PathBuf;

const OURS: &str = "toolaria";

/// `$XDG_DATA_HOME/toolaria`, else `~/.local/share/toolaria`; `None` without a home.
pub(crate) fn store() -> Option<PathBuf> {
    base("XDG_DATA_HOME", ".local/share").map(|data| data.join(OURS))
}

/// `$XDG_CACHE_HOME/toolaria`, else `~/.cache/toolaria`; `None` without a home.
pub(crate) fn cache() -> Option<PathBuf> {
    base("XDG_CACHE_HOME", ".cache").map(|cache| cache.join(OURS))
}

/// `$XDG_CONFIG_HOME/toolaria/config.toml`, else `~/.config/toolaria/config.toml`; `None` without a home.
pub(crate) fn config_file() -> Option<PathBuf> {
    base("XDG_CONFIG_HOME", ".config").map(|config| config.join(OURS).join("config.toml"))
}

/// A relative path in the variable does not count, says the XDG specification.
fn base(variable: &str, under_home: &str) -> Option<PathBuf> {
    let given = env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    given.or_else(|| Some(env::home_dir()?.join(under_home)))
}
