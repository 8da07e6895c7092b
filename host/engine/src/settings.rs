//! Settings of a run: the command line takes precedence over the environment, the file and the defaults.
//! Default directories depend on the system, the user and `--root`.

use std::collections::BTreeMap;
use std::env;
use std::fs::DirEntry;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow};
use ownership::OwnershipRule;

mod duration;
pub mod file;
pub mod keep;
mod origin;
pub mod table;
pub mod texts;
pub mod types;

pub use origin::SettingOrigin;
pub use table::Settings;
pub use texts::{Setting, unknown};

use crate::ruby::RubyStore;
use table::NameStatus;
use texts::SettingSources;
pub(crate) use texts::SettingTexts;

/// An environment variable that is set for commands under `--root` and is not a setting.
const ROOT_VARIABLE: &str = "MAROTTE_ROOT";

impl Settings {
    /// Reads the settings. `flags` are the settings given on the command line, `root` is the directory of
    /// `--root`, `section` the section of `marotte.conf` that takes precedence over `main`. Also returns
    /// warnings about settings without effect.
    ///
    /// # Errors
    /// Returns an error if `marotte.conf` cannot be read, or contains an unknown setting or an invalid value.
    pub fn load(flags: &BTreeMap<String, String>, root: Option<&Path>, section: &str) -> Result<(Self, Vec<String>)> {
        let (variables, mut warnings) = variables();
        let sources = SettingSources { flags: flags.clone(), variables, machine: machine(root) };
        let (settings, more) = Self::from_sources(sources, section, root)?;
        warnings.extend(more);
        Ok((settings, warnings))
    }

    /// Reads the settings from their sources, see [`Settings::load`].
    ///
    /// # Errors
    /// Returns the errors of [`Settings::load`].
    pub fn from_sources(sources: SettingSources, section: &str, root: Option<&Path>) -> Result<(Self, Vec<String>)> {
        let (texts, warnings) = SettingTexts::load(sources, section)?;
        let root = root.map_or_else(|| PathBuf::from("/"), absolute);
        let mut settings = Self::read(root, texts)?;
        // Native code and providers belong to this system, not to the managed tree.
        let own = |vardir: &Setting<PathBuf>, name: &str, variable: &str, below_home: &str| match vardir.is_default() {
            true => Ok(own_directory("/var/lib/marotte", variable, below_home).ok_or_else(no_home)?.join(name)),
            false => Ok::<_, anyhow::Error>(vardir.join(name)),
        };
        if settings.cache.text.is_empty() {
            settings.cache.value = own(&settings.vardir, "cache", "XDG_CACHE_HOME", ".cache")?;
        }
        if settings.provider_store.text.is_empty() {
            settings.provider_store.value = own(&settings.vardir, "providers", "XDG_STATE_HOME", ".local/state")?;
        }
        if settings.ruby_store.text.is_empty() {
            settings.ruby_store.value = own(&settings.vardir, "ruby", "XDG_STATE_HOME", ".local/state")?;
        }
        Ok((settings, warnings))
    }

    /// Returns the store of the Ruby interpreter.
    #[must_use]
    pub fn ruby(&self) -> RubyStore {
        RubyStore::new(self.ruby_store.value.clone(), Arc::clone(&self.checker))
    }

    /// Returns the flags with which other commands find the state of a run, quoted for a shell and preceded by a space: those
    /// of directories given on the command line.
    #[must_use]
    pub fn state_flags(&self) -> String {
        let is_flag = |name: &str| matches!(self.texts.origin(name), SettingOrigin::Flag(_));
        let directories = [("confdir", &self.confdir), ("vardir", &self.vardir), ("statedir", &self.statedir)];
        let given = directories.into_iter().filter(|(name, _)| is_flag(name));
        let mut flags: Vec<(&str, PathBuf)> = given.map(|(name, path)| (name, absolute(path))).collect();
        if self.root != Path::new("/") {
            flags.push(("root", self.root.clone()));
        }
        flags.iter().map(|(name, path)| format!(" --{name} {}", ruby::escape::shell(&path.to_string_lossy()))).collect()
    }

    /// Returns the state directory.
    ///
    /// # Errors
    /// Returns an error if other users can change the directory, one of its parents, or a directory in it
    /// that controls runs and undo.
    pub fn state(&self) -> Result<&Path> {
        let (checker, directory) = (&self.checker, &self.statedir);
        checker.check_directory(directory, OwnershipRule::Trusted)?;
        // Another user may have created the directory while the state directory was world-writable.
        runtime::STATE_DIRECTORIES
            .iter()
            .try_for_each(|name| checker.check_directory(&directory.join(name), OwnershipRule::Trusted))?;
        Ok(directory)
    }
}

/// Returns the default base directories: the system's for root, the user's for other users, and those in the
/// managed tree for `--root`.
fn machine(root: Option<&Path>) -> BTreeMap<&'static str, String> {
    let is_root = rustix::process::geteuid().is_root();
    let text = |path: &Path| path.display().to_string();
    let state = |of_root: &str, relative: &str| match root {
        Some(root) => text(&absolute(root).join(of_root.trim_start_matches('/'))),
        None if is_root => of_root.to_owned(),
        None => format!("$vardir/{relative}"),
    };
    let vardir = match root {
        Some(root) => Some(absolute(root).join("var/lib/marotte")),
        None => own_directory("/var/lib/marotte", "XDG_STATE_HOME", ".local/state"),
    };
    let confdir = own_directory("/etc/marotte", "XDG_CONFIG_HOME", ".config");
    let mut machine =
        BTreeMap::from([("logdir", state("/var/log/marotte", "log")), ("rundir", state("/run/marotte", "run"))]);
    // The default of Debian's package prometheus-node-exporter.
    machine.insert("textfile_directory", state("/var/lib/prometheus/node-exporter", "metrics"));
    machine.extend(
        [("vardir", vardir), ("confdir", confdir)].into_iter().filter_map(|(name, path)| Some((name, text(&path?)))),
    );
    machine
}

/// Returns the settings from environment variables, and warnings about variables that are not settings. Empty
/// variables are ignored.
fn variables() -> (BTreeMap<String, String>, Vec<String>) {
    let (mut given, mut warnings) = (BTreeMap::new(), Vec::new());
    let mut variables: Vec<_> = env::vars_os().collect();
    variables.sort();
    for (variable, value) in variables {
        let (Ok(variable), Ok(value)) = (variable.into_string(), value.into_string()) else { continue };
        let is_setting = variable != ROOT_VARIABLE && !value.is_empty();
        let Some(name) = variable.strip_prefix("MAROTTE_").filter(|_| is_setting) else { continue };
        match table::find(&name.to_lowercase()) {
            NameStatus::Supported(setting) => {
                given.insert(setting.name.to_owned(), value);
            }
            NameStatus::Unsupported => {
                warnings.push(format!(
                    "The setting '{}' is Puppet's and has no effect here (variable: {variable})",
                    name.to_lowercase()
                ));
            }
            NameStatus::Unknown(nearest) => {
                warnings.push(format!("{} (variable: {variable})", unknown(&name.to_lowercase(), nearest)));
            }
        }
    }
    (given, warnings)
}

/// Returns a directory: the system's for root, the user's for other users; `None` if the user's home
/// directory is unknown.
fn own_directory(of_root: &str, variable: &str, below_home: &str) -> Option<PathBuf> {
    if rustix::process::geteuid().is_root() {
        return Some(PathBuf::from(of_root));
    }
    let home = || ownership::home().map(|home| home.join(below_home));
    let base = env::var_os(variable).map(PathBuf::from).filter(|directory| directory.is_absolute()).or_else(home);
    base.map(|base| base.join("marotte"))
}

/// Returns the error for a user without a home directory. There is no fallback to a world-writable directory.
fn no_home() -> anyhow::Error {
    anyhow!(
        "Could not find the home directory of the running user: set the variable HOME, or name the directories with --confdir and --vardir"
    )
}

/// Returns the subdirectories of a directory, such as the modules of a module path, ordered by name.
pub fn directories_in(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut directories: Vec<PathBuf> = entries.filter(is_directory).map(|entry| entry.path()).collect();
    directories.sort();
    directories
}

/// Returns whether an entry is a directory or a symbolic link to one. Listing a directory also returns the types of its
/// entries, so only links need another system call.
pub fn is_directory(entry: &DirEntry) -> bool {
    match entry.file_type() {
        Ok(kind) if !kind.is_symlink() => kind.is_dir(),
        _ => entry.path().is_dir(),
    }
}

/// Splits a list of directories.
pub fn split(directories: &str) -> Vec<PathBuf> {
    env::split_paths(directories)
        .filter(|directory| !directory.as_os_str().is_empty())
        .map(|directory| absolute(&directory))
        .collect()
}

/// Returns the absolute form of a path. Must be called before anything changes the current directory.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn module_path_is_split_at_colons() {
        assert_eq!(split("/a:/b:"), [PathBuf::from("/a"), PathBuf::from("/b")]);
    }
}
