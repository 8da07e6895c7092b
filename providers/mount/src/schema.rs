//! Schema of the type `mount` and its provider.

#[marotte_sdk::package]
mod package {
    use crate::value::{Dump, Number, Point, Refused, Word};

    /// Manages file systems: their lines in the table `/etc/fstab`, and whether they are mounted.
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
        features(refreshable = "File systems can be remounted."),
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
        docs = "The table is a text with a line for each file system. Lines that nobody changes stay as they are. Blanks in a device or a \
                path are written as `\\040`."
    )]
    pub struct Mount {
        /// `mounted`: in the table and mounted. `unmounted`: in the table and not mounted. `present` (or `defined`): in the table,
        /// mounted or not. `absent`: neither.
        #[property(is = String)]
        pub ensure: Option<Ensure>,

        /// The device: a path, `UUID=...`, `LABEL=...`, a network share, or a keyword such as `tmpfs`.
        #[property]
        pub device: Option<String>,

        /// The kind of file system, such as `ext4`, `nfs` or `tmpfs`.
        #[property(data_type = "Any")]
        pub fstype: Option<Word>,

        /// The options as the table has them, with commas between them; `defaults` where there are none.
        #[property(data_type = "Any")]
        pub options: Option<Word>,

        /// When the file system is checked: 0 never, 1 first, 2 after that.
        #[property(data_type = "Any", default = 0)]
        pub pass: Option<Number>,

        /// Whether `dump` saves the file system: 0 or 1.
        #[property(data_type = "Any", default = 0)]
        pub dump: Option<Dump>,

        /// Whether to mount it when the machine starts. The table of Linux says so by the option `noauto`, so this changes nothing
        /// here, as in Puppet.
        #[parameter]
        pub atboot: Option<AtBoot>,

        /// The device to check. Only Solaris has such a thing, so it is refused here.
        #[parameter(data_type = "Any")]
        pub blockdevice: Option<Refused>,

        /// The table. `mount` itself knows no other than `/etc/fstab`.
        #[property(default = "/etc/fstab")]
        pub target: String,

        /// Where it is mounted; swap has `none` here.
        #[parameter(namevar, data_type = "Any")]
        pub name: Point,

        /// Whether changes of a mounted file system take effect by `mount -o remount`. Otherwise it is
        /// unmounted and mounted.
        #[parameter(default = "true")]
        pub remounts: Switch,
    }

    /// Whether a file system is in the table, and mounted.
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

    /// Whether a file system is mounted when the machine starts.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum AtBoot {
        /// It is.
        #[choice(name = "true", aliases("yes"))]
        Yes,
        /// It is not.
        #[choice(name = "false", aliases("no"))]
        No,
    }

    /// Yes or no.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        True,
        /// No.
        False,
    }
}

pub use package::*;
