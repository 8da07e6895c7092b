//! Schemas of the types `yumrepo` and `zypprepo`.

#[marotte_sdk::package]
mod package {
    use crate::value::{
        Caching, Expiry, Failover, Flag, Line, Number, Password, Proxy, Rate, Signed, Throttle, Url, Urls, ZyppType,
        ZyppUrl, ZyppUrls,
    };

    /// Manages a package repository for yum and dnf.
    ///
    /// A repository is a section in `/etc/yum.conf` or in a file `*.repo` of a directory used by yum: the
    /// directories in `reposdir` of `/etc/yum.conf`, or `/etc/yum.repos.d` and `/etc/yum/repos.d`. A new one
    /// gets a file of its own in the last of them that exists. Attributes have yum's names; `absent` removes
    /// a setting from the file. Settings without an attribute stay as they are. The file gets the mode 0644.
    #[resource(
        name = "yumrepo",
        canonicalize,
        example = "file { '/etc/yum.repos.d':\n  ensure => directory,\n}\nyumrepo { 'tools':\n  descr    => 'Tools of our \
                   own',\n  baseurl  => 'https://mirror.example.com/tools',\n  enabled  => '1',\n  gpgcheck => '1',\n  gpgkey   => \
                   'https://mirror.example.com/KEY',\n}"
    )]
    #[provider(name = "inifile", by = crate::Inifile, instances, docs = "Edits the configuration files of yum.")]
    pub struct Yumrepo {
        /// Whether the repository should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// A human-readable name of the repository; `name` in the file.
        #[property]
        pub descr: Option<Line>,

        /// The URL of a mirror list.
        #[property]
        pub mirrorlist: Option<Url>,

        /// The URL of the repository; several are separated by spaces.
        #[property]
        pub baseurl: Option<Urls>,

        /// Whether the repository is enabled.
        #[property]
        pub enabled: Option<Flag>,

        /// Whether to verify the signatures of packages.
        #[property]
        pub gpgcheck: Option<Flag>,

        /// Whether to verify the signatures of packages.
        #[property]
        pub payload_gpgcheck: Option<Flag>,

        /// Whether to verify the signature of the repository metadata.
        #[property]
        pub repo_gpgcheck: Option<Flag>,

        /// The URL of the key with which packages are signed; several are separated by spaces.
        #[property]
        pub gpgkey: Option<Urls>,

        /// The time in seconds after which the mirror list expires.
        #[property]
        pub mirrorlist_expire: Option<Number>,

        /// The URL of a file with additional settings. Its existence is not checked.
        #[property]
        pub include: Option<Url>,

        /// Names and patterns of packages that are excluded, separated by spaces.
        #[property]
        pub exclude: Option<Line>,

        /// The URL of the certificate authority key with which `gpgkey` is signed.
        #[property]
        pub gpgcakey: Option<Url>,

        /// Names and patterns of the only packages to use from this repository, separated by spaces.
        #[property]
        pub includepkgs: Option<Line>,

        /// Whether to use package groups.
        #[property]
        pub enablegroups: Option<Flag>,

        /// Whether packages of this repository can replace packages of module streams.
        #[property]
        pub module_hotfixes: Option<Flag>,

        /// The order in which URLs are tried: `roundrobin` or `priority`.
        #[property]
        pub failovermethod: Option<Failover>,

        /// Whether to keep connections alive.
        #[property]
        pub keepalive: Option<Flag>,

        /// The number of times to try a download; 0 means no limit.
        #[property]
        pub retries: Option<Number>,

        /// What HTTP caches can store: `packages`, `all` or `none`.
        #[property]
        pub http_caching: Option<Caching>,

        /// The connection timeout in seconds.
        #[property]
        pub timeout: Option<Number>,

        /// The time after which the repository metadata expires: seconds, other units with `d`, `h` or `m`, or `never`.
        #[property]
        pub metadata_expire: Option<Expiry>,

        /// Whether packages of this repository are protected from replacement. Requires the plugin `protectbase`.
        #[property]
        pub protect: Option<Flag>,

        /// The priority of the repository, an integer. Requires the plugin `priorities`.
        #[property]
        pub priority: Option<Signed>,

        /// The minimum download rate in bytes per second, below which a download is aborted.
        #[property]
        pub minrate: Option<Number>,

        /// The maximum download rate in bytes per second, optionally with `k`, `M` or `G`, or a percentage of
        /// `bandwidth` with `%`.
        #[property]
        pub throttle: Option<Throttle>,

        /// The bandwidth of the network in bytes per second, optionally with `k`, `M` or `G`.
        #[property]
        pub bandwidth: Option<Rate>,

        /// The cost of fetching from here, relative to other repositories.
        #[property]
        pub cost: Option<Number>,

        /// The URL of a proxy, or `_none_` to use none regardless of the general settings (written as an empty value
        /// since release 8).
        #[property]
        pub proxy: Option<Proxy>,

        /// The user name for the proxy.
        #[property]
        pub proxy_username: Option<Line>,

        /// The password for the proxy. Can be Sensitive, and is never shown.
        #[property(sensitive)]
        pub proxy_password: Option<Password>,

        /// Whether the repository is accessed through S3.
        #[property]
        pub s3_enabled: Option<Flag>,

        /// The file or directory with the certificate authorities for servers.
        #[property]
        pub sslcacert: Option<Line>,

        /// Whether to verify server certificates.
        #[property]
        pub sslverify: Option<Flag>,

        /// The file with the client certificate.
        #[property]
        pub sslclientcert: Option<Line>,

        /// The file with the key of the client certificate.
        #[property]
        pub sslclientkey: Option<Line>,

        /// The URL of a metalink, a mirror list with digests.
        #[property]
        pub metalink: Option<Url>,

        /// Whether to skip the repository if it cannot be reached.
        #[property]
        pub skip_if_unavailable: Option<Flag>,

        /// Whether to answer all questions with yes.
        #[property]
        pub assumeyes: Option<Flag>,

        /// The maximum size of a delta package, as a percentage of the full package, up to which it is used.
        #[property]
        pub deltarpm_percentage: Option<Number>,

        /// The maximum size of the delta metadata, as a percentage of the package metadata, up to which it is used.
        #[property]
        pub deltarpm_metadata_percentage: Option<Number>,

        /// The user name for the server.
        #[property]
        pub username: Option<Line>,

        /// The password for the server. Can be Sensitive, and is never shown.
        #[property(sensitive)]
        pub password: Option<Password>,

        /// The name of the repository, which is that of its section in the file. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,

        /// The file for the repository: its path, or its name in the directory of new repositories, with or without the
        /// suffix `.repo`.
        #[parameter]
        pub target: Option<String>,
    }

    /// Manages a package repository for zypper.
    ///
    /// A repository is a section in a file `*.repo` of a directory used by zypper: the directories in `reposdir` of
    /// `/etc/zypp/zypp.conf`, or `/etc/zypp/repos.d`. A new one gets a file of its own in the last of them that exists.
    /// Attributes have zypper's names; `absent` removes a setting from the file. Settings without an attribute stay as
    /// they are. The file gets the mode 0644.
    #[resource(
        name = "zypprepo",
        canonicalize,
        example = "file { ['/etc/zypp', '/etc/zypp/repos.d']:\n  ensure => directory,\n}\nzypprepo { 'tools':\n  ensure   => \
                   present,\n  descr    => 'Tools of our own',\n  baseurl  => 'https://mirror.example.com/tools',\n  enabled  => 1,\n  \
                   gpgcheck => 0,\n  type     => 'rpm-md',\n}"
    )]
    #[provider(name = "inifile", by = crate::ZypperInifile, instances, docs = "Edits the configuration files of zypper.")]
    pub struct Zypprepo {
        /// Whether the repository should exist.
        #[property]
        pub ensure: Option<Ensure>,

        /// The name of the repository, which is that of its section in the file. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,

        /// A human-readable name of the repository; `name` in the file.
        #[property]
        pub descr: Option<Line>,

        /// The URL of a mirror list.
        #[property]
        pub mirrorlist: Option<ZyppUrl>,

        /// The URL of the repository; several are separated by spaces.
        #[property]
        pub baseurl: Option<ZyppUrls>,

        /// The path of the repository, relative to `baseurl`.
        #[property]
        pub path: Option<Line>,

        /// Whether the repository is enabled.
        #[property]
        pub enabled: Option<Flag>,

        /// Whether to verify signatures.
        #[property]
        pub gpgcheck: Option<Flag>,

        /// Whether to verify the signature of the repository metadata.
        #[property]
        pub repo_gpgcheck: Option<Flag>,

        /// Whether to verify the signatures of packages.
        #[property]
        pub pkg_gpgcheck: Option<Flag>,

        /// The URL of the key with which packages are signed; several are separated by spaces.
        #[property]
        pub gpgkey: Option<ZyppUrls>,

        /// The priority of the repository, an integer.
        #[property]
        pub priority: Option<Signed>,

        /// Whether the metadata is refreshed automatically.
        #[property]
        pub autorefresh: Option<Flag>,

        /// Whether downloaded packages are kept.
        #[property]
        pub keeppackages: Option<Flag>,

        /// The type of the repository: `yast2`, `rpm-md`, `plaindir`, `yum` or `NONE`.
        #[property]
        pub r#type: Option<ZyppType>,
    }
}

pub use package::*;
