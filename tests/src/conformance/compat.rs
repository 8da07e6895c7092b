//! Accepted differences in `tests/compat.toml`, each with a reason. Entries that no longer differ are errors, so that
//! the list remains accurate.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::Path;

use serde::Deserialize;

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
    /// Why the difference is unavoidable or better for users of Puppet.
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

    /// Checks the differences of a case or recorded run: there are none, unless it is listed.
    ///
    /// # Errors
    /// Returns the differences, or an error if a listed case no longer differs.
    pub fn check<D: Display>(&self, case: &str, differences: impl IntoIterator<Item = D>) -> Result<(), String> {
        let differences: Vec<String> = differences.into_iter().map(|difference| difference.to_string()).collect();
        match (differences.is_empty(), self.difference.iter().any(|known| known.case == case)) {
            (true, false) | (false, true) => Ok(()),
            (true, true) => Err("it no longer differs: remove it from compat.toml".to_owned()),
            (false, false) => Err(differences.join("\n")),
        }
    }

    /// Returns the cases of the list.
    pub fn cases(&self) -> impl Iterator<Item = &str> {
        self.difference.iter().map(|known| known.case.as_str())
    }
}

/// Returns an error for each listed name that does not exist, and one if the number of names is not the expected one.
pub fn check_names<'a>(
    names: &BTreeSet<String>,
    expected: usize,
    listed: impl IntoIterator<Item = &'a str>,
) -> Vec<String> {
    let unknown =
        listed.into_iter().filter(|name| !names.contains(*name)).map(|name| format!("'{name}' does not exist"));
    let count = (names.len() != expected).then(|| format!("found {} instead of {expected}", names.len()));
    unknown.chain(count).collect()
}
