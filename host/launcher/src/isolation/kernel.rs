//! System calls for namespaces and mounts that have no safe interface in the libraries of this workspace.
#![expect(unsafe_code, reason = "mount, mount_setattr, umount2 and unshare")]

use std::ffi::{CStr, CString};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::ptr;

/// Number of `mount_setattr(2)`, the same on all architectures.
const SYS_MOUNT_SETATTR: libc::c_long = 442;

/// Argument of `mount_setattr(2)`.
#[repr(C)]
struct MountAttributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

const READ_ONLY: u64 = 1;
const NO_SETUID: u64 = 2;

fn text(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

fn result(returned: libc::c_long) -> io::Result<()> {
    if returned < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn mount(source: &CStr, target: &Path, kind: &CStr, flags: libc::c_ulong) -> io::Result<()> {
    let target = text(target)?;
    // SAFETY: pointers to texts that end with a zero byte, and no data.
    let returned = unsafe { libc::mount(source.as_ptr(), target.as_ptr(), kind.as_ptr(), flags, ptr::null()) };
    result(returned.into())
}

/// Moves this process to a new user namespace.
pub(super) fn new_users() -> io::Result<()> {
    // SAFETY: plain numbers; this process has one thread.
    result(unsafe { libc::unshare(libc::CLONE_NEWUSER) }.into())
}

/// Moves this process to new mount, network, IPC and UTS namespaces, and its children to a new PID namespace.
pub(super) fn new_system() -> io::Result<()> {
    let kinds = libc::CLONE_NEWNS | libc::CLONE_NEWNET | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS | libc::CLONE_NEWPID;
    // SAFETY: plain numbers; this process has one thread.
    result(unsafe { libc::unshare(kinds) }.into())
}

/// Separates the mounts of this namespace from those of the system.
pub(super) fn make_private() -> io::Result<()> {
    mount(c"none", Path::new("/"), c"none", libc::MS_REC | libc::MS_PRIVATE)
}

/// Mounts a directory or file with everything mounted below it at another place.
pub(super) fn bind(source: &Path, target: &Path) -> io::Result<()> {
    mount(&text(source)?, target, c"none", libc::MS_BIND | libc::MS_REC)
}

/// Mounts an empty file system in memory.
pub(super) fn memory(target: &Path) -> io::Result<()> {
    mount(c"tmpfs", target, c"tmpfs", libc::MS_NOSUID)
}

/// Mounts the view of the processes of this PID namespace.
pub(super) fn processes(target: &Path) -> io::Result<()> {
    mount(c"proc", target, c"proc", libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC)
}

/// Makes a mount and those below it read-only, and ignores the set-user-ID bits of its programs.
pub(super) fn make_read_only(target: &Path) -> io::Result<()> {
    let target = text(target)?;
    let attributes = MountAttributes { set: READ_ONLY | NO_SETUID, clear: 0, propagation: 0, user_namespace: 0 };
    // SAFETY: pointers to a text and a structure of the given size.
    let returned = unsafe {
        let attributes = &raw const attributes;
        let size = size_of::<MountAttributes>();
        libc::syscall(SYS_MOUNT_SETATTR, libc::AT_FDCWD, target.as_ptr(), libc::AT_RECURSIVE, attributes, size)
    };
    result(returned)
}

/// Removes a mount as soon as it is not used any more.
pub(super) fn detach(target: &Path) -> io::Result<()> {
    let target = text(target)?;
    // SAFETY: a pointer to a text that ends with a zero byte.
    result(unsafe { libc::umount2(target.as_ptr(), libc::MNT_DETACH) }.into())
}
