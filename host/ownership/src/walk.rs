//! Walk from `/` to a path, by descriptor. Each directory on the path is checked before one of its entries is
//! opened.

use std::ffi::{OsStr, OsString};
use std::os::fd::{AsFd, AsRawFd as _, OwnedFd};
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::error::{CheckError, Exposure, Reason};
use crate::identity;
use crate::rule::{Attributes, OwnershipRule, PathPosition, is_trusted_owner};

/// Maximum number of symbolic links to follow, as in the kernel.
const MAX_LINKS: usize = 40;

/// The proc filesystem, in which links lead to objects passed by the caller, such as `/dev/stdin` or
/// `<(command)`.
const PROC: &str = "/proc";

/// A walk that checks one path.
pub(crate) struct PathWalk<'a> {
    pub(crate) path: &'a Path,
    pub(crate) rule: OwnershipRule,
    pub(crate) user: u32,
}

/// The end of a walk.
pub(crate) enum WalkEnd {
    /// At a file or directory.
    At {
        stat: Stat,
        /// Whether the directory that contains it would also be accepted as the end of a walk.
        is_parent_accepted: bool,
    },
    /// A link in `/proc`, whose target is not reached by a path.
    HandedOver,
}

/// A directory on the path.
struct Directory {
    descriptor: OwnedFd,
    path: PathBuf,
    stat: Stat,
}

impl PathWalk<'_> {
    /// Walks from `/` to the path and checks each object on it, including the end.
    ///
    /// # Errors
    /// Returns an error if other users can change an object on the path, or it cannot be opened.
    pub(crate) fn run(&self) -> Result<WalkEnd, CheckError> {
        let root = rustix::fs::openat(CWD, "/", flags(), Mode::empty()).map_err(|error| self.fault("/", error))?;
        let stat = rustix::fs::fstat(&root).map_err(|error| self.fault("/", error))?;
        let mut ancestors = vec![Directory { descriptor: root, path: PathBuf::from("/"), stat }];
        let mut left = parts(self.path);
        let mut links = 0;
        while let Some(name) = left.pop() {
            if name == ".." {
                ancestors.truncate((ancestors.len() - 1).max(1));
                continue;
            }
            let Some(above) = ancestors.last() else { break };
            self.check(above, PathPosition::Above)?;
            let path = above.path.join(&name);
            let opened = rustix::fs::openat(&above.descriptor, &name, flags(), Mode::empty());
            let descriptor = opened.map_err(|error| self.fault(&path, error))?;
            let stat = rustix::fs::fstat(&descriptor).map_err(|error| self.fault(&path, error))?;
            match FileType::from_raw_mode(stat.st_mode) {
                FileType::Symlink => {
                    links += 1;
                    if path.starts_with(PROC) {
                        return Ok(WalkEnd::HandedOver);
                    }
                    if links > MAX_LINKS {
                        return Err(self.fault(&path, Errno::LOOP));
                    }
                    self.check_link(above, &path, &stat)?;
                    let target = rustix::fs::readlinkat(&descriptor, "", Vec::new());
                    let target = target.map_err(|error| self.fault(&path, error))?;
                    let target = PathBuf::from(OsString::from_vec(target.into_bytes()));
                    if target.is_absolute() {
                        ancestors.truncate(1);
                    }
                    left.extend(parts(&target));
                }
                FileType::Directory => ancestors.push(Directory { descriptor, path, stat }),
                _ if !left.is_empty() => return Err(self.fault(&path, Errno::NOTDIR)),
                kind => {
                    let is_parent_accepted = self.check(above, PathPosition::End).is_ok();
                    let end = Directory { descriptor, path, stat };
                    self.check_end(&end, kind)?;
                    return Ok(WalkEnd::At { stat, is_parent_accepted });
                }
            }
        }
        self.end_at_directory(&ancestors)
    }

    fn end_at_directory(&self, ancestors: &[Directory]) -> Result<WalkEnd, CheckError> {
        let Some((end, above)) = ancestors.split_last() else { return Err(self.fault("/", Errno::NOENT)) };
        self.check(end, PathPosition::End)?;
        let is_parent_accepted = above.last().is_none_or(|above| self.check(above, PathPosition::End).is_ok());
        Ok(WalkEnd::At { stat: end.stat, is_parent_accepted })
    }

    /// Checks the file at the end of the path. A device or a pipe is writable by nature, so only its owner is checked.
    fn check_end(&self, end: &Directory, kind: FileType) -> Result<(), CheckError> {
        if kind == FileType::RegularFile {
            return self.check(end, PathPosition::End);
        }
        let attributes = Attributes { mode: 0, ..attributes(&end.stat) };
        self.verdict(attributes.violation(self.rule, PathPosition::End, self.user, || true), &end.path)
    }

    fn check(&self, object: &Directory, position: PathPosition) -> Result<(), CheckError> {
        let attributes = attributes(&object.stat);
        let is_private = || identity::is_private_group(attributes.gid, attributes.uid) && !has_acl(&object.descriptor);
        self.verdict(attributes.violation(self.rule, position, self.user, is_private), &object.path)
    }

    /// Checks the owner of a symbolic link. In a directory in which all users can create links, only links of
    /// trusted users are followed, as with `fs.protected_symlinks`.
    fn check_link(&self, above: &Directory, path: &Path, stat: &Stat) -> Result<(), CheckError> {
        let is_foreign = attributes(&above.stat).is_shared_directory() && !is_trusted_owner(stat.st_uid, self.user);
        let reason = Reason { owner: Some(stat.st_uid), writable: None, by_world: false };
        self.verdict(is_foreign.then_some(reason), path)
    }

    fn verdict(&self, reason: Option<Reason>, place: &Path) -> Result<(), CheckError> {
        let Some(reason) = reason else { return Ok(()) };
        let (path, place) = (self.path.to_owned(), place.to_owned());
        Err(Exposure { path, place, rule: self.rule, reason, user: self.user }.into())
    }

    fn fault(&self, path: impl AsRef<Path>, error: Errno) -> CheckError {
        CheckError::io(path.as_ref(), error)
    }
}

/// Returns flags for opening an object without reading it or following a symbolic link.
fn flags() -> OFlags {
    OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC
}

/// Returns the components of a path in reverse order, without the root.
fn parts(path: &Path) -> Vec<OsString> {
    let name = |part: Component<'_>| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some(OsStr::new("..").to_owned()),
        Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
    };
    path.components().rev().filter_map(name).collect()
}

pub(crate) fn attributes(stat: &Stat) -> Attributes {
    Attributes { uid: stat.st_uid, gid: stat.st_gid, mode: stat.st_mode }
}

/// Returns whether an access control list may permit other users to write, in which case the permission bits of
/// the group are the mask of the list. Returns true on errors.
fn has_acl(object: impl AsFd) -> bool {
    let place = format!("/proc/self/fd/{}", object.as_fd().as_raw_fd());
    let found = rustix::fs::getxattr(place, "system.posix_acl_access", &mut [0_u8; 0]);
    !matches!(found, Err(Errno::NODATA | Errno::OPNOTSUPP))
}
