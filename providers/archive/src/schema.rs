//! Schema of the type `archive`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    use crate::value::{ArchivePath, Checksum, ExtractPath, Flags, Headers, Source, TempDir};

    /// Manages a file that is downloaded or copied, and optionally verified, extracted and removed.
    ///
    /// The file is written only when it is complete. **With `creates`**, it is fetched and extracted only if that path
    /// is missing; with `cleanup`, it is removed once the path exists. **With a checksum**, an existing file with a
    /// different checksum is replaced.
    ///
    /// Supported sources are `http`, `https`, `file` and `puppet` URLs and absolute paths. `ftp`, `s3` and `gs`
    /// sources, proxies, insecure connections and options for download programs are rejected.
    ///
    /// **Autorequires:** the directory of the file and the directory for the extracted files, if they are managed.
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
        docs = "Downloads without an external program, despite its name."
    )]
    #[provider(name = "ruby", by = crate::Transfer, docs = "The same as `curl`.")]
    #[provider(name = "wget", by = crate::Transfer, docs = "The same as `curl`.")]
    pub struct Archive {
        /// Whether the file should exist, or should have been extracted.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// A path created by the extraction. If it exists, nothing is fetched or extracted.
        #[property]
        pub creates: Option<String>,

        /// The path of the file.
        #[parameter(namevar, data_type = "Any")]
        pub path: ArchivePath,

        /// The last component of `path`, regardless of the value.
        #[parameter]
        pub filename: Option<String>,

        /// The source of the file: a URL or an absolute path.
        #[parameter(data_type = "Any", aliases("url"))]
        pub source: Option<Source>,

        /// Whether to extract the archive.
        #[parameter(default = "false")]
        pub extract: Switch,

        /// The directory in which to extract the archive. It must exist.
        #[parameter(data_type = "Any", aliases("target"))]
        pub extract_path: Option<ExtractPath>,

        /// The command that extracts the archive, run by a shell in `extract_path`. Each `%s` is replaced with the
        /// quoted path of the file; a command without `%s` is rejected. Cannot be combined with `extract_flags`.
        #[parameter]
        pub extract_command: Option<String>,

        /// Flags that replace the default ones: `xf`, `xzf`, `xjf` or `xJf` for `tar`, `-o` for `unzip`, `-d` for
        /// `gunzip`. They are split at whitespace and not passed through a shell. A hash contains the flags for each
        /// program (`tar`, `zip`, `gunzip`); other programs get no flags.
        #[parameter(data_type = "Any")]
        pub extract_flags: Option<Flags>,

        /// Whether to remove the file once `creates` exists.
        #[parameter(default = "true")]
        pub cleanup: Switch,

        /// An existing directory for the download. The complete file is moved from there to the directory of `path`.
        #[parameter(data_type = "Any")]
        pub temp_dir: Option<TempDir>,

        /// The user that extracts the archive. The file is then readable by all users.
        #[parameter]
        pub user: Option<String>,

        /// The group that extracts the archive. The file is then readable by all users.
        #[parameter]
        pub group: Option<String>,

        /// The checksum of the file, of the kind given by `checksum_type`. `true` and `false` have the same meaning as
        /// in `checksum_verify`.
        #[parameter(data_type = "Any", aliases("digest_string"))]
        pub checksum: Option<Checksum>,

        /// The URL of a checksum file, instead of `checksum`. The first word in it that has the form of a checksum is
        /// used.
        #[parameter(data_type = "Any", aliases("digest_url"))]
        pub checksum_url: Option<Source>,

        /// The kind of checksum; `none` disables the verification.
        #[parameter(default = "none", aliases("digest_type"))]
        pub checksum_type: ChecksumType,

        /// Whether a downloaded file with another checksum is an error. An existing file with another
        /// checksum is replaced in any case.
        #[parameter(default = "true")]
        pub checksum_verify: Switch,

        /// The user name for the server.
        #[parameter]
        pub username: Option<Text>,

        /// The password for the server.
        #[parameter(sensitive)]
        pub password: Option<Text>,

        /// A cookie to send to the server.
        #[parameter]
        pub cookie: Option<Text>,

        /// Headers to send to the server, each as `Name: value`. They cannot be Sensitive.
        #[parameter(data_type = "Any")]
        pub headers: Option<Headers>,

        /// The kind of proxy. Has no effect, since proxies are not supported.
        #[parameter]
        pub proxy_type: Option<ProxyType>,

        /// Not supported: proxies cannot be used.
        #[parameter]
        pub proxy_server: Option<String>,

        /// Only `false` is supported: certificates are always verified.
        #[parameter(default = "false")]
        pub allow_insecure: Switch,

        /// Not supported: no external download program is used.
        #[parameter(data_type = "Any")]
        pub download_options: Option<Value>,
    }

    /// Kinds of checksums.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ChecksumType {
        /// No checksum.
        None,
        /// MD5.
        Md5,
        /// SHA-1.
        Sha1,
        /// Same as `sha256`.
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
        /// No proxy.
        None,
        /// FTP.
        Ftp,
        /// HTTP.
        Http,
        /// HTTPS.
        Https,
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
