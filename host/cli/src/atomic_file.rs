//! Files that are there whole or not at all: written beside their place, with the right mode from the first byte, and put into it
//! at the end.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

/// For their owner's eyes alone.
pub(crate) const PRIVATE: u32 = 0o600;

/// Whether a file is sure to survive a power cut once it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Durability {
    /// The file cannot be recreated.
    Fsync,
    /// When the system gets around to it.
    Lazy,
}

/// Replaces a file, with this mode for the new one. A symbolic link stays and its target is replaced; a device or a pipe stays
/// and is written to.
///
/// # Errors
/// The file cannot be written, for example because its directory is missing; the previous content is unchanged.
pub(crate) fn replace(
    path: &Path,
    mode: u32,
    lasting: Durability,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() && !there.is_dir() => {
            let mut out = BufWriter::new(OpenOptions::new().write(true).open(path)?);
            write(&mut out)?;
            return out.flush();
        }
        // The kernel does not follow every link of other users.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return Err(error),
        _ => {}
    }
    let path = &registry::atomic_file::real(path)?;
    let name = path.file_name().ok_or(ErrorKind::IsADirectory)?.to_string_lossy();
    // One name for all: what a run that was killed left behind is gone with the next one.
    let draft = path.with_file_name(format!(".{name}.draft"));
    let filled = make(&draft, mode).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        if lasting == Durability::Fsync { file.sync_all() } else { Ok(()) }
    });
    let written = filled.and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}

/// Does what [`replace`] does, and makes the directory first: for files of the program's own.
///
/// # Errors
/// The file cannot be written; the previous content is unchanged.
pub(crate) fn keep(
    path: &Path,
    mode: u32,
    lasting: Durability,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    prepare(path)?;
    replace(path, mode, lasting, write)
}

/// Makes the directory of a file of the program's own.
///
/// # Errors
/// It can't be made.
pub(crate) fn prepare(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), |directory| DirBuilder::new().recursive(true).mode(0o750).create(directory))
}

/// The file is made, never opened: a leftover of this name may belong to someone else.
fn make(path: &Path, mode: u32) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).mode(mode).open(path)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
    use std::thread;

    use super::*;

    #[test]
    fn what_is_no_file_stays_what_it_is_and_is_written_into() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        let put = |path: &Path| replace(path, 0o640, Durability::Fsync, |out| out.write_all(b"new"));
        rustix::fs::mkfifoat(rustix::fs::CWD, at("pipe"), rustix::fs::Mode::RWXU).unwrap();
        let pipe = at("pipe");
        let reader = thread::spawn(move || {
            let mut text = String::new();
            File::open(pipe).unwrap().read_to_string(&mut text).unwrap();
            text
        });
        put(&at("pipe")).unwrap();
        assert_eq!(reader.join().unwrap(), "new");
        assert!(fs::symlink_metadata(at("pipe")).unwrap().file_type().is_fifo());
        symlink("/dev/null", at("null")).unwrap();
        put(&at("null")).unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device() && at("null").is_symlink());
        fs::create_dir(at("kept")).unwrap();
        symlink("kept/file", at("link")).unwrap();
        put(&at("link")).unwrap();
        put(&at("link")).unwrap();
        assert!(at("link").is_symlink());
        assert_eq!(fs::read(at("kept/file")).unwrap(), b"new");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 4);
    }

    #[test]
    fn what_fails_leaves_what_was_there() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("inner/file");
        let missing = replace(&path, 0o640, Durability::Fsync, |out| out.write_all(b"old"));
        assert_eq!(missing.unwrap_err().kind(), ErrorKind::NotFound);
        keep(&path, 0o640, Durability::Fsync, |out| out.write_all(b"old")).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        let failed = replace(&path, PRIVATE, Durability::Lazy, |out| {
            out.write_all(b"half")?;
            Err(ErrorKind::StorageFull.into())
        });
        assert_eq!(failed.unwrap_err().kind(), ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        fs::write(path.with_file_name(".file.draft"), "of a run that was killed").unwrap();
        replace(&path, PRIVATE, Durability::Lazy, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }
}
