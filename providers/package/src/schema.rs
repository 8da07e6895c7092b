//! Schema of the type `package`: its attributes, the features of package systems, and their names. Puppet's
//! providers for other operating systems are declared but never suitable.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::Value;

    use crate::current::Current;
    use crate::options::Options;

    /// Manages software packages: whether they are installed, and in which version.
    ///
    /// Each package system is a provider. The default is the package system of the operating system. Package systems
    /// that cannot fetch packages require a `source`.
    ///
    /// **Duplicates:** several resources can have the same `name` if their `provider` or `command` differ. References
    /// to such resources must use their titles.
    ///
    /// **Autorequires:** the files in `responsefile`, `adminfile` and `source`, if they are managed.
    #[resource(
        name = "package",
        title = "(?m)(.*)" => (name),
        canonicalize,
        require(file = responsefile, file = adminfile, file = source),
        features(
            reinstallable = "Packages can be reinstalled.",
            installable = "Packages can be installed.",
            uninstallable = "Packages can be removed.",
            upgradeable = "Packages can be upgraded to the latest version (`ensure => latest`).",
            purgeable = "Packages can be removed together with their configuration files.",
            versionable = "A specific version can be installed.",
            version_ranges = "A range of versions can be specified.",
            holdable = "Packages can be held at their version.",
            install_only = "Several versions of a package can be installed side by side without upgrading, like kernels.",
            install_options = "Options can be passed to the installation command.",
            uninstall_options = "Options can be passed to the removal command.",
            disableable = "Packages can be disabled (`ensure => disabled`).",
            supports_flavors = "Packages have flavors, one of which can be selected.",
            package_settings = "Packages have settings in a provider-specific format.",
            virtual_packages = "Packages can be installed and removed by a virtual name that they provide.",
            targetable = "The path of the package manager's command can be specified."
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
        docs = "`apk` of Alpine Linux. `source` is a file."
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
        docs = "`apt-get` of Debian. `ensure` can be a range of versions (`>=1.2 <2`), of which the highest is \
                installed. With a `source`, the file is installed with its dependencies. Installed packages are marked \
                as manually installed. Downgrades are allowed."
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
        docs = "`aptitude` of Debian. Like `apt`, but without `install_options` and `source`."
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
        docs = "Like `yum`, with the command `dnf`."
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
        docs = "`dpkg` of Debian, which cannot fetch packages: it requires a `source`, a file on this system."
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
        docs = "`flatpak` applications installed for all users. `source` is the remote, or a file or URL of an \
                application. The installed version is the commit."
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
        docs = "Ruby gems. `ensure` accepts the requirements of a Gemfile: `~> 1.2`, `>= 1, < 3`. `source` is a file, \
                or the URL of an additional repository. `absent` removes all versions and their executables."
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
        docs = "Node.js packages installed globally (`npm --global`). `source` is anything that npm can install from."
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
        docs = "`pacman` of Arch Linux. The name can also be a group, unless `allow_virtual` is `false`. `source` is a \
                file or a URL."
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
        docs = "`pip` of Python. A range is written as `>=1.2 <2`. `source` is what pip accepts before `#egg=`. Index \
                options (`-i`, `--find-links`, ...) are also used to determine the latest version, which requires pip \
                21.2."
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
        docs = "Like `pip`, with the command `pip2`."
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
        docs = "Like `pip`, with the command `pip3`."
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
        docs = "Like `gem`, for the Ruby in Puppet's own packages."
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
        docs = "`rpm`, which cannot fetch packages: it requires a `source`, a file or a URL."
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
        docs = "Applications of the `snap` store. Options such as `--classic` and `--channel=edge` can be set. \
                `source` is a file. `purged` also removes saved data. `mark` requires snapd 2.58."
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
        docs = "Like `dnf`, with the command `tdnf`."
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
        docs = "`yum` of Red Hat. `absent` fails if other packages depend on this one; `purged` removes them, too. \
                `ensure` can be a range of versions (`>=1.2 <2`), of which the highest is installed. Available \
                versions are determined from the most recently fetched lists (`makecache`)."
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
        docs = "`zypper` of SUSE. `ensure` can be a range of versions, of which the highest is installed. Downgrades \
                are allowed. The latest version is determined from the most recently refreshed repositories."
    )]
    pub struct Package {
        /// Whether the package should be installed, and in which version: a complete version in the format of the
        /// package system, or `latest`. Some package systems accept a range: `>1.0.0 <2.0.0`.
        #[property(default = "present", is = Current)]
        pub ensure: Ensure,

        /// The name of the package in the package system. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,

        /// The package system. Defaults to that of the operating system.
        #[parameter(namevar)]
        pub provider: Option<String>,

        /// The path of the package manager's command, if there are several or it is in an unusual directory. `default`
        /// uses the command in the search path.
        #[parameter(namevar, default = "default", features("targetable"))]
        pub command: String,

        /// Settings of the package, which is reinstalled if they differ. The format depends on the provider.
        #[property(data_type = "Any", features("package_settings"))]
        pub package_settings: Option<Value>,

        /// The flavor of the package.
        #[property(features("supports_flavors"))]
        pub flavor: Option<String>,

        /// Whether the package is held at its version. Can be combined with any `ensure` for which the package is
        /// installed.
        #[property(features("holdable"))]
        pub mark: Option<Mark>,

        /// The source of the package, for package systems that cannot fetch packages themselves: usually a local path,
        /// for some a URL.
        #[parameter]
        pub source: Option<String>,

        /// Read-only.
        #[parameter(data_type = "Any")]
        pub instance: Option<Value>,

        /// Read-only.
        #[parameter(data_type = "Any")]
        pub status: Option<Value>,

        /// A file with the defaults for an installation (Solaris).
        #[parameter]
        pub adminfile: Option<String>,

        /// A file with answers to the questions asked during the installation (Debian, Solaris).
        #[parameter]
        pub responsefile: Option<String>,

        /// Whether to keep or replace modified configuration files on an upgrade (`apt` and `dpkg`).
        #[parameter(default = "keep")]
        pub configfiles: ConfigFiles,

        /// Read-only.
        #[parameter(data_type = "Any")]
        pub category: Option<Value>,

        /// Read-only.
        #[parameter(data_type = "Any")]
        pub platform: Option<Value>,

        /// Read-only.
        #[parameter(data_type = "Any")]
        pub root: Option<Value>,

        /// Read-only.
        #[parameter(data_type = "Any")]
        pub vendor: Option<Value>,

        /// Read-only.
        #[parameter(data_type = "Any")]
        pub description: Option<Value>,

        /// Whether apt can use a CD from its list of sources.
        #[parameter]
        pub allowcdrom: Option<Switch>,

        /// Whether to only enable a dnf module, without installing its default profile. Cannot be combined with
        /// `flavor` or `ensure => disabled`.
        #[parameter(default = false)]
        pub enable_only: bool,

        /// Whether the package is only installed and never upgraded, so that several versions can be installed.
        #[parameter(default = false, features("install_only"))]
        pub install_only: bool,

        /// Options for the installation command: a list of texts and of hashes from option to value. They are not
        /// passed through a shell: each text is one argument, and `{ '--a' => 'b' }` becomes `--a=b`. They cannot be
        /// Sensitive.
        #[parameter(data_type = "Any", features("install_options"))]
        pub install_options: Option<Options>,

        /// Options for the removal command, in the format of `install_options`.
        #[parameter(data_type = "Any", features("uninstall_options"))]
        pub uninstall_options: Option<Options>,

        /// Whether the name can be a virtual name that a package provides. Some providers default to `false`.
        #[parameter(default = true, features("virtual_packages"))]
        pub allow_virtual: bool,

        /// Whether a refresh (`notify`, `subscribe`, `~>`) reinstalls the package, with providers that have
        /// the feature `reinstallable`. No built-in provider has it; with other providers the attribute has
        /// no effect, as in Puppet.
        #[parameter(default = "false")]
        pub reinstall_on_refresh: Switch,
    }

    /// States of a package.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Ensure {
        /// Installed in any version.
        #[choice(aliases("installed"), event = "package_installed")]
        Present,
        /// Not installed. Configuration files may remain.
        #[choice(absent)]
        Absent,
        /// Not installed, and no configuration files remain.
        #[choice(absent, features("purgeable"), event = "package_purged")]
        Purged,
        /// Available, but disabled.
        #[choice(features("disableable"))]
        Disabled,
        /// Installed in the latest version.
        #[choice(features("upgradeable"))]
        Latest,
        /// Installed in this version.
        #[choice(features("versionable"))]
        Other(String),
    }

    /// Whether a package is excluded from upgrades.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Mark {
        /// The package is held.
        Hold,
        /// The package is not held.
        None,
    }

    /// What happens to modified configuration files.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ConfigFiles {
        /// They are kept.
        Keep,
        /// They are replaced with those of the package.
        Replace,
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

pub use package::*;
