//! Detection of files that a process has open for writing.

use std::fs::File;
use std::os::fd::AsRawFd as _;

/// The `fcntl` command that sets the signal of a lease (`asm-generic/fcntl.h`); libc does not define it.
const F_SETSIG: libc::c_int = 10;

/// Returns whether a process may have a regular file open for writing: the kernel does not grant a read lease on
/// such a file. If it refuses the lease for another reason (a file of another user without CAP_LEASE, a filesystem
/// without leases), this cannot be excluded.
#[expect(unsafe_code, reason = "no library has leases")]
pub(super) fn may_have_writers(file: &File) -> bool {
    let descriptor = file.as_raw_fd();
    // SAFETY: the descriptor is open, and none of the commands accesses memory. If a process opens the file for
    // writing while the lease is held, the kernel sends SIGURG, which is ignored by default, instead of SIGIO,
    // which terminates the process.
    unsafe {
        if libc::fcntl(descriptor, F_SETSIG, libc::SIGURG) != 0
            || libc::fcntl(descriptor, libc::F_SETLEASE, libc::F_RDLCK) != 0
        {
            return true;
        }
        libc::fcntl(descriptor, libc::F_SETLEASE, libc::F_UNLCK);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_open_for_writing_is_detected() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("log");
        let writer = File::create(&path).unwrap();
        assert!(may_have_writers(&File::open(&path).unwrap()));
        drop(writer);
        let reader = File::open(&path).unwrap();
        assert!(!may_have_writers(&reader));
        assert!(File::options().write(true).open(&path).is_ok(), "the lease is released");
    }
}
