//! Schemas of the types.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{AbsolutePath, Text};

    use crate::value::{FileMode, Number};

    /// Manages a private key.
    ///
    /// An existing key is never replaced. Without `mode`, only the owner can read a new key.
    ///
    /// **Autorequires:** the directory of the file, if it is managed.
    #[resource(
        name = "ssl_pkey",
        canonicalize,
        relate,
        example = "ssl_pkey { '/etc/acme.key':\n  ensure => present,\n  mode   => '0600',\n}",
        example = "ssl_pkey { '/etc/acme-ec.key':\n  ensure         => present,\n  authentication => 'ec',\n  curve          => 'prime256v1',\n}"
    )]
    #[provider(name = "openssl", by = crate::Keys, confine(command("openssl")), docs = "Uses the command `openssl`.")]
    pub struct SslPkey {
        /// Whether the key should exist. Without it, nothing is done unless `owner`, `group` or `mode` is set.
        #[property]
        pub ensure: Option<Ensure>,

        /// The absolute path of the key. Defaults to the title.
        #[parameter(namevar)]
        pub path: AbsolutePath,

        /// The kind of key.
        #[parameter(default = "rsa")]
        pub authentication: Algorithm,

        /// The number of bits of a key other than one of an elliptic curve.
        #[parameter(default = 2048, data_type = "Any")]
        pub size: Number,

        /// The elliptic curve.
        #[parameter(default = "secp384r1")]
        pub curve: String,

        /// The password that protects a new key. Can be Sensitive, and is never visible in the process list.
        #[parameter]
        pub password: Option<Text>,

        /// The name of the owner.
        #[property]
        pub owner: Option<String>,

        /// The name of the group.
        #[property]
        pub group: Option<String>,

        /// The mode: a zero and three octal digits.
        #[property]
        pub mode: Option<FileMode>,
    }

    /// Manages a certificate: one signed with its own key, or one for a certificate signing request.
    ///
    /// A certificate is replaced if the alternative names or the common name in `template` differ from its own, with `force`
    /// if it is not one for `private_key`, and on refresh. Expired certificates are not replaced.
    ///
    /// **Autorequires:** `template`, `private_key` and the directory of the file, if they are managed.
    #[resource(
        name = "x509_cert",
        canonicalize,
        relate,
        example = "file { '/etc/acme.cnf':\n  content => \"[req]\\nprompt = no\\ndistinguished_name = \
                   dn\\n[dn]\\ncommonName = acme.example\\n\",\n}\nssl_pkey { '/etc/acme.key': ensure => present }\nx509_cert { \
                   '/etc/acme.crt':\n  ensure      => present,\n  private_key => '/etc/acme.key',\n  template    => \
                   '/etc/acme.cnf',\n  days        => 365,\n}"
    )]
    #[provider(
        name = "openssl",
        by = crate::Certificates,
        refresh,
        confine(command("openssl")),
        docs = "Uses the command `openssl`."
    )]
    pub struct X509Cert {
        /// Whether the certificate should exist. Without it, nothing is done unless `owner`, `group` or `mode` is set.
        #[property]
        pub ensure: Option<Ensure>,

        /// The absolute path of the certificate. Defaults to the title.
        #[parameter(namevar)]
        pub path: AbsolutePath,

        /// The absolute path of the private key. Required, except for a certificate that `ca` signs.
        #[parameter]
        pub private_key: Option<AbsolutePath>,

        /// The number of days for which a new certificate is valid.
        #[parameter(default = 3650, data_type = "Any")]
        pub days: Number,

        /// Whether to replace a certificate that is not one for `private_key`.
        #[parameter(default = "false")]
        pub force: Switch,

        /// The password of the private key. Can be Sensitive, and is never visible in the process list.
        #[parameter]
        pub password: Option<Text>,

        /// Whether the certificate has the extensions in the section `v3_req` of `template`, or else those in `req_ext`.
        #[parameter(default = "false")]
        pub req_ext: Switch,

        /// The absolute path of the configuration for `openssl`, with the names of the subject. Required.
        #[parameter]
        pub template: Option<AbsolutePath>,

        /// Accepted for manifests for older releases of the module: the kind of the private key is that of its file.
        #[parameter(default = "rsa")]
        pub authentication: Algorithm,

        /// The absolute path of a certificate signing request.
        #[parameter]
        pub csr: Option<AbsolutePath>,

        /// The absolute path of the certificate of the authority that signs the request. The serial number is stored next to
        /// it.
        #[parameter]
        pub ca: Option<AbsolutePath>,

        /// The absolute path of the private key of the authority.
        #[parameter]
        pub cakey: Option<AbsolutePath>,

        /// The password of the private key of the authority.
        #[parameter]
        pub cakey_password: Option<Text>,

        /// The name of the owner.
        #[property]
        pub owner: Option<String>,

        /// The name of the group.
        #[property]
        pub group: Option<String>,

        /// The mode: a zero and three octal digits.
        #[property]
        pub mode: Option<FileMode>,
    }

    /// Manages a certificate signing request.
    ///
    /// A request is replaced with `force` if it is not one for `private_key`, and on refresh.
    ///
    /// **Autorequires:** `template`, `private_key` and the directory of the file, if they are managed, and the certificate
    /// whose path is that of `private_key` without its extension.
    #[resource(
        name = "x509_request",
        canonicalize,
        relate,
        example = "file { '/etc/acme.cnf':\n  content => \"[req]\\nprompt = no\\ndistinguished_name = \
                   dn\\n[dn]\\ncommonName = acme.example\\n\",\n}\nssl_pkey { '/etc/acme.key': ensure => present }\nx509_request { \
                   '/etc/acme.csr':\n  ensure      => present,\n  private_key => '/etc/acme.key',\n  template    => '/etc/acme.cnf',\n}"
    )]
    #[provider(
        name = "openssl",
        by = crate::Requests,
        refresh,
        confine(command("openssl")),
        docs = "Uses the command `openssl`."
    )]
    pub struct X509Request {
        /// Whether the request should exist. Without it, nothing is done unless `owner`, `group` or `mode` is set.
        #[property]
        pub ensure: Option<Ensure>,

        /// The absolute path of the request. Defaults to the title.
        #[parameter(namevar)]
        pub path: AbsolutePath,

        /// Whether to replace a request that is not one for `private_key`.
        #[parameter(default = "false")]
        pub force: Switch,

        /// The password of the private key. Can be Sensitive, and is never visible in the process list.
        #[parameter]
        pub password: Option<Text>,

        /// The absolute path of the configuration for `openssl`, with the names of the subject. Required.
        #[parameter]
        pub template: Option<AbsolutePath>,

        /// The absolute path of the private key. Required.
        #[parameter]
        pub private_key: Option<AbsolutePath>,

        /// Accepted for manifests for older releases of the module: the kind of the private key is that of its file.
        #[parameter(default = "rsa")]
        pub authentication: Algorithm,

        /// Whether a key that `openssl` creates with the request is encrypted. It has no effect with an existing key.
        #[parameter(default = "true")]
        pub encrypted: Switch,

        /// The name of the owner.
        #[property]
        pub owner: Option<String>,

        /// The name of the group.
        #[property]
        pub group: Option<String>,

        /// The mode: a zero and three octal digits.
        #[property]
        pub mode: Option<FileMode>,
    }

    /// Manages a file with parameters for the Diffie-Hellman key exchange.
    ///
    /// An existing file is never replaced. Generating parameters can take minutes.
    ///
    /// **Autorequires:** the directory of the file, if it is managed.
    #[resource(
        name = "dhparam",
        canonicalize,
        relate,
        example = "dhparam { '/etc/dh.pem':\n  ensure   => present,\n  size     => 2048,\n  fastmode => true,\n}"
    )]
    #[provider(name = "openssl", by = crate::Parameters, confine(command("openssl")), docs = "Uses the command `openssl`.")]
    pub struct Dhparam {
        /// Whether the file should exist. Without it, nothing is done unless `owner`, `group` or `mode` is set.
        #[property]
        pub ensure: Option<Ensure>,

        /// The absolute path of the file. Defaults to the title.
        #[parameter(namevar)]
        pub path: AbsolutePath,

        /// The number of bits of the prime number.
        #[parameter(default = 512, data_type = "Any")]
        pub size: Number,

        /// Whether to generate the parameters in the faster way of the algorithm DSA.
        #[parameter(default = false)]
        pub fastmode: bool,

        /// The name of the owner.
        #[property]
        pub owner: Option<String>,

        /// The name of the group.
        #[property]
        pub group: Option<String>,

        /// The mode: a zero and three octal digits.
        #[property]
        pub mode: Option<FileMode>,
    }

    /// Kinds of private keys.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Algorithm {
        /// RSA.
        Rsa,
        /// DSA, which current systems no longer accept.
        Dsa,
        /// An elliptic curve.
        Ec,
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

impl Switch {
    pub(crate) fn is_on(self) -> bool {
        self == Self::True
    }
}
