//! Schema of the type `file_capability`.

#[marotte_sdk::package]
mod package {
    /// Manages the capabilities of a program, which are privileges that it has without being a setuid program.
    ///
    /// `setcap` compares the capabilities, so that different spellings of the same capabilities are in sync. A file loses
    /// its capabilities when it is replaced, so that a package or file that contains it must come before this resource.
    ///
    /// **Autorequires:** the `file` with the same path, if it is managed.
    #[resource(
        name = "file_capability",
        canonicalize,
        require(file = file),
        example = "file_capability { '/usr/bin/ping':\n  capability => 'cap_net_raw=ep',\n}",
        example = "file_capability { '/usr/bin/dumpcap':\n  capability => ['cap_net_admin=p', 'cap_net_raw=p'],\n}"
    )]
    #[provider(
        name = "linux",
        by = crate::Setcap,
        confine(fact("kernel", "Linux"), command("setcap"), command("getcap")),
        docs = "Uses the commands `getcap` and `setcap`."
    )]
    pub struct FileCapability {
        /// Whether the file should have capabilities. With `absent`, it has none.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The absolute path of the file, which is not a symbolic link. Defaults to the title.
        #[parameter(namevar)]
        pub file: String,

        /// All capabilities of the file: one or more names, separated by commas, an operator `=`, `+` or `-`, and any of the
        /// flags `e` (effective), `i` (inheritable) and `p` (permitted). Required unless `ensure` is `absent`.
        #[property]
        pub capability: Option<Vec<String>>,
    }
}

pub use package::*;
