//! Rules in `tests/apply/scenarios.toml`: requirements of scenarios, and scenarios whose texts are not compared.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The rules for scenarios, by name.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Scenarios of which only exit codes and used streams are compared, with the reason.
    #[serde(default)]
    streams_only: BTreeMap<String, String>,
    /// Requirements of scenarios.
    #[serde(default)]
    needs: BTreeMap<String, Need>,
}

/// Requirement of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Need {
    /// A resource type that is not supported yet.
    Type(String),
    /// A file on this system, such as a Puppet module or another file of a Debian package.
    File(PathBuf),
    /// Root privileges.
    Root(bool),
    /// Ruby code, described by the text.
    Ruby(String),
}

impl Rules {
    /// Reads the rules.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be read.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Returns the requirement of a scenario.
    #[must_use]
    pub fn need(&self, name: &str) -> Option<&Need> {
        self.needs.get(name)
    }

    /// Returns the names of scenarios with rules.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.needs.keys().chain(self.streams_only.keys()).map(String::as_str)
    }

    pub(super) fn compares_streams_only(&self, name: &str) -> bool {
        self.streams_only.contains_key(name)
    }
}
