//! Schema of the type `file_line`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{AbsolutePath, Text};

    /// Ensures that a line is present in a file, or absent.
    ///
    /// Whole lines are compared, including leading and trailing whitespace. A missing line is added at the end, after
    /// the line matched by `after`, or instead of the line matched by `match`. Other lines are preserved. The file must
    /// exist.
    ///
    /// **Autorequires:** the file, if it is managed.
    #[resource(
        name = "file_line",
        require(file = path),
        canonicalize,
        example = "file { '/etc/app.conf':\n  content => \"port=80\\n\",\n  replace => false,\n}\nfile_line { 'the port of \
                   the app':\n  path  => '/etc/app.conf',\n  line  => 'port=8080',\n  match => '^port=',\n}"
    )]
    #[provider(name = "ruby", by = crate::Ruby, docs = "Reads and writes the whole file.")]
    pub struct FileLine {
        /// Whether the line should be present.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The line. Can be Sensitive. Not required to remove lines by `match`.
        #[property]
        pub line: Option<Text>,

        /// An arbitrary name for the resource; it has no effect.
        #[parameter(namevar)]
        pub name: String,

        /// A regular expression in Ruby's syntax. A line that it matches is replaced by `line`; then no line is added.
        #[parameter(name = "match")]
        pub pattern: Option<String>,

        /// Whether `ensure => absent` removes the line that `match` matches, instead of all lines equal to `line`.
        #[parameter(default = "false")]
        pub match_for_absence: Switch,

        /// Whether `match` and `after` can match several lines, all of which are changed. Otherwise several matches are
        /// an error.
        #[parameter]
        pub multiple: Option<Switch>,

        /// A regular expression in Ruby's syntax. A new line is added after the line that it matches, or else at the
        /// end.
        #[parameter]
        pub after: Option<String>,

        /// The path of the file.
        #[parameter]
        pub path: Option<AbsolutePath>,

        /// Whether to replace a line that `match` matches. If `false`, a matching line is sufficient.
        #[parameter(default = "true")]
        pub replace: Switch,

        /// Whether to replace all lines that `match` matches even if `line` is already present. Requires `multiple` and
        /// `replace`.
        #[parameter(default = "false")]
        pub replace_all_matches_not_matching_line: Switch,

        /// The encoding of the file: UTF-8, US-ASCII, or ISO-8859-1 (also called `latin1`). Other encodings are not
        /// supported.
        #[parameter(default = "UTF-8")]
        pub encoding: String,

        /// Whether to add the line if `match` matches no line.
        #[parameter(default = "true")]
        pub append_on_no_match: Switch,
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

impl Switch {
    pub(crate) fn is_on(self) -> bool {
        self == Self::True
    }
}
