//! Schema of the type `service`: its attributes, the features of service managers, and their names.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::Text;

    use crate::value::{Directories, Line, Seconds};

    /// Manages services: whether they are running, and whether they are started at boot.
    ///
    /// Each service manager is a provider. The default is the service manager of the operating system. If the script of
    /// a service lacks a command, it can be specified by `start`, `stop`, `restart` or `status`; as a last resort, a
    /// `pattern` is searched for in the process table. Commands in the manifest take precedence over those of the
    /// service manager.
    ///
    /// **Order:** if both differ, only the change of `ensure` is logged; `enable` is set with it.
    ///
    /// **On refresh** (`notify`, `subscribe`, `~>`), a running service is restarted, unless it was started in the same
    /// run.
    #[resource(
        name = "service",
        canonicalize,
        features(
            refreshable = "Services can be restarted on refresh.",
            enableable = "Services can be started at boot.",
            delayed_startable = "Services can be started at boot after other services.",
            manual_startable = "Services can be configured for manual start.",
            controllable = "Services are controlled by a variable.",
            flaggable = "Services can be started with flags.",
            maskable = "Services can be masked, so that they cannot be started.",
            configurable_timeout = "The timeout of changes can be specified.",
            manages_logon_credentials = "The account that runs a service can be specified."
        ),
        example = "service { 'old-queue':\n  ensure   => stopped,\n  provider => base,\n  status   => 'test -e \
                   /run/old-queue.pid',\n  stop     => 'kill $(cat /run/old-queue.pid)',\n}"
    )]
    #[provider(
        name = "base",
        by = crate::Base,
        features("refreshable"),
        refresh,
        instances,
        specificity = 1,
        confine(command("kill")),
        docs = "No service manager: a service is started with `start` or `binary`, stopped with `stop` and queried \
                with `status`. Without the latter two, the process that matches `pattern` is searched for, and killed \
                with `kill`."
    )]
    #[provider(
        name = "systemd",
        by = crate::Systemd,
        features("enableable", "maskable", "refreshable"),
        refresh,
        instances,
        specificity = 2,
        confine(command("systemctl"), contains("/proc/1/comm", "systemd")),
        default_for(fact("os.family", "Archlinux")),
        default_for(fact("os.family", "RedHat"), fact("os.release.major", "7", "8", "9")),
        default_for(fact("os.family", "RedHat"), fact("os.name", "Fedora")),
        default_for(fact("os.family", "Suse")),
        default_for(fact("os.family", "CoreOS")),
        default_for(fact("os.name", "Amazon"), fact("os.release.major", "2")),
        default_for(fact("os.name", "Debian"), not(fact("os.release.major", "5", "6", "7"))),
        default_for(
            fact("os.name", "LinuxMint"),
            not(fact("os.release.major", "10", "11", "12", "13", "14", "15", "16", "17"))
        ),
        default_for(fact("os.name", "Ubuntu"), not(fact("os.release.major", "10.04", "12.04", "14.04", "14.10"))),
        default_for(fact("os.name", "CumulusLinux"), fact("os.release.major", "3", "4")),
        docs = "`systemctl`. The suffix `.service` can be omitted; units of other types require theirs. Units that can \
                be neither enabled nor disabled (`static`, `indirect`) are not changed. A unit is unmasked before it \
                is started or enabled, and reloaded before it is started if its file has changed. `hasstatus`, \
                `hasrestart` and `pattern` have no effect."
    )]
    #[provider(
        name = "init",
        by = crate::Init,
        features("refreshable"),
        refresh,
        instances,
        specificity = 2,
        confine(command("kill"), not(fact("os.name", "Debian", "Ubuntu")), not(fact("os.family", "RedHat"))),
        docs = "Scripts in `path`, `/etc/init.d` by default, that support `start`, `stop` and `status`, and `restart` \
                if `hasrestart` is set."
    )]
    #[provider(
        name = "debian",
        by = crate::Debian,
        features("enableable", "refreshable"),
        refresh,
        instances,
        specificity = 3,
        confine(
            command("update-rc.d"),
            command("invoke-rc.d"),
            command("service"),
            not(contains("/proc/1/comm", "systemd"))
        ),
        default_for(fact("os.name", "CumulusLinux"), fact("os.release.major", "1", "2")),
        default_for(fact("os.name", "Debian"), fact("os.release.major", "5", "6", "7")),
        default_for(fact("os.name", "Devuan")),
        docs = "Scripts as for `init`, with the tools of Debian: `service` reports the status, `update-rc.d` enables \
                and disables services, and `invoke-rc.d` reports whether they are enabled."
    )]
    #[provider(
        name = "redhat",
        by = crate::RedHat,
        features("enableable", "refreshable"),
        refresh,
        instances,
        specificity = 3,
        confine(command("chkconfig"), command("service")),
        default_for(fact("os.family", "RedHat")),
        default_for(fact("os.family", "Suse"), fact("os.release.major", "10", "11")),
        docs = "`service` starts, stops and queries services. `chkconfig` enables them at the default levels of the \
                script, and disables them at all levels."
    )]
    #[provider(
        name = "openrc",
        by = crate::OpenRc,
        features("enableable", "refreshable"),
        refresh,
        instances,
        specificity = 2,
        confine(command("rc-service"), command("rc-status"), command("rc-update")),
        default_for(fact("os.name", "Gentoo")),
        default_for(fact("os.name", "Funtoo")),
        default_for(fact("os.name", "Alpine")),
        docs = "`rc-service`, `rc-update` and `rc-status`. A service is enabled if it belongs to a runlevel."
    )]
    #[provider(
        name = "runit",
        by = crate::Runit,
        features("enableable", "refreshable"),
        refresh,
        instances,
        specificity = 3,
        confine(command("sv")),
        docs = "`sv`. A service is a directory in `path`, by default `/var/lib/service` or `/etc/sv`; it is enabled by \
                a link to it in the first existing directory of `/service`, `/etc/service` and `/var/service`. \
                Starting a service enables it. `manifest` is not run; use an `exec` to create the directory."
    )]
    #[provider(name = "bsd", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "daemontools", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "freebsd", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "gentoo", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "launchd", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "openbsd", unbuilt, features("enableable", "flaggable", "refreshable"))]
    #[provider(name = "openwrt", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "rcng", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "service", unbuilt, features("refreshable"))]
    #[provider(name = "smf", unbuilt, features("enableable", "refreshable"))]
    #[provider(name = "src", unbuilt, features("enableable", "refreshable"))]
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
        /// Whether the service should be running.
        #[property]
        pub ensure: Option<Ensure>,

        /// Whether the service should be started at boot. If not set, this is not changed.
        #[property(features("enableable"))]
        pub enable: Option<Enable>,

        /// The account that runs the service.
        #[property(features("manages_logon_credentials"))]
        pub logonaccount: Option<String>,

        /// The flags with which the service is started.
        #[property(features("flaggable"))]
        pub flags: Option<String>,

        /// The name of the service; the short one if there are two. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,

        /// The password for `logonaccount`. Empty by default.
        #[parameter(sensitive, features("manages_logon_credentials"))]
        pub logonpassword: Option<Text>,

        /// The program, for systems without service scripts. It starts the service unless `start` is set. A line, or a
        /// list of a program and its arguments.
        #[parameter(data_type = "Any")]
        pub binary: Option<Line>,

        /// Whether the exit code of the service's script indicates whether the service is running. Otherwise `status`
        /// or `pattern` is used.
        #[parameter(default = "true")]
        pub hasstatus: Switch,

        /// The search path for scripts: a directory or a list, `/etc/init.d` by default. Unlike in Puppet, a text with
        /// several directories separated by colons is rejected, since grants refer to the individual directories.
        #[parameter(data_type = "Any")]
        pub path: Option<Directories>,

        /// A regular expression in Ruby's syntax that identifies the process of the service in the output of `ps -ef`.
        /// Defaults to `binary`, or else to `name`.
        #[parameter]
        pub pattern: Option<String>,

        /// A command that restarts the service: a line, or a list of a program and its arguments.
        #[parameter(data_type = "Any")]
        pub restart: Option<Line>,

        /// A command that starts the service.
        #[parameter(data_type = "Any")]
        pub start: Option<Line>,

        /// A command that exits with 0 if the service is running.
        #[parameter(data_type = "Any")]
        pub status: Option<Line>,

        /// A command that stops the service.
        #[parameter(data_type = "Any")]
        pub stop: Option<Line>,

        /// The variable that controls the service (HP-UX). No implemented provider supports it; it only causes a
        /// warning.
        #[parameter]
        pub control: Option<String>,

        /// Whether the service's script supports `restart`. Otherwise the service is stopped and started.
        #[parameter]
        pub hasrestart: Option<Switch>,

        /// A command that configures the service, or the path of a file that describes it. No implemented provider
        /// supports it; it only causes a warning.
        #[parameter]
        pub manifest: Option<String>,

        /// The timeout in seconds for changes. Defaults to 10 unless the provider has a different default.
        #[parameter(data_type = "Any", default = 10, features("configurable_timeout"))]
        pub timeout: Option<Seconds>,
    }

    /// States of a service.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// The service is not running.
        #[choice(aliases("false"), event = "service_stopped")]
        Stopped,
        /// The service is running.
        #[choice(fresh, aliases("true"), event = "service_started")]
        Running,
    }

    /// Whether a service is started at boot.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Enable {
        /// It is started at boot.
        #[choice(event = "service_enabled")]
        True,
        /// It is not started at boot.
        #[choice(event = "service_disabled")]
        False,
        /// It is started manually.
        #[choice(features("manual_startable"), event = "service_manual_start")]
        Manual,
        /// It cannot be started at all.
        #[choice(features("maskable"), event = "service_disabled")]
        Mask,
        /// It is started at boot, after other services.
        #[choice(features("delayed_startable"), event = "service_delayed_start")]
        Delayed,
    }

    /// A Boolean.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        True,
        /// No.
        False,
    }
}

use marotte_sdk::prelude::*;
pub use package::*;

/// The providers of this component. Attributes are not checked for providers of other components.
const PROVIDERS: [&str; 7] = ["base", "debian", "init", "openrc", "redhat", "runit", "systemd"];

impl Canonicalize for Service {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        let ignored =
            [(ServiceAttribute::Control, row.control.is_some()), (ServiceAttribute::Manifest, row.manifest.is_some())];
        let is_own = row.provider().is_none_or(|provider| PROVIDERS.contains(&provider));
        for (attribute, is_given) in ignored {
            if is_given && is_own {
                problems.warning(row, attribute, format!("{} changes nothing here", attribute.name()));
            }
        }
    }
}
