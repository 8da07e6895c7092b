//! Descriptors for changes: an operation of several steps opens its object once and checks that it is the intended
//! one.

use std::os::fd::{AsFd, AsRawFd as _, OwnedFd};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::paths::PathTarget;
use crate::system::attributes;
use crate::system::remove::list;

/// The bits of a mode, except sgid, which a new directory inherits.
const ALL_BUT_SGID: u32 = 0o5777;

/// Opens an object to change its attributes or to link it, without following a final symbolic link.
pub(super) fn open_path(target: &PathTarget) -> Result<OwnedFd, Errno> {
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(&target.directory, &*target.name, flags, Mode::empty())
}

/// Opens a directory that was just created under a temporary name. Other users with write access to the parent can
/// replace it by another one. The directory must therefore be private and empty, so that replacing it gives them no
/// advantage.
pub(super) fn open_new_directory(temporary: &PathTarget) -> Result<OwnedFd, Errno> {
    let handle = open_path(temporary)?;
    let stat = rustix::fs::fstat(&handle)?;
    let is_new = FileType::from_raw_mode(stat.st_mode) == FileType::Directory
        && (!attributes::is_shared(&temporary.directory)?
            || stat.st_mode & ALL_BUT_SGID == Mode::RWXU.as_raw_mode() && list(&handle, b".")?.is_empty());
    if is_new { Ok(handle) } else { Err(Errno::AGAIN) }
}

/// Opens a symbolic link that was just created under a temporary name; a replacement by another user must have the
/// same target.
pub(super) fn open_new_link(temporary: &PathTarget, to: &[u8]) -> Result<OwnedFd, Errno> {
    let handle = open_path(temporary)?;
    let is_new = FileType::from_raw_mode(rustix::fs::fstat(&handle)?.st_mode) == FileType::Symlink
        && rustix::fs::readlinkat(&handle, "", Vec::new())?.as_bytes() == to;
    if is_new { Ok(handle) } else { Err(Errno::AGAIN) }
}

/// Creates a hard link to an open file.
pub(crate) fn link_open(handle: &impl AsFd, directory: &impl AsFd, name: &[u8]) -> Result<(), Errno> {
    let path = format!("/proc/self/fd/{}", handle.as_fd().as_raw_fd());
    match rustix::fs::linkat(rustix::fs::CWD, path, directory, name, AtFlags::SYMLINK_FOLLOW) {
        // Without /proc this requires a capability, which root has.
        Err(Errno::NOENT) => rustix::fs::linkat(handle, "", directory, name, AtFlags::EMPTY_PATH),
        other => other,
    }
}

/// Returns whether an open object is the one whose status was read before.
pub(crate) fn is_same(stat: &Stat, handle: &impl AsFd) -> Result<bool, Errno> {
    let now = rustix::fs::fstat(handle)?;
    Ok((now.st_dev, now.st_ino) == (stat.st_dev, stat.st_ino))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;
    use crate::paths::{Paths, Purpose};

    /// Returns a directory that other users can write to, and a location in it.
    fn shared() -> (tempfile::TempDir, PathTarget) {
        let directory = tempfile::tempdir().unwrap();
        std::fs::set_permissions(directory.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
        let target = Paths::open(directory.path()).unwrap().locate("/temporary", Purpose::Write).unwrap();
        (directory, target)
    }

    #[test]
    fn new_directory_exchanged_under_its_temporary_name_is_refused() {
        let (directory, target) = shared();
        let path = directory.path().join("temporary");
        let set_mode = |mode| std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        std::fs::create_dir(&path).unwrap();
        set_mode(0o700);
        assert!(open_new_directory(&target).is_ok());
        set_mode(0o2700);
        assert!(open_new_directory(&target).is_ok(), "the group is inherited from the directory around it");
        set_mode(0o711);
        assert_eq!(open_new_directory(&target).unwrap_err(), Errno::AGAIN);
        set_mode(0o700);
        std::fs::write(path.join("file"), "").unwrap();
        assert_eq!(open_new_directory(&target).unwrap_err(), Errno::AGAIN);
        std::fs::remove_dir_all(&path).unwrap();
        symlink(directory.path(), &path).unwrap();
        assert_eq!(open_new_directory(&target).unwrap_err(), Errno::AGAIN);
    }

    #[test]
    fn new_link_exchanged_under_its_temporary_name_is_refused() {
        let (directory, target) = shared();
        let path = directory.path().join("temporary");
        symlink("/intended", &path).unwrap();
        assert!(open_new_link(&target, b"/intended").is_ok());
        std::fs::remove_file(&path).unwrap();
        symlink("/other", &path).unwrap();
        assert_eq!(open_new_link(&target, b"/intended").unwrap_err(), Errno::AGAIN);
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, "/intended").unwrap();
        assert_eq!(open_new_link(&target, b"/intended").unwrap_err(), Errno::AGAIN);
    }
}
