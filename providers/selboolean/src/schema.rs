//! Schema of the type `selboolean`.

#[marotte_sdk::package]
mod package {
    /// Manages a switch of the SELinux policy, on systems that have one.
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
        docs = "Asks `getsebool`, and sets by `setsebool`."
    )]
    pub struct Selboolean {
        /// The name of the switch. The title, unless it is given here.
        #[parameter(namevar)]
        pub name: String,

        /// Whether it is on: `on` or `true`, `off` or `false`.
        #[property]
        pub value: Option<Switch>,

        /// Whether the value persists across reboots. Only used when the boolean is set.
        #[parameter(default = "false")]
        pub persistent: Persistent,
    }

    /// What a switch can be.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// On.
        #[choice(aliases("true"))]
        On,
        /// Off.
        #[choice(aliases("false"))]
        Off,
    }

    /// Whether a setting lasts.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Persistent {
        /// It does.
        True,
        /// Until the next start of the system.
        False,
    }
}

pub use package::*;
