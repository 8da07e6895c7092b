//! Owns the description of the type `service`: its attributes, what service managers may be able to do, and their names.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    /// Manages services: that they run or not, and that they start with the machine or not.
    ///
    /// Each service manager is a provider. The one that the operating system comes with is taken unless `provider` says
    /// otherwise. Some need help where a service's own script lacks a command: `start`, `stop`, `restart`, `status`, and as a last
    /// resort a `pattern` to look for among the processes.
    ///
    /// **On a change elsewhere** (`notify`, `subscribe`, `~>`) a service that runs is restarted.
    #[resource(
        name = "service",
        features(
            refreshable = "Services can be restarted.",
            enableable = "It can be said whether services start with the machine.",
            delayed_startable = "Services can start with the machine, but after the others.",
            manual_startable = "Services can be left to be started by hand.",
            controllable = "Services are governed by a variable.",
            flaggable = "Services can be started with flags.",
            maskable = "Services can be kept from being started at all.",
            configurable_timeout = "The time that a change may take can be given.",
            manages_logon_credentials = "The account that services run as can be given."
        ),
        example = "service { 'ssh':\n  ensure => running,\n  enable => true,\n}"
    )]
    #[provider(name = "base", unbuilt, features("refreshable"))]
    #[provider(name = "bsd", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "daemontools", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "debian", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "freebsd", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "gentoo", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "init", unbuilt, features("refreshable"))]
    #[provider(name = "launchd", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "openbsd", unbuilt, features("enableable", "flaggable", "refreshable"))]
    #[provider(name = "openrc", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "openwrt", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "rcng", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "redhat", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "runit", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "service", unbuilt, features("refreshable"))]
    #[provider(name = "smf", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "src", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "systemd", unbuilt, features("enableable", "maskable", "refreshable"))]
    #[provider(name = "upstart", unbuilt, features("enableable", "refreshable"))]
    #[provider(
        name = "windows",
        unbuilt,
        features(
            "configurable_timeout",
            "delayed_startable",
            "enableable",
            "manages_logon_credentials",
            "manual_startable",
            "refreshable"
        )
    )]
    pub struct Service {
        /// Whether the service runs.
        #[property]
        pub ensure: Option<Ensure>,

        /// Whether the service starts with the machine. Without this nothing is changed about it.
        #[property(features("enableable"))]
        pub enable: Option<Enable>,

        /// The account that the service runs as.
        #[property(features("manages_logon_credentials"))]
        pub logonaccount: Option<String>,

        /// The flags that the service is started with.
        #[property(features("flaggable"))]
        pub flags: Option<String>,

        /// The name of the service, the short one where there are two. The title, unless it is given here.
        #[parameter(namevar)]
        pub name: String,

        /// The password for `logonaccount`. Empty by default.
        #[parameter(sensitive, features("manages_logon_credentials"))]
        pub logonpassword: Option<Text>,

        /// The program, for systems without scripts for services. It starts the service unless there is a `start`.
        #[parameter]
        pub binary: Option<String>,

        /// Whether the service's script can tell by its exit code whether the service runs. Without that, `status` or
        /// `pattern` does.
        #[parameter(default = "true")]
        pub hasstatus: Switch,

        /// The folders to look for scripts in: a list, or one text with colons between them.
        #[parameter(data_type = "Any")]
        pub path: Option<Value>,

        /// What to look for among the processes, as a regular expression. By default `binary`, or else `name`.
        #[parameter]
        pub pattern: Option<String>,

        /// A command that restarts the service.
        #[parameter(data_type = "Any")]
        pub restart: Option<Value>,

        /// A command that starts the service.
        #[parameter(data_type = "Any")]
        pub start: Option<Value>,

        /// A command that ends with 0 when the service runs, and otherwise when it does not.
        #[parameter(data_type = "Any")]
        pub status: Option<Value>,

        /// A command that stops the service.
        #[parameter(data_type = "Any")]
        pub stop: Option<Value>,

        /// The variable that governs the service (HP-UX). By default the name in capitals, with `_` for dots and `_START` at its
        /// end.
        #[parameter]
        pub control: Option<String>,

        /// Whether the service's script can restart it. Otherwise it is stopped and started.
        #[parameter]
        pub hasrestart: Option<Switch>,

        /// A command that sets the service up, or the path of a file that describes it.
        #[parameter]
        pub manifest: Option<String>,

        /// The seconds that a change may take. A default of 10 where the provider has no other.
        #[parameter(data_type = "Any", default = 10, features("configurable_timeout"))]
        pub timeout: Value,
    }

    /// Whether a service runs.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// It does not run.
        #[choice(aliases("false"))]
        Stopped,
        /// It runs.
        #[choice(fresh, aliases("true"))]
        Running,
    }

    /// Whether a service starts with the machine.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Enable {
        /// It does.
        True,
        /// It does not.
        False,
        /// It is started by hand.
        #[choice(features("manual_startable"))]
        Manual,
        /// It cannot be started at all.
        #[choice(features("maskable"))]
        Mask,
        /// It does, after the others.
        #[choice(features("delayed_startable"))]
        Delayed,
    }

    /// Yes or no.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        True,
        /// No.
        False,
    }
}

pub use package::*;
