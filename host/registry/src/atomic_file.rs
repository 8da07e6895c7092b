//! Atomic replacement of files, and reading with a size limit. Other objects than regular files are rejected without blocking.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, fchown};
use std::path::{Path, PathBuf};

use ownership::{CheckError, Checker, Exposure, OwnershipRule};
use rustix::fs::OFlags;

/// How many links are followed before they are taken for a circle, as the kernel has it.
const LINKS: usize = 40;

/// Opens a regular file for reading. Other objects, such as a pipe, are rejected without blocking.
///
/// # Errors
/// It can't be opened, or is no file.
pub fn open(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is not a file"));
    }
    Ok(file)
}

/// Reads a file, and one byte more than it may have, so that it shows.
///
/// # Errors
/// It can't be read, or is no file.
pub fn read_file(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take((most as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Why a text cannot be used.
pub(crate) enum TextError {
    /// Other users can change it.
    Exposed(Exposure),
    /// It cannot be read, for this reason.
    Unreadable(String),
}

/// Reads a text that controls this program; no other user may be able to change the file. `None` if it does not exist.
pub(crate) fn read_trusted(path: &Path, most: usize, checker: &Checker) -> Result<Option<String>, TextError> {
    let unreadable = |error: io::Error| TextError::Unreadable(error.to_string());
    let file = match open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(unreadable)?,
    };
    checker.check_file(&file, path, OwnershipRule::Trusted).map_err(|error| match error {
        CheckError::Exposed(exposure) => TextError::Exposed(exposure),
        other => unreadable(other.into()),
    })?;
    let mut bytes = Vec::new();
    file.take((most as u64).saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > most {
        return Err(TextError::Unreadable(format!("it has more than {} MiB", most >> 20)));
    }
    String::from_utf8(bytes).map(Some).map_err(|_| TextError::Unreadable("it is not UTF-8".to_owned()))
}

/// Returns the target of a path: symbolic links are kept, and their target is written, whether or not it exists.
///
/// # Errors
/// The links lead in a circle.
pub fn real(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("/")).join(target);
    }
    Err(rustix::io::Errno::LOOP.into())
}

/// Replaces a file atomically, creating its directory; mode and, if permitted, owner are kept. The caller holds
/// [`crate::lock::LockGuard`], so there is a single temporary file: one of a killed process is overwritten.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &real(path)?;
    let directory = path.parent().unwrap_or(Path::new("/"));
    let name = path.file_name().ok_or_else(|| io::Error::new(ErrorKind::IsADirectory, "it is a directory"))?;
    let name = name.to_string_lossy();
    let draft = directory.join(format!(".{name}.draft"));
    let write = || -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o755).create(directory)?;
        match fs::remove_file(&draft) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o644).open(&draft)?;
        file.write_all(bytes)?;
        if let Ok(before) = fs::metadata(path) {
            // The user may be allowed to write the directory but not to change owners.
            let _ = fchown(&file, Some(before.uid()), Some(before.gid()));
            file.set_permissions(before.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&draft, path)?;
        File::open(directory)?.sync_all()
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&draft);
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn a_link_stays_and_what_it_names_is_written() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::create_dir(at("kept")).unwrap();
        symlink("kept/second", at("link")).unwrap();
        symlink("file", at("kept/second")).unwrap();
        replace(&at("link"), b"one").unwrap();
        assert_eq!(fs::read(at("kept/file")).unwrap(), b"one");
        fs::set_permissions(at("kept/file"), fs::Permissions::from_mode(0o640)).unwrap();
        replace(&at("link"), b"two").unwrap();
        assert_eq!(fs::read(at("kept/file")).unwrap(), b"two");
        assert_eq!(fs::metadata(at("kept/file")).unwrap().mode() & 0o7777, 0o640);
        assert!(at("link").is_symlink() && at("kept/second").is_symlink());
        symlink("circle", at("circle")).unwrap();
        assert!(replace(&at("circle"), b"").is_err());
    }

    #[test]
    fn what_is_no_file_is_refused_and_not_waited_for() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = directory.path().join("pipe");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RWXU).unwrap();
        for path in [&pipe, Path::new("/dev/null")] {
            assert_eq!(open(path).unwrap_err().to_string(), "it is not a file");
        }
        assert_eq!(open(directory.path()).unwrap_err().kind(), ErrorKind::IsADirectory);
    }
}
