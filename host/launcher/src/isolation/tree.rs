//! The root directory of the namespaces: a directory tree in which the programs of this system are mounted read-only.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::kernel;
use crate::sandbox::BASE_READ;

/// Directories with programs and libraries. A symbolic link, as `/bin` often is, becomes the same link.
const PROGRAMS: [&str; 9] =
    ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store", "/snap"];

/// Directories that belong to the tree, whose subdirectories contain programs.
const PARENTS: [&str; 3] = ["/usr", "/usr/local", "/opt"];

/// Devices without a state.
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// An object of the tree that could not be prepared.
#[derive(Debug, Error)]
#[error("{}: {error}", path.display())]
pub(super) struct TreeError {
    path: PathBuf,
    error: io::Error,
}

/// Makes the tree the root directory of this process and of the namespace.
pub(super) fn enter(root: &Path) -> Result<(), TreeError> {
    let at = |path: &Path| {
        let path = path.to_owned();
        move |error| TreeError { path, error }
    };
    kernel::make_private().map_err(at(root))?;
    kernel::bind(root, root).map_err(at(root))?;
    for path in programs() {
        place(root, &path).map_err(at(&path))?;
    }
    for path in BASE_READ.iter().map(Path::new).filter(|path| path.starts_with("/etc")) {
        configure(root, path).map_err(at(path))?;
    }
    devices(&root.join("dev")).map_err(at(Path::new("/dev")))?;
    let processes = root.join("proc");
    let mounted = fs::create_dir_all(&processes).and_then(|()| kernel::processes(&processes));
    mounted.and_then(|()| kernel::make_read_only(&processes)).map_err(at(Path::new("/proc")))?;
    change_root(root).map_err(at(root))
}

/// Returns the directories and links to programs and libraries.
fn programs() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = PROGRAMS.iter().map(PathBuf::from).collect();
    for parent in PARENTS {
        let Ok(entries) = fs::read_dir(parent) else { continue };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        found.extend(paths.filter(|path| !PARENTS.iter().any(|known| path == Path::new(known)) && has_content(path)));
    }
    found.retain(|path| path.symlink_metadata().is_ok());
    found
}

/// Returns whether a path is a link or a directory that is not empty.
fn has_content(path: &Path) -> bool {
    path.is_symlink() || fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some())
}

fn below(root: &Path, path: &Path) -> PathBuf {
    root.join(path.strip_prefix("/").unwrap_or(path))
}

/// Mounts a directory of this system read-only in the tree, or creates the same symbolic link there.
fn place(root: &Path, path: &Path) -> io::Result<()> {
    let target = below(root, path);
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent)?;
    }
    if path.is_symlink() {
        return match target.symlink_metadata() {
            Ok(_) => Ok(()),
            Err(_) => symlink(fs::read_link(path)?, &target),
        };
    }
    fs::create_dir_all(&target)?;
    kernel::bind(path, &target)?;
    kernel::make_read_only(&target)
}

/// Adds configuration that programs need: directories are mounted, files are copied, so that the tree can change them.
fn configure(root: &Path, path: &Path) -> io::Result<()> {
    let target = below(root, path);
    if target.symlink_metadata().is_ok() {
        return Ok(());
    }
    if path.is_dir() {
        return place(root, path);
    }
    // A file that cannot be read is not needed by programs of an ordinary user.
    let Ok(content) = fs::read(path) else { return Ok(()) };
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(&target, content)
}

/// Mounts a directory with devices that have no state.
fn devices(target: &Path) -> io::Result<()> {
    fs::create_dir_all(target)?;
    kernel::memory(target)?;
    // In a sticky directory the kernel refuses to open files of other users for writing with O_CREAT, as shells do.
    fs::set_permissions(target, Permissions::from_mode(0o755))?;
    for name in DEVICES {
        let device = target.join(name);
        File::create(&device)?;
        kernel::bind(&Path::new("/dev").join(name), &device)?;
    }
    for (name, to) in [("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")] {
        symlink(to, target.join(name))?;
    }
    fs::create_dir(target.join("shm"))
}

/// Changes the root directory, and detaches the previous one with everything mounted on it.
fn change_root(root: &Path) -> io::Result<()> {
    rustix::process::chdir(root)?;
    rustix::process::pivot_root(".", ".")?;
    // The previous root is mounted on the new one until it is detached.
    kernel::detach(Path::new("."))?;
    Ok(rustix::process::chdir("/")?)
}
