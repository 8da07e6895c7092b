//! Owns files of ours that are there whole or not at all, and reading them up to a bound.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

/// Reads a text; nothing if there is no such file.
pub(crate) fn read(path: &Path, most: usize) -> Result<Option<String>, String> {
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(most as u64 + 1).read_to_string(&mut text));
    match read {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
        Ok(_) if text.len() > most => Err(format!("it has more than {} MiB", most >> 20)),
        Ok(_) => Ok(Some(text)),
    }
}

/// Puts a file into the place of what is there, which stays if that fails. Its folder is made. Who calls has [`crate::lock::Changes`],
/// so that there is one draft: what one that was killed left is overwritten by the next.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    let name = path.file_name().ok_or("it is a folder")?.to_string_lossy();
    let draft = folder.join(format!(".{name}.draft"));
    let write = || -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o755).create(folder)?;
        match fs::remove_file(&draft) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o644).open(&draft)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&draft, path)?;
        File::open(folder)?.sync_all()
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&draft);
        error.to_string()
    })
}
