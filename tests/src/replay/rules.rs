//! `tests/apply/scenarios.toml`: what scenarios need of the machine or of Marotte, and where texts are not compared.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The rules for scenarios, by name.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Why of a scenario only exit codes, and which streams are used, count.
    #[serde(default)]
    streams_only: BTreeMap<String, String>,
    /// What a scenario needs.
    #[serde(default)]
    needs: BTreeMap<String, Need>,
}

/// What a scenario needs to be played at all.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Need {
    /// A resource type that nothing manages yet.
    Type(String),
    /// A file of this machine: a module of Debian's, or what a package brings.
    File(PathBuf),
    /// To be run by root.
    Root(bool),
    /// Code in Ruby; the text says which.
    Ruby(String),
}

impl Rules {
    /// Reads the rules.
    ///
    /// # Errors
    /// They can't be read.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Returns what a scenario needs.
    #[must_use]
    pub fn need(&self, name: &str) -> Option<&Need> {
        self.needs.get(name)
    }

    /// Returns the names that there are rules for.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.needs.keys().chain(self.streams_only.keys()).map(String::as_str)
    }

    pub(super) fn compares_streams_only(&self, name: &str) -> bool {
        self.streams_only.contains_key(name)
    }
}
