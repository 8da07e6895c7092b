//! Schema of the type `mount` and its provider.

#[marotte_sdk::package]
mod package {
    use crate::value::{Dump, Number, Point, Refused, Word};

    /// Manages file systems: their entries in `/etc/fstab`, and whether they are mounted.
    ///
    /// A file system that is mounted but not in the table is a `ghost`. If the entry of a mounted file system
    /// changes, it is remounted.
    ///
    /// **On refresh** (`notify`, `subscribe`, `~>`) a mounted file system is remounted, except swap.
    #[resource(
        name = "mount",
        require(mount = ancestor(name)),
        relate,
        self_refresh,
        canonicalize,
        features(refreshable = "File systems can be remounted on refresh."),
        example = "mount { '/srv/data':\n  ensure  => present,\n  device  => 'LABEL=data',\n  fstype  => 'ext4',\n  options => \
                   'noatime,nodev',\n}"
    )]
    #[provider(
        name = "parsed",
        by = crate::Parsed,
        features("refreshable"),
        refresh,
        instances,
        confine(command("mount"), command("umount"), fact("kernel", "Linux")),
        docs = "Edits individual lines of the table. Spaces in a device or a path are written as `\\040`."
    )]
    pub struct Mount {
        /// The desired state: `mounted` (in the table and mounted), `unmounted` (in the table and not mounted),
        /// `present` or `defined` (in the table, mounted or not), or `absent` (neither).
        #[property(is = String)]
        pub ensure: Option<Ensure>,

        /// The device: a path, `UUID=...`, `LABEL=...`, a network share, or a keyword such as `tmpfs`.
        #[property]
        pub device: Option<String>,

        /// The type of the file system, such as `ext4`, `nfs` or `tmpfs`.
        #[property(data_type = "Any")]
        pub fstype: Option<Word>,

        /// The mount options, separated by commas as in the table; `defaults` if there are none.
        #[property(data_type = "Any")]
        pub options: Option<Word>,

        /// The pass in which the file system is checked: 0 never, 1 first, 2 afterwards.
        #[property(data_type = "Any", default = 0)]
        pub pass: Option<Number>,

        /// Whether `dump` saves the file system: 0 or 1.
        #[property(data_type = "Any", default = 0)]
        pub dump: Option<Dump>,

        /// Whether to mount the file system at boot. On Linux this is controlled by the option `noauto`, so this
        /// attribute has no effect, as in Puppet.
        #[parameter]
        pub atboot: Option<AtBoot>,

        /// The device to check. Only supported on Solaris, so it is rejected.
        #[parameter(data_type = "Any")]
        pub blockdevice: Option<Refused>,

        /// The file system table. `mount` itself reads only `/etc/fstab`.
        #[property(default = "/etc/fstab")]
        pub target: String,

        /// The mount point; `none` for swap.
        #[parameter(namevar, data_type = "Any")]
        pub name: Point,

        /// Whether changes of a mounted file system take effect by `mount -o remount`. Otherwise it is
        /// unmounted and mounted.
        #[parameter(default = "true")]
        pub remounts: Switch,
    }

    /// States of a file system.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// In the table, mounted or not.
        #[choice(aliases("present"))]
        Defined,
        /// In the table and not mounted.
        Unmounted,
        /// Neither in the table nor mounted.
        #[choice(absent)]
        Absent,
        /// In the table and mounted.
        Mounted,
    }

    /// Whether a file system is mounted at boot.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum AtBoot {
        /// It is mounted at boot.
        #[choice(name = "true", aliases("yes"))]
        Yes,
        /// It is not mounted at boot.
        #[choice(name = "false", aliases("no"))]
        No,
    }

    /// A Boolean.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        True,
        /// No.
        False,
    }
}

pub use package::*;
