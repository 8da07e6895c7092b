//! Schema of the type `reboot`.

#[marotte_sdk::package]
mod package {
    use crate::shutdown::{Message, Timeout};

    /// Restarts the system after the run, if a resource that it subscribes to has changed.
    ///
    /// The run is completed first; stopping it at once, as with `apply => immediately`, is not supported. Several such
    /// resources restart the system once. A dry run restarts nothing.
    #[resource(
        name = "reboot",
        features(manages_reboot_pending = "The provider can determine whether a restart is pending."),
        canonicalize,
        example = "reboot { 'after a new kernel':\n  apply   => finished,\n  timeout => 120,\n}"
    )]
    #[provider(
        name = "posix",
        by = crate::Shutdown,
        refresh,
        specificity = 1,
        confine(fact("kernel", "Linux"), command("shutdown")),
        docs = "Uses the command `shutdown`."
    )]
    #[provider(
        name = "linux",
        by = crate::Shutdown,
        refresh,
        confine(fact("kernel", "Linux"), command("shutdown")),
        docs = "The same as `posix`."
    )]
    pub struct Reboot {
        /// The name of the resource. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,

        /// When to restart the system: `refreshed`, if a resource that it subscribes to has changed, or `pending`, if a
        /// restart is pending, which the provider must be able to determine.
        #[property(default = "refreshed")]
        pub when: When,

        /// Reasons for a pending restart that count. Not used on Linux.
        #[parameter(features("manages_reboot_pending"))]
        pub onlyif: Option<Vec<Reason>>,

        /// Reasons for a pending restart that do not count. Not used on Linux.
        #[parameter(features("manages_reboot_pending"))]
        pub unless: Option<Vec<Reason>>,

        /// When the restart takes place. Only `finished`, after the run, is supported; it must be set, since the default
        /// of Puppet's module is `immediately`.
        #[parameter(default = "immediately")]
        pub apply: Apply,

        /// The message for users who are logged in.
        #[parameter(default = "Puppet is rebooting the computer", data_type = "Any")]
        pub message: Message,

        /// The time in seconds between the end of the run and the restart, rounded up to minutes.
        #[parameter(default = 60, data_type = "Any")]
        pub timeout: Timeout,
    }

    /// When to restart the system.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum When {
        /// If a resource has changed.
        Refreshed,
        /// If a restart is pending.
        #[choice(features("manages_reboot_pending"))]
        Pending,
    }

    /// When the restart takes place.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Apply {
        /// At once.
        Immediately,
        /// After the run.
        Finished,
    }

    /// Reasons for a pending restart of Windows.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Reason {
        /// An update requires it.
        RebootRequired,
        /// Servicing of components.
        ComponentBasedServicing,
        /// Automatic updates.
        WindowsAutoUpdate,
        /// Files to be renamed.
        PendingFileRenameOperations,
        /// An installed package.
        PackageInstaller,
        /// A new name of the computer.
        PendingComputerRename,
        /// Desired state configuration.
        PendingDscReboot,
        /// Configuration Manager.
        PendingCcmReboot,
        /// A new domain.
        PendingDomainJoin,
    }
}

pub use package::*;
