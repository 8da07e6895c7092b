//! The system whose facts are collected: a file tree, `/` or one created for a test, and its kernel.

use std::path::{Path, PathBuf};

use crate::network::name::HostNames;
use crate::probe::{Kernel, RunningKernel};

/// A system.
pub struct SystemProbe {
    root: PathBuf,
    kernel: Box<dyn Kernel>,
    /// The search path for commands, which is a fact.
    path: Option<String>,
    /// The time zone according to the environment.
    zone: Option<String>,
}

impl SystemProbe {
    /// Returns this system. `path` and `zone` are the environment variables `PATH` and `TZ`.
    #[must_use]
    pub fn this(path: Option<String>, zone: Option<String>) -> Self {
        Self { root: PathBuf::from("/"), kernel: Box::new(RunningKernel), path, zone }
    }

    /// Returns a system with the given root directory and a simulated kernel.
    #[cfg(test)]
    pub(crate) fn simulated(root: PathBuf, kernel: Box<dyn Kernel>) -> Self {
        Self { root, kernel, path: Some("/usr/bin:/bin".to_owned()), zone: None }
    }

    /// Sets the time zone.
    #[cfg(test)]
    pub(crate) fn in_zone(self, zone: &str) -> Self {
        Self { zone: Some(zone.to_owned()), ..self }
    }

    /// Returns the fully qualified name of the system, without collecting other facts.
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

    /// Returns the actual location of a path.
    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    /// Returns the text of a file; invalid UTF-8 is replaced.
    pub(crate) fn read(&self, path: &str) -> Option<String> {
        let bytes = std::fs::read(self.at(path)).ok()?;
        Some(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// Returns the text of a file without surrounding white space.
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

    /// Returns the file name of the target of a symbolic link.
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

/// Returns the names in a directory, sorted; empty if the directory does not exist.
pub(crate) fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
