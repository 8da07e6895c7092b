//! Schema of the type `file_line`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{AbsolutePath, Text};

    /// Makes sure that a line is in a file, or that it is not.
    ///
    /// Lines are compared as a whole, blanks at their beginning and end included. A line that is missing is added at the end, after the
    /// line that `after` finds, or in place of the line that `match` finds. Other lines stay as they are. The file must be
    /// there.
    ///
    /// **Relations by themselves**: the file comes before the line, if it is managed.
    #[resource(
        name = "file_line",
        require(file = path),
        canonicalize,
        example = "file { '/etc/app.conf':\n  content => \"port=80\\n\",\n  replace => false,\n}\nfile_line { 'the port of \
                   the app':\n  path  => '/etc/app.conf',\n  line  => 'port=8080',\n  match => '^port=',\n}"
    )]
    #[provider(name = "ruby", by = crate::Ruby, docs = "Reads and writes the file as a whole.")]
    pub struct FileLine {
        /// Whether the line is there.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The line. It may be Sensitive. Not needed to make lines absent that `match` finds.
        #[property]
        pub line: Option<Text>,

        /// What this resource is called; nothing follows from it.
        #[parameter(namevar)]
        pub name: String,

        /// A regular expression, in Ruby's syntax. A line that it finds is replaced by `line`, and nothing is added then.
        #[parameter(name = "match")]
        pub pattern: Option<String>,

        /// Whether `ensure => absent` removes the line that `match` finds; otherwise it removes all that are `line`.
        #[parameter(default = "false")]
        pub match_for_absence: Switch,

        /// Whether `match` and `after` may find several lines, each of which is then dealt with. Unless it is true, several are an
        /// error.
        #[parameter]
        pub multiple: Option<Switch>,

        /// A regular expression, in Ruby's syntax. A new line is put behind the line that it finds, or at the end.
        #[parameter]
        pub after: Option<String>,

        /// The file.
        #[parameter]
        pub path: Option<AbsolutePath>,

        /// Whether a line that `match` finds is replaced. If not, one that is found is good enough.
        #[parameter(default = "true")]
        pub replace: Switch,

        /// Whether all lines that `match` finds are replaced even where `line` is there already. Takes `multiple` and
        /// `replace`.
        #[parameter(default = "false")]
        pub replace_all_matches_not_matching_line: Switch,

        /// In what encoding the file is: UTF-8, US-ASCII, or ISO-8859-1 (also as `latin1`). Others can't be read.
        #[parameter(default = "UTF-8")]
        pub encoding: String,

        /// Whether the line is added where `match` finds nothing.
        #[parameter(default = "true")]
        pub append_on_no_match: Switch,
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

impl Switch {
    pub(crate) fn is_on(self) -> bool {
        self == Self::True
    }
}
