//! Schemas of the types `alternatives` and `alternative_entry`.

#[marotte_sdk::package]
mod package {
    use crate::entry::Priority;

    /// Manages which of several programs a common name leads to, such as `editor` or `java`.
    ///
    /// **Relations by themselves**: an `alternative_entry` with the title `path` comes first, if it is managed.
    #[resource(
        name = "alternatives",
        features(mode = "The system may choose by itself."),
        require(alternative_entry = path),
        canonicalize,
        example = "alternatives { 'editor':\n  path => '/usr/bin/vim.basic',\n}",
        example = "alternatives { 'pager':\n  mode => auto,\n}"
    )]
    #[provider(
        name = "dpkg",
        by = crate::selection::Selection,
        features("mode"),
        confine(fact("os.family", "Debian"), command("update-alternatives"), path("/var/lib/dpkg/alternatives")),
        default_for(fact("os.name", "Debian", "Ubuntu")),
        instances,
        docs = "Debian's `update-alternatives`."
    )]
    #[provider(
        name = "rpm",
        by = crate::selection::Selection,
        features("mode"),
        confine(fact("os.family", "RedHat"), command("alternatives"), path("/var/lib/alternatives")),
        default_for(fact("os.family", "RedHat")),
        instances,
        docs = "Red Hat's `alternatives`."
    )]
    pub struct Alternatives {
        /// The common name.
        #[parameter(namevar)]
        pub name: String,
        /// The full path of the program that the name should refer to; one of its registered alternatives.
        #[property]
        pub path: Option<String>,
        /// Who chooses. A `path` goes with `manual`.
        #[property(features("mode"))]
        pub mode: Option<Mode>,
    }

    /// Who chooses.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Mode {
        /// The system: the program with the highest priority.
        Auto,
        /// Somebody has chosen.
        Manual,
    }

    /// Manages one of the programs that a common name can lead to.
    ///
    /// The title is the path of the program, or that and the path of the common link, with a colon between them.
    #[resource(
        name = "alternative_entry",
        title = "^([^:]+)$" => (name),
        title = "^(.*):(.*)$" => (name, altlink),
        canonicalize,
        example = "file { '/opt/vim':\n  ensure => file,\n}\nalternative_entry { '/opt/vim':\n  ensure   => present,\n  altlink  => \
                   '/usr/bin/editor',\n  altname  => 'editor',\n  priority => 60,\n  require  => File['/opt/vim'],\n}"
    )]
    #[provider(
        name = "dpkg",
        by = crate::entry::Entries,
        confine(fact("os.family", "Debian"), command("update-alternatives"), path("/var/lib/dpkg/alternatives")),
        default_for(fact("os.name", "Debian", "Ubuntu")),
        instances,
        docs = "Debian's `update-alternatives`."
    )]
    #[provider(
        name = "rpm",
        by = crate::entry::Entries,
        confine(fact("os.family", "RedHat"), command("alternatives"), path("/var/lib/alternatives")),
        default_for(fact("os.family", "RedHat")),
        instances,
        docs = "Red Hat's `alternatives`."
    )]
    pub struct AlternativeEntry {
        /// Whether there is this program for the name.
        #[property]
        pub ensure: Option<Ensure>,
        /// The full path of the program.
        #[parameter(namevar)]
        pub name: String,
        /// The full path of the common link, `/usr/bin/editor`.
        #[parameter(namevar, default = "")]
        pub altlink: String,
        /// The path of the common link as it is.
        #[read_only]
        pub altlink_ro: Option<String>,
        /// The common name, `editor`.
        #[property]
        pub altname: Option<String>,
        /// How much the system prefers this program, a whole number.
        #[property(data_type = "Any")]
        pub priority: Option<Priority>,
    }
}

pub use package::*;
