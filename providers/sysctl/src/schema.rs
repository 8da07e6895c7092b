//! Schemas of the types `sysctl` and `sysctl_runtime`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    use crate::setting::{Setting, Val};

    /// Manages a kernel parameter in a file such as `/etc/sysctl.conf`, which takes effect on the next boot.
    ///
    /// To apply it immediately, let the resource notify an `exec` of `sysctl -p`, or also manage the parameter with
    /// `sysctl_runtime`. Comments, blank lines and unmanaged settings are preserved.
    #[resource(name = "sysctl", example = "sysctl { 'vm.swappiness':\n  val => '10',\n}")]
    #[provider(
        name = "parsed",
        by = crate::Parsed,
        instances,
        docs = "Edits individual lines of a text file."
    )]
    pub struct Sysctl {
        /// Whether the setting should exist in the file.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The value. Required to create a setting.
        #[property]
        pub val: Option<Val>,

        /// The file for the setting. An existing setting of this name in `/etc/sysctl.conf` is moved there.
        #[property(default = "/etc/sysctl.conf")]
        pub target: AbsolutePath,

        /// The name of the parameter, such as `vm.swappiness`. Defaults to the title.
        #[parameter(namevar)]
        pub name: Setting,
    }

    /// Manages the current value of a kernel parameter, until the next boot.
    ///
    /// Parameters that the kernel does not have cannot be set. No file is changed.
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

        /// The name of the parameter, such as `vm.swappiness`. Defaults to the title.
        #[parameter(namevar)]
        pub name: Setting,
    }
}

pub use package::*;
