//! Atomic replacement of files, and reading with a size limit. A file is written under a temporary name with
//! its final mode and then renamed. Objects other than regular files are rejected without blocking.

mod draft;

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, ErrorKind, Read as _, Write};
use std::os::fd::AsFd as _;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, fchown};
use std::path::{Path, PathBuf};

use ownership::{CheckError, Checker, Exposure, OwnershipRule};
use rustix::fs::{CWD, Mode, OFlags};
use rustix::io::Errno;

use draft::Draft;

/// Mode of files that only their owner can read.
pub const PRIVATE: u32 = 0o600;

/// Whether a written file is synced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Synced, since the file cannot be recreated.
    Fsync,
    /// Not synced.
    Lazy,
}

/// Replaces a file by one with this mode. A symbolic link is kept and its target is replaced; a device or
/// pipe is written to.
///
/// # Errors
/// Returns an error if the file cannot be written, for example because its directory is missing; the previous
/// content is unchanged.
pub fn replace(
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
    let path = &real(path)?;
    if path.file_name().is_none() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let draft = Draft::of(CWD, path, mode)?;
    let mut out = BufWriter::new(draft.file());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if lasting == Durability::Fsync {
        draft.file().sync_all()?;
    }
    draft.place()
}

/// Replaces a file in a directory that another user may own: neither the directory nor the file may be a symbolic
/// link, which the user could point elsewhere. The directory must exist.
///
/// # Errors
/// Returns an error if the file cannot be written; the previous content is unchanged.
pub fn replace_in(directory: &Path, name: &str, mode: u32, bytes: &[u8]) -> io::Result<()> {
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let directory = rustix::fs::open(directory, flags, Mode::empty())?;
    let draft = Draft::of(directory.as_fd(), Path::new(name), mode)?;
    draft.file().write_all(bytes)?;
    // Not the umask of this process.
    draft.file().set_permissions(Permissions::from_mode(mode))?;
    draft.place()
}

/// Like [`replace`], but creates the directory first: for files of this program.
///
/// # Errors
/// Returns an error if the file cannot be written; the previous content is unchanged.
pub fn keep(
    path: &Path,
    mode: u32,
    lasting: Durability,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    prepare(path)?;
    replace(path, mode, lasting, write)
}

/// Creates the directory of a file of this program.
///
/// # Errors
/// Returns an error if the directory cannot be created.
pub fn prepare(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), |directory| DirBuilder::new().recursive(true).mode(0o750).create(directory))
}

/// The maximum number of symbolic links to follow, as in the kernel.
const LINKS: usize = 40;

/// Opens a regular file for reading. Other objects, such as a pipe, are rejected without blocking.
///
/// # Errors
/// Returns an error if the file cannot be opened, or is not a regular file.
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

/// Reads at most `limit` bytes of a regular file and one more, so that callers can detect a file that is too large.
///
/// # Errors
/// Returns an error if the file cannot be read, or is not a regular file.
pub fn read_file(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take((limit as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reason why a text cannot be used.
#[derive(Debug)]
pub enum TextError {
    /// Other users can change the file.
    Exposed(Exposure),
    /// The file cannot be read; contains the reason.
    Unreadable(String),
}

/// Reads a text that controls this program, after checking that no other user can change the file. `None` if it
/// does not exist.
///
/// # Errors
/// Returns an error if the file cannot be read, is too large or is not UTF-8, or other users can change it.
pub fn read_trusted(path: &Path, limit: usize, checker: &Checker) -> Result<Option<String>, TextError> {
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
    file.take((limit as u64).saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > limit {
        return Err(TextError::Unreadable(format!("it has more than {} MiB", limit >> 20)));
    }
    String::from_utf8(bytes).map(Some).map_err(|_| TextError::Unreadable("it is not UTF-8".to_owned()))
}

/// Resolves the symbolic links of a path, so that their target is written. The target need not exist.
///
/// # Errors
/// Returns an error if the links are circular.
pub fn real(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("/")).join(target);
    }
    Err(Errno::LOOP.into())
}

/// Replaces a file atomically, creating its directory; the mode and, if permitted, the owner are kept.
///
/// # Errors
/// Returns an error if the file cannot be written; the previous content is unchanged.
pub fn replace_preserving(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &real(path)?;
    let directory = path.parent().unwrap_or(Path::new("/"));
    if path.file_name().is_none() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is a directory"));
    }
    DirBuilder::new().recursive(true).mode(0o755).create(directory)?;
    let draft = Draft::of(CWD, path, 0o644)?;
    draft.file().write_all(bytes)?;
    if let Ok(before) = fs::metadata(path) {
        // The user may be allowed to write the directory but not to change owners.
        let _ = fchown(draft.file(), Some(before.uid()), Some(before.gid()));
        draft.file().set_permissions(before.permissions())?;
    }
    draft.file().sync_all()?;
    draft.place()?;
    File::open(directory)?.sync_all()
}

/// Returns the name of a node as a file name: characters with a meaning in paths are written as `%` and their code.
#[must_use]
pub fn escaped_name(node: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
    let escaped: String = node
        .chars()
        .map(|letter| if is_plain(letter) { letter.to_string() } else { format!("%{:x}", u32::from(letter)) })
        .collect();
    if matches!(&*escaped, "" | "." | "..") { escaped.replace('.', "%2e") + "%" } else { escaped }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::os::unix::fs::{FileTypeExt as _, symlink};
    use std::thread;

    use super::*;

    #[test]
    fn replace_keeps_pipes_devices_and_symbolic_links() {
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
    fn failed_replace_keeps_the_previous_content() {
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

    #[test]
    fn replace_preserving_follows_symbolic_links() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::create_dir(at("kept")).unwrap();
        symlink("kept/second", at("link")).unwrap();
        symlink("file", at("kept/second")).unwrap();
        replace_preserving(&at("link"), b"one").unwrap();
        assert_eq!(fs::read(at("kept/file")).unwrap(), b"one");
        fs::set_permissions(at("kept/file"), fs::Permissions::from_mode(0o640)).unwrap();
        replace_preserving(&at("link"), b"two").unwrap();
        assert_eq!(fs::read(at("kept/file")).unwrap(), b"two");
        assert_eq!(fs::metadata(at("kept/file")).unwrap().mode() & 0o7777, 0o640);
        assert!(at("link").is_symlink() && at("kept/second").is_symlink());
        symlink("circle", at("circle")).unwrap();
        assert!(replace_preserving(&at("circle"), b"").is_err());
    }

    #[test]
    fn replace_in_does_not_follow_symbolic_links() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        fs::create_dir(at("given")).unwrap();
        fs::write(at("secret"), "unchanged").unwrap();
        symlink(at("secret"), at("given/file")).unwrap();
        symlink(at("secret"), at("given/.file.draft")).unwrap();
        replace_in(&at("given"), "file", 0o644, b"new").unwrap();
        assert_eq!(fs::read(at("secret")).unwrap(), b"unchanged");
        assert_eq!(fs::read(at("given/file")).unwrap(), b"new");
        assert_eq!(fs::symlink_metadata(at("given/file")).unwrap().mode() & 0o170_777, 0o100_644);
        assert_eq!(fs::read_dir(at("given")).unwrap().count(), 1);
        symlink("given", at("link")).unwrap();
        assert!(replace_in(&at("link"), "file", 0o644, b"other").is_err());
        assert_eq!(replace_in(&at("none"), "file", 0o644, b"").unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn open_rejects_objects_other_than_files_without_blocking() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = directory.path().join("pipe");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RWXU).unwrap();
        for path in [&pipe, Path::new("/dev/null")] {
            assert_eq!(open(path).unwrap_err().to_string(), "it is not a file");
        }
        assert_eq!(open(directory.path()).unwrap_err().kind(), ErrorKind::IsADirectory);
    }
}
