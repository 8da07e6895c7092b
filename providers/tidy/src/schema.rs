//! Owns the description of the type `tidy`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::Value;

    /// Removes files that are no longer wanted.
    ///
    /// A file goes when it is old enough (`age`) or large enough (`size`), whichever holds; without either, always. Files that are
    /// managed by a resource of their own stay.
    #[resource(
        name = "tidy",
        duplicates,
        example = "tidy { '/var/tmp/build':\n  age     => '1w',\n  recurse => true,\n  matches => ['*.tmp', '*.o'],\n}"
    )]
    pub struct Tidy {
        /// The file or folder: an absolute path. The title, unless it is given here.
        #[parameter(namevar)]
        pub path: String,

        /// Whether to go into folders: all the way (`true` or `inf`), not at all, or this many levels deep.
        #[parameter(data_type = "Any")]
        pub recurse: Option<Recurse>,

        /// More files than this are too many, and an error. 0 means any number.
        #[parameter(data_type = "Any", default = 0)]
        pub max_files: Value,

        /// Patterns as of a shell, of which one has to match the file's name without its folder. They only mean something
        /// with `recurse`.
        #[parameter(data_type = "Any")]
        pub matches: Option<Value>,

        /// How to keep what is removed, as with `backup` of a file.
        #[parameter(data_type = "Any")]
        pub backup: Option<Value>,

        /// How old a file has to be to go: a number and the first letter of a unit, seconds to weeks; days without one.
        #[parameter(data_type = "Any")]
        pub age: Option<Value>,

        /// How large a file has to be to go: a number and `b`, `k`, `m`, `g` or `t`; kilobytes without one.
        #[parameter(data_type = "Any")]
        pub size: Option<Value>,

        /// Which of its times tells the age of a file.
        #[parameter(default = "atime")]
        pub r#type: Time,

        /// Whether folders go too, once they are empty.
        #[parameter]
        pub rmdirs: Option<bool>,
    }

    /// How deep to go.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Recurse {
        /// All the way.
        True,
        /// Not at all.
        False,
        /// All the way.
        Inf,
        /// This many levels.
        Other(String),
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
