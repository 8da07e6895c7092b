//! Schema of the type `package`: its attributes, the features of package systems, and their names. Puppet's
//! providers for other operating systems are declared but never suitable.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::Value;

    use crate::current::Current;
    use crate::options::Options;

    /// Manages software packages: that they are installed, in which version, or that they are gone.
    ///
    /// Each package system is a provider. The one that the operating system comes with is taken unless `provider` says
    /// otherwise. Systems without a repository of their own need a `source`.
    ///
    /// **Several alike**: two resources may have the same `name` when their `provider` or their `command` differ. A reference
    /// takes the title then, never the name.
    ///
    /// **Relations by themselves**: the files that are `responsefile`, `adminfile` or `source` come before the package, if they
    /// are managed.
    #[resource(
        name = "package",
        title = "(?m)(.*)" => (name),
        canonicalize,
        require(file = responsefile, file = adminfile, file = source),
        features(
            reinstallable = "Packages can be installed again.",
            installable = "Packages can be installed.",
            uninstallable = "Packages can be removed.",
            upgradeable = "Packages can be brought to the latest version, which is what `ensure => latest` asks for.",
            purgeable = "Packages can be removed with all that they left, settings included.",
            versionable = "A given version can be installed.",
            version_ranges = "A range of versions can be asked for.",
            holdable = "Packages can be kept from being upgraded along with others.",
            install_only = "Packages can be installed beside their older versions and never upgraded, as kernels are.",
            install_options = "The command that installs takes options.",
            uninstall_options = "The command that removes takes options.",
            disableable = "Packages can be disabled, which is what `ensure => disabled` asks for.",
            supports_flavors = "Packages have flavors, variants of which one is chosen.",
            package_settings = "Packages have settings, in a format of the provider.",
            virtual_packages = "Names that stand for whatever package provides them can be installed and removed.",
            targetable = "The command that manages packages can be given by its path."
        ),
        example = "package { 'ntp':\n  ensure   => installed,\n  provider => apt,\n}",
        example = "package { 'a file of our own':\n  ensure   => latest,\n  name     => 'our-tools',\n  provider => dpkg,\n  \
                   source   => '/srv/packages/our-tools.deb',\n}"
    )]
    #[provider(name = "aix", unbuilt, features("installable", "uninstallable", "upgradeable", "versionable"))]
    #[provider(
        name = "apk",
        by = crate::managed::PackageProvider<crate::apk::Apk>,
        features(
            "install_options",
            "installable",
            "uninstall_options",
            "uninstallable",
            "upgradeable",
            "versionable"
        ),
        confine(command("apk")),
        default_for(fact("os.family", "Alpine")),
        instances,
        refresh,
        docs = "Alpine Linux's `apk`. A `source` is a file."
    )]
    #[provider(name = "appdmg", unbuilt, features("installable"))]
    #[provider(name = "apple", unbuilt, features("installable"))]
    #[provider(
        name = "apt",
        by = crate::managed::PackageProvider<crate::apt::Apt>,
        features(
            "holdable",
            "install_options",
            "installable",
            "purgeable",
            "uninstallable",
            "upgradeable",
            "versionable",
            "virtual_packages"
        ),
        confine(
            command("apt-get"),
            command("apt-cache"),
            command("apt-mark"),
            command("debconf-set-selections"),
            command("dpkg"),
            command("dpkg-query"),
            path("/var/lib/dpkg/status")
        ),
        default_for(fact("os.family", "Debian")),
        defaults(allow_virtual = false),
        specificity = 1,
        instances,
        refresh,
        docs = "Debian's `apt-get`. `ensure` takes a range of versions (`>=1.2 <2`), of which the highest is installed. With \
                a `source`, a file is installed with what it depends on. What is installed is marked as wanted for itself. A \
                version may be lower than the one that is there."
    )]
    #[provider(
        name = "aptitude",
        by = crate::managed::PackageProvider<crate::apt::Apt>,
        features("holdable", "installable", "purgeable", "uninstallable", "upgradeable", "versionable"),
        confine(
            command("aptitude"),
            command("apt-cache"),
            command("apt-mark"),
            command("debconf-set-selections"),
            command("dpkg"),
            command("dpkg-query"),
            path("/var/lib/dpkg/status")
        ),
        defaults(allow_virtual = false),
        instances,
        refresh,
        docs = "Debian's `aptitude`, as `apt`, but without `install_options` and `source`."
    )]
    #[provider(
        name = "aptrpm",
        unbuilt,
        features("installable", "purgeable", "uninstallable", "upgradeable", "versionable")
    )]
    #[provider(name = "blastwave", unbuilt, features("installable", "uninstallable", "upgradeable"))]
    #[provider(
        name = "dnf",
        by = crate::managed::PackageProvider<crate::yum::Yum>,
        features(
            "install_only",
            "install_options",
            "installable",
            "purgeable",
            "uninstallable",
            "upgradeable",
            "versionable",
            "virtual_packages"
        ),
        confine(command("dnf"), command("rpm")),
        default_for(fact("os.name", "Fedora"), not(fact("os.release.major", "19", "20", "21"))),
        default_for(fact("os.family", "RedHat"), not(fact("os.release.major", "4", "5", "6", "7"))),
        specificity = 1,
        instances,
        refresh,
        docs = "As `yum`, by the command `dnf`."
    )]
    #[provider(
        name = "dnfmodule",
        unbuilt,
        features(
            "disableable",
            "installable",
            "purgeable",
            "supports_flavors",
            "uninstallable",
            "upgradeable",
            "versionable"
        )
    )]
    #[provider(
        name = "dpkg",
        by = crate::managed::PackageProvider<crate::dpkg::Dpkg>,
        features("holdable", "installable", "purgeable", "uninstallable", "upgradeable", "virtual_packages"),
        confine(command("dpkg"), command("dpkg-deb"), command("dpkg-query"), path("/var/lib/dpkg/status")),
        defaults(allow_virtual = false),
        instances,
        refresh,
        docs = "Debian's `dpkg`, which fetches nothing: a package needs a `source`, a file on this machine."
    )]
    #[provider(
        name = "fink",
        unbuilt,
        features("holdable", "installable", "purgeable", "uninstallable", "upgradeable", "versionable")
    )]
    #[provider(
        name = "flatpak",
        by = crate::managed::PackageProvider<crate::flatpak::Flatpak>,
        features(
            "install_options",
            "installable",
            "purgeable",
            "uninstall_options",
            "uninstallable",
            "upgradeable"
        ),
        confine(command("flatpak")),
        instances,
        refresh,
        docs = "Applications of `flatpak` that are there for everyone. A `source` is the remote, or a file or a URL of an application. What is \
                installed is shown by its commit."
    )]
    #[provider(name = "freebsd", unbuilt, features("installable", "purgeable", "uninstallable", "upgradeable"))]
    #[provider(
        name = "gem",
        by = crate::managed::PackageProvider<crate::gem::Gem>,
        features(
            "install_options",
            "installable",
            "targetable",
            "uninstall_options",
            "uninstallable",
            "upgradeable",
            "version_ranges",
            "versionable"
        ),
        instances,
        refresh,
        docs = "Gems of Ruby. `ensure` takes what a Gemfile does: `~> 1.2`, `>= 1, < 3`. A `source` is a file, or the URL of one more \
                repository. `absent` removes all versions and their programs."
    )]
    #[provider(name = "hpux", unbuilt, features("installable", "uninstallable"))]
    #[provider(name = "macports", unbuilt, features("installable", "uninstallable", "upgradeable", "versionable"))]
    #[provider(name = "nim", unbuilt, features("installable", "uninstallable", "upgradeable", "versionable"))]
    #[provider(
        name = "npm",
        by = crate::managed::PackageProvider<crate::npm::Npm>,
        features(
            "install_options",
            "installable",
            "uninstall_options",
            "uninstallable",
            "upgradeable",
            "versionable"
        ),
        confine(command("npm")),
        instances,
        refresh,
        docs = "Packages of Node.js that are there for everyone (`npm --global`). A `source` is whatever npm installs from."
    )]
    #[provider(
        name = "openbsd",
        unbuilt,
        features(
            "install_options",
            "installable",
            "purgeable",
            "supports_flavors",
            "uninstall_options",
            "uninstallable",
            "upgradeable",
            "versionable"
        )
    )]
    #[provider(name = "opkg", unbuilt, features("installable", "uninstallable", "upgradeable"))]
    #[provider(
        name = "pacman",
        by = crate::managed::PackageProvider<crate::pacman::Pacman>,
        features(
            "install_options",
            "installable",
            "uninstall_options",
            "uninstallable",
            "upgradeable",
            "virtual_packages"
        ),
        confine(command("pacman"), fact("os.name", "Archlinux", "Manjarolinux")),
        default_for(fact("os.name", "Archlinux", "Manjarolinux")),
        instances,
        refresh,
        docs = "Arch Linux's `pacman`. A name may also be a group, unless `allow_virtual` is `false`. A `source` is a file or a URL."
    )]
    #[provider(
        name = "pip",
        by = crate::managed::PackageProvider<crate::pip::Pip>,
        features(
            "install_options",
            "installable",
            "targetable",
            "uninstallable",
            "upgradeable",
            "version_ranges",
            "versionable"
        ),
        instances,
        refresh,
        docs = "Python's `pip`. A range is written `>=1.2 <2`. `source` is what pip takes before `#egg=`. Options about the index (`-i`, \
                `--find-links`, ...) also count when the latest version is asked for, which takes pip 21.2."
    )]
    #[provider(
        name = "pip2",
        by = crate::managed::PackageProvider<crate::pip::Pip>,
        features(
            "install_options",
            "installable",
            "targetable",
            "uninstallable",
            "upgradeable",
            "versionable"
        ),
        instances,
        refresh,
        docs = "As `pip`, by the command `pip2`."
    )]
    #[provider(
        name = "pip3",
        by = crate::managed::PackageProvider<crate::pip::Pip>,
        features(
            "install_options",
            "installable",
            "targetable",
            "uninstallable",
            "upgradeable",
            "versionable"
        ),
        instances,
        refresh,
        docs = "As `pip`, by the command `pip3`."
    )]
    #[provider(
        name = "pkg",
        unbuilt,
        features("holdable", "install_options", "installable", "uninstallable", "upgradeable", "versionable")
    )]
    #[provider(name = "pkgdmg", unbuilt, features("installable"))]
    #[provider(name = "pkgin", unbuilt, features("installable", "uninstallable", "upgradeable", "versionable"))]
    #[provider(
        name = "pkgng",
        unbuilt,
        features("install_options", "installable", "uninstallable", "upgradeable", "versionable")
    )]
    #[provider(name = "pkgutil", unbuilt, features("installable", "uninstallable", "upgradeable"))]
    #[provider(
        name = "portage",
        unbuilt,
        features(
            "install_options",
            "installable",
            "purgeable",
            "reinstallable",
            "uninstall_options",
            "uninstallable",
            "upgradeable",
            "versionable",
            "virtual_packages"
        )
    )]
    #[provider(name = "ports", unbuilt, features("installable", "purgeable", "uninstallable", "upgradeable"))]
    #[provider(name = "portupgrade", unbuilt, features("installable", "uninstallable", "upgradeable"))]
    #[provider(
        name = "puppet_gem",
        by = crate::managed::PackageProvider<crate::gem::Gem>,
        features(
            "install_options",
            "installable",
            "uninstall_options",
            "uninstallable",
            "upgradeable",
            "versionable"
        ),
        confine(command("puppet-gem")),
        instances,
        refresh,
        docs = "As `gem`, for the Ruby that comes with Puppet's own packages."
    )]
    #[provider(
        name = "puppetserver_gem",
        unbuilt,
        features("install_options", "installable", "uninstall_options", "uninstallable", "upgradeable", "versionable")
    )]
    #[provider(
        name = "rpm",
        by = crate::managed::PackageProvider<crate::rpm::Rpm>,
        features(
            "install_only",
            "install_options",
            "installable",
            "uninstall_options",
            "uninstallable",
            "upgradeable",
            "versionable",
            "virtual_packages"
        ),
        confine(command("rpm")),
        instances,
        refresh,
        docs = "`rpm`, which fetches nothing: a package needs a `source`, a file or a URL."
    )]
    #[provider(name = "rug", unbuilt, features("installable", "uninstallable", "upgradeable", "versionable"))]
    #[provider(
        name = "snap",
        by = crate::managed::PackageProvider<crate::snap::Snap>,
        features(
            "holdable",
            "install_options",
            "installable",
            "purgeable",
            "uninstallable",
            "upgradeable"
        ),
        confine(command("snap")),
        instances,
        refresh,
        docs = "Applications from the store of `snap`. Options say the rest: `--classic`, `--channel=edge`. A `source` is a file. `purged` also \
                removes what the application saved. `mark` takes snapd 2.58."
    )]
    #[provider(name = "sun", unbuilt, features("install_options", "installable", "uninstallable", "upgradeable"))]
    #[provider(name = "sunfreeware", unbuilt, features("installable", "uninstallable", "upgradeable"))]
    #[provider(
        name = "tdnf",
        by = crate::managed::PackageProvider<crate::yum::Yum>,
        features(
            "install_options",
            "installable",
            "purgeable",
            "uninstallable",
            "upgradeable",
            "versionable",
            "virtual_packages"
        ),
        confine(command("tdnf"), command("rpm")),
        default_for(fact("os.name", "PhotonOS")),
        specificity = 2,
        instances,
        refresh,
        docs = "As `dnf`, by the command `tdnf`."
    )]
    #[provider(name = "up2date", unbuilt, features("installable", "uninstallable", "upgradeable"))]
    #[provider(
        name = "urpmi",
        unbuilt,
        features("installable", "purgeable", "uninstallable", "upgradeable", "versionable")
    )]
    #[provider(
        name = "windows",
        unbuilt,
        features("install_options", "installable", "uninstall_options", "uninstallable", "versionable")
    )]
    #[provider(
        name = "yum",
        by = crate::managed::PackageProvider<crate::yum::Yum>,
        features(
            "install_only",
            "install_options",
            "installable",
            "purgeable",
            "uninstallable",
            "upgradeable",
            "versionable",
            "virtual_packages"
        ),
        confine(command("yum"), command("rpm")),
        default_for(fact("os.name", "Amazon")),
        default_for(fact("os.family", "RedHat"), fact("os.release.major", "4", "5", "6", "7")),
        instances,
        refresh,
        docs = "Red Hat's `yum`. `absent` leaves packages that need this one and fails for their sake, `purged` removes them too. `ensure` \
                takes a range of versions (`>=1.2 <2`), of which the highest is installed. What there is, and what is the latest, it knows from the lists \
                that were fetched last (`makecache`)."
    )]
    #[provider(
        name = "zypper",
        by = crate::managed::PackageProvider<crate::zypper::Zypper>,
        features(
            "install_options",
            "installable",
            "uninstallable",
            "upgradeable",
            "versionable",
            "virtual_packages"
        ),
        confine(command("zypper"), command("rpm"), fact("os.name", "SuSE", "SLES", "SLED", "OpenSuSE")),
        default_for(fact("os.name", "SuSE", "SLES", "SLED", "OpenSuSE")),
        instances,
        refresh,
        docs = "SUSE's `zypper`. `ensure` takes a range of versions, of which the highest is installed. A version may be lower \
                than the one that is there. What is the latest it knows from \
                the last time that repositories were refreshed."
    )]
    pub struct Package {
        /// Whether the package is there, and in which version: a version as the package system writes it, in full, or
        /// `latest`. Some systems take a range: `>1.0.0 <2.0.0`.
        #[property(default = "present", is = Current)]
        pub ensure: Ensure,

        /// What the package system calls the package. The title, unless it is given here.
        #[parameter(namevar)]
        pub name: String,

        /// The package system. The operating system's own, unless it is given here.
        #[parameter(namevar)]
        pub provider: Option<String>,

        /// The path of the command that manages packages, where there are several of them or it is in no usual place.
        /// `default` is the one that is found.
        #[parameter(namevar, default = "default", features("targetable"))]
        pub command: String,

        /// Settings of the package; it is reinstalled when they differ. Their format depends on the provider.
        #[property(data_type = "Any", features("package_settings"))]
        pub package_settings: Option<Value>,

        /// The variant of the package.
        #[property(features("supports_flavors"))]
        pub flavor: Option<String>,

        /// Whether the package is held at its version. Goes with any `ensure` under which it is there.
        #[property(features("holdable"))]
        pub mark: Option<Mark>,

        /// Where the package itself is, for systems that fetch none by themselves: mostly a path on this machine, for some a
        /// URL.
        #[parameter]
        pub source: Option<String>,

        /// Set by the provider, for others to read.
        #[parameter(data_type = "Any")]
        pub instance: Option<Value>,

        /// Set by the provider, for others to read.
        #[parameter(data_type = "Any")]
        pub status: Option<Value>,

        /// A file with the defaults of an installation (Solaris).
        #[parameter]
        pub adminfile: Option<String>,

        /// A file with the answers to what the package asks while it is installed (Debian, Solaris).
        #[parameter]
        pub responsefile: Option<String>,

        /// Whether changed settings survive an upgrade (`apt` and `dpkg`).
        #[parameter(default = "keep")]
        pub configfiles: ConfigFiles,

        /// Set by the provider, for others to read.
        #[parameter(data_type = "Any")]
        pub category: Option<Value>,

        /// Set by the provider, for others to read.
        #[parameter(data_type = "Any")]
        pub platform: Option<Value>,

        /// Set by the provider, for others to read.
        #[parameter(data_type = "Any")]
        pub root: Option<Value>,

        /// Set by the provider, for others to read.
        #[parameter(data_type = "Any")]
        pub vendor: Option<Value>,

        /// Set by the provider, for others to read.
        #[parameter(data_type = "Any")]
        pub description: Option<Value>,

        /// Whether apt may use a CD that its list of sources names.
        #[parameter]
        pub allowcdrom: Option<Switch>,

        /// Whether a module of dnf is only enabled, without its default profile. Goes with neither `flavor` nor
        /// `ensure => disabled`.
        #[parameter(default = false)]
        pub enable_only: bool,

        /// Whether the package is only ever installed, never upgraded.
        #[parameter(default = false, features("install_only"))]
        pub install_only: bool,

        /// Options for the command that installs: a list of texts and of hashes from option to value. No shell sees them: each text
        /// is one argument, and `{ '--a' => 'b' }` is `--a=b`. They can't be Sensitive.
        #[parameter(data_type = "Any", features("install_options"))]
        pub install_options: Option<Options>,

        /// Options for the command that removes, as `install_options`.
        #[parameter(data_type = "Any", features("uninstall_options"))]
        pub uninstall_options: Option<Options>,

        /// Whether the name may stand for whatever package provides it. Some providers say `false` by default.
        #[parameter(default = true, features("virtual_packages"))]
        pub allow_virtual: bool,

        /// Whether a refresh (`notify`, `subscribe`, `~>`) reinstalls the package, with providers that have
        /// the feature `reinstallable`. No built-in provider has it; with other providers the attribute has
        /// no effect, as in Puppet.
        #[parameter(default = "false")]
        pub reinstall_on_refresh: Switch,
    }

    /// Kinds of presence.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Ensure {
        /// It is there, in whatever version.
        #[choice(aliases("installed"))]
        Present,
        /// It is not there. Its settings may be.
        #[choice(absent)]
        Absent,
        /// Nothing of it is there.
        #[choice(absent, features("purgeable"))]
        Purged,
        /// It can be there, but is not to be used.
        #[choice(features("disableable"))]
        Disabled,
        /// It is there in the latest version.
        #[choice(features("upgradeable"))]
        Latest,
        /// It is there in this version.
        #[choice(features("versionable"))]
        Other(String),
    }

    /// Whether upgrades pass a package by.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Mark {
        /// They do.
        Hold,
        /// They do not.
        None,
    }

    /// What becomes of changed settings.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ConfigFiles {
        /// They stay.
        Keep,
        /// Those of the package take their place.
        Replace,
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
