//! Schema of the type `ssh_authorized_key`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    use crate::value::{Comment, Key, Options};

    /// Manages an SSH key that authorizes logins as a user, a line of `~/.ssh/authorized_keys`.
    ///
    /// One line of the file corresponds to several attributes: `no-pty ssh-ed25519 AAAA... ann@laptop`
    /// consists of `options`, `type`, `key` and the name of the resource. Keys are identified by that name
    /// within a file; if several lines have the same name, the resource refers to the last one, and `ensure
    /// => absent` removes all of them. Since titles are unique, the same key for two users needs two names.
    /// Comments and keys that belong to no resource are left as they are; to remove such keys, set
    /// `purge_ssh_keys` of the type `user`.
    ///
    /// **Autorequires:** the user, if it is managed.
    #[resource(
        name = "ssh_authorized_key",
        require(user = user),
        canonicalize,
        example = "user { 'ann':\n  ensure     => present,\n  managehome => true,\n}\nssh_authorized_key { 'ann@laptop':\n  ensure => \
                   present,\n  user   => 'ann',\n  type   => 'ssh-ed25519',\n  key    => \
                   'AAAAC3NzaC1lZDI1NTE5AAAAIGMjVfmLNOvDGHLIZ6pT3RvBVo8DaxcQgQdlfYQn4xy2',\n}"
    )]
    #[provider(
        name = "parsed",
        by = crate::Parsed,
        confine(path("/etc/passwd")),
        instances,
        docs = "Edits individual lines of a text file, which is owned by the user and has the mode 0600."
    )]
    pub struct SshAuthorizedKey {
        /// Whether the key should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The comment after the key in its line. It need not be the comment with which the key was generated. Defaults
        /// to the title.
        #[parameter(namevar)]
        pub name: Comment,

        /// Whose privileges are used to write the file. `true`: the user's; the directory must be owned by
        /// the user. `false`: root's; the directory and all directories above it must not be writable by
        /// other users.
        #[parameter(default = true)]
        pub drop_privileges: bool,

        /// The type of the key.
        #[property]
        pub r#type: Option<KeyType>,

        /// The base64-encoded key, without spaces.
        #[property]
        pub key: Option<Key>,

        /// The user that the key authorizes. Required to create a key.
        #[property]
        pub user: Option<String>,

        /// The file that contains the key, if not `.ssh/authorized_keys` in the user's home. The directory
        /// `.ssh` is created if missing; any other directory must exist.
        #[property]
        pub target: Option<AbsolutePath>,

        /// Restrictions of the key, see sshd(8): one option or a list, each as `option` or `option="value"`.
        /// Options not listed here are removed.
        #[property]
        pub options: Option<Options>,
    }

    /// Types of keys.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum KeyType {
        /// DSA, which current servers reject.
        #[choice(name = "ssh-dss", aliases("dsa"))]
        Dss,
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
        /// Ed25519.
        #[choice(name = "ssh-ed25519", aliases("ed25519"))]
        Ed25519,
        /// ECDSA on a hardware security key.
        #[choice(name = "sk-ecdsa-sha2-nistp256@openssh.com", aliases("ecdsa-sk"))]
        SkNistp256,
        /// Ed25519 on a hardware security key.
        #[choice(name = "sk-ssh-ed25519@openssh.com", aliases("ed25519-sk"))]
        SkEd25519,
        /// A certificate of an RSA key.
        #[choice(name = "ssh-rsa-cert-v01@openssh.com")]
        RsaCertificate,
        /// A certificate of an Ed25519 key.
        #[choice(name = "ssh-ed25519-cert-v01@openssh.com")]
        Ed25519Certificate,
        /// A certificate of a DSA key.
        #[choice(name = "ssh-dss-cert-v01@openssh.com")]
        DssCertificate,
        /// A certificate of an ECDSA key of 256 bits.
        #[choice(name = "ecdsa-sha2-nistp256-cert-v01@openssh.com")]
        Nistp256Certificate,
        /// A certificate of an ECDSA key of 384 bits.
        #[choice(name = "ecdsa-sha2-nistp384-cert-v01@openssh.com")]
        Nistp384Certificate,
        /// A certificate of an ECDSA key of 521 bits.
        #[choice(name = "ecdsa-sha2-nistp521-cert-v01@openssh.com")]
        Nistp521Certificate,
    }
}

pub use package::*;
