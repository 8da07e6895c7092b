//! Owns the file of a plan: whole or not at all, and for its owner's eyes alone.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use super::{FORMAT, Plan};

impl Plan {
    /// Writes the plan to a file, in place of what is there.
    ///
    /// # Errors
    /// It can't be written.
    pub(crate) fn save(&self, path: &Path) -> Result<()> {
        let text = format!("{:#}\n", serde_json::to_value(self)?);
        // The process id keeps runs side by side from writing into each other's file.
        let draft = path.with_extension(format!("draft{}", std::process::id()));
        let written = write(&draft, text.as_bytes()).and_then(|()| fs::rename(&draft, path));
        if written.is_err() {
            let _ = fs::remove_file(&draft);
        }
        written.with_context(|| format!("Could not write the plan '{}'", path.display()))
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn load(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("Could not read the plan '{}'", path.display()))?;
        let read: Result<Self, _> = serde_json::from_str(&text);
        let plan = read.with_context(|| format!("'{}' is not a plan", path.display()))?;
        if plan.marotte_plan != FORMAT {
            bail!("'{}' is a plan of another version, {}", path.display(), plan.marotte_plan);
        }
        Ok(plan)
    }
}

/// The file is made, never opened: a leftover of this name may belong to someone else.
fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(content)?;
    file.sync_all()
}
