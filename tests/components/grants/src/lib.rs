//! Providers that need grants: hosts, environment variables, owners and modes, other resources. Each performs the
//! operation in its attributes, permitted or not, and passes on the result of the host.

mod fetcher;
mod finder;
mod leaker;
mod network;
mod owner;
mod seer;
mod stager;

pub use fetcher::FetcherProvider;
pub use finder::FinderProvider;
pub use leaker::LeakerProvider;
pub use network::AskerProvider;
pub use owner::OwnerProvider;
pub use seer::SeerProvider;
pub use stager::StagerProvider;

/// Schema of the types.
#[marotte_sdk::package]
pub mod schema {
    use marotte_sdk::Text;

    /// Sends a request, and logs the response.
    #[resource(name = "asker")]
    #[provider(name = "asker", by = super::AskerProvider)]
    pub struct Asker {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the request was sent.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The URL requested while reading.
        #[parameter]
        pub url: Option<String>,
        /// The URL changed by the resource.
        #[parameter]
        pub change: Option<String>,
        /// The URL requested without a grant by attribute.
        #[parameter]
        pub other: Option<String>,
        /// The method for changes: GET or POST.
        #[parameter]
        pub method: Option<String>,
        /// Name of an additional header.
        #[parameter]
        pub header: Option<String>,
        /// Value of the additional header.
        #[parameter]
        pub value: Option<Text>,
        /// The body of the request.
        #[parameter]
        pub body: Option<String>,
        /// Timeout in milliseconds.
        #[parameter]
        pub patience: Option<i64>,
        /// Number of requests.
        #[parameter]
        pub times: Option<i64>,
    }

    /// Downloads a file.
    #[resource(name = "fetcher")]
    #[provider(name = "fetcher", by = super::FetcherProvider)]
    pub struct Fetcher {
        /// The file.
        #[parameter(namevar)]
        pub path: String,
        /// Whether the file exists.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The URL to download.
        #[parameter(required)]
        pub url: String,
        /// The expected SHA-256.
        #[parameter]
        pub sha256: Option<String>,
        /// Whether to download to a staged file with mode 0600 first.
        #[parameter]
        pub staged: Option<bool>,
        /// A secret that only this resource should have.
        #[parameter]
        pub secret: Option<Text>,
        /// A second secret, which no grant lets other providers use.
        #[parameter]
        pub hidden: Option<Text>,
    }

    /// Changes owners and modes.
    #[resource(name = "owner")]
    #[provider(name = "owner", by = super::OwnerProvider)]
    pub struct Owner {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the change was made.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The path to change.
        #[parameter(required)]
        pub path: String,
        /// The kind of change.
        #[parameter(required)]
        pub how: How,
    }

    /// Logs environment variables that are visible to the component and to its command.
    #[resource(name = "seer")]
    #[provider(name = "seer", by = super::SeerProvider)]
    pub struct Seer {
        /// The variables, separated by commas.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the values were logged.
        #[property(default = "present")]
        pub ensure: Ensure,
    }

    /// Logs the resources of a type.
    #[resource(name = "finder", canonicalize)]
    #[provider(name = "finder", by = super::FinderProvider)]
    pub struct Finder {
        /// The type.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the values were logged.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The attributes.
        #[parameter(required)]
        pub columns: Vec<String>,
        /// A secret of this resource, whose value the component may read.
        #[parameter]
        pub own: Option<Text>,
    }

    /// Attempts to read a secret.
    #[resource(name = "leaker")]
    #[provider(name = "leaker", by = super::LeakerProvider)]
    pub struct Leaker {
        /// A file of this resource.
        #[parameter(namevar)]
        pub path: String,
        /// Whether the attempt was made.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The secret, whose value the component may not read.
        #[parameter]
        pub secret: Option<Text>,
        /// The attribute of a `fetcher` with the secret.
        #[parameter]
        pub found: Option<String>,
        /// The suffix of backups.
        #[parameter]
        pub backup: Option<String>,
        /// The kind of attempt.
        #[parameter(required)]
        pub how: Leak,
    }

    /// Ways to read a secret. All except the first four write it to a file first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Leak {
        /// Reads the file written by an earlier run.
        Later,
        /// Computes the digest of the secret.
        Digest,
        /// Passes it as input to a command that prints its input.
        Input,
        /// Writes it into a line of a file.
        Line,
        /// Reads the file.
        Read,
        /// Reads the file as text.
        ReadText,
        /// Computes the digest of the file.
        ReadDigest,
        /// Compares the file with another content and reads the difference.
        Diff,
        /// Reads a copy made by the host.
        Copy,
        /// Reads the file under another name.
        Rename,
        /// Reads the backup of the file.
        Backup,
        /// Reads a staged file.
        Staged,
        /// Compares the file with every four-digit number.
        Guess,
        /// Passes the file as input to a command.
        File,
        /// Runs a command that reads the file.
        Command,
        /// Reads the file after its content was replaced.
        Replaced,
    }

    /// A file that commands write and check before it takes effect.
    #[resource(name = "stager")]
    #[provider(name = "stager", by = super::StagerProvider)]
    pub struct Stager {
        /// The file.
        #[parameter(namevar)]
        pub path: String,
        /// Whether the file exists.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The file on this system whose content is copied.
        #[parameter(required)]
        pub source: String,
        /// The file that the commands receive.
        #[parameter(required)]
        pub how: Staging,
    }

    /// Staged files.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Staging {
        /// Beside the path of the resource.
        Beside,
        /// Beside another path.
        Elsewhere,
        /// Without a path.
        Temporary,
    }

    /// Presence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// Exists.
        Present,
        /// Does not exist.
        #[choice(absent)]
        Absent,
    }

    /// Ways to change owners and modes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum How {
        /// Writes a new file with the suid bit.
        WriteSuid,
        /// Sets the suid bit on the existing object.
        Suid,
        /// Sets the sgid bit on the existing object.
        Sgid,
        /// Stages a file with the suid bit.
        StageSuid,
        /// Stages a file without a final path, with the suid bit.
        TemporarySuid,
        /// Replaces the content of the existing object.
        Rewrite,
        /// Changes the owner of the existing object.
        Chown,
        /// Sets the owner that the existing object already has.
        Keep,
        /// Creates a directory owned by another user.
        Directory,
        /// Creates a link owned by another user.
        Link,
        /// Sets a mode without suid and sgid.
        Mode,
    }
}
