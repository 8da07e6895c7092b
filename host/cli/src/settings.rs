//! Owns the settings of a run: the command line before the environment before the file before the defaults, and the folders
//! that depend on the machine, for root, for other users and beneath `--root`.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ownership::OwnershipRule;

use crate::args::Common;
use crate::console::{Console, Level};

mod duration;
pub(crate) mod file;
pub(crate) mod keep;
mod origin;
pub(crate) mod table;
pub(crate) mod values;

pub(crate) use origin::SettingOrigin;
pub(crate) use values::{Values, unknown};

use table::NameStatus;

/// Variables that begin as those of settings do and are something else: what commands see of `--root`, and what tests say.
const OTHER_VARIABLES: [&str; 2] = ["MAROTTE_ROOT", "MAROTTE_TEST_"];

/// The settings of a run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Settings {
    /// The tree that is managed.
    pub(crate) root: PathBuf,
    /// Filebucket, journal, graphs. Beneath the root where there is one.
    state: PathBuf,
    /// Native code. Always this machine's: it belongs to the program, not to the managed tree.
    pub(crate) cache: PathBuf,
    /// Providers of others. Always this machine's, as `cache`.
    pub(crate) providers: PathBuf,
    /// All settings by name.
    pub(crate) values: Values,
}

impl Settings {
    /// Works the settings out and has the console follow them; `root` is the folder of `--root`, `section` the one of the file
    /// that counts before `main`. Tells what there is to tell about the file.
    ///
    /// # Errors
    /// The file of settings can't be read, or has a setting or value that is none; lines of the log can't go where they should.
    pub(crate) fn of(common: &Common, root: Option<&Path>, section: &str, console: &mut Console) -> Result<Self> {
        let (variables, mut warnings) = variables();
        let surroundings =
            values::SettingSources { flags: common.settings.given().clone(), variables, machine: machine(root) };
        let (values, more) = Values::read(surroundings, section)?;
        warnings.extend(more);
        console.apply_settings(&values)?;
        for warning in &warnings {
            console.log(Level::Warning, "", warning);
        }
        let of_program = |setting: &str, name: &str, variable: &str, beneath_home: &str| {
            Ok::<_, anyhow::Error>(match (values.text(setting)?.as_str(), values.origin("vardir")) {
                ("", SettingOrigin::Default) => {
                    own_folder("/var/lib/marotte", variable, beneath_home).ok_or_else(no_home)?.join(name)
                }
                ("", _) => values.path("vardir")?.join(name),
                (folder, _) => absolute(Path::new(folder)),
            })
        };
        let cache = of_program("cache", "cache", "XDG_CACHE_HOME", ".cache")?;
        let providers = of_program("provider_store", "providers", "XDG_STATE_HOME", ".local/state")?;
        let root = root.map_or_else(|| PathBuf::from("/"), absolute);
        Ok(Self { root, state: values.path("statedir")?, cache, providers, values })
    }

    /// Returns the directory of state.
    ///
    /// # Errors
    /// Other users can change it, a directory above it, or one in it that decides what a run or an undo does: they may be forged.
    pub(crate) fn state(&self) -> Result<&Path> {
        let checker = self.values.checker();
        checker.check_directory(&self.state, OwnershipRule::Trusted)?;
        // Made by another user while the directory of state was open to everybody.
        runtime::STATE_DIRECTORIES
            .iter()
            .try_for_each(|name| checker.check_directory(&self.state.join(name), OwnershipRule::Trusted))?;
        Ok(&self.state)
    }

    /// Returns how many runs are kept for an undo.
    ///
    /// # Errors
    /// The setting has a value that it can't have.
    pub(crate) fn keep(&self) -> Result<runtime::KeepRuns> {
        keep::parse("undo_keep", &self.values.text("undo_keep")?)
    }
}

/// Returns the folders at the root of all: of the machine for root, of the user for others, of the tree that is managed instead.
fn machine(root: Option<&Path>) -> BTreeMap<&'static str, String> {
    let is_root = rustix::process::geteuid().is_root();
    let text = |path: &Path| path.display().to_string();
    let state = |of_root: &str, beneath: &str| match root {
        Some(root) => text(&absolute(root).join(of_root.trim_start_matches('/'))),
        None if is_root => of_root.to_owned(),
        None => format!("$vardir/{beneath}"),
    };
    let vardir = match root {
        Some(root) => Some(absolute(root).join("var/lib/marotte")),
        None => own_folder("/var/lib/marotte", "XDG_STATE_HOME", ".local/state"),
    };
    let confdir = own_folder("/etc/marotte", "XDG_CONFIG_HOME", ".config");
    let mut machine =
        BTreeMap::from([("logdir", state("/var/log/marotte", "log")), ("rundir", state("/run/marotte", "run"))]);
    machine.extend(
        [("vardir", vardir), ("confdir", confdir)].into_iter().filter_map(|(name, path)| Some((name, text(&path?)))),
    );
    machine
}

/// Returns the settings that the environment gives, and what is to be said of variables that mean none. An empty one says
/// nothing.
fn variables() -> (BTreeMap<String, String>, Vec<String>) {
    let (mut given, mut warnings) = (BTreeMap::new(), Vec::new());
    let mut variables: Vec<_> = env::vars_os().collect();
    variables.sort();
    for (variable, value) in variables {
        let (Ok(variable), Ok(value)) = (variable.into_string(), value.into_string()) else { continue };
        let is_other = OTHER_VARIABLES.iter().any(|other| variable.starts_with(other));
        let Some(name) = variable.strip_prefix("MAROTTE_").filter(|_| !is_other && !value.is_empty()) else { continue };
        match table::find(&name.to_lowercase()) {
            NameStatus::Honoured(setting) => {
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

/// Returns a directory of the machine for root, one of the user's for others; `None` if the user's home directory is unknown.
fn own_folder(of_root: &str, variable: &str, beneath_home: &str) -> Option<PathBuf> {
    if rustix::process::geteuid().is_root() {
        return Some(PathBuf::from(of_root));
    }
    let home = || ownership::home().map(|home| home.join(beneath_home));
    let base = env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute()).or_else(home);
    base.map(|base| base.join("marotte"))
}

/// Returns the error of a user without a home directory. No directory that everybody can write to takes its place.
fn no_home() -> anyhow::Error {
    anyhow!(
        "Could not find the home directory of the running user: set the variable HOME, or name the directories with --confdir and --vardir"
    )
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
