//! Schema of the type `dnf_module_stream`.

#[marotte_sdk::package]
mod package {
    /// Manages the enabled stream of a module of dnf.
    ///
    /// Enabling a stream installs no packages. If a different stream is enabled, dnf switches to the new one, including
    /// the installed packages.
    #[resource(
        name = "dnf_module_stream",
        example = "dnf_module_stream { 'mariadb':\n  stream => '10.5',\n}",
        example = "dnf_module_stream { 'nodejs':\n  stream => absent,\n}"
    )]
    #[provider(
        name = "dnf_module_stream",
        by = crate::Dnf,
        confine(command("dnf")),
        docs = "Uses the command `dnf module`."
    )]
    pub struct DnfModuleStream {
        /// The name of the resource. Defaults to the title.
        #[parameter(namevar, data_type = "String[1]")]
        pub name: String,

        /// The name of the module.
        #[parameter(same_as = name, data_type = "String[1]")]
        pub module: String,

        /// The stream: its name, `default`, `present` for any stream (by default the default one), or `absent` for none.
        #[property]
        pub stream: Option<Stream>,
    }

    /// Streams of a module.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Stream {
        /// Any stream.
        Present,
        /// The default stream.
        Default,
        /// No stream.
        Absent,
        /// The stream with this name.
        Named(String),
    }
}

pub use package::*;
