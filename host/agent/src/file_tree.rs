//! Copies of a server's files in a directory: what differs is retrieved, verified and replaced atomically, and what no
//! longer exists on the server is removed.

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, ErrorKind, Read as _, Write};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use files::Durability;
use puppet::{FileKind, FileMetadata, Owner};
use sha2::{Digest as _, Sha256};

use crate::error::AgentError;
use crate::http::retried;

/// Mode of files whose metadata have none.
const FILE_MODE: u32 = 0o644;
const DIRECTORY_MODE: u32 = 0o755;

/// Numbers of files that a synchronization changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct TreeChanges {
    pub(crate) retrieved: usize,
    pub(crate) removed: usize,
}

/// Retrieves the content of a file, given its path below the tree.
pub(crate) type Fetch<'a> = &'a mut dyn FnMut(&str, &FileMetadata, &mut dyn Write) -> Result<(), AgentError>;

/// Makes a directory `root`, which is below the directory `base`, contain exactly the given files. Symbolic links below `base` are
/// not followed, since the server can have sent them.
///
/// # Errors
/// Returns an error if a file cannot be retrieved or written, its content differs from its description, or its path leaves
/// the directory.
pub(crate) fn synchronize(
    base: &Path,
    root: &Path,
    entries: &[FileMetadata],
    fetch: Fetch<'_>,
) -> Result<TreeChanges, AgentError> {
    let mut changes = TreeChanges::default();
    let mut expected: BTreeSet<PathBuf> = BTreeSet::new();
    for entry in entries {
        let relative = entry.relative().ok_or_else(|| outside(root, entry))?;
        let path = if relative.is_empty() { root.to_owned() } else { root.join(relative) };
        changes.retrieved += usize::from(place(base, &path, relative, entry, fetch)?);
        // Directories that have no entry of their own.
        expected.extend(path.ancestors().take_while(|parent| *parent != root).map(Path::to_owned));
    }
    changes.removed = remove_others(root, &expected)?;
    Ok(changes)
}

/// Makes one file, directory or link below `base` equal to that of the server. Returns whether content was retrieved.
///
/// # Errors
/// Returns the errors of [`synchronize`].
pub(crate) fn place(
    base: &Path,
    path: &Path,
    relative: &str,
    entry: &FileMetadata,
    fetch: Fetch<'_>,
) -> Result<bool, AgentError> {
    let failed = |error| AgentError::file(path)(error);
    make_directories(base, path.parent().unwrap_or(path)).map_err(failed)?;
    match entry.kind {
        FileKind::Directory => {
            make_directories(base, path).map_err(failed)?;
            let mode = entry.mode.unwrap_or(DIRECTORY_MODE) & 0o7777 | 0o700;
            set_permissions(path, mode, entry).map_err(failed)?;
            Ok(false)
        }
        FileKind::Link => {
            let target = entry.destination.as_deref().unwrap_or_default();
            let is_current = fs::read_link(path).is_ok_and(|current| current.as_os_str() == target);
            if !is_current {
                remove(path).and_then(|()| symlink(target, path)).map_err(failed)?;
            }
            Ok(false)
        }
        FileKind::File => {
            let expected = entry.sha256().ok_or_else(|| checksum_error(path, &entry.checksum.value, "a SHA-256"))?;
            let mode = entry.mode.unwrap_or(FILE_MODE) & 0o7777 | 0o400;
            let is_current = sha256_of(path).is_ok_and(|current| current.as_deref() == Some(expected));
            if !is_current {
                if !path.symlink_metadata().is_ok_and(|found| found.is_file()) {
                    remove(path).map_err(failed)?;
                }
                // Not interrupted: the pauses are short.
                let interrupt = AtomicBool::new(false);
                retried(&interrupt, || retrieve(path, mode, expected, &mut |out| fetch(relative, entry, out)))?;
            }
            set_permissions(path, mode, entry).map_err(failed)?;
            Ok(!is_current)
        }
    }
}

/// Writes a file and verifies its digest before it appears.
fn retrieve(
    path: &Path,
    mode: u32,
    expected: &str,
    fetch: &mut dyn FnMut(&mut dyn Write) -> Result<(), AgentError>,
) -> Result<(), AgentError> {
    let mut failure = None;
    let written = files::replace(path, mode, Durability::Lazy, |out| {
        let mut out = DigestWriter { out, digest: Sha256::new() };
        let fetched = fetch(&mut out).and_then(|()| match hex::encode(out.digest.finalize()) {
            actual if actual.eq_ignore_ascii_case(expected) => Ok(()),
            actual => Err(checksum_error(path, &actual, expected)),
        });
        fetched.map_err(|error| {
            failure = Some(error);
            ErrorKind::Other.into()
        })
    });
    match (failure, written) {
        (Some(error), _) => Err(error),
        (None, written) => written.map_err(AgentError::file(path)),
    }
}

fn checksum_error(path: &Path, actual: &str, expected: &str) -> AgentError {
    AgentError::Checksum { what: path.display().to_string(), actual: actual.to_owned(), expected: expected.to_owned() }
}

fn outside(root: &Path, entry: &FileMetadata) -> AgentError {
    let reason =
        format!("the server described a file outside of it: '{}'", entry.relative_path.as_deref().unwrap_or(""));
    AgentError::file(root)(io::Error::new(ErrorKind::InvalidData, reason))
}

/// Writer that computes the digest of the content.
struct DigestWriter<'a> {
    out: &'a mut dyn Write,
    digest: Sha256,
}

impl Write for DigestWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.digest.update(bytes.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the digest of a regular file; `None` for other objects.
fn sha256_of(path: &Path) -> io::Result<Option<String>> {
    if !path.symlink_metadata()?.is_file() {
        return Ok(None);
    }
    let mut digest = Sha256::new();
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 64 << 10];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            read => digest.update(buffer.get(..read).unwrap_or_default()),
        }
    }
    Ok(Some(hex::encode(digest.finalize())))
}

/// Creates a directory and its parents. Below `base`, files and symbolic links in their places are removed.
fn make_directories(base: &Path, path: &Path) -> io::Result<()> {
    let parts = path.strip_prefix(base).map_or(0, |inside| inside.components().count());
    let mut inside: Vec<&Path> = path.ancestors().take(parts).collect();
    while let Some(directory) = inside.pop() {
        if directory.symlink_metadata().is_ok_and(|found| !found.is_dir()) {
            fs::remove_file(directory)?;
        }
    }
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Removes a file or a directory with its content.
fn remove(path: &Path) -> io::Result<()> {
    let removed = match path.symlink_metadata() {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    removed.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Sets the mode and, for root, the owner.
fn set_permissions(path: &Path, mode: u32, entry: &FileMetadata) -> io::Result<()> {
    let found = path.symlink_metadata()?;
    let number = |owner: &Option<Owner>| owner.as_ref().and_then(Owner::number);
    if rustix::process::geteuid().is_root() {
        std::os::unix::fs::lchown(path, number(&entry.owner), number(&entry.group))?;
    }
    if found.permissions().mode() & 0o7777 != mode {
        fs::set_permissions(path, Permissions::from_mode(mode))?;
    }
    Ok(())
}

/// Removes unused files: all except the used paths, their descendants and their ancestors.
///
/// # Errors
/// Returns an error if a directory cannot be read, or a file cannot be removed.
pub(crate) fn remove_unused(directory: &Path, used: &BTreeSet<&Path>) -> Result<(), AgentError> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(AgentError::file(directory))?,
    };
    for entry in entries {
        let path = entry.map_err(AgentError::file(directory))?.path();
        match used.range(path.as_path()..).next() {
            Some(first) if *first == path => {}
            Some(first) if first.starts_with(&path) => remove_unused(&path, used)?,
            _ => remove(&path).map_err(AgentError::file(&path))?,
        }
    }
    Ok(())
}

/// Removes unexpected files below a directory. Returns the number of removed files.
fn remove_others(root: &Path, expected: &BTreeSet<PathBuf>) -> Result<usize, AgentError> {
    if root.symlink_metadata().is_ok_and(|found| found.is_symlink()) {
        return Ok(0);
    }
    let mut removed = 0;
    let mut directories = vec![root.to_owned()];
    while let Some(directory) = directories.pop() {
        let entries = match fs::read_dir(&directory) {
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => continue,
            entries => entries.map_err(AgentError::file(&directory))?,
        };
        for entry in entries {
            let path = entry.map_err(AgentError::file(&directory))?.path();
            if !expected.contains(&path) {
                remove(&path).map_err(AgentError::file(&path))?;
                removed += 1;
            } else if path.symlink_metadata().is_ok_and(|found| found.is_dir()) {
                directories.push(path);
            }
        }
    }
    Ok(removed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use puppet::FileChecksum;

    fn entry(path: &str, kind: FileKind, content: &str) -> FileMetadata {
        let value = format!("{{sha256}}{}", hex::encode(Sha256::digest(content)));
        FileMetadata {
            path: None,
            relative_path: Some(path.to_owned()),
            links: None,
            kind,
            checksum: FileChecksum { kind: "sha256".to_owned(), value },
            mode: (kind == FileKind::File).then_some(0o640),
            owner: None,
            group: None,
            destination: (kind == FileKind::Link).then(|| content.to_owned()),
            content_uri: None,
            source: None,
        }
    }

    fn run(root: &Path, entries: &[FileMetadata]) -> Result<(TreeChanges, Vec<String>), AgentError> {
        let mut fetched = Vec::new();
        let changes = synchronize(root.parent().unwrap(), root, entries, &mut |path, _, out| {
            fetched.push(path.to_owned());
            out.write_all(path.as_bytes()).map_err(AgentError::file(Path::new(path)))
        })?;
        Ok((changes, fetched))
    }

    #[test]
    fn tree_retrieves_only_what_differs_and_removes_other_files() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("tree");
        let top = entry(".", FileKind::Directory, "");
        let files = [top.clone(), entry("a", FileKind::File, "a"), entry("d/b", FileKind::File, "d/b")];
        let (changes, fetched) = run(&root, &files).unwrap();
        assert_eq!((changes, fetched.len()), (TreeChanges { retrieved: 2, removed: 0 }, 2));
        assert_eq!(fs::metadata(root.join("a")).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(run(&root, &files).unwrap(), (TreeChanges::default(), Vec::new()));
        fs::write(root.join("d/b"), "changed").unwrap();
        fs::write(root.join("other"), "").unwrap();
        assert_eq!(run(&root, &files).unwrap().0, TreeChanges { retrieved: 1, removed: 1 });
        // A file becomes a directory, and a directory a link.
        let files = [top, entry("a/x", FileKind::File, "a/x"), entry("d", FileKind::Link, "a")];
        assert_eq!(run(&root, &files).unwrap().0.retrieved, 1);
        assert_eq!(fs::read_link(root.join("d")).unwrap(), Path::new("a"));
        assert_eq!(fs::read_to_string(root.join("d/x")).unwrap(), "a/x");
    }

    #[test]
    fn unused_copies_are_removed() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        for name in ["e/modules/m/a", "e/modules/m/ab", "e/modules/m/tree/x/y", "e/modules/n/a", "old/modules/m/a"] {
            fs::create_dir_all(path(name).parent().unwrap()).unwrap();
            fs::write(path(name), "").unwrap();
        }
        let (file, tree) = (path("e/modules/m/a"), path("e/modules/m/tree"));
        remove_unused(directory.path(), &BTreeSet::from([file.as_path(), tree.as_path()])).unwrap();
        assert!(file.exists() && path("e/modules/m/tree/x/y").exists());
        for name in ["e/modules/m/ab", "e/modules/n", "old"] {
            assert!(!path(name).exists(), "{name}");
        }
        remove_unused(&path("missing"), &BTreeSet::new()).unwrap();
    }

    #[test]
    fn tree_rejects_wrong_content_and_paths_outside() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("tree");
        let wrong = entry("a", FileKind::File, "something else");
        assert!(matches!(run(&root, &[wrong]), Err(AgentError::Checksum { .. })));
        assert!(!root.join("a").exists());
        let outside = entry("../a", FileKind::File, "../a");
        assert!(matches!(run(&root, &[outside]), Err(AgentError::File { .. })));
        assert!(!directory.path().join("a").exists());
    }

    #[test]
    fn tree_does_not_follow_links() {
        let directory = tempfile::tempdir().unwrap();
        let (root, outside) = (directory.path().join("tree"), directory.path().join("outside"));
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("x"), "kept").unwrap();
        let target = outside.to_str().unwrap();
        let (link, file) = (entry("d", FileKind::Link, target), entry("d/x", FileKind::File, "d/x"));
        // A link that becomes a directory, in one synchronization or between two.
        for entries in [vec![link.clone(), file.clone()], vec![link], vec![entry("d", FileKind::Directory, ""), file]] {
            run(&root, &entries).unwrap();
            assert_eq!(fs::read_to_string(outside.join("x")).unwrap(), "kept");
        }
        assert!(root.join("d").symlink_metadata().unwrap().is_dir());
        // The directory itself is a link on the server.
        run(&root, &[entry(".", FileKind::Link, target)]).unwrap();
        assert_eq!(fs::read_link(&root).unwrap(), outside);
        run(&root, &[entry(".", FileKind::Directory, ""), entry("y", FileKind::File, "y")]).unwrap();
        assert!(root.symlink_metadata().unwrap().is_dir());
        let names: Vec<_> = fs::read_dir(&outside).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["x"]);
    }
}
