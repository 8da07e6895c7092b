//! The machine that facts are gathered of: a file tree, `/` or one made up for a test, and what its kernel says.

use std::path::{Path, PathBuf};

use crate::network::name::HostNames;
use crate::probe::{Kernel, RunningKernel};

/// A machine.
pub struct SystemProbe {
    root: PathBuf,
    kernel: Box<dyn Kernel>,
    /// The search path for commands, a fact of its own.
    path: Option<String>,
    /// The time zone that the surroundings name.
    zone: Option<String>,
}

impl SystemProbe {
    /// Returns this machine. `path` and `zone` are what the surroundings say: `PATH` and `TZ`.
    #[must_use]
    pub fn this(path: Option<String>, zone: Option<String>) -> Self {
        Self { root: PathBuf::from("/"), kernel: Box::new(RunningKernel), path, zone }
    }

    /// Returns a machine whose files are below a directory and whose kernel is made up.
    #[cfg(test)]
    pub(crate) fn made_up(root: PathBuf, kernel: Box<dyn Kernel>) -> Self {
        Self { root, kernel, path: Some("/usr/bin:/bin".to_owned()), zone: None }
    }

    /// Puts the machine into a time zone.
    #[cfg(test)]
    pub(crate) fn in_zone(self, zone: &str) -> Self {
        Self { zone: Some(zone.to_owned()), ..self }
    }

    /// Returns the full name of the machine, without gathering anything else.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        HostNames::of(self).fqdn
    }

    pub(crate) fn kernel(&self) -> &dyn Kernel {
        &*self.kernel
    }

    pub(crate) fn search_path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    pub(crate) fn zone(&self) -> Option<&str> {
        self.zone.as_deref()
    }

    /// Returns where a path of the machine is.
    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    /// Returns the text of a file; invalid UTF-8 is replaced.
    pub(crate) fn read(&self, path: &str) -> Option<String> {
        let bytes = std::fs::read(self.at(path)).ok()?;
        Some(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// Returns the text of a file without white space around it.
    pub(crate) fn read_trimmed(&self, path: &str) -> Option<String> {
        self.read(path).map(|text| text.trim().to_owned())
    }

    pub(crate) fn exists(&self, path: &str) -> bool {
        self.at(path).exists()
    }

    pub(crate) fn is_directory(&self, path: &str) -> bool {
        self.at(path).is_dir()
    }

    /// Returns the names in a directory, sorted.
    pub(crate) fn names(&self, directory: &str) -> Vec<String> {
        names(&self.at(directory))
    }

    /// Returns the last name of what a link points to.
    pub(crate) fn link(&self, path: &str) -> Option<String> {
        let target = std::fs::read_link(self.at(path)).ok()?;
        Some(target.file_name()?.to_string_lossy().into_owned())
    }

    /// Returns whether a command is installed.
    pub(crate) fn has_command(&self, name: &str) -> bool {
        ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"]
            .iter()
            .any(|directory| self.exists(&format!("{directory}/{name}")))
    }
}

/// Returns the names in a directory, sorted; none if there is no such directory.
pub(crate) fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
