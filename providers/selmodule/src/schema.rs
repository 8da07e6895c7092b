//! Schema of the type `selmodule`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    /// Manages the loading of a module of the SELinux policy, on systems that have one.
    ///
    /// **Relations by themselves**: the file that the module is loaded from comes first, if it is managed.
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
        docs = "Asks and changes by `semodule`. Newer ones tell no versions of what is loaded: to them `syncversion` loads the module \
                each time, as in Puppet."
    )]
    pub struct Selmodule {
        /// Whether the module is loaded. `present`, if `syncversion` is given.
        #[property]
        pub ensure: Option<Ensure>,

        /// The name of the module, without `.pp` at its end. The title, unless it is given here.
        #[parameter(namevar)]
        pub name: String,

        /// The directory with the module, in a file called by its name with `.pp` at the end.
        #[parameter(default = "/usr/share/selinux/targeted")]
        pub selmoduledir: AbsolutePath,

        /// The file with the module, where it is not in `selmoduledir` under its name.
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
        /// They have.
        True,
        /// They have not.
        False,
    }
}

pub use package::*;
