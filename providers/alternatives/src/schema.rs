//! Schemas of the types `alternatives` and `alternative_entry`.

#[marotte_sdk::package]
mod package {
    use crate::entry::Priority;

    /// Manages the program that a generic name such as `editor` or `java` refers to.
    ///
    /// **Autorequires:** the `alternative_entry` whose title is `path`, if it is managed.
    #[resource(
        name = "alternatives",
        features(mode = "The system can select the program automatically."),
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
        /// The generic name.
        #[parameter(namevar)]
        pub name: String,
        /// The full path of the program that the name should refer to. It must be one of the registered alternatives.
        #[property]
        pub path: Option<String>,
        /// Whether the program is selected automatically or manually. If `path` is set, the mode must be `manual`.
        #[property(features("mode"))]
        pub mode: Option<Mode>,
    }

    /// How the program is selected.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Mode {
        /// Automatically: the program with the highest priority.
        Auto,
        /// Manually.
        Manual,
    }

    /// Manages a program that is available for a generic name.
    ///
    /// The title is the path of the program, or the path of the program and the path of the generic link, separated by
    /// a colon.
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
        /// Whether the program should be registered for the name.
        #[property]
        pub ensure: Option<Ensure>,
        /// The full path of the program.
        #[parameter(namevar)]
        pub name: String,
        /// The full path of the generic link, such as `/usr/bin/editor`.
        #[parameter(namevar, default = "")]
        pub altlink: String,
        /// The current path of the generic link.
        #[read_only]
        pub altlink_ro: Option<String>,
        /// The generic name, such as `editor`.
        #[property]
        pub altname: Option<String>,
        /// The priority of the program in automatic mode, an integer.
        #[property(data_type = "Any")]
        pub priority: Option<Priority>,
    }
}

pub use package::*;
