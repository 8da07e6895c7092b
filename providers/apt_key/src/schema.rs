//! Schema of the type `apt_key`.

#[marotte_sdk::package]
mod package {
    use crate::value::{KeyId, Server, Source};

    /// Manages a key in the keyring with which apt verifies packages.
    ///
    /// The keyring is changed by `apt-key`, which newer releases of Debian and Ubuntu lack: there, put the key into a
    /// file that `signed-by` of a source refers to. Without `content` and `source`, a key is fetched from a key server.
    ///
    /// **Autorequires:** the file that `source` refers to, if it is managed.
    #[resource(
        name = "apt_key",
        canonicalize,
        require(file = source),
        example = "apt_key { '6F6B15509CF8E59E6E469F327F438280EF8D349F':\n  ensure => absent,\n}"
    )]
    #[provider(
        name = "apt_key",
        by = crate::Keyring,
        confine(fact("os.family", "Debian"), command("apt-key"), command("gpg"), path("/etc/apt")),
        default_for(fact("os.family", "Debian")),
        instances,
        docs = "Uses the commands `apt-key` and `gpg`."
    )]
    pub struct AptKey {
        /// Whether the key should be in the keyring.
        #[property]
        pub ensure: Option<Ensure>,

        /// The fingerprint of the key: 40 hexadecimal digits, optionally after `0x`. The last 8 or 16 digits are accepted
        /// with a warning, since several keys can have the same.
        #[parameter(namevar, data_type = "Any")]
        pub id: KeyId,

        /// The key itself, armored. It must have the fingerprint, if `id` is one.
        #[parameter]
        pub content: Option<String>,

        /// The file with the key: an absolute path, or an `http` or `https` URL. A downloaded key must have the
        /// fingerprint, if `id` is one. `ftp` URLs, and users and passwords in a URL, are not supported.
        #[parameter(data_type = "Any")]
        pub source: Option<Source>,

        /// The key server: its name or URL.
        #[parameter(default = "keyserver.ubuntu.com", data_type = "Any")]
        pub server: Server,

        /// Options for the key server, such as `http-proxy=http://proxy.example.com:8080`.
        #[parameter]
        pub options: Option<String>,

        /// Whether an expired key is added again. Cannot be combined with `absent`.
        #[parameter(default = "false")]
        pub refresh: Switch,

        /// Only `false` is supported: certificates are always verified.
        #[parameter(default = "false")]
        pub weak_ssl: Switch,

        /// The fingerprint of the key.
        #[read_only]
        pub fingerprint: Option<String>,

        /// The last 16 digits of the fingerprint.
        #[read_only]
        pub long: Option<String>,

        /// The last 8 digits of the fingerprint.
        #[read_only]
        pub short: Option<String>,

        /// Whether the key or all of its subkeys have expired.
        #[read_only]
        pub expired: Option<bool>,

        /// The day on which the key expires, in UTC.
        #[read_only]
        pub expiry: Option<String>,

        /// The size of the key in bits.
        #[read_only]
        pub size: Option<String>,

        /// The type of the key: `rsa`, `dsa`, `ecc` or `ecdsa`.
        #[read_only]
        pub r#type: Option<String>,

        /// The day on which the key was created, in UTC.
        #[read_only]
        pub created: Option<String>,
    }

    /// A Boolean.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        #[choice(aliases("yes"))]
        True,
        /// No.
        #[choice(aliases("no"))]
        False,
    }
}

pub use package::*;
