//! Schema of the type `loginctl_user`.

#[marotte_sdk::package]
mod package {
    /// Manages whether systemd starts the services of a user at boot and keeps them running without a session.
    ///
    /// **Autorequires:** the `user` with this name, if it is managed.
    #[resource(
        name = "loginctl_user",
        canonicalize,
        require(user = name),
        example = "loginctl_user { 'root':\n  linger => enabled,\n}"
    )]
    #[provider(
        name = "ruby",
        by = crate::Loginctl,
        instances,
        confine(command("loginctl")),
        docs = "Uses the command `loginctl`."
    )]
    pub struct LoginctlUser {
        /// The name of the user. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,

        /// Whether services run without a session.
        #[property(default = "disabled")]
        pub linger: Linger,
    }

    /// Whether services run without a session.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Linger {
        /// They do.
        Enabled,
        /// They do not.
        Disabled,
    }
}

pub use package::*;
