//! The plan file: written atomically, and readable only by its owner.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use ownership::{Checker, OwnershipRule};

use super::{FORMAT, Plan};
use files::Durability;

impl Plan {
    /// Writes the plan to a file, replacing an existing one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<()> {
        let text = format!("{:#}\n", serde_json::to_value(self)?);
        let written = files::replace(path, files::PRIVATE, Durability::Fsync, |out| out.write_all(text.as_bytes()));
        written.with_context(|| format!("Could not write the plan '{}'", path.display()))
    }

    /// Returns whether a file begins like a plan. Files with the extension of manifests are not read.
    #[must_use]
    pub fn is_plan(path: &Path) -> bool {
        if path.extension().is_some_and(|extension| extension == "pp") {
            return false;
        }
        let mut start = [0; 32];
        let read = File::open(path).and_then(|mut file| file.read(&mut start));
        begins_like_a_plan(&start[..read.unwrap_or_default()])
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a plan, or all users can write to it.
    pub fn load(path: &Path, checker: &Checker) -> Result<Self> {
        let bytes = checker.read(path, OwnershipRule::Code).map_err(io::Error::from);
        let bytes = bytes.with_context(|| format!("Could not read the plan '{}'", path.display()))?;
        let read: Result<Self, _> = serde_json::from_slice(&bytes);
        let plan = read.map_err(|error| match begins_like_a_plan(&bytes) {
            true => anyhow!("The plan '{}' is damaged: {}", path.display(), catalog::json_fault(&error)),
            false => anyhow!("'{}' is not a plan; 'marotte apply --plan-out FILE' writes one", path.display()),
        })?;
        if plan.marotte_plan != FORMAT {
            bail!("'{}' is a plan with another version, {}", path.display(), plan.marotte_plan);
        }
        Ok(plan)
    }
}

fn begins_like_a_plan(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with("\"marotte_plan\""))
}
