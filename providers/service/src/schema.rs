//! Schema of the type `service`: its attributes, the features of service managers, and their names.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::Text;

    use crate::value::{Directories, Line, Seconds};

    /// Manages services: that they run or not, and that they start with the machine or not.
    ///
    /// Each service manager is a provider. The one that the operating system comes with is taken unless `provider` says
    /// otherwise. Some need help where a service's own script lacks a command: `start`, `stop`, `restart`, `status`, and as a last
    /// resort a `pattern` to look for among the processes. A command that the manifest gives always goes before the manager's.
    ///
    /// **Order:** where both differ, `ensure` is set and logged, and `enable` goes with it unmentioned.
    ///
    /// **On a change elsewhere** (`notify`, `subscribe`, `~>`) a service that runs is restarted. One that was started in the same run is
    /// not restarted again.
    #[resource(
        name = "service",
        canonicalize,
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
        docs = "No service manager at all: `start` or `binary` starts a service, `stop` stops it, `status` tells whether it runs. \
                Without the last two the process is looked for that `pattern` matches, and ended with `kill`."
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
        docs = "`systemctl`. The ending `.service` may be left out; units of other kinds need theirs. What can neither be \
                enabled nor disabled (`static`, `indirect`) is left as it is. A unit that is started or enabled is unmasked; one \
                whose file has changed is read again before it is started. `hasstatus`, `hasrestart` and `pattern` are for scripts \
                and change nothing here."
    )]
    #[provider(
        name = "init",
        by = crate::Init,
        features("refreshable"),
        refresh,
        instances,
        specificity = 2,
        confine(command("kill"), not(fact("os.name", "Debian", "Ubuntu")), not(fact("os.family", "RedHat"))),
        docs = "Scripts in `path`, by default `/etc/init.d`, that are called with `start`, `stop` and `status`, and with `restart` where \
                `hasrestart` says that they know it."
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
        docs = "Scripts as `init` has them, and Debian's tools: `service` asks for the status, `update-rc.d` enables and disables, \
                `invoke-rc.d` tells whether a service is enabled."
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
        docs = "`service` starts, stops and asks, `chkconfig` enables at the levels that a script names and disables at all."
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
        docs = "`rc-service`, `rc-update` and `rc-status`. A service is enabled that is in some runlevel."
    )]
    #[provider(
        name = "runit",
        by = crate::Runit,
        features("enableable", "refreshable"),
        refresh,
        instances,
        specificity = 3,
        confine(command("sv")),
        docs = "`sv`. A service is a directory in `path`, by default `/var/lib/service` or `/etc/sv`; it is enabled by a link to it in `/service`, \
                `/etc/service` or `/var/service`, whichever is there first. Starting a service enables it. `manifest` is not run: an \
                exec can make the directory."
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

        /// The program, for systems without scripts for services. It starts the service unless there is a `start`. A line, or a
        /// list of a program and its arguments.
        #[parameter(data_type = "Any")]
        pub binary: Option<Line>,

        /// Whether the exit code of the service's script tells whether the service runs. Otherwise `status`
        /// or `pattern` is used.
        #[parameter(default = "true")]
        pub hasstatus: Switch,

        /// The directory to look for scripts in, or a list of them; `/etc/init.d` unless it is given here. Several directories in one text
        /// with colons between them, as Puppet takes them too, are refused: what a component may look at goes by each of them.
        #[parameter(data_type = "Any")]
        pub path: Option<Directories>,

        /// What to look for among the processes, as a regular expression of Ruby's: a line of `ps -ef` that it matches is the
        /// service. By default `binary`, or else `name`.
        #[parameter]
        pub pattern: Option<String>,

        /// A command that restarts the service: a line, or a list of a program and its arguments.
        #[parameter(data_type = "Any")]
        pub restart: Option<Line>,

        /// A command that starts the service.
        #[parameter(data_type = "Any")]
        pub start: Option<Line>,

        /// A command that ends with 0 when the service runs, and otherwise when it does not.
        #[parameter(data_type = "Any")]
        pub status: Option<Line>,

        /// A command that stops the service.
        #[parameter(data_type = "Any")]
        pub stop: Option<Line>,

        /// The variable that governs the service (HP-UX). No provider that is built has such a thing: there is a warning.
        #[parameter]
        pub control: Option<String>,

        /// Whether the service's script can restart it. Otherwise it is stopped and started.
        #[parameter]
        pub hasrestart: Option<Switch>,

        /// A command that sets the service up, or the path of a file that describes it. No provider that is built runs it: there is
        /// a warning.
        #[parameter]
        pub manifest: Option<String>,

        /// The seconds that a change may take. A default of 10 where the provider has no other.
        #[parameter(data_type = "Any", default = 10, features("configurable_timeout"))]
        pub timeout: Option<Seconds>,
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

use marotte_sdk::prelude::*;
pub use package::*;

impl Canonicalize for Service {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        let ignored =
            [(ServiceAttribute::Control, row.control.is_some()), (ServiceAttribute::Manifest, row.manifest.is_some())];
        for (attribute, is_given) in ignored {
            if is_given {
                problems.warning(row, attribute, format!("{} changes nothing here", attribute.name()));
            }
        }
    }
}
