//! Accepted differences in `tests/compat.toml`, each with a reason. Entries that no longer differ are errors, so that
//! the list remains accurate.

use std::path::Path;

use serde::Deserialize;

use super::Case;

/// The list of accepted differences.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compat {
    #[serde(default)]
    difference: Vec<Known>,
}

/// An accepted difference.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    /// `CATEGORY/NAME` of a case, `apply-run/NAME` of a recorded run.
    case: String,
    /// Reason why the difference is preferable for users of Puppet or unavoidable.
    reason: String,
}

impl Compat {
    /// Reads the list.
    ///
    /// # Errors
    /// Returns an error if the list cannot be read or an entry has no reason.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let list: Self = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        match list.difference.iter().find(|known| known.reason.trim().is_empty()) {
            Some(known) => Err(format!("{}: '{}' has no reason", path.display(), known.case)),
            None => Ok(list),
        }
    }

    /// Returns the reason why a case differs.
    #[must_use]
    pub fn reason(&self, case: &Case) -> Option<&str> {
        self.reason_for(&format!("{}/{}", case.category, case.name))
    }

    /// Returns the reason listed for the difference at this path.
    #[must_use]
    pub fn reason_for(&self, path: &str) -> Option<&str> {
        self.difference.iter().find(|known| known.case == path).map(|known| known.reason.as_str())
    }

    /// Returns the cases of the list.
    pub fn cases(&self) -> impl Iterator<Item = &str> {
        self.difference.iter().map(|known| known.case.as_str())
    }
}
