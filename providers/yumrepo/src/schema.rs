//! Schema of the type `yumrepo`.

#[marotte_sdk::package]
mod package {
    use crate::value::{
        Caching, Expiry, Failover, Flag, Line, Number, Password, Proxy, Rate, Signed, Throttle, Url, Urls,
    };

    /// Manages a repository of packages that yum and dnf use.
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
    #[provider(name = "inifile", by = crate::Inifile, instances, docs = "Changes the files that yum reads.")]
    pub struct Yumrepo {
        /// Whether the repository is there.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// What the repository is called, for people to read; `name` in the file.
        #[property]
        pub descr: Option<Line>,

        /// The URL of a list of mirrors.
        #[property]
        pub mirrorlist: Option<Url>,

        /// The URL of the repository; several with blanks between.
        #[property]
        pub baseurl: Option<Urls>,

        /// Whether the repository is used.
        #[property]
        pub enabled: Option<Flag>,

        /// Whether signatures of packages are checked.
        #[property]
        pub gpgcheck: Option<Flag>,

        /// Whether the signatures of packages are checked.
        #[property]
        pub payload_gpgcheck: Option<Flag>,

        /// Whether the signature of the list of packages is checked.
        #[property]
        pub repo_gpgcheck: Option<Flag>,

        /// The URL of the key that packages are signed with; several with blanks between.
        #[property]
        pub gpgkey: Option<Urls>,

        /// After how many seconds the list of mirrors is fetched again.
        #[property]
        pub mirrorlist_expire: Option<Number>,

        /// The URL of a file with more settings. Nobody looks whether it is there.
        #[property]
        pub include: Option<Url>,

        /// Names and patterns of packages that are never installed from here, with blanks between.
        #[property]
        pub exclude: Option<Line>,

        /// The URL of the key of the authority that signed the key.
        #[property]
        pub gpgcakey: Option<Url>,

        /// Names and patterns of the only packages that are installed from here, with blanks between.
        #[property]
        pub includepkgs: Option<Line>,

        /// Whether groups of packages are used.
        #[property]
        pub enablegroups: Option<Flag>,

        /// Whether packages from here may take the place of those in modules.
        #[property]
        pub module_hotfixes: Option<Flag>,

        /// In which order the URLs are tried: `roundrobin` or `priority`.
        #[property]
        pub failovermethod: Option<Failover>,

        /// Whether connections are kept open.
        #[property]
        pub keepalive: Option<Flag>,

        /// How often a download is tried; 0 is for ever.
        #[property]
        pub retries: Option<Number>,

        /// What caches on the way may keep: `packages`, `all` or `none`.
        #[property]
        pub http_caching: Option<Caching>,

        /// How many seconds to wait for a connection.
        #[property]
        pub timeout: Option<Number>,

        /// After how long the list of packages is fetched again: seconds, with `d`, `h` or `m` other units, or `never`.
        #[property]
        pub metadata_expire: Option<Expiry>,

        /// Whether packages from here are not replaced by others. Takes the plugin `protectbase`.
        #[property]
        pub protect: Option<Flag>,

        /// The rank of the repository, a whole number. Takes the plugin `priorities`.
        #[property]
        pub priority: Option<Signed>,

        /// How many bytes must come in a second for a download to go on.
        #[property]
        pub minrate: Option<Number>,

        /// How many bytes a second a download may take, perhaps with `k`, `M`, `G`, or what share of `bandwidth` with `%`.
        #[property]
        pub throttle: Option<Throttle>,

        /// How many bytes a second the network carries, perhaps with `k`, `M`, `G`.
        #[property]
        pub bandwidth: Option<Rate>,

        /// The cost of fetching from here, relative to other repositories.
        #[property]
        pub cost: Option<Number>,

        /// The URL of a proxy, or `_none_` for none whatever the general settings say (written as nothing from release 8 on).
        #[property]
        pub proxy: Option<Proxy>,

        /// The name to give to the proxy.
        #[property]
        pub proxy_username: Option<Line>,

        /// The password to give to the proxy. It may be Sensitive, and is not shown in any case.
        #[property(sensitive)]
        pub proxy_password: Option<Password>,

        /// Whether the repository is reached by S3.
        #[property]
        pub s3_enabled: Option<Flag>,

        /// The file or directory with the authorities that servers are checked by.
        #[property]
        pub sslcacert: Option<Line>,

        /// Whether servers are checked.
        #[property]
        pub sslverify: Option<Flag>,

        /// The file with the certificate to show to servers.
        #[property]
        pub sslclientcert: Option<Line>,

        /// The file with the key of that certificate.
        #[property]
        pub sslclientkey: Option<Line>,

        /// The URL of a list of mirrors with digests.
        #[property]
        pub metalink: Option<Url>,

        /// Whether to go on without the repository if it can't be reached.
        #[property]
        pub skip_if_unavailable: Option<Flag>,

        /// Whether questions are answered with yes.
        #[property]
        pub assumeyes: Option<Flag>,

        /// How large a difference may be, in percent of the package, to be fetched instead of it.
        #[property]
        pub deltarpm_percentage: Option<Number>,

        /// How large the list of differences may be, in percent of the list of packages.
        #[property]
        pub deltarpm_metadata_percentage: Option<Number>,

        /// The name to give to the server.
        #[property]
        pub username: Option<Line>,

        /// The password to give to the server. It may be Sensitive, and is not shown in any case.
        #[property(sensitive)]
        pub password: Option<Password>,

        /// The name of the repository, in the file that of the section. The title, unless it is given here.
        #[parameter(namevar)]
        pub name: String,

        /// The file that the repository belongs into: its path, or its name in the directory where new ones go. With or without
        /// `.repo` at its end.
        #[parameter]
        pub target: Option<String>,
    }
}

pub use package::*;
