//! Schema of the type `tidy`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::Value;

    use crate::attribute::{Age, Patterns, Recurse, Size};

    /// Removes unwanted files.
    ///
    /// A file is removed if it is old enough (`age`) or large enough (`size`), or in any case if neither is set. Files
    /// with their own resource are kept. Symbolic links are not followed.
    ///
    /// The files are determined before the run; for each, a `file` resource that removes it is generated, with the
    /// metaparameters of the `tidy`.
    #[resource(
        name = "tidy",
        duplicates,
        canonicalize,
        example = "tidy { '/var/tmp/build':\n  age     => '1w',\n  recurse => true,\n  matches => ['*.tmp', '*.o'],\n}",
        example = "tidy { '/var/cache/reports':\n  size    => '100m',\n  recurse => 1,\n  backup  => 'puppet',\n}"
    )]
    #[provider(name = "posix", by = crate::sweep::Sweep, generate, docs = "Uses the timestamps and sizes of Unix file systems.")]
    pub struct Tidy {
        /// The absolute path of the file or directory. Defaults to the title.
        #[parameter(namevar)]
        pub path: String,

        /// How deep to descend into directories: all levels (`true` or `inf`), none (`false`, the default),
        /// or a number of levels.
        #[parameter(data_type = "Any")]
        pub recurse: Option<Recurse>,

        /// The maximum number of files; more are an error. With 0 (the default) more than 1000 files cause a
        /// warning.
        #[parameter(data_type = "Integer[0]", default = 0)]
        pub max_files: i64,

        /// Shell patterns, one of which must match the name of the file without its directory. Only used with
        /// `recurse`.
        #[parameter(data_type = "Any")]
        pub matches: Option<Patterns>,

        /// How to back up removed files, as with `backup` of the type `file`. (Puppet ignores the value of this
        /// attribute.)
        #[parameter(data_type = "Any")]
        pub backup: Option<Value>,

        /// The minimum age of a file to remove: a number and the first letter of a unit from seconds to weeks; days by
        /// default.
        #[parameter(data_type = "Any")]
        pub age: Option<Age>,

        /// The minimum size of a file to remove: a number and `b`, `k`, `m`, `g` or `t`; kilobytes by default.
        #[parameter(data_type = "Any")]
        pub size: Option<Size>,

        /// Which timestamp determines the age of a file.
        #[parameter(default = "atime")]
        pub r#type: Time,

        /// Whether to remove empty directories, too.
        #[parameter]
        pub rmdirs: Option<bool>,
    }

    /// Timestamps of a file.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Time {
        /// The last access.
        Atime,
        /// The last change of the content.
        Mtime,
        /// The last change of content or metadata.
        Ctime,
    }
}

pub use package::*;
