//! Schema of the type `sshkey`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    use crate::value::{Alias, Name};

    /// Manages a public key of a host for SSH clients on this system, a line of `/etc/ssh/ssh_known_hosts`.
    ///
    /// A host can have a key of each type: keys are identified by host and type. A title such as
    /// `db.example.com@ssh-ed25519` contains both. Keys with which users log in are managed by the type
    /// `ssh_authorized_key`.
    ///
    /// Comments, blank lines, lines with a marker (`@cert-authority`, `@revoked`) and unmanaged keys are preserved.
    #[resource(
        name = "sshkey",
        title = "^(.*?)@(.*)$" => (name, r#type),
        title = "^([^@]+)$" => (name),
        example = "sshkey { 'db.example.com':\n  ensure       => present,\n  type         => 'ssh-ed25519',\n  key          => \
                   'AAAAC3NzaC1lZDI1NTE5AAAAIGMjVfmLNOvDGHLIZ6pT3RvBVo8DaxcQgQdlfYQn4xy2',\n  host_aliases => ['db', '192.0.2.7'],\n  target       => '/srv/known_hosts',\n}"
    )]
    #[provider(name = "parsed", by = crate::Parsed, instances, docs = "Edits individual lines of a text file.")]
    pub struct Sshkey {
        /// Whether the key should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The type of the key.
        #[parameter(namevar)]
        pub r#type: Option<KeyType>,

        /// The base64-encoded key. Required to create an entry.
        #[property]
        pub key: Option<String>,

        /// Other names and addresses of the host, in this order. An empty list removes all of them.
        #[property]
        pub host_aliases: Option<Vec<Alias>>,

        /// The name of the host.
        #[parameter(namevar)]
        pub name: Name,

        /// The file for the key. An existing key of this host and type in `/etc/ssh/ssh_known_hosts` is moved there.
        #[property(default = "/etc/ssh/ssh_known_hosts")]
        pub target: AbsolutePath,
    }

    /// Types of keys.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum KeyType {
        /// DSA, which current servers reject.
        #[choice(name = "ssh-dss", aliases("dsa"))]
        Dss,
        /// Ed25519.
        #[choice(name = "ssh-ed25519", aliases("ed25519"))]
        Ed25519,
        /// RSA.
        #[choice(name = "ssh-rsa", aliases("rsa"))]
        Rsa,
        /// ECDSA on a curve of 256 bits.
        #[choice(name = "ecdsa-sha2-nistp256")]
        Nistp256,
        /// ECDSA on a curve of 384 bits.
        #[choice(name = "ecdsa-sha2-nistp384")]
        Nistp384,
        /// ECDSA on a curve of 521 bits.
        #[choice(name = "ecdsa-sha2-nistp521")]
        Nistp521,
        /// ECDSA on a hardware security key.
        #[choice(name = "sk-ecdsa-sha2-nistp256@openssh.com", aliases("ecdsa-sk"))]
        SkNistp256,
        /// Ed25519 on a hardware security key.
        #[choice(name = "sk-ssh-ed25519@openssh.com", aliases("ed25519-sk"))]
        SkEd25519,
    }
}

pub use package::*;
