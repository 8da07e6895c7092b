//! Owns the files of reports: whole or not at all, and for their owner's eyes alone.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

use anyhow::{Context as _, Result};

/// Puts a file into the place of what is there.
///
/// # Errors
/// It can't be written.
pub(crate) fn replace(path: &Path, content: &[u8]) -> Result<()> {
    replace_with(path, |out| out.write_all(content))
}

/// Puts a file into the place of what is there, as it is written.
///
/// # Errors
/// It can't be written.
pub(super) fn replace_with(path: &Path, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> Result<()> {
    let failed = || format!("Could not write '{}'", path.display());
    prepare(path).with_context(failed)?;
    // One name for all: what a run that was killed left behind is gone with the next one.
    let draft = path.with_file_name(".draft");
    let written = make(&draft).and_then(|mut file| write(&mut file)).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written.with_context(failed)
}

/// Makes the folder of a file.
///
/// # Errors
/// It can't be made.
pub(super) fn prepare(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), |folder| DirBuilder::new().recursive(true).mode(0o750).create(folder))
}

/// The file is made, never opened: a leftover of this name may belong to someone else.
fn make(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}
