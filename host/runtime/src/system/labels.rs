//! SELinux labels: whether this system supports them, the label of an object, and setting it. The default labels of
//! paths are in `policy`.

mod policy;

use std::cell::OnceCell;
use std::os::fd::{AsFd, AsRawFd as _};

use rustix::buffer::spare_capacity;
use rustix::fs::{FileType, XattrFlags};
use rustix::io::Errno;

use crate::paths::{PathTarget, Paths};
use crate::system::files;
use policy::LabelPolicy;

/// The extended attribute that contains the label.
const ATTRIBUTE: &str = "security.selinux";

/// Maximum length of a label.
const MAX_LENGTH: usize = 4096;

/// The kernel provides this file if SELinux is enabled.
const ENFORCE: &str = "/sys/fs/selinux/enforce";

/// Magic numbers of the filesystems that Puppet labels: ext2 to ext4, XFS, Btrfs, tmpfs, JFS, GFS2 and ZFS.
const LABELLED: &[u64] = &[0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0x3153_464a, 0x0116_1970, 0x2fc1_2fc1];

/// SELinux state of the system, determined on first use.
#[derive(Default)]
pub(crate) struct Labels {
    is_enabled: OnceCell<bool>,
    policy: OnceCell<Option<LabelPolicy>>,
}

impl Labels {
    /// Returns the label of an object if system and filesystem support labels.
    pub(crate) fn found(&self, paths: &Paths, target: &PathTarget) -> Option<String> {
        if self.reach(paths, target) { of(target) } else { None }
    }

    /// Returns the default label of the policy for an object of a kind at a path, if system and filesystem support
    /// labels.
    pub(crate) fn default_for(&self, paths: &Paths, target: &PathTarget, kind: FileType) -> Option<String> {
        if !self.reach(paths, target) {
            return None;
        }
        let policy = self.policy.get_or_init(|| LabelPolicy::read(|path| files::text_of(paths, path)));
        policy.as_ref()?.label(&String::from_utf8_lossy(&target.real()), kind)
    }

    fn reach(&self, paths: &Paths, target: &PathTarget) -> bool {
        let is_enabled = *self.is_enabled.get_or_init(|| files::text_of(paths, ENFORCE).is_some());
        is_enabled
            && rustix::fs::fstatfs(&target.directory)
                .is_ok_and(|found| u64::try_from(found.f_type).is_ok_and(|magic| LABELLED.contains(&magic)))
    }
}

/// Returns the label of an object, regardless of whether SELinux is enabled.
pub(crate) fn of(target: &PathTarget) -> Option<String> {
    let mut label = Vec::with_capacity(MAX_LENGTH);
    rustix::fs::lgetxattr(path_of(target), ATTRIBUTE, spare_capacity(&mut label)).ok()?;
    text(label)
}

/// Sets the label of an open object unless it already has it.
///
/// # Errors
/// Returns an error if the label cannot be set.
pub(crate) fn set_open(handle: &impl AsFd, label: &str) -> Result<(), Errno> {
    let path = format!("/proc/self/fd/{}", handle.as_fd().as_raw_fd());
    let mut found = Vec::with_capacity(MAX_LENGTH);
    let is_known = rustix::fs::getxattr(&*path, ATTRIBUTE, spare_capacity(&mut found)).is_ok();
    if is_known && text(found).as_deref() == Some(label) {
        return Ok(());
    }
    rustix::fs::setxattr(&*path, ATTRIBUTE, label.as_bytes(), XattrFlags::empty())
}

fn path_of(target: &PathTarget) -> Vec<u8> {
    let mut path = format!("/proc/self/fd/{}/", target.directory.as_fd().as_raw_fd()).into_bytes();
    path.extend_from_slice(&target.name);
    path
}

/// Converts a label from the kernel, which ends with a zero byte.
fn text(label: Vec<u8>) -> Option<String> {
    String::from_utf8(label).ok().map(|label| label.trim_end_matches('\0').to_owned())
}
