//! Schemas of the types `sysctl` and `sysctl_runtime`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    use crate::setting::{Setting, Val};

    /// Manages a kernel parameter in a file such as `/etc/sysctl.conf`, which takes effect on the next boot.
    ///
    /// To apply it immediately as well, use `value` instead of `val`. Comments, blank lines and unmanaged settings are
    /// preserved.
    #[resource(name = "sysctl", canonicalize, example = "sysctl { 'vm.swappiness':\n  val => '10',\n}")]
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

        /// The value, in the file and in the kernel. Takes precedence over `val`, and requires that the kernel has the
        /// parameter.
        #[property]
        pub value: Option<Val>,

        /// With `value`: whether to set the parameter in the kernel. The default is `true`.
        #[parameter]
        pub apply: Option<Switch>,

        /// With `value`: whether to store the parameter in the file. The default is `true`.
        #[parameter]
        pub persist: Option<Switch>,

        /// With `value`: whether a parameter that the kernel does not have is ignored, and the current value in the kernel
        /// not compared. The default is `false`.
        #[parameter]
        pub silent: Option<Switch>,

        /// The file for the setting. An existing setting of this name in `/etc/sysctl.conf` is moved there.
        #[property(default = "/etc/sysctl.conf")]
        pub target: AbsolutePath,

        /// Text of a comment above the setting in the file, after its name and a colon. With an empty text, there is no such
        /// comment.
        #[property]
        pub comment: Option<String>,

        /// The name of the parameter, such as `vm.swappiness`. Defaults to the title.
        #[parameter(namevar)]
        pub name: Setting,
    }

    /// A Boolean.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        True,
        /// No.
        False,
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
