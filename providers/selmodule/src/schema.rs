//! Schema of the type `selmodule`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    /// Manages loaded modules of the SELinux policy, on systems with SELinux.
    ///
    /// **Autorequires:** the file of the module, if it is managed.
    #[resource(
        name = "selmodule",
        canonicalize,
        relate,
        example = "selmodule { 'ourservice':\n  ensure        => present,\n  selmodulepath => '/srv/selinux/ourservice.pp',\n  syncversion   \
                   => true,\n}"
    )]
    #[provider(
        name = "semodule",
        by = crate::Semodule,
        confine(command("semodule")),
        docs = "Uses the command `semodule`. Newer versions do not list the versions of loaded modules; with them, \
                `syncversion` reloads the module in every run, as in Puppet."
    )]
    pub struct Selmodule {
        /// Whether the module should be loaded. Defaults to `present` if `syncversion` is set.
        #[property]
        pub ensure: Option<Ensure>,

        /// The name of the module, without the suffix `.pp`. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,

        /// The directory of the module file, whose name is that of the module with the suffix `.pp`.
        #[parameter(default = "/usr/share/selinux/targeted")]
        pub selmoduledir: AbsolutePath,

        /// The path of the module file, if it is not in `selmoduledir` or has a different name.
        #[parameter]
        pub selmodulepath: Option<AbsolutePath>,

        /// Whether the module is reloaded when its file has another version than the loaded module. With
        /// `false` or without a value, a loaded module is left alone.
        #[property]
        pub syncversion: Option<Syncversion>,
    }

    /// Whether the loaded module and the file have the same version.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Syncversion {
        /// The versions are the same.
        True,
        /// The versions differ.
        False,
    }
}

pub use package::*;
