//! The directory of `--root`.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

/// Creates the directory of `--root`.
///
/// # Errors
/// Returns an error if the directory cannot be created, or does not exist in a dry run.
pub(super) fn create_root(root: &Path, noop: bool) -> Result<()> {
    if root.is_dir() {
        return Ok(());
    }
    if noop {
        bail!("The directory '{}' of --root does not exist, and a dry run does not create it", root.display());
    }
    fs::create_dir_all(root).with_context(|| format!("Could not create the directory '{}' of --root", root.display()))
}
