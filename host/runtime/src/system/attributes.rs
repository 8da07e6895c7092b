//! Owner, mode, times and labels: setting them on open objects, and their defaults.

use std::fs::File;
use std::os::fd::{AsFd, AsRawFd as _};

use rustix::fs::{AtFlags, FileType, Gid, Mode, Stat, Timespec, Timestamps, Uid};
use rustix::io::Errno;

use crate::bindings::marotte::provider::fs_write::Attrs;
use crate::paths::{OpenDirectory, PathTarget};
use crate::system::labels;

/// Default mode of new files.
pub(crate) const FILE_MODE: u32 = 0o644;

/// Default mode of new directories.
pub(crate) const DIRECTORY_MODE: u32 = 0o755;

/// No attributes.
pub(crate) const UNCHANGED: Attrs = Attrs { mode: None, uid: None, gid: None, mtime_ns: None, selinux: None };

/// Sets the attributes of an open object. The owner is set before the mode, since changing the owner clears special
/// bits.
pub(crate) fn apply(handle: &impl AsFd, attrs: &Attrs, default_mode: Option<u32>) -> Result<(), Errno> {
    if attrs.uid.is_some() || attrs.gid.is_some() {
        let (uid, gid) = (attrs.uid.map(Uid::from_raw), attrs.gid.map(Gid::from_raw));
        rustix::fs::chownat(handle, "", uid, gid, AtFlags::EMPTY_PATH)?;
    }
    let path = format!("/proc/self/fd/{}", handle.as_fd().as_raw_fd());
    if let Some(label) = &attrs.selinux {
        labels::set_open(handle, label)?;
    }
    if let Some(mode) = attrs.mode.or(default_mode) {
        rustix::fs::chmod(&*path, Mode::from_raw_mode(mode & 0o7777))?;
    }
    if let Some(nanoseconds) = attrs.mtime_ns {
        let times = Timestamps {
            last_access: Timespec { tv_sec: 0, tv_nsec: rustix::fs::UTIME_OMIT },
            last_modification: Timespec {
                tv_sec: nanoseconds.div_euclid(1_000_000_000),
                tv_nsec: nanoseconds.rem_euclid(1_000_000_000),
            },
        };
        rustix::fs::utimensat(rustix::fs::CWD, &*path, &times, AtFlags::empty())?;
    }
    Ok(())
}

/// Sets owner and label of an open symbolic link, which has no mode.
pub(crate) fn apply_to_link(handle: &impl AsFd, attrs: &Attrs) -> Result<(), Errno> {
    if let Some(label) = &attrs.selinux {
        labels::set_open(handle, label)?;
    }
    if attrs.uid.is_none() && attrs.gid.is_none() {
        return Ok(());
    }
    let (uid, gid) = (attrs.uid.map(Uid::from_raw), attrs.gid.map(Gid::from_raw));
    rustix::fs::chownat(handle, "", uid, gid, AtFlags::EMPTY_PATH)
}

/// Returns the attributes of a file that replaces another one: owner and mode are preserved unless specified.
pub(crate) fn inherited(attrs: &Attrs, old: Option<&Stat>) -> Attrs {
    let mut attrs = attrs.clone();
    if let Some(old) = old.filter(|old| FileType::from_raw_mode(old.st_mode) == FileType::RegularFile) {
        attrs.mode = attrs.mode.or(Some(old.st_mode & 0o7777));
        let (uid, gid) = own();
        // A new file is owned by the current user anyway, and an unnecessary change of owner may be forbidden.
        attrs.uid = attrs.uid.or((old.st_uid != uid).then_some(old.st_uid));
        attrs.gid = attrs.gid.or((old.st_gid != gid).then_some(old.st_gid));
    }
    attrs
}

/// Returns owner and group of a new object in a directory.
pub(crate) fn owner_in(directory: &OpenDirectory, attrs: &Attrs) -> Result<(u32, u32), Errno> {
    let (uid, gid) = own();
    let gid = match attrs.gid {
        Some(gid) => gid,
        None => {
            let stat = rustix::fs::fstat(directory)?;
            if stat.st_mode & Mode::SGID.as_raw_mode() == 0 { gid } else { stat.st_gid }
        }
    };
    Ok((attrs.uid.unwrap_or(uid), gid))
}

/// Returns whether an object would get a different owner or group than its current one or, for a new object, than
/// the default.
pub(crate) fn changes_owner(target: &PathTarget, attrs: &Attrs, old: Option<&Stat>) -> Result<bool, Errno> {
    if attrs.uid.is_none() && attrs.gid.is_none() {
        return Ok(false);
    }
    let (uid, gid) = match old {
        Some(old) => (old.st_uid, old.st_gid),
        None => owner_in(&target.directory, &Attrs { uid: None, gid: None, ..attrs.clone() })?,
    };
    Ok(attrs.uid.is_some_and(|new| new != uid) || attrs.gid.is_some_and(|new| new != gid))
}

/// Returns whether a mode has the suid or sgid bit.
pub(crate) fn has_suid_or_sgid(attrs: &Attrs) -> bool {
    attrs.mode.is_some_and(|mode| mode & (Mode::SUID | Mode::SGID).as_raw_mode() != 0)
}

/// Returns the mode of an object after a change of attributes: the kernel clears suid and sgid when the owner
/// changes.
pub(crate) fn mode_after(stat: &Stat, attrs: &Attrs) -> u32 {
    let old = stat.st_mode & 0o7777;
    let is_owner_set = attrs.uid.is_some() || attrs.gid.is_some();
    match attrs.mode {
        Some(mode) => mode & 0o7777,
        None if is_owner_set && FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile => {
            let cleared = Mode::SUID.as_raw_mode() | if old & 0o010 == 0 { 0 } else { Mode::SGID.as_raw_mode() };
            old & !cleared
        }
        None => old,
    }
}

/// Returns whether another user may have created this hard link in a directory: changing the file would then also
/// change it under its other names.
pub(crate) fn may_be_anothers(stat: &Stat, directory: &OpenDirectory) -> Result<bool, Errno> {
    if stat.st_nlink < 2 || FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Ok(false);
    }
    is_shared(directory)
}

/// Returns whether users other than root and the current user can change names in a directory.
pub(crate) fn is_shared(directory: &OpenDirectory) -> Result<bool, Errno> {
    let found = rustix::fs::fstat(directory)?;
    Ok(found.st_mode & 0o022 != 0 || ![0, own().0].contains(&found.st_uid))
}

/// Returns whether a file is on an in-memory filesystem, which needs no sync.
pub(crate) fn is_volatile(file: &File) -> bool {
    const TMPFS: u64 = 0x0102_1994;
    const RAMFS: u64 = 0x8584_58f6;
    rustix::fs::fstatfs(file).is_ok_and(|found| {
        let magic = u64::try_from(found.f_type).unwrap_or(0);
        matches!(magic, TMPFS | RAMFS)
    })
}

fn own() -> (u32, u32) {
    (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw())
}
