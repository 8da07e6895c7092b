//! Files that are written once and must survive a power loss before the client is told that they are stored.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes a file with the given mode, unless it exists, and creates its directory. Several threads can write the same file.
///
/// # Errors
/// Returns an error if the file cannot be written or synced.
pub(crate) fn write_new(directory: &Path, name: &str, mode: u32, bytes: &[u8]) -> io::Result<()> {
    // Distinguishes the threads that write the same file.
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let sync = |directory: &Path| File::open(directory)?.sync_all();
    if !directory.exists() {
        fs::create_dir_all(directory)?;
        directory.parent().map_or(Ok(()), sync)?;
    }
    let file = directory.join(name);
    if file.exists() {
        // The process may have been killed before it synced the directory.
        return sync(directory);
    }
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let temporary = directory.join(format!(".{name}.{}.{number}", std::process::id()));
    let written = (|| {
        let mut out = OpenOptions::new().write(true).create_new(true).mode(mode).open(&temporary)?;
        out.write_all(bytes)?;
        out.sync_all()?;
        fs::rename(&temporary, &file)
    })();
    match written {
        Ok(()) => sync(directory),
        Err(error) => {
            // It is incomplete.
            let _ = fs::remove_file(&temporary);
            Err(error)
        }
    }
}
