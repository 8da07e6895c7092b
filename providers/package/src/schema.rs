//! Owns the description of the type `package`: its attributes, what package systems may be able to do, and their names.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::Value;

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
        title = "(?s)(.*)" => (name),
        require(file = responsefile, file = adminfile, file = source),
        features(
            reinstallable = "Packages can be installed again.",
            installable = "Packages can be installed.",
            uninstallable = "Packages can be removed.",
            upgradeable = "Packages can be brought to the latest version, which is what `ensure => latest` asks for.",
            purgeable = "Packages can be removed with all that they left, settings included.",
            versionable = "A given version can be told from others and installed.",
            version_ranges = "A range of versions can be asked for.",
            holdable = "Packages can be kept from being upgraded along with others.",
            install_only = "Packages can be installed beside their older versions and never upgraded, as kernels are.",
            install_options = "The command that installs takes options.",
            uninstall_options = "The command that removes takes options.",
            disableable = "Packages can be disabled, which is what `ensure => disabled` asks for.",
            supports_flavors = "Packages have flavors, variants of which one is chosen.",
            package_settings = "Packages have settings; what they look like is up to the provider.",
            virtual_packages = "Names that stand for whatever package provides them can be installed and removed.",
            targetable = "The command that manages packages can be given by its path."
        ),
        example = "package { 'ntp':\n  ensure => installed,\n}",
        example = "package { 'a gem of the same name':\n  ensure   => '1.2.3',\n  name     => 'ntp',\n  provider => gem,\n}"
    )]
    #[provider(name = "aix", unbuilt, features("installable", "uninstallable", "upgradeable", "versionable"))]
    #[provider(name = "appdmg", unbuilt, features("installable"))]
    #[provider(name = "apple", unbuilt, features("installable"))]
    #[provider(
        name = "apt",
        unbuilt,
        features(
            "holdable",
            "install_options",
            "installable",
            "purgeable",
            "uninstallable",
            "upgradeable",
            "versionable",
            "virtual_packages"
        )
    )]
    #[provider(
        name = "aptitude",
        unbuilt,
        features("holdable", "installable", "purgeable", "uninstallable", "upgradeable", "versionable")
    )]
    #[provider(
        name = "aptrpm",
        unbuilt,
        features("installable", "purgeable", "uninstallable", "upgradeable", "versionable")
    )]
    #[provider(name = "blastwave", unbuilt, features("installable", "uninstallable", "upgradeable"))]
    #[provider(
        name = "dnf",
        unbuilt,
        features(
            "install_only",
            "install_options",
            "installable",
            "purgeable",
            "uninstallable",
            "upgradeable",
            "versionable",
            "virtual_packages"
        )
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
        unbuilt,
        features("holdable", "installable", "purgeable", "uninstallable", "upgradeable", "virtual_packages")
    )]
    #[provider(
        name = "fink",
        unbuilt,
        features("holdable", "installable", "purgeable", "uninstallable", "upgradeable", "versionable")
    )]
    #[provider(name = "freebsd", unbuilt, features("installable", "purgeable", "uninstallable", "upgradeable"))]
    #[provider(
        name = "gem",
        unbuilt,
        features(
            "install_options",
            "installable",
            "targetable",
            "uninstall_options",
            "uninstallable",
            "upgradeable",
            "version_ranges",
            "versionable"
        )
    )]
    #[provider(name = "hpux", unbuilt, features("installable", "uninstallable"))]
    #[provider(name = "macports", unbuilt, features("installable", "uninstallable", "upgradeable", "versionable"))]
    #[provider(name = "nim", unbuilt, features("installable", "uninstallable", "upgradeable", "versionable"))]
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
        unbuilt,
        features(
            "install_options",
            "installable",
            "uninstall_options",
            "uninstallable",
            "upgradeable",
            "virtual_packages"
        )
    )]
    #[provider(
        name = "pip",
        unbuilt,
        features(
            "install_options",
            "installable",
            "targetable",
            "uninstallable",
            "upgradeable",
            "version_ranges",
            "versionable"
        )
    )]
    #[provider(
        name = "pip2",
        unbuilt,
        features("install_options", "installable", "targetable", "uninstallable", "upgradeable", "versionable")
    )]
    #[provider(
        name = "pip3",
        unbuilt,
        features("install_options", "installable", "targetable", "uninstallable", "upgradeable", "versionable")
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
        unbuilt,
        features("install_options", "installable", "uninstall_options", "uninstallable", "upgradeable", "versionable")
    )]
    #[provider(
        name = "puppetserver_gem",
        unbuilt,
        features("install_options", "installable", "uninstall_options", "uninstallable", "upgradeable", "versionable")
    )]
    #[provider(
        name = "rpm",
        unbuilt,
        features(
            "install_only",
            "install_options",
            "installable",
            "uninstall_options",
            "uninstallable",
            "upgradeable",
            "versionable",
            "virtual_packages"
        )
    )]
    #[provider(name = "rug", unbuilt, features("installable", "uninstallable", "upgradeable", "versionable"))]
    #[provider(name = "sun", unbuilt, features("install_options", "installable", "uninstallable", "upgradeable"))]
    #[provider(name = "sunfreeware", unbuilt, features("installable", "uninstallable", "upgradeable"))]
    #[provider(
        name = "tdnf",
        unbuilt,
        features(
            "install_options",
            "installable",
            "purgeable",
            "uninstallable",
            "upgradeable",
            "versionable",
            "virtual_packages"
        )
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
        unbuilt,
        features(
            "install_only",
            "install_options",
            "installable",
            "purgeable",
            "uninstallable",
            "upgradeable",
            "versionable",
            "virtual_packages"
        )
    )]
    #[provider(
        name = "zypper",
        unbuilt,
        features("install_options", "installable", "uninstallable", "upgradeable", "versionable", "virtual_packages")
    )]
    pub struct Package {
        /// Whether the package is there, and in which version: a version as the package system writes it, in full, or
        /// `latest`. Some systems take a range: `>1.0.0 <2.0.0`.
        #[property(default = "present")]
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

        /// Settings of the package; when they differ it is installed again. What they look like is up to the provider.
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

        /// Options for the command that installs: a list of texts and of hashes from option to value.
        #[parameter(data_type = "Any", features("install_options"))]
        pub install_options: Option<Value>,

        /// Options for the command that removes: a list of texts and of hashes from option to value.
        #[parameter(data_type = "Any", features("uninstall_options"))]
        pub uninstall_options: Option<Value>,

        /// Whether the name may stand for whatever package provides it. Some providers say `false` by default.
        #[parameter(default = true, features("virtual_packages"))]
        pub allow_virtual: bool,

        /// Whether a change of another resource (`notify`, `subscribe`, `~>`) installs the package again.
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
