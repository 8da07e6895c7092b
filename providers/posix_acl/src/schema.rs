//! Schema of the type `posix_acl`.

#[marotte_sdk::package]
mod package {
    use crate::entry::Entry;

    /// Manages the POSIX access control list of a file or directory.
    ///
    /// An access control list changes the permission bits of the file: those of the group become the mask. A `file` resource for
    /// the same path must have the resulting mode.
    ///
    /// **Autorequires:** the package `acl`, the `file` with the same path, with `recursive` those below it, and the nearest
    /// directory above it that is managed by a `file`, and by a `posix_acl`.
    #[resource(
        name = "posix_acl",
        canonicalize,
        relate,
        example = "posix_acl { '/srv/www':\n  action     => exact,\n  permission => [\n    'user::rwx',\n    'user:www-data:r-x',\n    \
                   'group::r-x',\n    'mask::r-x',\n    'other::---',\n    'default:user::rwx',\n    'default:group::r-x',\n    \
                   'default:other::---',\n  ],\n  recursive  => true,\n}"
    )]
    #[provider(
        name = "posixacl",
        by = crate::Setfacl,
        generate,
        confine(command("setfacl"), command("getfacl")),
        default_for(fact("os.family", "Debian", "RedHat", "Suse", "Gentoo")),
        docs = "Uses the commands `getfacl` and `setfacl`."
    )]
    pub struct PosixAcl {
        /// How the entries are used.
        #[parameter(default = "set")]
        pub action: Action,

        /// The absolute path of the file or directory. Defaults to the title.
        #[parameter(namevar)]
        pub path: String,

        /// How a directory's content is managed if `recursive` is set.
        #[parameter(default = "lazy")]
        pub recursemode: Recursion,

        /// Entries of the list: `user:NAME:PERMISSIONS`, also with `group`, `mask` and `other`, whose names can be empty, and
        /// with the prefix `default:`. The permissions are `r`, `w` and `x`, `-` for missing ones, `X` for directories and
        /// programs only, or an octal digit. Required.
        #[property(data_type = "Any")]
        pub permission: Option<Vec<Entry>>,

        /// Whether the content of a directory is managed too. In the mode `lazy`, only the directory itself is compared.
        #[parameter(default = "false")]
        pub recursive: Switch,
    }

    /// How entries are used.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Action {
        /// They are added to the list, or change existing entries of it.
        Set,
        /// They are removed from the list, whatever their permissions are.
        Unset,
        /// They are the whole list.
        Exact,
        /// All entries except those of the permission bits are removed from the list.
        Purge,
    }

    /// How the content of a directory is managed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Recursion {
        /// By one command for the directory, if its own list differs.
        Lazy,
        /// By a resource for each file and directory in it, except hidden ones.
        Deep,
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

impl PosixAcl {
    /// Returns whether one command sets the list of everything in the directory.
    pub(crate) fn is_lazy(&self) -> bool {
        self.recursive == Switch::True && self.recursemode == Recursion::Lazy
    }

    /// Returns whether everything in the directory has a resource.
    pub(crate) fn is_deep(&self) -> bool {
        self.recursive == Switch::True && self.recursemode == Recursion::Deep
    }
}
