//! Schema of the type `selboolean`.

#[marotte_sdk::package]
mod package {
    /// Manages a boolean of the SELinux policy, on systems with SELinux.
    ///
    /// The names are those listed by `getsebool -a`. Booleans are defined by the policy; none are created or
    /// removed.
    #[resource(
        name = "selboolean",
        example = "selboolean { 'httpd_can_network_connect':\n  value      => on,\n  persistent => true,\n}"
    )]
    #[provider(
        name = "getsetsebool",
        by = crate::Getsetsebool,
        confine(command("getsebool"), command("setsebool")),
        docs = "Uses the commands `getsebool` and `setsebool`."
    )]
    pub struct Selboolean {
        /// The name of the boolean. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,

        /// The value of the boolean: `on` or `true`, `off` or `false`.
        #[property]
        pub value: Option<Switch>,

        /// Whether the value persists across reboots. Only used when the boolean is set.
        #[parameter(default = "false")]
        pub persistent: Persistent,
    }

    /// Values of a boolean.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// On.
        #[choice(aliases("true"))]
        On,
        /// Off.
        #[choice(aliases("false"))]
        Off,
    }

    /// Whether a value persists across reboots.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Persistent {
        /// The value persists.
        True,
        /// The value is lost on reboot.
        False,
    }
}

pub use package::*;
