//! Owns the files of reports: whole or not at all, and for their owner's eyes alone.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

use anyhow::{Context as _, Result};

/// Puts a file into the place of what is there.
///
/// # Errors
/// It can't be written.
pub(crate) fn replace(path: &Path, content: &[u8]) -> Result<()> {
    let failed = || format!("Could not write '{}'", path.display());
    if let Some(folder) = path.parent() {
        DirBuilder::new().recursive(true).mode(0o750).create(folder).with_context(failed)?;
    }
    // One name for all: what a run that was killed left behind is gone with the next one.
    let draft = path.with_file_name(".draft");
    let written = write(&draft, content).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written.with_context(failed)
}

/// The file is made, never opened: a leftover of this name may belong to someone else.
fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?.write_all(content)
}
