//! Metadata of files and directories beyond owner, mode and label: access control lists, extended attributes, file
//! capabilities and inode flags. They are read, compared, recorded in the journal and set as one value.

use std::os::fd::{AsFd, AsRawFd as _};

use rustix::fs::{FileType, IFlags, Mode, OFlags, Stat, XattrFlags};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_write::Attrs;
use crate::error;
use crate::journal::line::PathBytes;
use crate::paths::PathTarget;
use crate::system::{acl, files};

/// The extended attribute that contains the capabilities of a file.
const CAPABILITY: &[u8] = b"security.capability";

/// Namespaces of extended attributes that are preserved. The others (`system.`, `btrfs.`, `lustre.` …) expose
/// storage details of a filesystem; of those, only the access control lists are preserved.
const NAMESPACES: &[&[u8]] = &[b"user.", b"trusted.", b"security."];

/// Extended attributes of these namespaces that are not preserved: the label, which is handled separately;
/// signatures of the content; and internal data of filesystems. XFS exposes access control lists also as
/// `trusted.SGI_ACL_`; with attributes of overlayfs, the new file would be treated as having no content of its own.
const EXCLUDED: &[&[u8]] = &[
    b"security.selinux",
    b"security.ima",
    b"security.evm",
    b"trusted.SGI_",
    b"trusted.overlay.",
    b"user.overlay.",
    b"trusted.lov",
    b"trusted.lma",
    b"trusted.link",
    b"trusted.fid",
];

/// The inode flag that excludes a file from compression (`FS_NOCOMP_FL`); rustix does not define it.
const NOCOMP: IFlags = IFlags::from_bits_retain(0x400);

/// Inode flags that are preserved. The others describe how the filesystem stores the content.
const PRESERVED: IFlags = IFlags::SYNC
    .union(IFlags::NODUMP)
    .union(IFlags::NOATIME)
    .union(IFlags::COMPRESSED)
    .union(NOCOMP)
    .union(IFlags::NOCOW)
    .union(IFlags::JOURNALING)
    .union(IFlags::NOTAIL);

/// Inode flags that prevent a replacement.
const LOCKED: IFlags = IFlags::IMMUTABLE.union(IFlags::APPEND);

/// The kernel's size limit of a list of names and of a value.
const MAX_SIZE: usize = 1 << 16;

/// Access control lists, extended attributes, file capabilities and inode flags.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Metadata {
    /// Extended attributes as pairs of name and value, sorted by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<(PathBytes, PathBytes)>,
    /// Preserved inode flags, and those that prevent a replacement.
    #[serde(default, skip_serializing_if = "is_zero")]
    flags: u32,
}

/// Metadata that could not be read or set.
#[derive(Debug)]
pub(crate) struct MetadataError {
    /// The name of the extended attribute, or a description.
    name: String,
    errno: Errno,
}

impl MetadataError {
    fn of(name: &[u8]) -> impl FnOnce(Errno) -> Self {
        let name = String::from_utf8_lossy(name).into_owned();
        |errno| Self { name, errno }
    }

    /// Returns the error number.
    pub(crate) fn errno(&self) -> Errno {
        self.errno
    }

    /// Returns the error for a write that would lose the metadata.
    pub(crate) fn error(&self, path: &str) -> Error {
        let Self { name, errno } = self;
        let reason = error::describe(*errno);
        let message = format!(
            "Could not write {path}: the metadata '{name}' of the file would be lost ({reason}); \
             run with the rights to set it, or remove it from the file first"
        );
        Error { message, ..error::system("write", path, *errno) }
    }
}

impl Metadata {
    /// Reads the metadata of a regular file or directory whose status is known; empty for other types.
    ///
    /// # Errors
    /// Returns an error if the metadata cannot be read, or if the name now refers to another object.
    pub(crate) fn of(target: &PathTarget, stat: &Stat) -> Result<Self, MetadataError> {
        if !matches!(FileType::from_raw_mode(stat.st_mode), FileType::RegularFile | FileType::Directory) {
            return Ok(Self::default());
        }
        let failed = || MetadataError::of(b"extended attributes");
        let handle = match files::open_raw(target.directory.as_fd(), &target.name) {
            Ok(file) => file.into(),
            // No permission to read the content, or a lease is held.
            Err(Errno::ACCESS | Errno::AGAIN) => {
                let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
                rustix::fs::openat(&target.directory, &*target.name, flags, Mode::empty()).map_err(failed())?
            }
            Err(errno) => return Err(failed()(errno)),
        };
        let now = rustix::fs::fstat(&handle).map_err(failed())?;
        if (now.st_dev, now.st_ino) != (stat.st_dev, stat.st_ino) {
            return Err(failed()(Errno::AGAIN));
        }
        Self::of_open(&handle)
    }

    /// Reads the metadata of an open file or directory.
    ///
    /// # Errors
    /// Returns an error if the metadata cannot be read.
    pub(crate) fn of_open(handle: &impl AsFd) -> Result<Self, MetadataError> {
        let mut attributes = Vec::new();
        for name in names(handle).map_err(MetadataError::of(b"extended attributes"))? {
            match sized(|buffer| get(handle, &name, buffer)) {
                Ok(value) => attributes.push((PathBytes(name), PathBytes(value))),
                // The attribute was removed after the list had been read.
                Err(Errno::NODATA) => {}
                Err(errno) => return Err(MetadataError::of(&name)(errno)),
            }
        }
        attributes.sort();
        Ok(Self { attributes, flags: (inode_flags(handle) & (PRESERVED | LOCKED)).bits() })
    }

    /// Sets all metadata of a new file or directory that is not yet accessible to others, except the capabilities,
    /// which are removed when content or owner change. Some inode flags affect empty files only, extended
    /// attributes in `user.` require write permission, and the mode must not take effect without the access control
    /// list. Returns whether all metadata was set.
    ///
    /// # Errors
    /// Returns an error if some metadata cannot be set.
    pub(crate) fn set_new(&self, handle: &impl AsFd) -> Result<bool, MetadataError> {
        let current = Self::of_open(handle)?;
        self.set_attributes(handle, &current, |name| name != CAPABILITY && name != acl::ACCESS)?;
        self.set_flags(handle, &current)?;
        // Last, since it can revoke the permission to write.
        self.set_attributes(handle, &current, |name| name == acl::ACCESS)?;
        Ok(!self.attributes.iter().any(|(name, _)| name.0 == CAPABILITY))
    }

    /// Sets the access control list, if there is one. For a file with another list or none, this must happen before
    /// the mode is set, whose group bits are the mask of the list and would otherwise be the permissions of the
    /// owning group.
    ///
    /// # Errors
    /// Returns an error if the list cannot be set.
    pub(crate) fn set_acl(&self, handle: &impl AsFd) -> Result<(), MetadataError> {
        match self.attributes.iter().find(|(name, _)| name.0 == acl::ACCESS) {
            Some((_, PathBytes(list))) => set(handle, acl::ACCESS, list).map_err(MetadataError::of(acl::ACCESS)),
            None => Ok(()),
        }
    }

    /// Sets all metadata and removes other extended attributes. Must be called after owner and mode are set.
    ///
    /// # Errors
    /// Returns an error if some metadata cannot be set.
    pub(crate) fn set(&self, handle: &impl AsFd) -> Result<(), MetadataError> {
        let current = Self::of_open(handle)?;
        self.set_attributes(handle, &current, |_| true)?;
        self.set_flags(handle, &current)
    }

    fn set_attributes(
        &self,
        handle: &impl AsFd,
        current: &Self,
        is_chosen: impl Fn(&[u8]) -> bool,
    ) -> Result<(), MetadataError> {
        for (name, _) in current.attributes.iter().filter(|(name, _)| is_chosen(&name.0)) {
            if !self.attributes.iter().any(|(wanted, _)| wanted == name) {
                remove(handle, &name.0).map_err(MetadataError::of(&name.0))?;
            }
        }
        for wanted in &self.attributes {
            let (PathBytes(name), PathBytes(value)) = wanted;
            if is_chosen(name) && !current.attributes.contains(wanted) {
                set(handle, name, value).map_err(MetadataError::of(name))?;
            }
        }
        Ok(())
    }

    fn set_flags(&self, handle: &impl AsFd, current: &Self) -> Result<(), MetadataError> {
        let (now, wanted) = (IFlags::from_bits_retain(current.flags), IFlags::from_bits_retain(self.flags));
        if now & PRESERVED == wanted & PRESERVED {
            return Ok(());
        }
        set_inode_flags(handle, wanted & PRESERVED).map_err(MetadataError::of(b"inode flags"))
    }

    /// Checks that a file with this metadata can be replaced.
    ///
    /// # Errors
    /// Returns an error if the file is immutable or append-only.
    pub(crate) fn check_replaceable(&self, path: &str) -> Result<(), Error> {
        let flags = IFlags::from_bits_retain(self.flags);
        let (word, flag) = if flags.contains(IFlags::IMMUTABLE) {
            ("immutable", 'i')
        } else if flags.contains(IFlags::APPEND) {
            ("append-only", 'a')
        } else {
            return Ok(());
        };
        let message = format!("Could not write {path}: the file is {word}; 'chattr -{flag} {path}' permits a change");
        Err(error::error(Code::Denied, message))
    }

    /// Returns the metadata without an access control list.
    pub(crate) fn without_acl(mut self) -> Self {
        self.attributes.retain(|(name, _)| name.0 != acl::ACCESS);
        self
    }

    /// Returns the metadata after a change of owner or mode: the kernel removes the capabilities when the owner
    /// changes, and a mode replaces the access control list.
    pub(crate) fn after(&self, attrs: &Attrs, stat: &Stat) -> Self {
        let mut after = self.clone();
        let is_file = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
        if is_file && (attrs.uid.is_some() || attrs.gid.is_some()) {
            after.attributes.retain(|(name, _)| name.0 != CAPABILITY);
        }
        if attrs.mode.is_some() { after.without_acl() } else { after }
    }
}

/// Returns whether an open file has capabilities, which grant privileges to everyone who executes it.
pub(crate) fn has_capabilities(handle: &impl AsFd) -> bool {
    get(handle, CAPABILITY, &mut []).is_ok()
}

/// Returns whether the file at a path has capabilities.
pub(crate) fn has_capabilities_at(target: &PathTarget) -> bool {
    rustix::fs::lgetxattr(path_at(target), CAPABILITY, &mut [0; 0][..]).is_ok()
}

/// Returns the permission bits of the owning group in the access control list of a file or directory; `None`
/// without a list.
///
/// # Errors
/// Returns an error if the list cannot be read.
pub(crate) fn acl_group(target: &PathTarget) -> Result<Option<u32>, Errno> {
    let path = path_at(target);
    match sized(|buffer| rustix::fs::lgetxattr(&*path, acl::ACCESS, buffer)) {
        Ok(list) => Ok(Some(acl::owning_group(&list))),
        Err(Errno::NODATA | Errno::OPNOTSUPP | Errno::NOSYS) => Ok(None),
        Err(errno) => Err(errno),
    }
}

/// Removes the access control list of a file or directory whose mode was set, or of a new one that is still
/// private: without the list, the bits of the mask become the permissions of the owning group.
///
/// # Errors
/// Returns an error if the list cannot be removed.
pub(crate) fn remove_acl(handle: &impl AsFd) -> Result<(), Errno> {
    match get(handle, acl::ACCESS, &mut []) {
        Err(Errno::NODATA | Errno::OPNOTSUPP | Errno::NOSYS) => Ok(()),
        Err(errno) => Err(errno),
        Ok(_) => remove(handle, acl::ACCESS),
    }
}

/// Returns the names of the extended attributes that are preserved.
fn names(handle: &impl AsFd) -> Result<Vec<Vec<u8>>, Errno> {
    let list = sized(|buffer| match rustix::fs::flistxattr(handle, &mut *buffer) {
        Err(Errno::BADF) => rustix::fs::listxattr(path_of(handle), buffer),
        other => other,
    });
    let list = match list {
        Err(Errno::OPNOTSUPP | Errno::NOSYS) => return Ok(Vec::new()),
        other => other?,
    };
    Ok(list.split(|byte| *byte == 0).filter(|name| is_preserved(name)).map(<[u8]>::to_vec).collect())
}

fn is_preserved(name: &[u8]) -> bool {
    let begins = |prefixes: &[&[u8]]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    [acl::ACCESS, acl::DEFAULT].contains(&name) || begins(NAMESPACES) && !begins(EXCLUDED)
}

/// Reads into a buffer that is enlarged until it is sufficient.
fn sized(mut read: impl FnMut(&mut [u8]) -> Result<usize, Errno>) -> Result<Vec<u8>, Errno> {
    let mut buffer = vec![0; 256];
    loop {
        match read(&mut buffer) {
            Err(Errno::RANGE) if buffer.len() < MAX_SIZE => buffer.resize(buffer.len() * 4, 0),
            Err(errno) => return Err(errno),
            Ok(length) => {
                buffer.truncate(length);
                return Ok(buffer);
            }
        }
    }
}

/// Reads an extended attribute. Like the functions below, it accesses a descriptor opened with O_PATH by its path
/// in `/proc`.
fn get(handle: &impl AsFd, name: &[u8], buffer: &mut [u8]) -> Result<usize, Errno> {
    match rustix::fs::fgetxattr(handle, name, &mut *buffer) {
        Err(Errno::BADF) => rustix::fs::getxattr(path_of(handle), name, buffer),
        other => other,
    }
}

fn set(handle: &impl AsFd, name: &[u8], value: &[u8]) -> Result<(), Errno> {
    match rustix::fs::fsetxattr(handle, name, value, XattrFlags::empty()) {
        Err(Errno::BADF) => rustix::fs::setxattr(path_of(handle), name, value, XattrFlags::empty()),
        other => other,
    }
}

fn remove(handle: &impl AsFd, name: &[u8]) -> Result<(), Errno> {
    match rustix::fs::fremovexattr(handle, name) {
        Err(Errno::BADF) => rustix::fs::removexattr(path_of(handle), name),
        other => other,
    }
}

/// Returns the inode flags; empty if the filesystem does not support them or the file is not readable.
fn inode_flags(handle: &impl AsFd) -> IFlags {
    let flags = match rustix::fs::ioctl_getflags(handle) {
        Err(Errno::BADF) => reopen(handle).and_then(|handle| rustix::fs::ioctl_getflags(&handle)),
        other => other,
    };
    flags.unwrap_or(IFlags::empty())
}

fn set_inode_flags(handle: &impl AsFd, preserved: IFlags) -> Result<(), Errno> {
    let change = |handle: std::os::fd::BorrowedFd<'_>| {
        let found = rustix::fs::ioctl_getflags(handle)?;
        rustix::fs::ioctl_setflags(handle, (found - PRESERVED) | preserved)
    };
    match change(handle.as_fd()) {
        Err(Errno::BADF) => reopen(handle).and_then(|handle| change(handle.as_fd())),
        other => other,
    }
}

fn reopen(handle: &impl AsFd) -> Result<std::os::fd::OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    rustix::fs::open(path_of(handle), flags, Mode::empty())
}

fn path_of(handle: &impl AsFd) -> String {
    format!("/proc/self/fd/{}", handle.as_fd().as_raw_fd())
}

/// Returns a path based on the descriptor of its directory.
pub(crate) fn path_at(target: &PathTarget) -> Vec<u8> {
    let mut path = path_of(&target.directory).into_bytes();
    path.push(b'/');
    path.extend_from_slice(&target.name);
    path
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(flags: &u32) -> bool {
    *flags == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_excludes_labels_signatures_and_storage() {
        for name in
            ["user.origin", "trusted.origin", "security.capability", "security.SMACK64", "system.posix_acl_access"]
        {
            assert!(is_preserved(name.as_bytes()), "{name}");
        }
        for name in [
            "security.selinux",
            "security.ima",
            "trusted.SGI_ACL_FILE",
            "trusted.overlay.metacopy",
            "btrfs.compression",
        ] {
            assert!(!is_preserved(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn metadata_is_read_by_any_descriptor() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("file");
        std::fs::write(&path, "").unwrap();
        let large = vec![b'x'; 3000];
        if rustix::fs::setxattr(&path, "user.origin", &large, XattrFlags::empty()).is_err() {
            return;
        }
        let expected = vec![(PathBytes(b"user.origin".to_vec()), PathBytes(large))];
        for flags in [OFlags::RDONLY, OFlags::WRONLY, OFlags::PATH] {
            let handle = rustix::fs::open(&path, flags, Mode::empty()).unwrap();
            let found = Metadata::of_open(&handle).unwrap();
            assert_eq!(found.attributes, expected);
            Metadata::default().set(&handle).unwrap();
            assert_eq!(Metadata::of_open(&handle).unwrap(), Metadata::default());
            found.set(&handle).unwrap();
        }
    }
}
