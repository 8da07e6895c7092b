//! Schema of the type `archive`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    use crate::value::{ArchivePath, Checksum, ExtractPath, Flags, Headers, Source, TempDir};

    /// Manages a file that comes from elsewhere: it is downloaded or copied, checked, unpacked and removed again.
    ///
    /// It comes whole or not at all. **With `creates`** it is brought and unpacked only where that path is missing; with `cleanup`
    /// it goes once that path is there. **With a checksum** a file that has another one is replaced.
    ///
    /// Sources are `http`, `https`, `file`, `puppet` and absolute paths. `ftp`, `s3` and `gs`, proxies, servers whose certificates are not
    /// checked and options for other programs are refused.
    ///
    /// **Relations by themselves**: the directories that it lies in and is unpacked in come first, if they are managed.
    #[resource(
        name = "archive",
        canonicalize,
        require(file = ancestor(path), file = extract_path),
        example = "file { '/tools.list':\n  content => \"tar\\n\",\n}\n\n-> archive { '/tools.copy':\n  ensure => present,\n  source => '/tools.list',\n}",
        example = "archive { '/tmp/gone.tar.gz':\n  ensure => absent,\n}"
    )]
    #[provider(
        name = "curl",
        by = crate::Transfer,
        specificity = 1,
        docs = "Downloads by itself: no other program is needed for that, whatever the name says."
    )]
    #[provider(name = "ruby", by = crate::Transfer, docs = "The same as `curl`.")]
    #[provider(name = "wget", by = crate::Transfer, docs = "The same as `curl`.")]
    pub struct Archive {
        /// Whether the file is there, or has been unpacked.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// What unpacking makes. Where it is there, nothing is brought or unpacked.
        #[property]
        pub creates: Option<String>,

        /// The file.
        #[parameter(namevar, data_type = "Any")]
        pub path: ArchivePath,

        /// The last part of `path`, whatever is given here.
        #[parameter]
        pub filename: Option<String>,

        /// Where it comes from: a URL or an absolute path.
        #[parameter(data_type = "Any", aliases("url"))]
        pub source: Option<Source>,

        /// Whether it is unpacked.
        #[parameter(default = "false")]
        pub extract: Switch,

        /// The directory that it is unpacked in. It has to be there.
        #[parameter(data_type = "Any", aliases("target"))]
        pub extract_path: Option<ExtractPath>,

        /// The command that unpacks it, run by a shell in `extract_path`. Each `%s` in it is the path of the file, as a
        /// word of the shell; without one it is refused. Goes without `extract_flags`.
        #[parameter]
        pub extract_command: Option<String>,

        /// Flags in place of the usual ones: for `tar` `xf`, `xzf`, `xjf` or `xJf`, for `unzip` `-o`, for `gunzip` `-d`. They are
        /// split at white space and no shell sees them. A hash gives them by the program (`tar`, `zip`, `gunzip`); programs that it
        /// does not name get none.
        #[parameter(data_type = "Any")]
        pub extract_flags: Option<Flags>,

        /// Whether the file is removed once `creates` is there.
        #[parameter(default = "true")]
        pub cleanup: Switch,

        /// An existing directory. The download is moved into the directory of `path` under its own name when
        /// it is complete.
        #[parameter(data_type = "Any")]
        pub temp_dir: Option<TempDir>,

        /// The user that unpacks. Everybody may read the file then.
        #[parameter]
        pub user: Option<String>,

        /// The group that unpacks. Everybody may read the file then.
        #[parameter]
        pub group: Option<String>,

        /// The checksum of the file, of the kind `checksum_type`. `true` and `false` are the same as in `checksum_verify`.
        #[parameter(data_type = "Any", aliases("digest_string"))]
        pub checksum: Option<Checksum>,

        /// Where the checksum is to be found, in place of `checksum`: the first word there that can be one counts.
        #[parameter(data_type = "Any", aliases("digest_url"))]
        pub checksum_url: Option<Source>,

        /// The kind of checksum; `none` for no look at it.
        #[parameter(default = "none", aliases("digest_type"))]
        pub checksum_type: ChecksumType,

        /// Whether a downloaded file with another checksum is an error. An existing file with another
        /// checksum is replaced in any case.
        #[parameter(default = "true")]
        pub checksum_verify: Switch,

        /// The name that the server asks for.
        #[parameter]
        pub username: Option<Text>,

        /// The password that the server asks for.
        #[parameter(sensitive)]
        pub password: Option<Text>,

        /// A cookie for the server.
        #[parameter]
        pub cookie: Option<Text>,

        /// Headers for the server, each as `Name: value`. They can't be Sensitive.
        #[parameter(data_type = "Any")]
        pub headers: Option<Headers>,

        /// The kind of proxy. It means nothing without a proxy.
        #[parameter]
        pub proxy_type: Option<ProxyType>,

        /// Refused: no proxy is used.
        #[parameter]
        pub proxy_server: Option<String>,

        /// Only `false`: certificates are always checked.
        #[parameter(default = "false")]
        pub allow_insecure: Switch,

        /// Refused: no other program is used.
        #[parameter(data_type = "Any")]
        pub download_options: Option<Value>,
    }

    /// Kinds of checksums.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ChecksumType {
        /// None.
        None,
        /// MD5.
        Md5,
        /// SHA-1.
        Sha1,
        /// The same as `sha256`.
        Sha2,
        /// SHA-256.
        Sha256,
        /// SHA-384.
        Sha384,
        /// SHA-512.
        Sha512,
    }

    /// Kinds of proxies.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ProxyType {
        /// None.
        None,
        /// FTP.
        Ftp,
        /// HTTP.
        Http,
        /// HTTPS.
        Https,
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

impl ChecksumType {
    /// Returns its name in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Md5 => "md5",
            Self::Sha1 => "sha1",
            Self::Sha2 => "sha2",
            Self::Sha256 => "sha256",
            Self::Sha384 => "sha384",
            Self::Sha512 => "sha512",
        }
    }

    /// Returns the algorithm, if there is one.
    pub(crate) fn algorithm(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Sha2 => Some("sha256"),
            other => Some(other.name()),
        }
    }
}
