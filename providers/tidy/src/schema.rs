//! Schema of the type `tidy`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::Value;

    use crate::attribute::{Age, Patterns, Recurse, Size};

    /// Removes files that are no longer wanted.
    ///
    /// A file goes when it is old enough (`age`) or large enough (`size`), whichever holds; without either, always. Files that are
    /// managed by a resource of their own stay. Links are not followed.
    ///
    /// Which files go is found out before the run; each gets a resource of the type `file` that removes it, with the metaparameters of
    /// the tidy.
    #[resource(
        name = "tidy",
        duplicates,
        canonicalize,
        example = "tidy { '/var/tmp/build':\n  age     => '1w',\n  recurse => true,\n  matches => ['*.tmp', '*.o'],\n}",
        example = "tidy { '/var/cache/reports':\n  size    => '100m',\n  recurse => 1,\n  backup  => 'puppet',\n}"
    )]
    #[provider(name = "posix", by = crate::sweep::Sweep, generate, docs = "Ages and sizes as Unix has them.")]
    pub struct Tidy {
        /// The file or directory: an absolute path. The title, unless it is given here.
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

        /// Patterns as of a shell, of which one has to match the file's name without its directory. They only mean something
        /// with `recurse`.
        #[parameter(data_type = "Any")]
        pub matches: Option<Patterns>,

        /// How to keep removed files, as with `backup` of a file. (Puppet has this attribute and ignores its
        /// value.)
        #[parameter(data_type = "Any")]
        pub backup: Option<Value>,

        /// How old a file has to be to go: a number and the first letter of a unit, seconds to weeks; days without one.
        #[parameter(data_type = "Any")]
        pub age: Option<Age>,

        /// How large a file has to be to go: a number and `b`, `k`, `m`, `g` or `t`; kilobytes without one.
        #[parameter(data_type = "Any")]
        pub size: Option<Size>,

        /// Which timestamp determines the age of a file.
        #[parameter(default = "atime")]
        pub r#type: Time,

        /// Whether directories go too, once they are empty.
        #[parameter]
        pub rmdirs: Option<bool>,
    }

    /// Times that a file has.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Time {
        /// When it was last read.
        Atime,
        /// When its content was last changed.
        Mtime,
        /// When anything of it was last changed.
        Ctime,
    }
}

pub use package::*;
