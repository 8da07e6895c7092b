//! Owns where things are: state, caches and modules, for root, for other users and beneath `--root`.

use std::env;
use std::path::{Path, PathBuf};

use crate::args::Compile;

/// The folders of a run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Settings {
    /// The tree that is managed.
    pub(crate) root: PathBuf,
    /// Filebucket, journal, graphs. Beneath the root where there is one.
    pub(crate) state: PathBuf,
    /// Native code. Always this machine's: it belongs to the program, not to the managed tree.
    pub(crate) cache: PathBuf,
    /// Folders that hold modules, in the order in which they are searched.
    pub(crate) modulepath: Vec<PathBuf>,
}

impl Settings {
    /// Works the folders out from flags and surroundings; `root` is the folder of `--root`.
    pub(crate) fn of(flags: &Compile, root: Option<&Path>) -> Self {
        let is_whole_machine = root.is_none();
        let root = root.map_or_else(|| PathBuf::from("/"), absolute);
        let state = match (&flags.vardir, is_whole_machine) {
            (Some(folder), _) => absolute(folder),
            (None, false) => root.join("var/lib/marotte"),
            (None, true) => own_folder("XDG_STATE_HOME", ".local/state"),
        };
        let cache = match (env::var_os("MAROTTE_CACHE"), &flags.vardir) {
            (Some(folder), _) => absolute(Path::new(&folder)),
            (None, Some(folder)) => absolute(folder).join("cache"),
            (None, None) => own_folder("XDG_CACHE_HOME", ".cache").join("cache"),
        };
        let modulepath = flags.modulepath.as_ref().map_or_else(default_modulepath, |folders| split(folders));
        Self { root, state, cache, modulepath }
    }
}

/// `/var/lib/marotte` for root, a folder of the user's for others.
fn own_folder(variable: &str, beneath_home: &str) -> PathBuf {
    if rustix::process::geteuid().is_root() {
        return PathBuf::from("/var/lib/marotte");
    }
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(beneath_home));
    let base = env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute()).or_else(home);
    base.unwrap_or_else(env::temp_dir).join("marotte")
}

fn default_modulepath() -> Vec<PathBuf> {
    let own = if rustix::process::geteuid().is_root() {
        PathBuf::from("/etc/marotte/modules")
    } else {
        own_folder("XDG_CONFIG_HOME", ".config").join("modules")
    };
    vec![own, PathBuf::from("/usr/share/puppet/modules")]
}

fn split(folders: &str) -> Vec<PathBuf> {
    env::split_paths(folders).filter(|folder| !folder.as_os_str().is_empty()).map(|folder| absolute(&folder)).collect()
}

/// A path as it is now, before anything changes the current folder.
fn absolute(path: &Path) -> PathBuf {
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
