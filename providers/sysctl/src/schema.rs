//! Schemas of the types `sysctl` and `sysctl_runtime`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    use crate::setting::{Setting, Val};

    /// Manages a setting of the kernel in a file such as `/etc/sysctl.conf`, which counts from the next start on.
    ///
    /// Let the resource notify an `exec` of `sysctl -p` to have it now, or manage the same setting by `sysctl_runtime` too. Comments,
    /// blank lines, and settings that no resource names are left as they are.
    #[resource(name = "sysctl", example = "sysctl { 'vm.swappiness':\n  val => '10',\n}")]
    #[provider(
        name = "parsed",
        by = crate::Parsed,
        instances,
        docs = "Changes the lines of a text file."
    )]
    pub struct Sysctl {
        /// Whether the file has the setting.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The value. A setting can't be made without one.
        #[property]
        pub val: Option<Val>,

        /// The file that the setting belongs into. One of this name in `/etc/sysctl.conf` is moved here.
        #[property(default = "/etc/sysctl.conf")]
        pub target: AbsolutePath,

        /// The setting, as `vm.swappiness`. The title, unless it is given here.
        #[parameter(namevar)]
        pub name: Setting,
    }

    /// Manages a setting of the kernel as it is now, until the next start.
    ///
    /// What the kernel does not have can't be set. No file is changed.
    #[resource(name = "sysctl_runtime", example = "sysctl_runtime { 'kernel.ostype':\n  val => 'Linux',\n}")]
    #[provider(
        name = "sysctl_runtime",
        by = crate::Runtime,
        confine(command("sysctl")),
        instances,
        docs = "Queries and changes the kernel with the command `sysctl`."
    )]
    pub struct SysctlRuntime {
        /// The value.
        #[property]
        pub val: Option<Val>,

        /// The setting, as `vm.swappiness`. The title, unless it is given here.
        #[parameter(namevar)]
        pub name: Setting,
    }
}

pub use package::*;
