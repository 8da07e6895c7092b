//! Owns the settings of a run: the command line before the file before the defaults, and the folders that depend on the
//! machine, for root, for other users and beneath `--root`.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::args::SettingFlags;

pub(crate) mod file;
mod keep;
pub(crate) mod table;
mod values;

pub(crate) use values::{Values, unknown};

/// The settings of a run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Settings {
    /// The tree that is managed.
    pub(crate) root: PathBuf,
    /// Filebucket, journal, graphs. Beneath the root where there is one.
    pub(crate) state: PathBuf,
    /// Native code. Always this machine's: it belongs to the program, not to the managed tree.
    pub(crate) cache: PathBuf,
    /// All settings by name.
    pub(crate) values: Values,
    /// What is to be said about the file of settings.
    pub(crate) warnings: Vec<String>,
}

impl Settings {
    /// Works the settings out; `root` is the folder of `--root`, `section` the one of the file that counts before `main`.
    ///
    /// # Errors
    /// The file of settings can't be read, or has a setting or value that is none.
    pub(crate) fn of(flags: &SettingFlags, root: Option<&Path>, section: &str) -> Result<Self> {
        let state = match root {
            Some(root) => absolute(root).join("var/lib/marotte"),
            None => own_folder("/var/lib/marotte", "XDG_STATE_HOME", ".local/state"),
        };
        let configuration = own_folder("/etc/marotte", "XDG_CONFIG_HOME", ".config");
        let text = |path: &Path| path.display().to_string();
        let machine = BTreeMap::from([("vardir", text(&state)), ("confdir", text(&configuration))]);
        let (values, warnings) = Values::read(flags.given(), machine, section)?;
        let cache = match (env::var_os("MAROTTE_CACHE"), &flags.vardir) {
            (Some(folder), _) => absolute(Path::new(&folder)),
            (None, Some(folder)) => absolute(Path::new(folder)).join("cache"),
            (None, None) => own_folder("/var/lib/marotte", "XDG_CACHE_HOME", ".cache").join("cache"),
        };
        let root = root.map_or_else(|| PathBuf::from("/"), absolute);
        Ok(Self { root, state: values.path("statedir")?, cache, values, warnings })
    }

    /// Returns how many runs are kept for an undo.
    ///
    /// # Errors
    /// The setting has a value that it can't have.
    pub(crate) fn keep(&self) -> Result<runtime::Keep> {
        keep::parse(&self.values.text("undo_keep")?)
    }
}

/// A folder of the machine's for root, one of the user's for others.
fn own_folder(of_root: &str, variable: &str, beneath_home: &str) -> PathBuf {
    if rustix::process::geteuid().is_root() {
        return PathBuf::from(of_root);
    }
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(beneath_home));
    let base = env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute()).or_else(home);
    base.unwrap_or_else(env::temp_dir).join("marotte")
}

/// Returns the folders in a folder, such as the modules of a module path, ordered by name.
pub(crate) fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// Returns the folders of a list.
pub(crate) fn split(folders: &str) -> Vec<PathBuf> {
    env::split_paths(folders).filter(|folder| !folder.as_os_str().is_empty()).map(|folder| absolute(&folder)).collect()
}

/// A path as it is now, before anything changes the current folder.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_path_is_a_list() {
        assert_eq!(split("/a:/b:"), [PathBuf::from("/a"), PathBuf::from("/b")]);
    }
}
